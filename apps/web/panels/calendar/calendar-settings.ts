// What the Calendar panel saves: which days it shows.
import * as z from 'zod/mini';

export const calendarTabs = ['All days', 'My contracts', 'Holidays'] as const;
export type CalendarTab = (typeof calendarTabs)[number];

export const calendarSettings = z.object({ tab: z.optional(z.enum(calendarTabs)) });
