// The reference of the next order: it counts up from the last one of the user.
import { dataSetStores } from '../../stores/stores.ts';
import type { OrderFields } from './order-draft.ts';
import { keepLastRef, refAfter } from './ref-numbers.ts';

/** Says that the venue gave another reference than the one asked for; empty when it did not. */
export function refNote(asked: string | undefined, given: string): string {
  return asked === undefined || asked === given
    ? ''
    : ` Ref ${asked} was used today already: it became ${given}.`;
}

/** Only a typed reference counts up; an empty one stays empty. */
export function countUp(given: string, typed: string): Partial<OrderFields> {
  keepLastRef(given);
  return typed.trim() === '' ? {} : { ref: refAfter(given) };
}

export function ownRefs(dealer: string | undefined) {
  const active = dataSetStores.activeOrders
    .keys()
    .flatMap((key) => dataSetStores.activeOrders.get(key) ?? []);
  const completed = dataSetStores.completedOrders
    .keys()
    .flatMap((key) => dataSetStores.completedOrders.get(key) ?? []);
  return [
    ...active.map(({ ref, time, dealer: by }) => ({ ref, time, by })),
    ...completed.map(({ ref, enteredAt, dealer: by }) => ({ ref, time: enteredAt, by })),
  ].filter(({ by }) => by === dealer);
}
