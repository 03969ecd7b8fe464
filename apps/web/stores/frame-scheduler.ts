// When screens are notified of changed rows: in an animation frame, at most 20 times per second, 4 times without the focus,
// and never while the window is hidden, but at once when it is visible again. The cost is in painting, not in merging.

export interface FlushScheduler {
  /** Calls `flush` once, soon. Another request before that changes nothing. */
  request(flush: () => void): void;
}

export interface FrameSource {
  now(): number;
  requestFrame(run: () => void): void;
  requestTimer(run: () => void, delayMs: number): void;
  isHidden(): boolean;
  hasFocus(): boolean;
  /** Called when the window becomes visible again. */
  onShown(listener: () => void): void;
}

export const focusedIntervalMs = 50;
export const unfocusedIntervalMs = 250;

export function createFrameScheduler(source: FrameSource): FlushScheduler {
  const waiting = new Set<() => void>();
  let isArmed = false;
  let lastRunAt = Number.NEGATIVE_INFINITY;

  function run(): void {
    isArmed = false;
    if (source.isHidden()) return;
    lastRunAt = source.now();
    const flushes = [...waiting];
    waiting.clear();
    for (const flush of flushes) flush();
  }

  function arm(): void {
    if (isArmed || waiting.size === 0 || source.isHidden()) return;
    isArmed = true;
    const intervalMs = source.hasFocus() ? focusedIntervalMs : unfocusedIntervalMs;
    const delayMs = lastRunAt + intervalMs - source.now();
    if (delayMs <= 0) source.requestFrame(run);
    else source.requestTimer(() => source.requestFrame(run), delayMs);
  }

  source.onShown(() => {
    lastRunAt = Number.NEGATIVE_INFINITY;
    isArmed = false;
    arm();
  });

  return {
    request(flush) {
      waiting.add(flush);
      arm();
    },
  };
}

const browserSource: FrameSource = {
  now: () => performance.now(),
  requestFrame: (run) => {
    requestAnimationFrame(run);
  },
  requestTimer: (run, delayMs) => {
    setTimeout(run, delayMs);
  },
  isHidden: () => document.visibilityState === 'hidden',
  hasFocus: () => document.hasFocus(),
  onShown: (listener) => {
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') listener();
    });
  },
};

/** Without a window (in tests) listeners are notified in the next turn of the event loop. */
const turnSource: FrameSource = {
  now: () => 0,
  requestFrame: (run) => {
    setTimeout(run, 0);
  },
  requestTimer: (run) => {
    setTimeout(run, 0);
  },
  isHidden: () => false,
  hasFocus: () => true,
  onShown: () => undefined,
};

/** The one scheduler of the page, so that all stores are flushed in the same frame. */
export const pageScheduler: FlushScheduler = createFrameScheduler(
  typeof document === 'undefined' ? turnSource : browserSource,
);
