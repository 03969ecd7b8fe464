// How a panel looks where it differs from the user's preferences, kept in its column's `style` (LAYOUT-2): of all that may
// stand there, these two fields and these values only.
import type { LayoutColumn } from '@openpit/wire';
import type { FlashMode } from '../ui/live-grid/grid-column.ts';

export const densities = ['compact', 'standard', 'comfortable'] as const;
export type Density = (typeof densities)[number];
export const flashModes: readonly FlashMode[] = ['none', 'text', 'background'];

export function keptDensity({ style }: LayoutColumn): Density | null {
  return densities.find((density) => density === style?.density) ?? null;
}

export function keptFlash({ style }: LayoutColumn): FlashMode | null {
  return flashModes.find((mode) => mode === style?.flash) ?? null;
}
