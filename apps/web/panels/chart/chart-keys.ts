// The keys of the Chart panel, and those on the handle of an own order in it.
import type { CandleInterval } from '@openpit/wire';
import { keyTable } from '../../ui/keys.ts';

export type ChartPanelKey = CandleInterval | 'averages' | 'history';

export const chartPanelKeys = keyTable<ChartPanelKey>('Chart', {
  '1': { press: ['1'], label: 'Candles of 1 minute' },
  '5': { press: ['2'], label: 'Candles of 5 minutes' },
  '15': { press: ['3'], label: 'Candles of 15 minutes' },
  '60': { press: ['4'], label: 'Candles of 60 minutes' },
  day: { press: ['5'], label: 'Candles of days' },
  averages: { press: ['m'], label: 'Show or hide the moving averages' },
  history: { press: ['h'], label: 'Show or leave the trade history' },
});

export const chartKeys = keyTable('Chart, on the handle of an order', {
  step: { press: ['ArrowUp', 'ArrowDown'], shown: '↑ ↓', label: 'Move the price by a tick' },
  leap: { press: ['PageUp', 'PageDown'], shown: 'PgUp, PgDn', label: 'Move it by ten ticks' },
  open: { press: ['Enter'], label: 'Open the ticket that amends the order' },
  back: { press: ['Escape'], label: 'Back to the price of the order' },
});
