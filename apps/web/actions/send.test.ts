import { type OrderReply, paths, userCommands } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noToasts, useToasts } from '../notices/toasts.ts';
import { useOwnActions } from '../stores/own-actions.ts';
import { type LocalServer, startLocalServer } from '../transport/testing/local-server.ts';
import { runOnEach } from './action.ts';
import { sendCommand, showOutcome } from './send.ts';
import { contextWith } from './testing/action-context.ts';

const body = { activeOrderSeq: 41 };
const requestId = 'r-1';
const command = {
  command: 'suspendActiveOrder',
  body,
  description: 'Suspend order 41: Buy 6 DEC26 WMAZ at 4,035.20',
  accepted: (commandReply: OrderReply) => `Suspended order ${commandReply.activeOrderSeq}.`,
} as const;
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
  it('[ACT-5] is posted to its kind’s path, returns its outcome as text, and is kept in the list of the user’s actions', async () => {
    server.answer(userCommands.suspendActiveOrder.path, () => ({ json: commandReply }));
    const sent = await sendCommand(command, { requestId });
    expect(sent).toEqual({
      answer: { kind: 'accepted', reply: commandReply },
      description: command.description,
      sentence: 'Suspended order 41.',
      orders: [],
      outdated: [],
    });
    const sentBody = JSON.stringify({ requestId, ...body });
    expect(server.calls).toEqual([`POST ${userCommands.suspendActiveOrder.path} ${sentBody}`]);
    expect(noted()).toEqual(['Suspend accepted: Suspended order 41.']);
  });

  it('is queried by its request id after a lost reply, and never posted again, until its outcome is known', async () => {
    server.answer(userCommands.suspendActiveOrder.path, () => ({ status: 500, json: 'down' }));
    const answers = [
      { status: 503, json: { status: 503, message: 'Starting.', code: 'venueBusy' } },
      { json: { outcome: 'accepted', reply: commandReply } },
    ];
    server.answer(paths.orderByRequestId, () => answers.shift() ?? { status: 500, json: 'no more' });
    const sent = await sendCommand(command, { requestId, wait });
    expect(sent.sentence).toBe('Suspended order 41.');
    expect(server.calls.map((call) => call.split(' ', 2).join(' '))).toEqual([
      `POST ${userCommands.suspendActiveOrder.path}`,
      `GET ${paths.orderByRequestId}?requestId=r-1`,
      `GET ${paths.orderByRequestId}?requestId=r-1`,
    ]);
    expect(shown()).toEqual([
      `warning: No reply to “${command.description}”. Asking the market for the outcome.`,
    ]);
    expect(noted()).toEqual(['Suspend accepted: Suspended order 41.']);
  });

  it('reports a rejection whose reply was lost, and its toast names the command', async () => {
    server.answer(userCommands.suspendActiveOrder.path, () => ({ status: 500, json: 'down' }));
    server.answer(paths.orderByRequestId, () => ({ json: { outcome: 'rejected', seq: 8, ...rejection } }));
    const sent = await sendCommand(command, { requestId, wait, onUnknown: () => undefined });
    expect(sent.sentence).toBe('Rejected: The order is filled.');
    showOutcome(sent);
    expect(shown()).toEqual([`error: ${command.description}\nRejected: The order is filled.`]);
    expect(noted()).toEqual(['Suspend rejected: Rejected: The order is filled.']);
  });

  it('is rejected in the list of the user’s actions if the server cannot read its input', async () => {
    const errors = { activeOrderSeq: ['Not a number.'] };
    server.answer(userCommands.suspendActiveOrder.path, () => ({
      status: 400,
      json: { status: 400, title: 'Not a number.', errors },
    }));
    expect((await sendCommand(command, { requestId })).answer).toMatchObject({
      kind: 'badInput',
      errors,
    });
    expect(noted()).toEqual(['Suspend rejected: Rejected: Not a number.']);
  });

  it('is rejected without a query when a limit has stopped it, and states when to retry', async () => {
    const message =
      'You have made too many calls in a short time, so this one was not sent to the market. Try again in 3 seconds.';
    server.answer(userCommands.suspendActiveOrder.path, () => ({
      status: 429,
      json: { status: 429, message, code: 'tooManyCalls' },
    }));
    const sent = await sendCommand(command, { requestId, wait });
    expect(sent.answer.kind).toBe('rejected');
    expect(sent.sentence).toBe(`Rejected: ${message}`);
    expect(server.calls).toHaveLength(1);
    expect(noted()).toEqual([`Suspend rejected: Rejected: ${message}`]);
  });

  it('returns the fields at fault for bad input, without a query', async () => {
    const errors = { price: ['Too fine.'] };
    const json = { status: 400, title: 'Bad input.', errors };
    server.answer(userCommands.suspendActiveOrder.path, () => ({ status: 400, json }));
    const { answer } = await sendCommand(command, { requestId });
    expect(answer).toEqual({ kind: 'badInput', errors, message: 'Bad input.' });
    expect(server.calls).toHaveLength(1);
  });

  it('claims no more than that the market has no record of it', async () => {
    server.answer(userCommands.suspendActiveOrder.path, () => ({ status: 500, json: 'down' }));
    const sent = await sendCommand(command, { requestId, wait });
    expect(sent.answer.kind).toBe('notReceived');
    expect(sent.sentence).toContain('The market has no record of');
  });

  it('queries the path of its kind, and reads the reply of its kind', async () => {
    const deals = { seq: 9, deals: [3], repeated: false };
    server.answer(userCommands.splitDeal.path, () => ({ status: 500, json: 'down' }));
    server.answer(paths.dealByRequestId, () => ({ json: { outcome: 'accepted', reply: deals } }));
    const sent = await sendCommand(
      {
        command: 'splitDeal',
        body: { dealSeq: 3, parts: [{ principal: 'KAND', qty: 2 }] },
        description: 'Split deal 3',
        accepted: ({ deals }) => `Deals ${deals.join(', ')}.`,
      },
      { wait },
    );
    expect(sent.sentence).toBe('Deals 3.');
  });
});

describe('the toast of an outcome', () => {
  it('replaces the older outcome of the same order', async () => {
    const sent = (sentence: string) => ({
      answer: { kind: 'accepted', reply: commandReply } as const,
      description: '',
      sentence,
      orders: [],
      outdated: [],
    });
    showOutcome(sent('Order 41 rests in the market.'), [41]);
    showOutcome(sent('Order 42 rests in the market.'), [42]);
    showOutcome(sent('Suspended order 41.'), [41]);
    expect(shown()).toEqual(['success: Order 42 rests in the market.', 'success: Suspended order 41.']);
  });

  it('replaces the older outcome of several orders once one of them has changed', async () => {
    const each = (label: string, seqs: readonly number[]) =>
      runOnEach(
        {
          ...{ id: label, label, icon: () => null, several: { many: 'orders', question: null } },
          perform: async (activeOrderSeq: number) => ({
            answer: { kind: 'accepted', reply: commandReply } as const,
            description: '',
            sentence: `${label} ${activeOrderSeq}.`,
            orders: [{ ...commandReply, activeOrderSeq }],
            outdated: [],
          }),
        },
        seqs,
        contextWith([]),
      );
    await each('Suspend', [41, 42]);
    expect(shown()).toEqual(['success: Suspend: 2 of 2 orders done.']);
    await each('Resubmit', [41, 42]);
    expect(shown()).toEqual(['success: Resubmit: 2 of 2 orders done.']);
    await each('Reduce', [42]);
    expect(shown()).toEqual(['success: Reduce 42.']);
  });

  it('replaces each order’s own toast after a command on all orders', async () => {
    const sent = (sentence: string) => ({
      answer: { kind: 'accepted', reply: commandReply } as const,
      description: '',
      sentence,
      orders: [],
      outdated: [],
    });
    showOutcome(sent('Order 41 rests in the market.'), [41]);
    showOutcome(sent('Order 42 rests in the market.'), [42]);
    showOutcome(sent('Cancelled 2 orders of your member.'), [41, 42]);
    expect(shown()).toEqual(['success: Cancelled 2 orders of your member.']);
  });
});
