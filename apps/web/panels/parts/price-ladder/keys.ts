// The keys of a price ladder and of the strip above it, and how long an armed ladder waits before it disarms.
import { type KeyTable, keyTable, pressedKey } from '../../../ui/keys.ts';

/** After how many seconds without use an armed ladder disarms. */
export const idleChoices = [15, 30, 60, 120, 300] as const;
export type IdleSeconds = (typeof idleChoices)[number];

export const ladderKeys = keyTable('On a price ladder', {
  up: { press: ['ArrowUp'], label: 'One price up' },
  down: { press: ['ArrowDown'], label: 'One price down' },
  leapUp: { press: ['PageUp'], label: 'Ten prices up' },
  leapDown: { press: ['PageDown'], label: 'Ten prices down' },
  centre: { press: ['Home'], label: 'Centre the ladder on the market' },
  arm: { press: ['a'], label: 'Arm or disarm the ladder' },
  disarm: { press: ['Escape'], label: 'Disarm the ladder' },
  buy: { press: ['b'], label: 'Bid at this price' },
  sell: { press: ['s'], label: 'Offer at this price' },
  next: { press: ['ArrowRight'], label: 'Your next order at this price' },
  previous: { press: ['ArrowLeft'], label: 'Your previous order at this price' },
  orderUp: { press: ['Shift+ArrowUp'], label: 'Amend your order one tick up' },
  orderDown: { press: ['Shift+ArrowDown'], label: 'Amend your order one tick down' },
  remove: { press: ['Delete'], label: 'Cancel your order' },
  menu: { press: ['Shift+F10', 'ContextMenu'], label: 'Menu of this price' },
});

/** The keys of the Ladder panel in addition to the keys of every ladder. */
export const stripKeys = keyTable('Ladder', {
  flatten: { press: ['x'], label: 'Flatten the position' },
  reverse: { press: ['r'], label: 'Reverse the position' },
  cancelBids: { press: ['Shift+b'], label: 'Cancel your bids' },
  cancelOffers: { press: ['Shift+s'], label: 'Cancel your offers' },
  cancelAll: { press: ['Shift+Delete'], label: 'Cancel all your orders in the contract' },
});

/** The effect of each key of a table. `false` leaves the key to the page. */
export type KeyHandlers<Table extends KeyTable> = Readonly<Record<keyof Table['keys'], () => unknown>>;

/** A held key does these once. */
const once: ReadonlySet<string> = new Set(['arm', 'buy', 'sell', 'remove', ...Object.keys(stripKeys.keys)]);

/** True if the key was used; then the browser must not use it too. */
export function takeLadderKey<Table extends KeyTable>(
  table: Table,
  event: KeyboardEvent,
  handlers: KeyHandlers<Table>,
): boolean {
  const entry = pressedKey(table, event) as keyof Table['keys'] | null;
  if (entry === null) return false;
  if (event.repeat && once.has(String(entry))) return true;
  return handlers[entry]() !== false;
}
