// Reads the fields of a form that changes an order: the terms that differ, or what is wrong, as a sentence per field. A reduction
// names the lots to be left and must lower them; an edit may change price, quantity, principal and hold-over.
import type { ActiveOrderRow, Capacity } from '@openpit/wire';
import type { ChangeKind } from '../../actions/order-actions.ts';
import { readQty } from '../../market/contract-terms.ts';
import { type FieldErrors, holdOverError, type OrderRules, readPrice } from './order-draft.ts';

export interface ChangeFields {
  readonly qtyText: string;
  readonly priceText: string;
  readonly capacity: Capacity;
  readonly principal: string;
  /** The business day until which the remainder is kept; empty for this day only. */
  readonly holdOver?: string;
}

export interface ChangedTerms {
  readonly qty?: number;
  readonly price?: number;
  readonly principal?: string;
  readonly capacity?: Capacity;
  /** Null removes the hold-over. */
  readonly holdOverUntil?: string | null;
}

export type ReadChange =
  | { readonly kind: 'change'; readonly terms: ChangedTerms; readonly qty: number; readonly price: number }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'errors'; readonly errors: FieldErrors };

type OrderNow = Pick<ActiveOrderRow, 'remaining' | 'price' | 'principal' | 'capacity' | 'holdOverUntil'>;

export function readChange(
  kind: ChangeKind,
  fields: ChangeFields,
  order: OrderNow,
  rules: OrderRules,
): ReadChange {
  if (kind === 'reduce') return readReduction(fields, order);
  const qty = readQty(fields.qtyText, rules.maxQty);
  const price = readPrice(fields.priceText, rules);
  const holdOver = holdOverError(fields.holdOver ?? null);
  if ('error' in qty || 'error' in price || holdOver !== null)
    return {
      kind: 'errors',
      errors: {
        ...('error' in qty ? { qty: qty.error } : null),
        ...('error' in price ? { price: price.error } : null),
        ...(holdOver === null ? null : { holdOver }),
      },
    };
  const newPrice = price.price.toNumber();
  const terms: ChangedTerms = {
    ...(qty.qty !== order.remaining && { qty: qty.qty }),
    ...(newPrice !== order.price && { price: newPrice }),
    ...((fields.principal !== order.principal || fields.capacity !== order.capacity) && {
      principal: fields.principal,
      capacity: fields.capacity,
    }),
    ...(fields.holdOver !== undefined &&
      fields.holdOver !== (order.holdOverUntil ?? '') && { holdOverUntil: fields.holdOver || null }),
  };
  return Object.keys(terms).length === 0
    ? { kind: 'unchanged' }
    : { kind: 'change', terms, qty: qty.qty, price: newPrice };
}

function readReduction({ qtyText }: ChangeFields, { remaining, price }: OrderNow): ReadChange {
  const read = readQty(qtyText, Number.MAX_SAFE_INTEGER);
  if ('error' in read) return { kind: 'errors', errors: { qty: read.error } };
  if (read.qty === remaining) return { kind: 'unchanged' };
  if (read.qty > remaining)
    return { kind: 'errors', errors: { qty: `Less than the ${remaining} lots that are left now.` } };
  return { kind: 'change', terms: { qty: read.qty }, qty: read.qty, price };
}
