// The end-of-day reports of a member as CSV files.
import * as z from 'zod/mini';
import { isDate } from './history.ts';

export const endOfDayReports = [
  'deals',
  'positions',
  'mtm',
  'margins',
  'movements',
  'statement',
  'invoices',
] as const;
export type EndOfDayReport = (typeof endOfDayReports)[number];

export const reportQuery = z.strictObject({
  report: z.enum(endOfDayReports, { error: `A report is one of ${endOfDayReports.join(', ')}.` }),
  date: z
    .string({ error: 'Name the business day as YYYY-MM-DD.' })
    .check(z.maxLength(10), z.refine(isDate, 'Name the business day as YYYY-MM-DD.')),
});
