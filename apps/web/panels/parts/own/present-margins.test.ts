import type { PresentMargin } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallResult } from '../../../transport/calls.ts';
import { createPresentMargins, marginsIntervalMs, presentMarginsOf, retryMs } from './present-margins.ts';

const held = (positionSeq: number, principal: string, instrument: string, net: number) => ({
  positionSeq,
  principal,
  instrument,
  net,
});

describe('the margins that accounts need now', () => {
  it('[PANEL-8] are on the first open position of each account in an instrument, and add up', () => {
    const positions = [
      held(4, 'KAND', 'WMAZ', 3),
      held(2, 'KAND', 'WMAZ', 0),
      held(3, 'KAND', 'WMAZ', -9),
      held(5, 'KAND', 'SUNS', 1),
      held(6, '9996S', 'WMAZ', 1),
    ];
    const margins = [
      { principal: 'KAND', instrument: 'WMAZ', margin: 0.1 },
      { principal: 'KAND', instrument: 'SUNS', margin: 0.2 },
      { principal: '9996S', instrument: 'WMAZ', margin: 21_000 },
    ];
    const { byPosition, total } = presentMarginsOf(margins, positions);
    expect([...byPosition].sort()).toEqual([
      [3, 0.1],
      [5, 0.2],
      [6, 21_000],
    ]);
    expect(total).toBe(21_000.3);
  });
});

describe('asking for them', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  type Reply = CallResult<readonly PresentMargin[]>;
  const ok = (margin: number): Reply => ({
    kind: 'ok',
    value: [{ principal: 'KAND', instrument: 'WMAZ', margin }],
  });

  function asker() {
    const waiting: ((reply: Reply) => void)[] = [];
    const signals: AbortSignal[] = [];
    let change = () => {};
    const margins = createPresentMargins({
      ask: (signal) => {
        signals.push(signal);
        return new Promise((resolve) => waiting.push(resolve));
      },
      positions: () => [held(1, 'KAND', 'WMAZ', 1)],
      onChange: (listener) => {
        change = listener;
        return () => {
          change = () => {};
        };
      },
    });
    const reply = async (answer: Reply) => {
      waiting.at(-1)?.(answer);
      await vi.advanceTimersByTimeAsync(0);
    };
    return { margins, signals, reply, changed: () => change() };
  }

  it('[PANEL-8] happens while somebody listens, and again when positions have changed', async () => {
    const { margins, signals, reply, changed } = asker();
    expect(signals).toHaveLength(0);
    const seen: (number | undefined)[] = [];
    const stop = margins.onChange(() => seen.push(margins.current()?.total));
    await reply(ok(21_000));
    changed();
    changed();
    await vi.advanceTimersByTimeAsync(marginsIntervalMs);
    expect(signals).toHaveLength(2);
    // The positions change again before the answer.
    changed();
    await reply(ok(42_000));
    await vi.advanceTimersByTimeAsync(marginsIntervalMs);
    expect(signals).toHaveLength(3);
    stop();
    expect(signals[2]?.aborted).toBe(true);
    changed();
    await vi.advanceTimersByTimeAsync(retryMs);
    expect([signals.length, seen]).toEqual([3, [21_000, 42_000]]);
  });

  it('[PANEL-8] has no figure without an answer, and tries again', async () => {
    const { margins, signals, reply, changed } = asker();
    const stop = margins.onChange(() => {});
    await reply(ok(21_000));
    changed();
    await vi.advanceTimersByTimeAsync(marginsIntervalMs);
    await reply({ kind: 'unknown', message: 'No connection.', errorText: '' });
    expect(margins.current()).toBeNull();
    await vi.advanceTimersByTimeAsync(retryMs);
    await reply(ok(63_000));
    expect([signals.length, margins.current()?.total]).toEqual([3, 63_000]);
    changed();
    await vi.advanceTimersByTimeAsync(marginsIntervalMs);
    await reply({ kind: 'rejected', status: 403, code: 'marginNotVisible', message: '', errorText: '' });
    await vi.advanceTimersByTimeAsync(retryMs);
    expect([signals.length, margins.current()]).toEqual([4, null]);
    stop();
  });
});
