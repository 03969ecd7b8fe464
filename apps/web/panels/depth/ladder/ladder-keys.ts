// The keys of a ladder's axis.
import type { Side } from '@openpit/wire';
import type { KeyboardEvent } from 'react';

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

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat'>;

const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
/** A held key does these once. */
const once: ReadonlySet<string> = new Set(['a', 'b', 's', 'delete']);

/** True when the key was used; then the browser must not use it too. */
export function takeLadderKey(event: Key, ladder: LadderKeys): boolean {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return false;
  const name = key.toLowerCase();
  const step = steps[key];
  if (once.has(name) && event.repeat) return true;
  if (step !== undefined) {
    if (!shiftKey) ladder.move(step);
    else if (Math.abs(step) === 1) ladder.moveOrder(step);
  } else if (key === 'ContextMenu' || (shiftKey && key === 'F10')) ladder.openMenu();
  else if (key === 'ArrowRight' || key === 'ArrowLeft') ladder.choose(key === 'ArrowRight' ? 1 : -1);
  else if (key === 'Home') ladder.centre();
  else if (key === 'Escape') return ladder.disarm();
  else if (name === 'a') ladder.toggleArmed();
  else if (name === 'b') ladder.deal('B');
  else if (name === 's') ladder.deal('S');
  else if (key === 'Delete') ladder.remove();
  else return false;
  return true;
}
