import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The module keeps the time of the entry into Trading, so each test has its own page. */
async function newPage() {
  vi.resetModules();
  return import('./start-delay.ts');
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Milliseconds on the fake clock until this resolves. */
async function durationOf(promise: Promise<void>): Promise<number> {
  const from = performance.now();
  let to: number | null = null;
  void promise.then(() => {
    to = performance.now();
  });
  while (to === null) await vi.advanceTimersByTimeAsync(50);
  return to - from;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the delay before loading', () => {
  it('[START-3] is 2.5 s from the entry into Trading, even if loading its code took part of them', async () => {
    const { enterTrading, startDelay } = await newPage();
    enterTrading();
    await vi.advanceTimersByTimeAsync(1_500);
    enterTrading();
    expect(await durationOf(startDelay(after(400), () => 2_500))).toBe(1_000);
  });

  it('[START-3] is longer when the settings take longer', async () => {
    const { enterTrading, startDelay } = await newPage();
    enterTrading();
    expect(await durationOf(startDelay(after(4_000), () => 2_500))).toBe(4_000);
  });

  it('[START-3] reads its length from the settings after they are loaded', async () => {
    const { startDelay } = await newPage();
    let delayMs = 0;
    const settings = after(100).then(() => {
      delayMs = 2_500;
    });
    expect(await durationOf(startDelay(settings, () => delayMs))).toBe(2_500);
  });
});
