// What the Silo certificates panel saves: its tab and its filter.
import * as z from 'zod/mini';
import { plainText } from '../settings/layout-text.ts';

export const siloCertsTabs = ['Own', 'Tendered', 'Locations', 'Grades'] as const;
export type SiloCertsTab = (typeof siloCertsTabs)[number];

const code = z.optional(z.nullable(plainText(16)));

export const siloCertsSettings = z.object({
  tab: z.optional(z.enum(siloCertsTabs)),
  /** Null or left out for all. */
  instrument: code,
  location: code,
  grade: code,
});
