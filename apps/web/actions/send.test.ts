import { type OrderReply, paths, userCommands } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noToasts, useToasts } from '../notices/toasts.ts';
import type { CallResult } from '../server/calls.ts';
import { type LocalServer, startLocalServer } from '../server/testing/local-server.ts';
import {
  askDelaysMs,
  askUntilKnown,
  maxOwnActions,
  noteAction,
  sendCommand,
  showOutcome,
  useOwnActions,
} from './send.ts';

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
  const answer = askUntilKnown({
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
  it('is asked about until its outcome is known', async () => {
    const { answer, seen } = follow(lost, rejected(503), lost, ok);
    expect(await answer).toEqual({ kind: 'accepted', reply });
    expect(seen.asks).toBe(4);
    expect(seen.waits).toEqual(askDelaysMs.slice(0, 4));
  });

  it('is queried until its outcome is known', async () => {
    const { answer, seen } = follow(...Array.from({ length: 40 }, () => lost));
    expect((await answer).kind).toBe('accepted');
    expect(seen.waits.at(-1)).toBe(askDelaysMs.at(-1));
    expect(seen.unknown).toBe(41);
  });

  it('is reported as rejected if the venue reports this later', async () => {
    const { answer } = follow(rejected(422));
    expect(await answer).toEqual({ kind: 'rejected', status: 422, code: 'x', message: 'said 422' });
  });

  it('counts as never received only when the venue did not know it twice', async () => {
    expect((await follow(rejected(404), ok).answer).kind).toBe('accepted');
    expect(await follow(rejected(404), lost, rejected(404)).answer).toEqual({ kind: 'notReceived' });
  });

  it('does not count as rejected when only the question was rejected', async () => {
    const { answer, seen } = follow(rejected(401), rejected(429), rejected(503), ok);
    expect((await answer).kind).toBe('accepted');
    expect(seen.asks).toBe(4);
  });
});

const sent = { requestId: 'r1', action: 'Buy', words: 'Buy 10 DEC26 WMAZ at 4 035.20' };
beforeEach(() => useOwnActions.setState({ sent: [] }));

describe('the commands that the page has sent', () => {
  it('[ACT-1] have one from the moment it is sent, then “unknown” without a reply, and its outcome', () => {
    const note = noteAction(sent);
    const [entry] = useOwnActions.getState().sent;
    expect(entry).toMatchObject({ ...sent, seq: null, outcome: 'sending', sentence: '' });
    note.unknown();
    expect(useOwnActions.getState().sent[0]?.outcome).toBe('unknown');
    note.answered('badInput', 'The price is no number.');
    expect(useOwnActions.getState().sent).toMatchObject([
      { outcome: 'rejected', sentence: 'The price is no number.' },
    ]);
  });

  it('have the newest first, and the last five hundred', () => {
    for (let count = 0; count < maxOwnActions + 3; count += 1)
      noteAction({ ...sent, requestId: `r${count}` });
    const { sent: all } = useOwnActions.getState();
    expect([all.length, all[0]?.requestId]).toEqual([maxOwnActions, `r${maxOwnActions + 2}`]);
  });
});

const body = { requestId: 'r-1', activeOrderSeq: 41 };
const words = {
  action: 'Suspend',
  words: 'Suspend order 41: Buy 6 DEC26 WMAZ at 4,035.20',
  accepted: (commandReply: OrderReply) => `Suspended order ${commandReply.activeOrderSeq}.`,
};
const commandReply: OrderReply = {
  seq: 7,
  activeOrderSeq: 41,
  state: 'Suspended',
  remaining: 6,
  dealt: 0,
  ref: '1',
  repeated: false,
};
const rejection = { status: 422, message: 'The order is filled.', code: 'orderNotActive' };
const wait = async () => undefined;
const shown = () => {
  const { showing, waiting } = useToasts.getState();
  return [...(showing === null ? [] : [showing]), ...waiting].map(
    ({ type, message }) => `${type}: ${message}`,
  );
};
const noted = () =>
  useOwnActions.getState().sent.map(({ action, outcome, sentence }) => `${action} ${outcome}: ${sentence}`);

let server: LocalServer;
beforeEach(async () => {
  server = await startLocalServer();
  useToasts.setState(noToasts);
  useOwnActions.setState({ sent: [] });
});
afterEach(() => server.close());

describe('a command', () => {
  it('[ACT-5] is posted by its kind’s path and returns its outcome in words; the list of own actions keeps it', async () => {
    server.answer(userCommands.suspendActiveOrder.path, () => ({ json: commandReply }));
    const sent = await sendCommand('suspendActiveOrder', body, words);
    expect(sent).toEqual({
      answer: { kind: 'accepted', reply: commandReply },
      words: words.words,
      sentence: 'Suspended order 41.',
    });
    expect(server.calls).toEqual([`POST ${userCommands.suspendActiveOrder.path} ${JSON.stringify(body)}`]);
    expect(noted()).toEqual(['Suspend accepted: Suspended order 41.']);
  });

  it('whose reply is lost is asked about by its request id, never posted again, until its outcome is known', async () => {
    server.answer(userCommands.suspendActiveOrder.path, () => ({ status: 500, json: 'down' }));
    const answers = [
      { status: 503, json: { status: 503, message: 'Starting.', code: 'venueBusy' } },
      { json: { outcome: 'accepted', reply: commandReply } },
    ];
    server.answer(paths.orderByRequestId, () => answers.shift() ?? { status: 500, json: 'no more' });
    const sent = await sendCommand('suspendActiveOrder', body, words, { wait });
    expect(sent.sentence).toBe('Suspended order 41.');
    expect(server.calls.map((call) => call.split(' ', 2).join(' '))).toEqual([
      `POST ${userCommands.suspendActiveOrder.path}`,
      `GET ${paths.orderByRequestId}?requestId=r-1`,
      `GET ${paths.orderByRequestId}?requestId=r-1`,
    ]);
    expect(shown()).toEqual([`warning: No reply to “${words.words}”. Asking the market for the outcome.`]);
    expect(noted()).toEqual(['Suspend accepted: Suspended order 41.']);
  });

  it('reports a rejection whose reply was lost, and its toast names the command', async () => {
    server.answer(userCommands.suspendActiveOrder.path, () => ({ status: 500, json: 'down' }));
    server.answer(paths.orderByRequestId, () => ({ json: { outcome: 'rejected', seq: 8, ...rejection } }));
    const sent = await sendCommand('suspendActiveOrder', body, words, { wait, onUnknown: () => undefined });
    expect(sent.sentence).toBe('Rejected: The order is filled.');
    showOutcome(sent);
    expect(shown()).toEqual([`error: ${words.words}\nRejected: The order is filled.`]);
    expect(noted()).toEqual(['Suspend rejected: Rejected: The order is filled.']);
  });

  it('beyond a limit was certainly not sent: it is not queried further, and states when to retry', async () => {
    const message =
      'You have made too many calls in a short time, so this one was not sent to the market. Try again in 3 seconds.';
    server.answer(userCommands.suspendActiveOrder.path, () => ({
      status: 429,
      json: { status: 429, message, code: 'tooManyCalls' },
    }));
    const sent = await sendCommand('suspendActiveOrder', body, words, { wait });
    expect(sent.answer.kind).toBe('rejected');
    expect(sent.sentence).toBe(`Rejected: ${message}`);
    expect(server.calls).toHaveLength(1);
    expect(noted()).toEqual([`Suspend rejected: Rejected: ${message}`]);
  });

  it('that is bad input returns the fields at fault, without a question', async () => {
    const errors = { price: ['Too fine.'] };
    const json = { status: 400, title: 'Bad input.', errors };
    server.answer(userCommands.suspendActiveOrder.path, () => ({ status: 400, json }));
    const { answer } = await sendCommand('suspendActiveOrder', body, words);
    expect(answer).toEqual({ kind: 'badInput', errors, message: 'Bad input.' });
    expect(server.calls).toHaveLength(1);
  });

  it('that the market has no record of claims no more than that [P1]', async () => {
    server.answer(userCommands.suspendActiveOrder.path, () => ({ status: 500, json: 'down' }));
    const sent = await sendCommand('suspendActiveOrder', body, words, { wait });
    expect(sent.answer.kind).toBe('notReceived');
    expect(sent.sentence).toContain('The market has no record of');
  });

  it('of each kind asks where its kind is answered, and reads the reply of its kind', async () => {
    const deals = { seq: 9, deals: [3], repeated: false };
    server.answer(userCommands.splitDeal.path, () => ({ status: 500, json: 'down' }));
    server.answer(paths.dealByRequestId, () => ({ json: { outcome: 'accepted', reply: deals } }));
    const split = { requestId: 'r-2', dealSeq: 3, parts: [{ principal: 'KAND', qty: 2 }] };
    const sent = await sendCommand(
      'splitDeal',
      split,
      { action: 'Split', words: 'Split deal 3', accepted: ({ deals }) => `Deals ${deals.join(', ')}.` },
      { wait },
    );
    expect(sent.sentence).toBe('Deals 3.');
  });
});

describe('the toast of an outcome', () => {
  it('replaces the older outcome of the same order', async () => {
    const sent = (sentence: string) => ({
      answer: { kind: 'accepted', reply: commandReply } as const,
      words: '',
      sentence,
    });
    showOutcome(sent('Order 41 rests in the market.'), [41]);
    showOutcome(sent('Order 42 rests in the market.'), [42]);
    showOutcome(sent('Suspended order 41.'), [41]);
    expect(shown()).toEqual(['success: Order 42 rests in the market.', 'success: Suspended order 41.']);
  });

  it('replaces each order’s own toast after a command on all orders', async () => {
    const sent = (sentence: string) => ({
      answer: { kind: 'accepted', reply: commandReply } as const,
      words: '',
      sentence,
    });
    showOutcome(sent('Order 41 rests in the market.'), [41]);
    showOutcome(sent('Order 42 rests in the market.'), [42]);
    showOutcome(sent('Cancelled 2 orders of your member.'), [41, 42]);
    expect(shown()).toEqual(['success: Cancelled 2 orders of your member.']);
  });
});
