// The Calendar panel in the registry. It saves which days it shows.
import * as z from 'zod/mini';
import { CalendarIcon } from '../../ui/icons.tsx';
import { loadedPanel, type PanelDefinition } from '../definition.ts';

export const calendarTabs = ['All days', 'My contracts', 'Holidays'] as const;
export type CalendarTab = (typeof calendarTabs)[number];

export const calendarSettings = z.object({ tab: z.optional(z.enum(calendarTabs)) });

export const calendarPanel = {
  component: 'Calendar',
  title: 'Calendar',
  icon: <CalendarIcon />,
  Panel: loadedPanel('CalendarPanel', () => import('./panel.tsx')),
  phone: 'more',
  settings: calendarSettings,
} as const satisfies PanelDefinition;
