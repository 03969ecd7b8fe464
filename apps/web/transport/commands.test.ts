import type { OrderReply } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import type { CallResult } from './calls.ts';
import { pollDelaysMs, pollOutcome } from './commands.ts';

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

function follow(...answers: CallResult<OrderReply>[]) {
  const seen = { asks: 0, waits: [] as number[], unknown: 0 };
  const answer = pollOutcome({
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

describe('a command whose reply is lost', () => {
  it('is queried again after each unclear answer, until its outcome is known', async () => {
    const { answer, seen } = follow(lost, rejected(503), lost, ok);
    expect(await answer).toEqual({ kind: 'accepted', reply });
    expect(seen.asks).toBe(4);
    expect(seen.waits).toEqual(pollDelaysMs.slice(0, 4));
  });

  it('is queried without a limit on the number of queries', async () => {
    const { answer, seen } = follow(...Array.from({ length: 40 }, () => lost));
    expect((await answer).kind).toBe('accepted');
    expect(seen.waits.at(-1)).toBe(pollDelaysMs.at(-1));
    expect(seen.unknown).toBe(41);
  });

  it('is reported as rejected if the venue reports this later', async () => {
    const { answer } = follow(rejected(422));
    expect(await answer).toEqual({ kind: 'rejected', status: 422, code: 'x', message: 'said 422' });
  });

  it('counts as never received only when the venue has twice not known it', async () => {
    expect((await follow(rejected(404), ok).answer).kind).toBe('accepted');
    expect(await follow(rejected(404), lost, rejected(404)).answer).toEqual({ kind: 'notReceived' });
  });

  it('does not count as rejected when only the query was rejected', async () => {
    const { answer, seen } = follow(rejected(401), rejected(429), rejected(503), ok);
    expect((await answer).kind).toBe('accepted');
    expect(seen.asks).toBe(4);
  });
});
