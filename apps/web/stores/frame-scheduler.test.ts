import { describe, expect, it } from 'vitest';
import { createFrameScheduler, type FrameSource } from './frame-scheduler.ts';

function frames() {
  let nowMs = 0;
  let hidden = false;
  let focused = true;
  const timers: { at: number; run: () => void }[] = [];
  let frame: (() => void)[] = [];
  const shown: (() => void)[] = [];
  const source: FrameSource = {
    now: () => nowMs,
    requestFrame: (run) => frame.push(run),
    requestTimer: (run, delayMs) => timers.push({ at: nowMs + delayMs, run }),
    isHidden: () => hidden,
    hasFocus: () => focused,
    onShown: (listener) => shown.push(listener),
  };
  const scheduler = createFrameScheduler(source);
  const flushedAt: number[] = [];
  const flush = () => flushedAt.push(nowMs);
  return {
    flushedAt,
    request: () => scheduler.request(flush),
    setFocus: (value: boolean) => {
      focused = value;
    },
    setHidden: (value: boolean) => {
      hidden = value;
      if (!value) for (const listener of shown) listener();
    },
    /** A frame every 10 ms; something changes before each one when `isBusy`. */
    pass(ms: number, { isBusy = false } = {}) {
      for (const end = nowMs + ms; nowMs < end; ) {
        if (isBusy) scheduler.request(flush);
        nowMs += 10;
        for (const timer of timers.splice(0)) {
          if (timer.at <= nowMs) timer.run();
          else timers.push(timer);
        }
        if (hidden) continue;
        const due = frame;
        frame = [];
        for (const run of due) run();
      }
    },
  };
}

describe('frame scheduler', () => {
  it('flushes once in the next frame, however often it is requested', () => {
    const page = frames();
    page.request();
    page.request();
    expect(page.flushedAt).toEqual([]);
    page.pass(200);
    expect(page.flushedAt).toEqual([10]);
  });

  it('flushes at most twenty times per second during constant change', () => {
    const page = frames();
    page.pass(1_000, { isBusy: true });
    expect(page.flushedAt.length).toBeLessThanOrEqual(20);
    expect(page.flushedAt.length).toBeGreaterThanOrEqual(16);
  });

  it('flushes at most four times per second when the window has no focus', () => {
    const page = frames();
    page.setFocus(false);
    page.pass(1_000, { isBusy: true });
    expect(page.flushedAt.length).toBeLessThanOrEqual(4);
    expect(page.flushedAt.length).toBeGreaterThanOrEqual(3);
  });

  it('flushes nothing while the window is hidden, and at once when it is visible again', () => {
    const page = frames();
    page.pass(100, { isBusy: true });
    page.flushedAt.length = 0;
    page.setHidden(true);
    page.pass(1_000, { isBusy: true });
    expect(page.flushedAt).toEqual([]);
    page.setHidden(false);
    page.pass(30);
    expect(page.flushedAt).toHaveLength(1);
  });
});
