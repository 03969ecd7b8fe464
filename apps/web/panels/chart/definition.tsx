// The Chart panel in the registry. It saves the pinned contract, the length of a candle, whether it shows a picture, a table or the trade
// history and which part of that, and whether moving averages are shown.
import { type CandleInterval, candleIntervals } from '@openpit/wire';
import * as z from 'zod/mini';
import { ChartIcon } from '../../ui/icons.tsx';
import { keyTable } from '../../ui/keys.ts';
import { loadedPanel, type PanelDefinition } from '../definition.ts';
import { contractSetting } from '../parts/panel-settings.ts';

/** The days of a contract with their figures, or its deals. */
export const historyTabs = ['Days', 'Deals'] as const;
export type HistoryTab = (typeof historyTabs)[number];

export const chartSettings = z.object({
  contract: contractSetting,
  interval: z.optional(z.enum(candleIntervals)),
  look: z.optional(z.enum(['picture', 'table', 'history'])),
  history: z.optional(z.enum(historyTabs)),
  averages: z.optional(z.boolean()),
});

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

export const chartPanel = {
  component: 'TVChartContainer',
  title: 'Chart',
  icon: <ChartIcon />,
  Panel: loadedPanel('ChartPanel', () => import('./panel.tsx')),
  phone: 'more',
  size: { w: 40, h: 40 },
  settings: chartSettings,
  keys: [chartPanelKeys, chartKeys],
} as const satisfies PanelDefinition;
