// The gallery's answers to orders, chosen by the page's address: ?answer=rests, dealt, part, killed, rejected, unknown,
// never or slow.
import type {
  AllOrdersBody,
  AllOrdersReply,
  AnyInsertDoubleOrderBody,
  AnyInsertOrderBody,
  BodyOf,
  ChangeOrderBody,
  DoubleOrderReply,
  OrderActionBody,
  OrderReply,
  OwnActionsReply,
  ReduceOrderBody,
  ReplyOf,
  UnmatchedDealRow,
  UserCommandKind,
} from '@openpit/wire';

import { matchesFilter } from '../../web/actions/all-orders.ts';
import type { CallResult } from '../../web/server/calls.ts';
import { dataSetStores } from '../../web/stores/stores.ts';

const chosenAnswer = () => new URLSearchParams(location.search).get('answer') ?? 'rests';
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

const rejection = (status: number, message: string): CallResult<never> => ({
  kind: 'rejected',
  status,
  code: 'example',
  message,
  errorText: `${status}: ${message}`,
});

const lost: CallResult<never> = {
  kind: 'unknown',
  message: 'The server did not answer.',
  errorText: 'The server did not answer.',
};

async function insertOrder(body: AnyInsertOrderBody): Promise<CallResult<OrderReply>> {
  await pause(150);
  switch (chosenAnswer()) {
    case 'dealt':
      return reply({ state: 'Filled', dealt: body.qty, remaining: 0, averagePrice: body.price ?? 218.4 });
    case 'part':
      return reply({ dealt: 4, remaining: body.qty - 4, averagePrice: body.price ?? 218.4 });
    case 'killed':
      return reply({ state: 'Killed', remaining: 0 });
    case 'rejected':
      return rejection(422, 'The price is outside of the daily limits (3 835.00 to 4 235.00).');
    case 'unknown':
    case 'never':
      return lost;
    case 'slow':
      await pause(600_000);
      return lost;
    default:
      return reply({ remaining: body.qty, ref: body.ref ?? '' });
  }
}

async function change(
  body: OrderActionBody,
  state: 'Active' | 'Suspended' | null,
): Promise<CallResult<OrderReply>> {
  await pause(150);
  if (chosenAnswer() === 'rejected') return rejection(422, 'The order has dealt meanwhile.');
  const { activeOrderSeq } = body;
  if (state === null) dataSetStores.activeOrders.remove([activeOrderSeq]);
  else dataSetStores.activeOrders.merge([{ activeOrderSeq, state }]);
  return reply({ activeOrderSeq, state: state ?? 'Cancelled' });
}

const deleteActiveOrder = (body: OrderActionBody) => change(body, null);
const suspendActiveOrder = (body: OrderActionBody) => change(body, 'Suspended');
const resubmitActiveOrder = (body: OrderActionBody) => change(body, 'Active');

const side = (remaining: number, activeOrderSeq: number, ref: string) => ({
  activeOrderSeq,
  state: 'Active' as const,
  remaining,
  dealt: 0,
  ref,
});

async function insertDoubleOrder(body: AnyInsertDoubleOrderBody): Promise<CallResult<DoubleOrderReply>> {
  await pause(150);
  if (chosenAnswer() === 'rejected') return rejection(422, 'The offer is not above the bid.');
  if (chosenAnswer() !== 'rests') return lost;
  const ref = body.ref ?? '';
  return {
    kind: 'ok',
    value: {
      seq: 4712,
      bid: side(body.bidQty, 1207, ref),
      offer: side(body.offerQty, 1208, ref),
      repeated: false,
    },
  };
}

async function terms(
  activeOrderSeq: number,
  change: { readonly price?: number; readonly remaining?: number },
): Promise<CallResult<OrderReply>> {
  await pause(150);
  if (chosenAnswer() === 'rejected') return rejection(422, 'The order has dealt meanwhile.');
  dataSetStores.activeOrders.merge([{ activeOrderSeq, ...change }]);
  const order = dataSetStores.activeOrders.get(activeOrderSeq);
  return reply({
    activeOrderSeq,
    state: order?.state === 'Suspended' ? 'Suspended' : 'Active',
    remaining: order?.remaining ?? 0,
  });
}

const reduceActiveOrder = ({ activeOrderSeq, qty }: ReduceOrderBody) =>
  terms(activeOrderSeq, { remaining: qty });

const edited = ({ activeOrderSeq, qty, price }: ChangeOrderBody) =>
  terms(activeOrderSeq, {
    ...(qty !== undefined && { remaining: qty }),
    ...(price !== undefined && { price }),
  });
const editSuspendOrder = edited;
const amendActiveOrder = edited;

async function all(
  { filter }: AllOrdersBody,
  act: (orders: readonly number[]) => void,
): Promise<CallResult<AllOrdersReply>> {
  await pause(150);
  if (chosenAnswer() === 'rejected') return rejection(422, 'No orders match.');
  const orders = dataSetStores.activeOrders
    .keys()
    .flatMap((key) => dataSetStores.activeOrders.get(key) ?? [])
    .filter((order) => matchesFilter(order, filter))
    .map(({ activeOrderSeq }) => activeOrderSeq);
  act(orders);
  return { kind: 'ok', value: { seq: 4713, orders, repeated: false } };
}

const cancelAllActiveOrders = (body: AllOrdersBody) =>
  all(body, (orders) => dataSetStores.activeOrders.remove(orders));
const suspendAllActiveOrders = (body: AllOrdersBody) =>
  all(body, (orders) =>
    dataSetStores.activeOrders.merge(
      orders.map((activeOrderSeq) => ({ activeOrderSeq, state: 'Suspended' as const })),
    ),
  );

async function endOption(
  body: BodyOf<'exerciseOption'>,
  abandoned: boolean,
): Promise<CallResult<ReplyOf<'exerciseOption'>>> {
  await pause(150);
  if (chosenAnswer() === 'rejected')
    return rejection(422, `The future of ${body.contract} is at its position limit.`);
  if (chosenAnswer() !== 'rests') return lost;
  const position = dataSetStores.positions
    .keys()
    .map((key) => dataSetStores.positions.get(key))
    .find((row) => row?.contract === body.contract && row.principal === body.principal);
  if (position !== undefined) {
    const { positionSeq, net, sold } = position;
    dataSetStores.positions.merge([
      abandoned
        ? { positionSeq, abandoned: body.qty }
        : { positionSeq, net: net - body.qty, sold: sold + body.qty },
    ]);
  }
  return { kind: 'ok', value: { seq: 4714, deals: abandoned ? [] : [71_002, 71_004], repeated: false } };
}

const exerciseOption = (body: BodyOf<'exerciseOption'>) => endOption(body, false);
const abandonOption = (body: BodyOf<'abandonOption'>) => endOption(body, true);
async function ofItem(
  unmatchedSeq: number,
  change: Partial<UnmatchedDealRow>,
): Promise<CallResult<ReplyOf<'acceptUnmatchedDeal'>>> {
  await pause(150);
  if (chosenAnswer() === 'rejected')
    return rejection(
      422,
      'The price 4 060.00 is neither within today’s high and low nor within 5 % of the MTM.',
    );
  dataSetStores.unmatchedDeal.merge([{ unmatchedSeq, ...change }]);
  const { state = 'Waiting', version = 1 } = dataSetStores.unmatchedDeal.get(unmatchedSeq) ?? {};
  const deals = state === 'Accepted' ? [70_510] : [];
  return { kind: 'ok', value: { seq: 4714, unmatchedSeq, state, version, deals, repeated: false } };
}

const acceptUnmatchedDeal = ({ unmatchedSeq, principal }: BodyOf<'acceptUnmatchedDeal'>) =>
  ofItem(unmatchedSeq, { state: 'Accepted', principal });
const editUnmatchedDeal = ({ unmatchedSeq, qty, price }: BodyOf<'editUnmatchedDeal'>) =>
  ofItem(unmatchedSeq, { ...(qty !== undefined && { qty }), ...(price !== undefined && { price }) });
const deleteUnmatchedDeal = ({ unmatchedSeq }: BodyOf<'deleteUnmatchedDeal'>) =>
  ofItem(unmatchedSeq, { state: 'Withdrawn' });
const insertUnmatchedDeal = () => ofItem(218, {});

async function dealsReply(
  dealSeqs: readonly number[],
  act: () => readonly number[],
): Promise<CallResult<ReplyOf<'splitDeal'>>> {
  await pause(150);
  if (chosenAnswer() === 'unknown' || chosenAnswer() === 'never') return lost;
  if (chosenAnswer() === 'rejected')
    return rejection(422, `Deal ${dealSeqs[0]} can no longer be changed: its state is Split.`);
  return { kind: 'ok', value: { seq: 4714, deals: [...act()], repeated: false } };
}

const { deals } = dataSetStores;

const splitDeal = ({ dealSeq, parts }: BodyOf<'splitDeal'>) =>
  dealsReply([dealSeq], () => {
    const deal = deals.get(dealSeq);
    if (deal === undefined) return [];
    const made = parts.map(({ qty, principal, subAccount = null, dealer = deal.dealer }, at) => ({
      ...deal,
      dealSeq: 70_900 + at,
      qty,
      principal,
      subAccount,
      dealer,
      linkedGroup: 77,
    }));
    deals.merge([{ dealSeq, state: 'Split', linkedGroup: 77 }, ...made]);
    return made.map((one) => one.dealSeq);
  });

const cumulateDeal = ({ dealSeqs }: BodyOf<'cumulateDeal'>) => dealsReply(dealSeqs, () => [70_950]);

const correctDealPrinciple = ({ dealSeq, principal }: BodyOf<'correctDealPrinciple'>) =>
  dealsReply([dealSeq], () => {
    deals.merge([{ dealSeq, principal }]);
    return [dealSeq];
  });

const subAccountChange = ({ dealSeq, subAccount }: BodyOf<'subAccountChange'>) =>
  dealsReply([dealSeq], () => {
    deals.merge([{ dealSeq, subAccount }]);
    return [dealSeq];
  });

async function passOn(dealSeq: number, isAccepted: boolean): Promise<CallResult<ReplyOf<'tripartiteDeal'>>> {
  const sent = await dealsReply([dealSeq], () => []);
  if (sent.kind !== 'ok') return sent;
  deals.merge([{ dealSeq, state: isAccepted ? 'Tripartite' : 'Assigning' }]);
  const state = isAccepted ? ('Accepted' as const) : ('Waiting' as const);
  return { kind: 'ok', value: { ...sent.value, unmatchedSeq: 61, state, version: 1 } };
}

const assignDealToMember = ({ dealSeq }: BodyOf<'assignDealToMember'>) => passOn(dealSeq, false);
const tripartiteDeal = ({ dealSeq }: BodyOf<'tripartiteDeal'>) => passOn(dealSeq, true);

const answers: {
  readonly [Kind in UserCommandKind]?: (body: BodyOf<Kind>) => Promise<CallResult<ReplyOf<Kind>>>;
} = {
  insertOrder,
  insertDoubleOrder,
  deleteActiveOrder,
  suspendActiveOrder,
  resubmitActiveOrder,
  reduceActiveOrder,
  editSuspendOrder,
  amendActiveOrder,
  cancelAllActiveOrders,
  suspendAllActiveOrders,
  exerciseOption,
  abandonOption,
  acceptUnmatchedDeal,
  editUnmatchedDeal,
  deleteUnmatchedDeal,
  insertUnmatchedDeal,
  splitDeal,
  cumulateDeal,
  correctDealPrinciple,
  subAccountChange,
  assignDealToMember,
  tripartiteDeal,
};

export async function callCommand<Kind extends UserCommandKind>(
  kind: Kind,
  body: BodyOf<Kind>,
): Promise<CallResult<ReplyOf<Kind>>> {
  return (await answers[kind]?.(body)) ?? lost;
}

export async function askOutcome(): Promise<CallResult<never>> {
  await pause(50);
  return chosenAnswer() === 'never' ? rejection(404, 'No such request.') : lost;
}

/** The gallery's market lists nothing: the list has the commands of the page. */
export async function getOwnActions(): Promise<CallResult<OwnActionsReply>> {
  return { kind: 'ok', value: { businessDay: '2026-11-18', actions: [] } };
}
