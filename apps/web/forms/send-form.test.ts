import type { OrderReply } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import type { CommandAnswer } from '../transport/commands.ts';
import {
  isLocked,
  newSendForm,
  type SendFormEvent,
  type SendFormState,
  sentFormReducer,
  shownErrors,
} from './send-form.ts';
import { sideField } from './ticket/parse-ticket.ts';

interface Fields {
  readonly qtyText: string;
  readonly priceText: string;
  readonly principal: string;
}
type Event = SendFormEvent<Fields>;

const begin = newSendForm<Fields>({ qtyText: '10', priceText: '4,035.20', principal: 'KAND' }, 'id-1');
const run = (...events: Event[]): SendFormState<Fields> => events.reduce(sentFormReducer<Fields>, begin);
const reply: OrderReply = {
  seq: 7,
  activeOrderSeq: 41,
  state: 'Active',
  remaining: 10,
  dealt: 0,
  ref: '1',
  repeated: false,
};
const answer = (is: CommandAnswer, requestId = 'id-1'): Event => ({
  kind: 'answer',
  requestId,
  answer: is,
  sentence: 'Order 41 rests.',
  orders: [reply],
  nextRequestId: 'id-2',
});
const send: Event = { kind: 'send' };
const unknown: Event = { kind: 'unknown', queries: 0 };
const edit: Event = { kind: 'edit', change: { qtyText: '99' } };

describe('a form that sends a command', () => {
  it('is locked from sending until the answer: nothing is edited or sent a second time', () => {
    for (const locked of [run(send), run(send, unknown)]) {
      expect(isLocked(locked)).toBe(true);
      expect(sentFormReducer(locked, edit)).toBe(locked);
      expect(sentFormReducer(locked, send)).toBe(locked);
      expect(locked.requestId).toBe('id-1');
    }
  });

  it('shows the answer and uses a new request id for the next order', () => {
    const accepted = run(send, answer({ kind: 'accepted', reply }));
    expect(accepted.phase).toEqual({ kind: 'accepted', sentence: 'Order 41 rests.', orders: [reply] });
    expect(accepted.requestId).toBe('id-2');
    expect(sentFormReducer(accepted, edit).phase).toEqual({ kind: 'editing' });
  });

  it('uses a new request id after a rejection, because the old one would only be rejected again', () => {
    const rejected = run(send, answer({ kind: 'rejected', status: 422, code: 'x', message: 'no' }));
    expect(rejected.phase.kind).toBe('rejected');
    expect(rejected.requestId).toBe('id-2');
    expect(isLocked(rejected)).toBe(false);
  });

  it('keeps its id and its contents when the request never arrived, so that sending again cannot enter it twice', () => {
    const lost = run(send, unknown, answer({ kind: 'notReceived' }));
    expect(lost.phase.kind).toBe('notReceived');
    expect(lost.requestId).toBe('id-1');
    expect(sentFormReducer(lost, edit)).toBe(lost);
    expect(sentFormReducer(lost, send).phase.kind).toBe('sending');
  });

  it('is not disturbed by the late answer of an earlier attempt', () => {
    const second = run(send, answer({ kind: 'accepted', reply }), edit, send);
    expect(sentFormReducer(second, answer({ kind: 'notReceived' }, 'id-1'))).toBe(second);
  });

  it('shows the server’s fault at the field, until that field is edited', () => {
    const bad = run(
      send,
      answer({
        kind: 'badInput',
        errors: { price: ['Too fine.', 'Second.'], offerQty: ['Too many.'] },
        message: 'Bad',
      }),
    );
    const ofOffer = { [sideField('qty', 1)]: 'Too many.' };
    expect(bad.serverErrors).toEqual({ price: 'Too fine.', ...ofOffer });
    expect(sentFormReducer(bad, edit).serverErrors).toEqual(bad.serverErrors);
    const priced = sentFormReducer(bad, { kind: 'edit', change: { priceText: '1' } });
    expect(priced.serverErrors).toEqual(ofOffer);
    const named = { kind: 'edit', change: {}, names: [sideField('qty', 1)] } as const;
    expect(sentFormReducer(priced, named).serverErrors).toEqual({});
  });

  it('[ACT-1] shows the error of a field after it was left, and of all fields after the first attempt to send', () => {
    const errors = { qty: 'How many lots?', price: 'Enter a price.' };
    expect(shownErrors(begin, errors)).toEqual({});
    const left = run({ kind: 'leave', field: 'price' });
    expect(shownErrors(left, errors)).toEqual({ price: 'Enter a price.' });
    expect(shownErrors(left, {})).toEqual({});
    expect(shownErrors(run({ kind: 'try' }), errors)).toEqual(errors);
    expect(
      shownErrors(run({ kind: 'leave', field: 'price' }, send, answer({ kind: 'accepted', reply })), errors),
    ).toEqual({});
  });

  it('[ACT-1] does not become a new order when a field is left after the acceptance, which only formats its number', () => {
    const accepted = run(send, answer({ kind: 'accepted', reply }));
    const left = sentFormReducer(accepted, {
      kind: 'leave',
      field: 'price',
      tidied: { priceText: '4,035.40' },
    });
    expect(left.phase.kind).toBe('accepted');
    expect(left.fields.priceText).toBe('4,035.40');
  });
});
