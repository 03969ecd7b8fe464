// The time that a toast has left. It pauses while the toast is hovered or focused and resumes where it paused (WCAG 2.2.1).

export interface Countdown {
  pause(): void;
  /** Resumes with at least a second left, so that no toast closes the moment the pointer leaves it. */
  resume(): void;
  stop(): void;
}

const leastLeftMs = 1_000;

/** Starts at once and calls `onEnd` after `lengthMs`; a negative length never ends. */
export function startCountdown(lengthMs: number, onEnd: () => void): Countdown {
  let leftMs = lengthMs;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = lengthMs < 0;

  function run(): void {
    if (isOver || timer !== undefined) return;
    startedAt = Date.now();
    timer = setTimeout(() => {
      isOver = true;
      timer = undefined;
      onEnd();
    }, leftMs);
  }

  run();
  return {
    pause() {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      leftMs -= Date.now() - startedAt;
    },
    resume() {
      leftMs = Math.max(leastLeftMs, leftMs);
      run();
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
