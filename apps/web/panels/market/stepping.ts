// What arrow keys, Page keys and buttons do to the text of a quantity or a price, and how a price is formatted on leaving its field.
import Big from 'big.js';
import { readDecimal } from '../../ui/decimal-input.ts';
import { formatPrice } from '../../ui/format.ts';
import { stepPrice } from './price-steps.ts';

/** Between 1 and the maximum. */
export function steppedQty(text: string, steps: number, maxQty: number): string {
  const typed = readDecimal(text, 0);
  const qty = typed.kind === 'number' ? Math.trunc(Number(typed.text)) : 0;
  return String(Math.max(1, Math.min(qty + steps, maxQty)));
}

/** Steps from the typed price, or from `fallback` while none is typed; null when there is neither. */
export function steppedPrice(
  text: string,
  steps: number,
  rules: {
    readonly step: Big;
    readonly tick: number;
    readonly decimals: number;
    readonly fallback: number | null;
    readonly mayBeNegative?: boolean;
  },
): string | null {
  const typed = readDecimal(text, rules.decimals);
  const from = typed.kind === 'number' ? typed.text : rules.fallback;
  if (from === null) return null;
  return formatPrice(stepPrice(new Big(from), steps, rules).toNumber(), rules.decimals);
}

/** The price as the locale writes it, with all decimals; one with too many decimals is unchanged, to be rejected. */
export function tidiedPrice(text: string, decimals: number): string {
  const typed = readDecimal(text, decimals);
  if (typed.kind !== 'number' || (typed.text.split('.')[1] ?? '').length > decimals) return text;
  return formatPrice(Number(typed.text), decimals);
}
