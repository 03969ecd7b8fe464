// Reads the fields of the order form: an order, or what is wrong, as a sentence per field. This helps the dealer; the venue checks
// everything again.
import type { Capacity, HqAccess, OrderTypeCode, Side } from '@openpit/wire';
import Big from 'big.js';
import { isOnTick, readQty } from '../../market/contract-terms.ts';
import { numberIn, readDecimal } from '../../ui/decimal-input.ts';
import { formatDate, formatPrice, readDate } from '../../ui/format.ts';

/** One side, or both at once. */
export type EntryMode = Side | 'double';

export interface OrderFields {
  readonly mode: EntryMode;
  /** Of the one side, or of the bid. */
  readonly qtyText: string;
  readonly priceText: string;
  /** Of the offer, in a double. */
  readonly offerQtyText: string;
  readonly offerPriceText: string;
  readonly type: OrderTypeCode;
  readonly capacity: Capacity;
  readonly principal: string;
  /** For which sub-account, as long as its principal is the chosen one. */
  readonly account?: { readonly principal: string; readonly subAccount: string };
  readonly ref: string;
  /** In a double: a filled side cancels the other. */
  readonly cancelsOther: boolean;
  /** The business day until which the remainder is kept, `2026-11-25`; empty for this day only. */
  readonly holdOver?: string;
  /** Of an option its volatility, of a delta its premium, where that was typed instead of the price; else empty. */
  readonly otherText?: string;
  readonly offerOtherText?: string;
  /** Of a delta: the price of the future at which its hedge is dealt. */
  readonly referenceText?: string;
}

/** Only an order that may rest can be held over: TOK and FOK leave nothing. */
export function holdOverOf({
  mode,
  type,
  holdOver = '',
}: Pick<OrderFields, 'mode' | 'type' | 'holdOver'>): string | null {
  return holdOver !== '' && (mode === 'double' || type === 0) ? holdOver : null;
}

/** The sub-account of the chosen principal for which the order is; null for none. */
export const subAccountOf = ({
  principal,
  account,
}: Pick<OrderFields, 'principal' | 'account'>): string | null =>
  account?.principal === principal ? account.subAccount : null;

/** What is wrong with a hold-over day as it was typed; null for a date, and for none. */
export function holdOverError(text: string | null): string | null {
  if (text === null || text === '' || readDate(text) === text) return null;
  return `“${text}” is not a date: write it like ${formatDate('2026-11-25')}.`;
}

export interface PriceRules {
  readonly tick: number;
  readonly decimals: number;
  /** The day's limits; null where there is none. */
  readonly limitLow: number | null;
  readonly limitHigh: number | null;
  /** True for differences, which are above, at or below zero. */
  readonly mayBeNegative?: boolean;
}

export interface OrderRules extends PriceRules {
  /** The most lots of one order, by the user's preferences. */
  readonly maxQty: number;
  /** What is wrong with a price that was computed from another number; null or left out for a typed price. */
  readonly otherError?: string | null;
  readonly offerOtherError?: string | null;
  /** Of a delta: the prices at which the future may deal. */
  readonly reference?: PriceRules;
}

export type FieldName =
  | 'qty'
  | 'price'
  | 'other'
  | 'offerQty'
  | 'offerPrice'
  | 'offerOther'
  | 'principal'
  | 'ref'
  | 'reference'
  | 'holdOver';
export type FieldErrors = Readonly<Partial<Record<FieldName, string>>>;

export interface ReadSide {
  readonly qty: number;
  readonly price: number;
  readonly priceText: string;
}

export type ReadDraft =
  | ({ readonly kind: 'order'; readonly side: Side } & ReadSide)
  | { readonly kind: 'double'; readonly bid: ReadSide; readonly offer: ReadSide }
  | { readonly kind: 'errors'; readonly errors: FieldErrors };

/** The typed number of lots, whatever the maximum; null when it is not one. */
export function lotsIn(text: string): number | null {
  const read = readQty(text, Number.MAX_SAFE_INTEGER);
  return 'qty' in read ? read.qty : null;
}

/** The typed price, whatever the limits; null when there is none at which the contract can deal. */
export function priceOnTick(text: string, tick: number): number | null {
  const price = numberIn(text);
  return price !== null && isOnTick(new Big(price), tick) ? price : null;
}

export function readPrice(
  text: string,
  { tick, decimals, limitLow, limitHigh, mayBeNegative = false }: PriceRules,
): { readonly price: Big } | { readonly error: string } {
  const read = readDecimal(text);
  if (read.kind === 'empty') return { error: 'At what price?' };
  if (read.kind === 'bad') return { error: read.reason };
  const price = new Big(read.text);
  if (price.lte(0) && !mayBeNegative) return { error: 'A price is above zero.' };
  if (!isOnTick(price, tick))
    return {
      error: `Prices go in steps of ${formatPrice(tick, decimals)}: the arrow keys go to the next one.`,
    };
  if (limitLow !== null && price.lt(limitLow))
    return { error: `Below today's lower limit, ${formatPrice(limitLow, decimals)}.` };
  if (limitHigh !== null && price.gt(limitHigh))
    return { error: `Above today's upper limit, ${formatPrice(limitHigh, decimals)}.` };
  return { price };
}

/** The most characters of a reference. */
export const longestRef = 20;

export function readDraft(fields: OrderFields, rules: OrderRules): ReadDraft {
  const isDouble = fields.mode === 'double';
  const first = readSide(fields.qtyText, fields.priceText, rules);
  const second = isDouble ? readSide(fields.offerQtyText, fields.offerPriceText, rules) : null;
  const errors: Record<string, string> = {};
  if (first.qtyError !== undefined) errors.qty = first.qtyError;
  const { otherError = null, offerOtherError = null } = rules;
  if (otherError !== null) errors.other = otherError;
  else if (first.priceError !== undefined) errors.price = first.priceError;
  if (second?.qtyError !== undefined) errors.offerQty = second.qtyError;
  if (second !== null && offerOtherError !== null) errors.offerOther = offerOtherError;
  else if (second?.priceError !== undefined) errors.offerPrice = second.priceError;
  const { referenceText = '' } = fields;
  if (rules.reference !== undefined && referenceText.trim() !== '') {
    const reference = readPrice(referenceText, rules.reference);
    if ('error' in reference) errors.reference = reference.error;
  }
  if (fields.principal === '') errors.principal = 'For whom? Choose your member or a client.';
  if (fields.ref.length > longestRef) errors.ref = `A reference has at most ${longestRef} characters.`;
  const holdOver = holdOverError(holdOverOf(fields));
  if (holdOver !== null) errors.holdOver = holdOver;
  if (first.side && second?.side && first.side.price >= second.side.price)
    errors.offerPrice = 'In a double the offer must be above the bid.';
  if (Object.keys(errors).length > 0 || first.side === undefined) return { kind: 'errors', errors };
  if (fields.mode !== 'double') return { kind: 'order', side: fields.mode, ...first.side };
  return second?.side === undefined
    ? { kind: 'errors', errors }
    : { kind: 'double', bid: first.side, offer: second.side };
}

function readSide(
  qtyText: string,
  priceText: string,
  rules: OrderRules,
): { readonly side?: ReadSide; readonly qtyError?: string; readonly priceError?: string } {
  const qty = readQty(qtyText, rules.maxQty);
  const price = readPrice(priceText, rules);
  if ('error' in qty || 'error' in price)
    return {
      ...('error' in qty ? { qtyError: qty.error } : null),
      ...('error' in price ? { priceError: price.error } : null),
    };
  const value = price.price.toNumber();
  return { side: { qty: qty.qty, price: value, priceText: formatPrice(value, rules.decimals) } };
}

export interface PrincipalChoice {
  readonly code: string;
  readonly name: string;
  readonly capacity: Capacity;
}

/** P is the member itself, A one of its clients: capacity and principal go together. */
export function principalChoices(hqAccess: HqAccess | null): PrincipalChoice[] {
  if (hqAccess === null) return [];
  const { memberCode, memberName, clients } = hqAccess;
  return [
    { code: memberCode, name: memberName, capacity: 'P' as const },
    ...clients.map(({ code, name }) => ({ code, name, capacity: 'A' as const })),
  ];
}

/** The principal of a capacity: the member; or the preferred client, else the first one. */
export function principalFor(
  capacity: Capacity,
  choices: readonly PrincipalChoice[],
  preferredClient: string,
): PrincipalChoice | null {
  const fitting = choices.filter((choice) => choice.capacity === capacity);
  return fitting.find((choice) => choice.code === preferredClient) ?? fitting[0] ?? null;
}
