import type { PreviewMarginBody, PreviewMarginReply } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallResult } from '../../server/calls.ts';
import { againMs, createMarginPreview, stillMs } from './margin-preview.ts';

const order: PreviewMarginBody = { contract: 'DEC26 WMAZ', side: 'B', qty: 10, principal: 'KAND' };
const reply = (after: number): CallResult<PreviewMarginReply> => ({
  kind: 'ok',
  value: { before: 0, after, withOpenOrders: after, limit: null },
});
const rejected = (status: number): CallResult<never> => ({
  kind: 'rejected',
  status,
  code: 'x',
  message: 'DEC26 WMAZ has expired.',
  errorText: '',
});

function previewWith() {
  const asked: {
    qty: number;
    at: number;
    signal: AbortSignal;
    answer: (a: CallResult<PreviewMarginReply>) => void;
  }[] = [];
  const preview = createMarginPreview(
    ({ qty }, signal) =>
      new Promise((answer) => {
        asked.push({ qty, at: Date.now(), signal, answer });
      }),
  );
  const answer = async (at: number, result: CallResult<PreviewMarginReply>) => {
    asked[at]?.answer(result);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { preview, asked, answer };
}

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

describe('the question about the margin of an order', () => {
  it('[ACT-1] is asked once the order has not changed for a moment, and only about the last one', async () => {
    const { preview, asked, answer } = previewWith();
    for (const qty of [1, 12, 125]) {
      preview.want({ ...order, qty });
      await vi.advanceTimersByTimeAsync(stillMs - 1);
    }
    expect(preview.read()).toEqual({ kind: 'asking' });
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.map(({ qty, at }) => [qty, at])).toEqual([[125, 3 * (stillMs - 1) + 1]]);
    await answer(0, reply(2_625_000));
    expect(preview.read()).toMatchObject({ kind: 'known', margin: { after: 2_625_000 } });
  });

  it('is not asked twice while nothing changes', async () => {
    const { preview, asked, answer } = previewWith();
    preview.want(order);
    await vi.advanceTimersByTimeAsync(stillMs);
    await answer(0, reply(1));
    preview.want({ ...order });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(1);
    expect(preview.read().kind).toBe('known');
  });

  it('is cancelled by another order: the late answer to the first one is not shown', async () => {
    const { preview, asked, answer } = previewWith();
    preview.want(order);
    await vi.advanceTimersByTimeAsync(stillMs);
    preview.want({ ...order, qty: 20 });
    expect(asked[0]?.signal.aborted).toBe(true);
    await answer(0, reply(1));
    expect(preview.read()).toEqual({ kind: 'asking' });
    await vi.advanceTimersByTimeAsync(stillMs);
    await answer(1, reply(2));
    expect(preview.read()).toMatchObject({ margin: { after: 2 } });
  });

  it('is dropped when there is no order any more', async () => {
    const { preview, asked, answer } = previewWith();
    preview.want(order);
    preview.want(null);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual([]);
    preview.want(order);
    await vi.advanceTimersByTimeAsync(stillMs);
    preview.want(null);
    await answer(0, reply(1));
    expect(preview.read()).toEqual({ kind: 'none' });
  });

  it('is repeated when the account has changed, at most once per second, and shows the earlier answer meanwhile', async () => {
    const { preview, asked, answer } = previewWith();
    preview.want(order);
    await vi.advanceTimersByTimeAsync(stillMs);
    await answer(0, reply(1));
    for (let changes = 0; changes < 50; changes += 1) {
      preview.again();
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(asked).toHaveLength(1);
    expect(preview.read()).toMatchObject({ margin: { after: 1 } });
    await vi.advanceTimersByTimeAsync(againMs);
    expect(asked.map(({ at }) => at)).toEqual([stillMs, stillMs + againMs]);
    await answer(1, reply(2));
    expect(preview.read()).toMatchObject({ margin: { after: 2 } });
  });

  it('is not asked by a change of the account while there is no order', async () => {
    const { preview, asked } = previewWith();
    preview.again();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual([]);
  });

  it('has the market’s sentence for an order that would be rejected, says when there is no answer, and nothing to users who may not see margins', async () => {
    for (const [result, state] of [
      [rejected(422), { kind: 'rejected', sentence: 'DEC26 WMAZ has expired.' }],
      [rejected(403), { kind: 'none' }],
      [rejected(429), { kind: 'failed' }],
      [{ kind: 'unknown', message: '', errorText: '' }, { kind: 'failed' }],
    ] as const) {
      const { preview, answer } = previewWith();
      preview.want(order);
      await vi.advanceTimersByTimeAsync(stillMs);
      await answer(0, result);
      expect(preview.read()).toEqual(state);
    }
  });

  it('notifies its listeners of each new state until they leave', async () => {
    const { preview, answer } = previewWith();
    const seen: string[] = [];
    const stop = preview.subscribe(() => seen.push(preview.read().kind));
    preview.want(order);
    await vi.advanceTimersByTimeAsync(stillMs);
    await answer(0, reply(1));
    stop();
    preview.want(null);
    expect(seen).toEqual(['asking', 'known']);
  });
});
