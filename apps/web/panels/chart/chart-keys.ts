// The keys on the handle of an own order in the chart.
import { keyTable } from '../../ui/keys.ts';

export const chartKeys = keyTable('Chart, on the handle of an order', {
  step: { press: ['ArrowUp', 'ArrowDown'], shown: '↑ ↓', label: 'Move the price by a tick' },
  leap: { press: ['PageUp', 'PageDown'], shown: 'PgUp, PgDn', label: 'Move it by ten ticks' },
  open: { press: ['Enter'], label: 'Open the ticket that amends the order' },
  back: { press: ['Escape'], label: 'Back to the price of the order' },
});
