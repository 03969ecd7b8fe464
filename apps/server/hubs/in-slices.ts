// Work that would hold the event loop for long, done in slices of two milliseconds between which everybody else has a turn.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest that a slice may take, but for its last step. */
const sliceMs = 2;

/** Makes the steps of a round of work; a step is done when the next one is asked for. */
export type Steps = () => Iterator<unknown>;

export interface SlicedWork {
  /** Begins a round, unless one is under way: then the next follows it. */
  begin(): void;
  /** Leaves what is not done. */
  stop(): void;
}

export function inSlices(steps: Steps): SlicedWork {
  let round: Iterator<unknown> | null = null;
  let isWantedAgain = false;
  let next: NodeJS.Immediate | null = null;

  const slice = () => {
    next = null;
    while (round !== null) {
      if (!doSlice(round)) {
        next = setImmediate(slice);
        return;
      }
      round = isWantedAgain ? steps() : null;
      isWantedAgain = false;
    }
  };

  return {
    begin() {
      if (round !== null) {
        isWantedAgain = true;
        return;
      }
      round = steps();
      slice();
    },
    stop() {
      if (next !== null) clearImmediate(next);
      next = null;
      round = null;
      isWantedAgain = false;
    },
  };
}

/** One round of work; resolves when it is done. */
export async function doneInSlices(steps: Steps): Promise<void> {
  const round = steps();
  while (!doSlice(round)) await nextTurn();
}

/** True when the round is done. */
function doSlice(round: Iterator<unknown>): boolean {
  const endMs = performance.now() + sliceMs;
  while (performance.now() < endMs) if (round.next().done === true) return true;
  return false;
}
