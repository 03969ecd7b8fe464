// Keeps the prices of the depth where they are while the pointer rests on them, so that nothing slides away under a click
//: a change of prices waits until the pointer leaves, at most a second and a half.
import type { DepthLevel } from './depth-levels.ts';

export const longestHoldMs = 1_500;

export interface PriceHold {
  /** The newest levels: shown at once, or held back while their prices stand elsewhere than those under the pointer. */
  offer(levels: readonly DepthLevel[]): void;
  rest(): void;
  leave(): void;
  stop(): void;
}

export function createPriceHold({
  show,
  onHeld,
}: {
  readonly show: (levels: readonly DepthLevel[]) => void;
  /** Told when something waits, and when nothing does any more. */
  readonly onHeld: (isHeld: boolean) => void;
}): PriceHold {
  let shown: readonly DepthLevel[] = [];
  let waiting: readonly DepthLevel[] | null = null;
  let isResting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function put(levels: readonly DepthLevel[]): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting !== null) onHeld(false);
    waiting = null;
    shown = levels;
    show(levels);
  }
  const release = () => {
    if (waiting !== null) put(waiting);
  };

  return {
    offer(levels) {
      if (!isResting || shown.length === 0 || hasSamePrices(shown, levels)) {
        put(levels);
        return;
      }
      if (waiting === null) {
        onHeld(true);
        timer = setTimeout(release, longestHoldMs);
      }
      waiting = levels;
    },
    rest() {
      isResting = true;
    },
    leave() {
      isResting = false;
      release();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Whether each line shows the same prices; quantities and members may differ. */
export function hasSamePrices(a: readonly DepthLevel[], b: readonly DepthLevel[]): boolean {
  return (
    a.length === b.length &&
    a.every((level, at) => level.bidPrice === b[at]?.bidPrice && level.sellPrice === b[at]?.sellPrice)
  );
}
