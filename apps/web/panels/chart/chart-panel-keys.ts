// The keys of the Chart panel: they work while the focus is anywhere in it.
import type { CandleInterval } from '@openpit/wire';

interface KeyEntry {
  /** `KeyboardEvent.key`; any of these. */
  readonly press: readonly [string, ...string[]];
  /** What it does. */
  readonly label: string;
}

export type ChartPanelKey = CandleInterval | 'averages';

export const chartPanelKeys = {
  place: 'Chart',
  keys: {
    '1': { press: ['1'], label: 'Candles of 1 minute' },
    '5': { press: ['2'], label: 'Candles of 5 minutes' },
    '15': { press: ['3'], label: 'Candles of 15 minutes' },
    '60': { press: ['4'], label: 'Candles of 60 minutes' },
    day: { press: ['5'], label: 'Candles of days' },
    averages: { press: ['m'], label: 'Show or hide the moving averages' },
  } satisfies Readonly<Record<ChartPanelKey, KeyEntry>>,
} as const;

/** What this key does in the panel; null for another key. */
export function chartKeyOf(pressed: string): ChartPanelKey | null {
  const key = pressed.toLowerCase();
  const entries = Object.entries(chartPanelKeys.keys) as [ChartPanelKey, KeyEntry][];
  return entries.find(([, { press }]) => press.includes(key))?.[0] ?? null;
}
