import type { OrderReply } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import type { CallResult } from '../http/call-result.ts';
import { askDelaysMs, followRequest } from './follow-request.ts';

const reply: OrderReply = {
  seq: 7,
  activeOrderSeq: 41,
  state: 'Active',
  remaining: 10,
  dealt: 0,
  ref: '1',
  repeated: false,
};
const ok: CallResult<OrderReply> = { kind: 'ok', value: reply };
const lost: CallResult<OrderReply> = {
  kind: 'unknown',
  message: 'No reply came.',
  errorText: 'No reply came.',
};
const rejected = (status: number): CallResult<OrderReply> => ({
  kind: 'rejected',
  status,
  code: 'x',
  message: `said ${status}`,
  errorText: '',
});

function follow(first: CallResult<OrderReply>, answers: CallResult<OrderReply>[]) {
  const seen: { sends: number; asks: number; waits: number[]; unknown: number } = {
    sends: 0,
    asks: 0,
    waits: [],
    unknown: 0,
  };
  const answer = followRequest({
    send: async () => {
      seen.sends += 1;
      return first;
    },
    ask: async () => {
      seen.asks += 1;
      return answers.shift() ?? ok;
    },
    wait: async (ms) => {
      seen.waits.push(ms);
    },
    onUnknown: () => {
      seen.unknown += 1;
    },
  });
  return { answer, seen };
}

describe('a command that is followed', () => {
  it('is answered by its reply, without a question', async () => {
    const { answer, seen } = follow(ok, []);
    expect(await answer).toEqual({ kind: 'accepted', reply });
    expect(seen).toEqual({ sends: 1, asks: 0, waits: [], unknown: 0 });
  });

  it('is asked about, never sent again, until its outcome is known when no reply came', async () => {
    const { answer, seen } = follow(lost, [lost, rejected(503), lost, ok]);
    expect(await answer).toEqual({ kind: 'accepted', reply });
    expect(seen.sends).toBe(1);
    expect(seen.asks).toBe(4);
    expect(seen.waits).toEqual(askDelaysMs.slice(0, 4));
  });

  it('is asked about for as long as it takes', async () => {
    const { answer, seen } = follow(
      lost,
      Array.from({ length: 40 }, () => lost),
    );
    expect((await answer).kind).toBe('accepted');
    expect(seen.waits.at(-1)).toBe(askDelaysMs.at(-1));
    expect(seen.unknown).toBe(41);
  });

  it('was rejected when the venue says so later', async () => {
    const { answer } = follow(lost, [rejected(422)]);
    expect(await answer).toEqual({ kind: 'rejected', status: 422, code: 'x', message: 'said 422' });
  });

  it('counts as never received only when the venue did not know it twice', async () => {
    const late = follow(lost, [rejected(404), ok]);
    expect((await late.answer).kind).toBe('accepted');
    const never = follow(lost, [rejected(404), lost, rejected(404)]);
    expect(await never.answer).toEqual({ kind: 'notReceived' });
  });

  it('does not count as rejected when only the question was rejected', async () => {
    const { answer, seen } = follow(lost, [rejected(401), rejected(429), rejected(503), ok]);
    expect((await answer).kind).toBe('accepted');
    expect(seen.asks).toBe(4);
  });

  it('that is bad input says which field', async () => {
    const bad: CallResult<OrderReply> = {
      kind: 'badInput',
      errors: { price: ['too fine'] },
      message: 'Bad',
      errorText: '',
    };
    expect(await follow(bad, []).answer).toEqual({
      kind: 'badInput',
      errors: { price: ['too fine'] },
      message: 'Bad',
    });
  });
});
