// The only way from wire to venue for what users do: each permission flag with the commands behind it. Total over the
// flags by type, so that a new flag fails compilation here until somebody says what it stands for.
import { type Command, cents, lots, type OrderType } from '@openpit/venue';
import {
  type AllOrdersBody,
  allOrdersBody,
  allOrdersReply,
  type ChangeOrderBody,
  changeOrderBody,
  doubleOrderReply,
  type InsertDoubleOrderBody,
  type InsertOrderBody,
  insertDoubleOrderBody,
  insertOrderBody,
  type OrderActionBody,
  type OrderTypeCode,
  orderActionBody,
  orderReply,
  type PermissionFlag,
  paths,
  type ReduceOrderBody,
  reduceOrderBody,
} from '@openpit/wire';
import type { core } from 'zod/mini';

/** A call on the market: its path, the shape of its body, and what it submits. */
export interface OrderAction {
  readonly path: string;
  readonly summary: string;
  readonly body: core.$ZodType;
  readonly reply: core.$ZodType;
  /** Flags that it needs besides the one under which it stands. */
  readonly alsoNeeds?: readonly PermissionFlag[];
  /** For a body that the schema has let through. */
  readonly submission: (body: unknown) => { readonly requestId: string; readonly command: Command };
}

function action<Body extends { readonly requestId: string }>(parts: {
  readonly path: string;
  readonly summary: string;
  readonly body: core.$ZodType<Body>;
  readonly reply: core.$ZodType;
  readonly command: (body: Body) => Command;
}): OrderAction {
  const { command, ...described } = parts;
  return {
    ...described,
    submission: (validated) => {
      // The schema of this very action has let the body through; the type cannot follow it across the HTTP library.
      const body = validated as Body;
      return { requestId: body.requestId, command: command(body) };
    },
  };
}

const orderTypes: Readonly<Record<OrderTypeCode, OrderType>> = { 0: 'Normal', 1: 'Tok', 2: 'Fok' };

/** The wire's schema has seen to it that the price has at most two decimals. */
const centsOf = (rand: number) => cents(Math.round(rand * 100));

const insertOrder = action<InsertOrderBody>({
  path: paths.insertOrder,
  summary: 'Insert an order',
  body: insertOrderBody,
  reply: orderReply,
  command: ({ contract, side, type, qty, price, capacity, principal, subAccount, ref }) => ({
    kind: 'insertOrder',
    contract,
    side,
    type: orderTypes[type],
    lots: lots(qty),
    price: centsOf(price),
    capacity,
    principal,
    subAccount: subAccount ?? null,
    ref: ref ?? '',
  }),
});

function onOneOrder(
  kind: 'deleteActiveOrder' | 'suspendActiveOrder' | 'resubmitActiveOrder',
  summary: string,
): OrderAction {
  return action<OrderActionBody>({
    path: paths[kind],
    summary,
    body: orderActionBody,
    reply: orderReply,
    command: ({ activeOrderSeq }) => ({ kind, activeOrderSeq }),
  });
}

const insertDoubleOrder = action<InsertDoubleOrderBody>({
  path: paths.insertDoubleOrder,
  summary: 'Insert a bid and an offer together, or neither',
  body: insertDoubleOrderBody,
  reply: doubleOrderReply,
  command: (body) => ({
    kind: 'insertDoubleOrder',
    contract: body.contract,
    bid: { lots: lots(body.bidQty), price: centsOf(body.bidPrice) },
    offer: { lots: lots(body.offerQty), price: centsOf(body.offerPrice) },
    capacity: body.capacity,
    principal: body.principal,
    subAccount: body.subAccount ?? null,
    ref: body.ref ?? '',
    cancelOther: body.cancelOther ?? false,
  }),
});

const reduceActiveOrder = action<ReduceOrderBody>({
  path: paths.reduceActiveOrder,
  summary: 'Lower what is left of an order; its place in the queue stays',
  body: reduceOrderBody,
  reply: orderReply,
  command: ({ activeOrderSeq, qty }) => ({ kind: 'reduceActiveOrder', activeOrderSeq, lots: lots(qty) }),
});

function onChange(kind: 'editSuspendOrder' | 'amendActiveOrder', summary: string): OrderAction {
  return action<ChangeOrderBody>({
    path: paths[kind],
    summary,
    body: changeOrderBody,
    reply: orderReply,
    command: ({ activeOrderSeq, price, qty, principal, capacity }) => ({
      kind,
      activeOrderSeq,
      change: {
        price: price === undefined ? null : centsOf(price),
        lots: qty === undefined ? null : lots(qty),
        principal: principal ?? null,
        capacity: capacity ?? null,
      },
    }),
  });
}

function onAllOrders(kind: 'cancelAllActiveOrders' | 'suspendAllActiveOrders', summary: string): OrderAction {
  return action<AllOrdersBody>({
    path: paths[kind],
    summary,
    body: allOrdersBody,
    reply: allOrdersReply,
    command: ({ filter, expectedCount }) => ({
      kind,
      filter: {
        instrument: filter.instrument ?? null,
        contract: filter.contract ?? null,
        principal: filter.principal ?? null,
        dealer: filter.dealer ?? null,
      },
      expectedCount,
    }),
  });
}

/** The actions come with a later part of the product. */
const later: readonly OrderAction[] = [];

/** The actions that each flag permits. */
export const orderActions: Readonly<Record<PermissionFlag, readonly OrderAction[]>> = {
  insertOrderOrDouble: [insertOrder, insertDoubleOrder],
  deleteActiveOrder: [onOneOrder('deleteActiveOrder', 'Delete an active or suspended order')],
  suspendActiveOrder: [onOneOrder('suspendActiveOrder', 'Suspend an active order')],
  resubmitActiveOrder: [onOneOrder('resubmitActiveOrder', 'Resubmit a suspended order')],
  reduceActiveOrder: [reduceActiveOrder],
  editSuspendOrder: [
    onChange('editSuspendOrder', 'Change a suspended order, which stays suspended'),
    {
      ...onChange(
        'amendActiveOrder',
        'Suspend, change and resubmit an active order in one, or nothing of it',
      ),
      alsoNeeds: ['suspendActiveOrder', 'resubmitActiveOrder'],
    },
  ],
  cancelAllActiveOrders: [onAllOrders('cancelAllActiveOrders', 'Delete all own orders that match')],
  suspendAllActiveOrders: [onAllOrders('suspendAllActiveOrders', 'Suspend all own orders that match')],
  insertUnmatchedDeal: later,
  deleteUnmatchedDeal: later,
  acceptUnmatchedDeal: later,
  editUnmatchedDeal: later,
  splitDeal: later,
  assignDealToMember: later,
  tripartiteDeal: later,
  cumulateDeal: later,
  correctDealPrinciple: later,
  exerciseOption: later,
  abandonOption: later,
  subAccountChange: later,
  deleteSiloCertAuctionBid: later,
};
