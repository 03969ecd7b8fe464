// In the gallery the market answers as the page's address asks: ?answer=rests, dealt, part, killed, refused, unknown,
// never or slow.
import type { InsertOrderBody, OrderActionBody, OrderReply } from '@openpit/wire';
import type { CallResult } from '../../http/call-result.ts';
import { activeOrdersStore } from '../../stores/stores.ts';

export type { CallResult } from '../../http/call-result.ts';

const wanted = () => new URLSearchParams(location.search).get('answer') ?? 'rests';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function reply(change: Partial<OrderReply>): CallResult<OrderReply> {
  return {
    kind: 'ok',
    value: {
      seq: 4711,
      activeOrderSeq: 1207,
      state: 'Active',
      remaining: 10,
      dealt: 0,
      ref: '318',
      repeated: false,
      ...change,
    },
  };
}

const refusal = (status: number, message: string): CallResult<OrderReply> => ({
  kind: 'refused',
  status,
  code: 'example',
  message,
  errorText: `${status}: ${message}`,
});

const lost: CallResult<OrderReply> = {
  kind: 'unknown',
  message: 'The server did not answer.',
  errorText: 'The server did not answer.',
};

export async function insertOrder(body: InsertOrderBody): Promise<CallResult<OrderReply>> {
  await pause(150);
  switch (wanted()) {
    case 'dealt':
      return reply({ state: 'Filled', dealt: body.qty, remaining: 0 });
    case 'part':
      return reply({ dealt: 4, remaining: body.qty - 4 });
    case 'killed':
      return reply({ state: 'Killed', remaining: 0 });
    case 'refused':
      return refusal(422, 'The price is outside of the daily limits (3 835.00 to 4 235.00).');
    case 'unknown':
    case 'never':
      return lost;
    case 'slow':
      await pause(600_000);
      return lost;
    default:
      return reply({ remaining: body.qty });
  }
}

export async function orderByRequestId(): Promise<CallResult<OrderReply>> {
  await pause(50);
  return wanted() === 'never' ? refusal(404, 'No such request.') : lost;
}

async function change(
  body: OrderActionBody,
  state: 'Active' | 'Suspended' | null,
): Promise<CallResult<OrderReply>> {
  await pause(150);
  const { activeOrderSeq } = body;
  if (state === null) activeOrdersStore.remove([activeOrderSeq]);
  else activeOrdersStore.merge([{ activeOrderSeq, state }]);
  return reply({ activeOrderSeq, state: state ?? 'Cancelled' });
}

export const deleteActiveOrder = (body: OrderActionBody) => change(body, null);
export const suspendActiveOrder = (body: OrderActionBody) => change(body, 'Suspended');
export const resubmitActiveOrder = (body: OrderActionBody) => change(body, 'Active');
