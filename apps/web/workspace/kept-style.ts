// How a panel looks where it differs from the user's preferences, kept in its column's `style` (LAYOUT-2): of all that may
// stand there, these three fields and these values only.
import type { LayoutColumn } from '@openpit/wire';
import type { FlashMode } from '../ui/panel-look.ts';

export const densities = ['compact', 'standard', 'comfortable'] as const;
export type Density = (typeof densities)[number];
export const flashModes: readonly FlashMode[] = ['none', 'text', 'background'];

export function keptDensity({ style }: LayoutColumn): Density | null {
  return densities.find((density) => density === style?.density) ?? null;
}

export function keptFlash({ style }: LayoutColumn): FlashMode | null {
  return flashModes.find((mode) => mode === style?.flash) ?? null;
}

/** Pixels of the letters in a grid; the least and the most, and what holds where the panel keeps nothing. */
export const letters = { least: 9, usual: 12, most: 20 } as const;

/** Null where the density decides. */
export function keptLetters({ style }: LayoutColumn): number | null {
  const px = style?.lettersPx;
  return typeof px === 'number' && Number.isInteger(px) && px >= letters.least && px <= letters.most
    ? px
    : null;
}

/** So many steps larger, or smaller below zero; at the end of the range it stays. */
export function steppedLetters(column: LayoutColumn, steps: number): number {
  const from =
    keptLetters(column) ?? (keptDensity(column) === 'comfortable' ? letters.usual + 1 : letters.usual);
  return Math.max(letters.least, Math.min(letters.most, from + steps));
}
