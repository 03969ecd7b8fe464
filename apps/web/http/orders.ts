// The order calls (design §4.2). Silent: the order form and the blotter show the answer in place and as a toast of their
// own. A repeat with the same requestId gets the first answer, so an unknown outcome may be asked for again.
import {
  type AllOrdersBody,
  type AllOrdersReply,
  type AnyInsertDoubleOrderBody,
  type AnyInsertOrderBody,
  allOrdersReply,
  type ChangeOrderBody,
  type DoubleOrderReply,
  doubleOrderReply,
  type OrderActionBody,
  type OrderReply,
  orderReply,
  paths,
  type ReduceOrderBody,
  type RequestOutcome,
  requestOutcome,
} from '@openpit/wire';
import type { CallResult } from './call-result.ts';
import { callMainApi } from './main-api.ts';
import { replyAs } from './read-reply.ts';

export type { CallResult } from './call-result.ts';

function send<Reply>(path: string, body: object, read: (json: unknown) => Reply): Promise<CallResult<Reply>> {
  return callMainApi({ method: 'POST', path, body, read, isSilent: true });
}

const readOrder = replyAs<OrderReply>(orderReply);
const readDouble = replyAs<DoubleOrderReply>(doubleOrderReply);
const readAll = replyAs<AllOrdersReply>(allOrdersReply);

export const insertOrder = (body: AnyInsertOrderBody) => send(paths.insertOrder, body, readOrder);
export const insertDoubleOrder = (body: AnyInsertDoubleOrderBody) =>
  send(paths.insertDoubleOrder, body, readDouble);
export const deleteActiveOrder = (body: OrderActionBody) => send(paths.deleteActiveOrder, body, readOrder);
export const suspendActiveOrder = (body: OrderActionBody) => send(paths.suspendActiveOrder, body, readOrder);
export const resubmitActiveOrder = (body: OrderActionBody) =>
  send(paths.resubmitActiveOrder, body, readOrder);
export const reduceActiveOrder = (body: ReduceOrderBody) => send(paths.reduceActiveOrder, body, readOrder);
export const editSuspendOrder = (body: ChangeOrderBody) => send(paths.editSuspendOrder, body, readOrder);
export const amendActiveOrder = (body: ChangeOrderBody) => send(paths.amendActiveOrder, body, readOrder);
export const cancelAllActiveOrders = (body: AllOrdersBody) =>
  send(paths.cancelAllActiveOrders, body, readAll);
export const suspendAllActiveOrders = (body: AllOrdersBody) =>
  send(paths.suspendAllActiveOrders, body, readAll);

/**
 * What became of a request whose answer was lost. A rejection of the request comes as `rejected` with the rejection's own
 * status and code; a request that never arrived as `rejected` with status 404.
 */
async function outcomeOf<Reply>(
  requestId: string,
  read: (json: unknown) => Reply,
): Promise<CallResult<Reply>> {
  const result = await callMainApi({
    method: 'GET',
    path: paths.orderByRequestId,
    query: { requestId },
    read: (json) => {
      const outcome = replyAs<RequestOutcome>(requestOutcome)(json);
      return outcome.outcome === 'accepted' ? { ...outcome, reply: read(outcome.reply) } : outcome;
    },
    isSilent: true,
  });
  if (result.kind !== 'ok') return result;
  const outcome = result.value;
  if (outcome.outcome === 'accepted') return { kind: 'ok', value: outcome.reply };
  const { status, code, message } = outcome;
  return { kind: 'rejected', status, code, message, errorText: `${status}: ${message}` };
}

export const orderByRequestId = (requestId: string) => outcomeOf(requestId, readOrder);
export const doubleOrderByRequestId = (requestId: string) => outcomeOf(requestId, readDouble);
export const allOrdersByRequestId = (requestId: string) => outcomeOf(requestId, readAll);
