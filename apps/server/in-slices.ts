// Runs long work in slices of two milliseconds, so that it does not block the event loop.
/** The time limit of a slice; only its last step may exceed it. */
const sliceMs = 2;

/** Creates the steps of a round of work; pulling the iterator performs a step. */
type RoundOfSteps = () => Iterator<unknown>;

interface SlicedWork {
  /** Starts a round. During a round, it schedules one more. */
  begin(): void;
  /** Abandons the remaining steps. */
  stop(): void;
}

export function inSlices(steps: RoundOfSteps): SlicedWork {
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

/** Performs one round of work; resolves when it is complete. `nextTurn`: resolves when a slice may begin. */
export async function doneInSlices(steps: RoundOfSteps, nextTurn: () => Promise<void>): Promise<void> {
  const round = steps();
  do await nextTurn();
  while (!doSlice(round));
}

/** Whether the round is complete. */
function doSlice(round: Iterator<unknown>): boolean {
  const endMs = performance.now() + sliceMs;
  while (performance.now() < endMs) if (round.next().done === true) return true;
  return false;
}
