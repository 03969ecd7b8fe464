// The time that a toast has left. It pauses while the toast is hovered or focused and resumes where it paused (WCAG 2.2.1). While
// nobody can see the page it does not run.

export interface Countdown {
  pause(): void;
  /** Resumes with at least a second left, so that no toast closes the moment the pointer leaves it. */
  resume(): void;
  stop(): void;
}

const leastLeftMs = 1_000;

/** Whether the page can be seen: its window is not hidden or minimised. */
export interface Visibility {
  isVisible(): boolean;
  /** Returns the way to stop. */
  onChange(listener: () => void): () => void;
}

const ofPage: Visibility = {
  isVisible: () => typeof document === 'undefined' || document.visibilityState === 'visible',
  onChange(listener) {
    if (typeof document === 'undefined') return () => undefined;
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};

/** Starts at once and calls `onEnd` after `lengthMs` in which the page was visible; a negative length never ends. */
export function startCountdown(
  lengthMs: number,
  onEnd: () => void,
  visibility: Visibility = ofPage,
): Countdown {
  let leftMs = lengthMs;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = lengthMs < 0;
  let isPaused = false;

  function run(): void {
    if (isOver || isPaused || timer !== undefined || !visibility.isVisible()) return;
    startedAt = Date.now();
    timer = setTimeout(() => {
      isOver = true;
      timer = undefined;
      stopWatching();
      onEnd();
    }, leftMs);
  }

  function halt(): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    leftMs -= Date.now() - startedAt;
  }

  function goOn(): void {
    leftMs = Math.max(leastLeftMs, leftMs);
    run();
  }

  const stopWatching = visibility.onChange(() => {
    if (visibility.isVisible()) goOn();
    else halt();
  });
  run();
  return {
    pause() {
      isPaused = true;
      halt();
    },
    resume() {
      isPaused = false;
      goOn();
    },
    stop() {
      isOver = true;
      stopWatching();
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
