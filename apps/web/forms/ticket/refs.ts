// Ref numbers (market.md, Ref numbers): the user types the first one, and each order counts up from the last. The venue decides: a
// number that was used today becomes the next free one.
import { dataSetStores } from '../../stores/stores.ts';

const ending = /^(.*?)(\d+)$/s;

/** The next reference: its number plus one, with its leading zeros; text without a number is unchanged. */
export function refAfter(ref: string): string {
  const [, stem = '', digits = ''] = ending.exec(ref) ?? [];
  if (digits === '') return ref;
  return stem + String(BigInt(digits) + 1n).padStart(digits.length, '0');
}

export interface UsedRef {
  readonly ref: string;
  readonly time: number;
}

/** The reference of a new order: after the last one of this page, else after the newest of today, else 1. */
export function firstRef(last: string | null, usedToday: Iterable<UsedRef>): string {
  if (last !== null) return refAfter(last);
  let newest: UsedRef | null = null;
  for (const used of usedToday)
    if (ending.test(used.ref) && (newest === null || used.time >= newest.time)) newest = used;
  return newest === null ? '1' : refAfter(newest.ref);
}

let last: string | null = null;

export const lastRef = (): string | null => last;

/** Keeps the reference that the venue gave; null begins again. */
export function keepLastRef(ref: string | null): void {
  if (ref !== '') last = ref;
}

/** Read one by one, and only by the first order of a page: a busy day has hundreds of thousands of them. */
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

/** States that the venue gave a reference other than the requested one; empty if it did not. */
export function refNote(asked: string | undefined, given: string): string {
  return asked === undefined || asked === given
    ? ''
    : ` Ref ${asked} was used today already: it became ${given}.`;
}

/** Only a typed reference counts up; an empty one stays empty. */
export function countUp(given: string, typed: string): { readonly ref?: string } {
  keepLastRef(given);
  return typed.trim() === '' ? {} : { ref: refAfter(given) };
}
