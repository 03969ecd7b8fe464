// Holds the prices of the depth in place while the pointer is on them, so that no price moves away under a
// click. A change of prices waits until the pointer leaves, for at most a second and a half.
import type { DepthLevel } from './depth-levels.ts';

export const longestHoldMs = 1_500;

export interface PriceHold {
  /** Shows the newest levels, or holds them back while their prices differ from those under the pointer. */
  update(levels: readonly DepthLevel[]): void;
  /** The pointer is on the depth. */
  enter(): void;
  leave(): void;
  stop(): void;
}

export function createPriceHold({
  show,
  onHeld,
}: {
  readonly show: (levels: readonly DepthLevel[]) => void;
  /** Called with true when levels begin to wait, with false when none wait any more. */
  readonly onHeld: (isHeld: boolean) => void;
}): PriceHold {
  let shown: readonly DepthLevel[] = [];
  let waiting: readonly DepthLevel[] | null = null;
  let isPointed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function showNow(levels: readonly DepthLevel[]): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting !== null) onHeld(false);
    waiting = null;
    shown = levels;
    show(levels);
  }
  const release = () => {
    if (waiting !== null) showNow(waiting);
  };

  return {
    update(levels) {
      if (!isPointed || shown.length === 0 || hasSamePrices(shown, levels)) {
        showNow(levels);
        return;
      }
      if (waiting === null) {
        onHeld(true);
        timer = setTimeout(release, longestHoldMs);
      }
      waiting = levels;
    },
    enter() {
      isPointed = true;
    },
    leave() {
      isPointed = false;
      release();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Whether all lines have the same prices; quantities and members may differ. */
function hasSamePrices(a: readonly DepthLevel[], b: readonly DepthLevel[]): boolean {
  return (
    a.length === b.length &&
    a.every((level, at) => level.bidPrice === b[at]?.bidPrice && level.sellPrice === b[at]?.sellPrice)
  );
}
