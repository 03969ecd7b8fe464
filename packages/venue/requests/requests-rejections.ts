// The reasons why the market rejects a request id.
import { detailed, rejectionsFrom } from '../kernel/rejection.ts';

export const requestsRejections = {
  requestIdReused: detailed({
    status: 409,
    when: 'same user and business day, different contents',
    examples: [{ requestId: '7c1d' }],
    sentence: (v) =>
      `Request id ${v.requestId} was used today for another command. Nothing has changed; send the command with a new id.`,
  }),
  requestTooOld: detailed({
    status: 409,
    when: 'the id was used on one of the previous business days',
    examples: [{ requestId: '7c1d' }],
    sentence: (v) =>
      `Request id ${v.requestId} belongs to an earlier day. Nothing has changed; look at your orders, then send the command with a new id.`,
  }),
};

export const reject = rejectionsFrom(requestsRejections);
