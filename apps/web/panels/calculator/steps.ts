// Steps of the calculator's fields that have no tick.
import Big from 'big.js';
import { steppedPrice } from '../../market/contract-terms.ts';
import { readDecimal } from '../../ui/decimal-input.ts';
import { formatPrice } from '../../ui/format.ts';

/** Within the range; from 0 while nothing is typed. Null for text that is no number. */
export function steppedNumber(
  text: string,
  steps: number,
  {
    step,
    decimals,
    from,
    to,
  }: {
    readonly step: number;
    readonly decimals: number;
    readonly from: number;
    readonly to: number;
  },
): string | null {
  const typed = readDecimal(text, decimals);
  if (typed.kind === 'bad') return null;
  const next = new Big(typed.kind === 'number' ? typed.text : 0).plus(new Big(step).times(steps)).toNumber();
  return formatPrice(Math.min(Math.max(next, from), to), decimals);
}

/** To the next listed strikes; by ticks where there are none. Unchanged beyond the last one. */
export function steppedStrike(
  text: string,
  steps: number,
  {
    strikes,
    tick,
    decimals,
  }: {
    readonly strikes: readonly number[];
    readonly tick: number;
    readonly decimals: number;
  },
): string | null {
  if (strikes.length === 0)
    return steppedPrice(text, steps, { step: new Big(tick), tick, decimals, fallback: null });
  const typed = readDecimal(text);
  if (typed.kind !== 'number') return formatPrice(strikes[Math.floor(strikes.length / 2)], decimals);
  const now = Number(typed.text);
  const beyond =
    steps > 0 ? strikes.filter((one) => one > now) : strikes.filter((one) => one < now).reverse();
  const next = beyond[Math.min(Math.abs(steps), beyond.length) - 1];
  return next === undefined ? null : formatPrice(next, decimals);
}
