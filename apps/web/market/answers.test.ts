import { userReads } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noConnection, useConnection } from '../stores/connection.ts';
import type { CallResult } from '../transport/calls.ts';
import { answersChanged } from '../transport/hub/data-sets.ts';
import { type AnswerRequest, createAnswer } from './answers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  useConnection.setState(noConnection, true);
});

const failed: CallResult<number> = { kind: 'unknown', message: 'No connection.', errorText: '' };
const success = (value: number) => ({ status: 'success', value });

function asker(more: Omit<AnswerRequest<number>, 'ask'> = {}) {
  const asked: { readonly signal: AbortSignal; readonly reply: (result: CallResult<number>) => void }[] = [];
  const answer = createAnswer<number>({
    ask: (signal) => new Promise((reply) => asked.push({ signal, reply })),
    ...more,
  });
  const reply = async (at: number, result: CallResult<number> | number) => {
    asked[at]?.reply(typeof result === 'number' ? { kind: 'ok', value: result } : result);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { answer, asked, reply };
}

describe('an answer of the server', () => {
  it('is requested once for all its readers, and forgotten without any', async () => {
    const { answer, asked, reply } = asker();
    expect(asked).toHaveLength(0);
    const stops = [answer.onChange(() => {}), answer.onChange(() => {})];
    await reply(0, 1);
    expect([asked.length, answer.current()]).toEqual([1, success(1)]);
    for (const stop of stops) stop();
    expect(answer.current()).toEqual({ status: 'loading' });
    answer.refresh();
    expect(asked).toHaveLength(1);
  });

  it('is requested again after a restart of the server, and an answer to the older request is dropped', async () => {
    const { answer, asked, reply } = asker();
    const stop = answer.onChange(() => {});
    useConnection.setState({ epoch: 'second' });
    expect([asked.length, asked[0]?.signal.aborted]).toEqual([2, true]);
    await reply(0, 1);
    expect(answer.current()).toEqual({ status: 'loading' });
    await reply(1, 2);
    expect(answer.current()).toEqual(success(2));
    stop();
    useConnection.setState({ epoch: 'third' });
    expect(asked).toHaveLength(2);
  });

  it('is requested again when its call is announced, and not for another call', () => {
    const { answer, asked } = asker({ call: userReads.getPhases.path });
    const stop = answer.onChange(() => {});
    answersChanged.emit([userReads.getAllMembers.path]);
    expect(asked).toHaveLength(1);
    answersChanged.emit([userReads.getPhases.path]);
    expect(asked).toHaveLength(2);
    stop();
  });

  it('is requested at its interval, and a failure keeps the last answer', async () => {
    const { answer, asked, reply } = asker({ repeatAfterMs: () => 5_000 });
    const stop = answer.onChange(() => {});
    await reply(0, 1);
    await vi.advanceTimersByTimeAsync(5_000);
    await reply(1, failed);
    expect(answer.current()).toEqual({ status: 'error', fault: 'No connection.', last: 1 });
    await vi.advanceTimersByTimeAsync(5_000);
    await reply(2, 3);
    expect([asked.length, answer.current()]).toEqual([3, success(3)]);
    stop();
    await vi.advanceTimersByTimeAsync(50_000);
    expect(asked).toHaveLength(3);
  });

  it('that keeps changing is requested at most once in each pause', async () => {
    let change = () => {};
    const onChange = (listener: () => void) => {
      change = listener;
      return () => {};
    };
    const { answer, asked, reply } = asker({ changes: [onChange], changeDelayMs: 1_000 });
    const stop = answer.onChange(() => {});
    await reply(0, 1);
    for (let changes = 0; changes < 30; changes += 1) {
      change();
      await vi.advanceTimersByTimeAsync(100);
      if (asked.length > 1) await reply(asked.length - 1, changes);
    }
    expect(asked).toHaveLength(4);
    stop();
  });
});
