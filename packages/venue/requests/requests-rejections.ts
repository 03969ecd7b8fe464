// Why the market turns down a request id.
import { detailed, rejectionsFrom } from '../kernel/rejection.ts';

export const requestsRejections = {
  requestIdReused: detailed(
    { requestId: 'r-1' },
    409,
  )(
    (v) =>
      `Request id ${v.requestId} was used today for another command. Nothing was done; send the command with a new id.`,
  ),
  requestTooOld: detailed(
    { requestId: 'r-1' },
    409,
  )(
    (v) =>
      `Request id ${v.requestId} belongs to an earlier day. Nothing was done; look at your orders, then send the command with a new id.`,
  ),
};

export const reject = rejectionsFrom(requestsRejections);
