// The keys of a number field with steps.
import { keyTable } from './keys.ts';

export const numberFieldKeys = keyTable('Order ticket', {
  step: { press: ['ArrowUp', 'ArrowDown'], shown: '↑ ↓', label: 'Price or quantity up or down a step' },
  leap: { press: ['PageUp', 'PageDown'], shown: 'PgUp, PgDn', label: 'Ten steps' },
});
