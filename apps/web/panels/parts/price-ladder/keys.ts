// The keys of a price ladder and of the strip above it, and how long an armed ladder waits before it disarms.
import { keyTable } from '../../../ui/keys.ts';

/** After how many seconds without use an armed ladder disarms. */
export const idleChoices = [15, 30, 60, 120, 300] as const;
export type IdleSeconds = (typeof idleChoices)[number];

export const ladderKeys = keyTable('On a price ladder', {
  up: { press: ['ArrowUp'], label: 'One price up', repeats: true },
  down: { press: ['ArrowDown'], label: 'One price down', repeats: true },
  leapUp: { press: ['PageUp'], label: 'Ten prices up', repeats: true },
  leapDown: { press: ['PageDown'], label: 'Ten prices down', repeats: true },
  centre: { press: ['Home'], label: 'Centre the ladder on the market' },
  arm: { press: ['a'], label: 'Arm or disarm the ladder' },
  disarm: { press: ['Escape'], label: 'Disarm the ladder' },
  buy: { press: ['b'], label: 'Bid at this price' },
  sell: { press: ['s'], label: 'Offer at this price' },
  next: { press: ['ArrowRight'], label: 'Your next order at this price', repeats: true },
  previous: { press: ['ArrowLeft'], label: 'Your previous order at this price', repeats: true },
  orderUp: { press: ['Shift+ArrowUp'], label: 'Amend your order one tick up', repeats: true },
  orderDown: { press: ['Shift+ArrowDown'], label: 'Amend your order one tick down', repeats: true },
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
