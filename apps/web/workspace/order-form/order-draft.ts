// What stands in the order form, read: the order that it makes, or what is missing, in words, by field. This is help for
// the dealer; the venue checks everything again.
import type { Capacity, HqAccess, OrderTypeCode, Side } from '@openpit/wire';
import Big from 'big.js';
import { readDecimal } from '../../ui/decimal-input.ts';
import { formatPrice } from '../../ui/format.ts';
import { isOnTick } from './price-steps.ts';

export interface OrderFields {
  readonly side: Side;
  readonly qtyText: string;
  readonly priceText: string;
  readonly type: OrderTypeCode;
  readonly capacity: Capacity;
  readonly principal: string;
}

export interface OrderRules {
  readonly tick: number;
  readonly decimals: number;
  /** The most lots of one order, by the user's preferences. */
  readonly maxQty: number;
}

export type FieldErrors = Readonly<Partial<Record<'qty' | 'price' | 'principal', string>>>;

export type ReadDraft =
  | {
      readonly kind: 'order';
      readonly qty: number;
      readonly price: number;
      readonly priceText: string;
    }
  | { readonly kind: 'errors'; readonly errors: FieldErrors };

export function readQty(text: string, maxQty: number): { readonly qty: number } | { readonly error: string } {
  const read = readDecimal(text);
  if (read.kind === 'empty') return { error: 'How many lots?' };
  if (read.kind === 'bad') return { error: read.reason };
  const qty = Number(read.text);
  if (!Number.isInteger(qty) || qty < 1)
    return { error: 'A quantity is a whole number of lots, at least 1.' };
  if (qty > maxQty)
    return {
      error: `At most ${maxQty} ${maxQty === 1 ? 'lot' : 'lots'} in one order, by your preferences (maxOrderQuantity).`,
    };
  return { qty };
}

export function readPrice(
  text: string,
  { tick, decimals }: Pick<OrderRules, 'tick' | 'decimals'>,
): { readonly price: Big } | { readonly error: string } {
  const read = readDecimal(text);
  if (read.kind === 'empty') return { error: 'At what price?' };
  if (read.kind === 'bad') return { error: read.reason };
  const price = new Big(read.text);
  if (price.lte(0)) return { error: 'A price is above zero.' };
  if (!isOnTick(price, tick))
    return {
      error: `Prices go in steps of ${formatPrice(tick, decimals)}: the arrow keys lead to the next one.`,
    };
  return { price };
}

export function readDraft(fields: OrderFields, rules: OrderRules): ReadDraft {
  const qty = readQty(fields.qtyText, rules.maxQty);
  const price = readPrice(fields.priceText, rules);
  const errors: FieldErrors = {
    ...('error' in qty ? { qty: qty.error } : null),
    ...('error' in price ? { price: price.error } : null),
    ...(fields.principal === '' ? { principal: 'For whom? Choose your member or a client.' } : null),
  };
  if ('error' in qty || 'error' in price || Object.keys(errors).length > 0) return { kind: 'errors', errors };
  const value = price.price.toNumber();
  return { kind: 'order', qty: qty.qty, price: value, priceText: formatPrice(value, rules.decimals) };
}

export interface PrincipalChoice {
  readonly code: string;
  readonly name: string;
  readonly capacity: Capacity;
}

/** P is the member itself, A one of its clients: whoever chooses the one has chosen the other. */
export function principalChoices(hqAccess: HqAccess | null): PrincipalChoice[] {
  if (hqAccess === null) return [];
  const { memberCode, memberName, clients } = hqAccess;
  return [
    { code: memberCode, name: memberName, capacity: 'P' as const },
    ...clients.map(({ code, name }) => ({ code, name, capacity: 'A' as const })),
  ];
}

/** The principal that goes with a capacity: the member, or the client preferred before the first one. */
export function principalFor(
  capacity: Capacity,
  choices: readonly PrincipalChoice[],
  preferredClient: string,
): PrincipalChoice | null {
  const fitting = choices.filter((choice) => choice.capacity === capacity);
  return fitting.find((choice) => choice.code === preferredClient) ?? fitting[0] ?? null;
}

/** How far the price goes beyond a reference on the costly side, as a share of it; 0 when it does not. */
export function shareThrough(side: Side, price: number, reference: number | null): number {
  if (reference === null || reference <= 0) return 0;
  const beyond = side === 'B' ? new Big(price).minus(reference) : new Big(reference).minus(price);
  return beyond.lte(0) ? 0 : beyond.div(reference).toNumber();
}

/** From here on the form asks before it sends (domain §3.4, 8). */
export const shareThroughThatAsks = 0.03;
