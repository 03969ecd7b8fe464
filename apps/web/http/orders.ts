// The order calls (design §4.2). Silent: the order form and the blotter show the answer in place and as a toast of their
// own. A repeat with the same requestId gets the first answer, so an unknown outcome may be asked for again.
import {
  type InsertOrderBody,
  type OrderActionBody,
  type OrderReply,
  orderReply,
  paths,
  type RequestOutcome,
  requestOutcome,
} from '@openpit/wire';
import type { CallResult } from './call-result.ts';
import { callMainApi } from './main-api.ts';
import { replyAs } from './read-reply.ts';

export type { CallResult } from './call-result.ts';

function sendCommand(path: string, body: object): Promise<CallResult<OrderReply>> {
  return callMainApi({ method: 'POST', path, body, read: replyAs(orderReply), isSilent: true });
}

export function insertOrder(body: InsertOrderBody): Promise<CallResult<OrderReply>> {
  return sendCommand(paths.insertOrder, body);
}

export function deleteActiveOrder(body: OrderActionBody): Promise<CallResult<OrderReply>> {
  return sendCommand(paths.deleteActiveOrder, body);
}

export function suspendActiveOrder(body: OrderActionBody): Promise<CallResult<OrderReply>> {
  return sendCommand(paths.suspendActiveOrder, body);
}

export function resubmitActiveOrder(body: OrderActionBody): Promise<CallResult<OrderReply>> {
  return sendCommand(paths.resubmitActiveOrder, body);
}

/**
 * What became of a request whose answer was lost. A refusal of the request comes as `refused` with the refusal's own
 * status and code; a request that never arrived as `refused` with status 404.
 */
export async function orderByRequestId(requestId: string): Promise<CallResult<OrderReply>> {
  const result = await callMainApi<RequestOutcome>({
    method: 'GET',
    path: paths.orderByRequestId,
    query: { requestId },
    read: replyAs<RequestOutcome>(requestOutcome),
    isSilent: true,
  });
  if (result.kind !== 'ok') return result;
  const outcome = result.value;
  if (outcome.outcome === 'accepted') return { kind: 'ok', value: outcome.reply };
  const { status, code, message } = outcome;
  return { kind: 'refused', status, code, message, errorText: `${status}: ${message}` };
}
