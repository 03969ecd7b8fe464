// Parses form fields: lots, prices, dates. An error is a sentence that says how to correct the input. These checks help the
// dealer; the venue repeats all of them.
import Big from 'big.js';
import { isOnTick, parseQty } from '../market/contract-terms.ts';
import { numberIn, parseDecimal } from '../ui/decimal-input.ts';
import { formatDate, formatPrice, parseDate } from '../ui/format.ts';

export interface PriceRules {
  readonly tick: number;
  readonly decimals: number;
  /** The day's limits, or null if the contract has none. */
  readonly limitLow: number | null;
  readonly limitHigh: number | null;
  /** True for differences, which may be zero or negative. */
  readonly mayBeNegative?: boolean;
}

/** The number of lots, even above the maximum; null if the text is not a number of lots. */
export function lotsIn(text: string): number | null {
  const parsed = parseQty(text, Number.MAX_SAFE_INTEGER);
  return 'qty' in parsed ? parsed.qty : null;
}

/** The price, even outside the limits; null if the contract cannot deal at it. */
export function priceOnTick(text: string, tick: number): number | null {
  const price = numberIn(text);
  return price !== null && isOnTick(new Big(price), tick) ? price : null;
}

export function parsePrice(
  text: string,
  { tick, decimals, limitLow, limitHigh, mayBeNegative = false }: PriceRules,
): { readonly price: Big } | { readonly error: string } {
  const parsed = parseDecimal(text);
  if (parsed.kind === 'empty') return { error: 'Enter a price.' };
  if (parsed.kind === 'bad') return { error: parsed.reason };
  const price = new Big(parsed.text);
  if (price.lte(0) && !mayBeNegative) return { error: 'The price must be above zero.' };
  if (!isOnTick(price, tick))
    return {
      error: `The price must be a multiple of ${formatPrice(tick, decimals)}. Use the arrow keys to step.`,
    };
  if (limitLow !== null && price.lt(limitLow))
    return { error: `Below today's lower limit, ${formatPrice(limitLow, decimals)}.` };
  if (limitHigh !== null && price.gt(limitHigh))
    return { error: `Above today's upper limit, ${formatPrice(limitHigh, decimals)}.` };
  return { price };
}

/** The error in a hold-over date, or null for a valid date or an empty field. */
export function holdOverError(text: string | null): string | null {
  if (text === null || text === '' || parseDate(text) === text) return null;
  return `“${text}” is not a date. Type it as ${formatDate('2026-11-25')}.`;
}

/** The fields lack something, without a fault at one of them. */
export const missingInput = (reason: string) => ({ kind: 'missing', reason }) as const;
export type MissingInput = ReturnType<typeof missingInput>;

/** The maximum length of a reference. */
export const longestRef = 20;
