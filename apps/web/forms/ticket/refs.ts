// Ref numbers (market/orders.md, Ref numbers). The user types the first ref, and each order increments it. The venue has the final say:
// it replaces a number already used today by the next free one.
import { dataSetStores } from '../../stores/stores.ts';

const ending = /^(.*?)(\d+)$/s;

/** Increments the number in a reference and keeps its leading zeros. Text without a number is unchanged. */
export function refAfter(ref: string): string {
  const [, stem = '', digits = ''] = ending.exec(ref) ?? [];
  if (digits === '') return ref;
  return stem + String(BigInt(digits) + 1n).padStart(digits.length, '0');
}

interface UsedRef {
  readonly ref: string;
  readonly time: number;
}

/** The reference of a new order: one more than the last on this page, otherwise one more than today's newest, otherwise 1. */
export function firstRef(last: string | null, usedToday: Iterable<UsedRef>): string {
  if (last !== null) return refAfter(last);
  let newest: UsedRef | null = null;
  for (const used of usedToday)
    if (ending.test(used.ref) && (newest === null || used.time >= newest.time)) newest = used;
  return newest === null ? '1' : refAfter(newest.ref);
}

let last: string | null = null;

export const lastRef = (): string | null => last;

/** Stores the reference that the venue assigned; null resets it. */
export function keepLastRef(ref: string | null): void {
  if (ref !== '') last = ref;
}

/** Iterated lazily, and only for the first order of a page, because a busy day has hundreds of thousands of rows. */
export function* ownRefs(dealer: string | undefined): Generator<UsedRef> {
  const { activeOrders, completedOrders } = dataSetStores;
  for (const key of activeOrders.keys()) {
    const order = activeOrders.get(key);
    if (order !== undefined && order.dealer === dealer) yield order;
  }
  for (const key of completedOrders.keys()) {
    const order = completedOrders.get(key);
    if (order !== undefined && order.dealer === dealer) yield { ref: order.ref, time: order.enteredAt };
  }
}

/** A sentence if the venue assigned another reference than requested, otherwise empty. */
export function refNote(requested: string | undefined, assigned: string): string {
  return requested === undefined || requested === assigned
    ? ''
    : ` Ref ${requested} was already used today, so the order has ref ${assigned}.`;
}

/** The reference of the form's next order. An empty reference stays empty. */
export const nextRef = (assigned: string, entered: string): { readonly ref: string } => ({
  ref: entered.trim() === '' ? entered : refAfter(assigned),
});
