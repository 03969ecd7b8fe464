// The keys of a ladder's axis.
import type { Side } from '@openpit/wire';
import { keyTable, pressedKey } from '../../../ui/keys.ts';

/** After how many seconds without use an armed ladder disarms. */
export const idleChoices = [15, 30, 60, 120, 300] as const;
export type IdleSeconds = (typeof idleChoices)[number];

export interface LadderKeys {
  /** Moves the cursor by so many ticks. */
  move(ticks: number): void;
  /** Amends the chosen own order by so many ticks. */
  moveOrder(ticks: number): void;
  /** Chooses the next or the previous own order at the cursor. */
  choose(step: 1 | -1): void;
  centre(): void;
  toggleArmed(): void;
  /** False while the ladder is not armed. */
  disarm(): boolean;
  deal(side: Side): void;
  remove(): void;
  openMenu(): void;
}

export const ladderKeys = keyTable('Depth, on the ladder', {
  up: { press: ['ArrowUp'], label: 'One price up' },
  down: { press: ['ArrowDown'], label: 'One price down' },
  leapUp: { press: ['PageUp'], label: 'Ten prices up' },
  leapDown: { press: ['PageDown'], label: 'Ten prices down' },
  centre: { press: ['Home'], label: 'Centre the ladder on the market' },
  arm: { press: ['a'], label: 'Arm or disarm the ladder' },
  disarm: { press: ['Escape'], label: 'Disarm the ladder' },
  buy: { press: ['b'], label: 'Bid at this price' },
  sell: { press: ['s'], label: 'Offer at this price' },
  next: { press: ['ArrowRight'], label: 'The next own order at this price' },
  previous: { press: ['ArrowLeft'], label: 'The previous own order at this price' },
  orderUp: { press: ['Shift+ArrowUp'], label: 'Amend the own order one tick up' },
  orderDown: { press: ['Shift+ArrowDown'], label: 'Amend the own order one tick down' },
  remove: { press: ['Delete'], label: 'Delete the own order' },
  menu: { press: ['Shift+F10', 'ContextMenu'], label: 'Menu of this price' },
});

type LadderKey = keyof typeof ladderKeys.keys;

/** A held key does these once. */
const once: ReadonlySet<LadderKey> = new Set<LadderKey>(['arm', 'buy', 'sell', 'remove']);

/** True when the key was used; then the browser must not use it too. */
export function takeLadderKey(event: KeyboardEvent, ladder: LadderKeys): boolean {
  const entry = pressedKey(ladderKeys, event);
  if (entry === null) return false;
  if (entry === 'disarm') return ladder.disarm();
  if (!event.repeat || !once.has(entry)) handlers[entry](ladder);
  return true;
}

const handlers: Readonly<Record<Exclude<LadderKey, 'disarm'>, (ladder: LadderKeys) => void>> = {
  up: (ladder) => ladder.move(1),
  down: (ladder) => ladder.move(-1),
  leapUp: (ladder) => ladder.move(10),
  leapDown: (ladder) => ladder.move(-10),
  centre: (ladder) => ladder.centre(),
  arm: (ladder) => ladder.toggleArmed(),
  buy: (ladder) => ladder.deal('B'),
  sell: (ladder) => ladder.deal('S'),
  next: (ladder) => ladder.choose(1),
  previous: (ladder) => ladder.choose(-1),
  orderUp: (ladder) => ladder.moveOrder(1),
  orderDown: (ladder) => ladder.moveOrder(-1),
  remove: (ladder) => ladder.remove(),
  menu: (ladder) => ladder.openMenu(),
};
