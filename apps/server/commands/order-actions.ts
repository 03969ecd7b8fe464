// The only way from wire to venue for what users do: each permission flag with the commands behind it. Total over the
// flags by type, so that a new flag fails compilation here until somebody says what it stands for.
import { lots, type OrderType } from '@openpit/venue';
import {
  type AddStrikeBody,
  type AllOrdersBody,
  type AnyInsertDoubleOrderBody,
  type AnyInsertOrderBody,
  addStrikeBody,
  addStrikeReply,
  allOrdersBody,
  allOrdersReply,
  type ChangeOrderBody,
  changeOrderBody,
  doubleOrderReply,
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
import { dealActions } from './deal-actions.ts';
import { action, centsOf, type MarketAction } from './market-action.ts';
import { pricedBy, referenceOf, volatilityChange } from './option-pricing.ts';

const orderTypes: Readonly<Record<OrderTypeCode, OrderType>> = { 0: 'Normal', 1: 'Tok', 2: 'Fok' };

const insertOrder = action<AnyInsertOrderBody>({
  path: paths.insertOrder,
  summary: 'Insert an order',
  body: insertOrderBody,
  reply: orderReply,
  command: ({
    contract,
    side,
    type,
    qty,
    price,
    volatility,
    reference,
    capacity,
    principal,
    subAccount,
    ref,
    holdOverUntil,
  }) => ({
    kind: 'insertOrder',
    contract,
    side,
    type: orderTypes[type],
    lots: lots(qty),
    ...pricedBy({ price, volatility }),
    ...referenceOf(reference),
    capacity,
    principal,
    subAccount: subAccount ?? null,
    ref: ref ?? '',
    ...heldOver(holdOverUntil),
  }),
});

function onOneOrder(
  kind: 'deleteActiveOrder' | 'suspendActiveOrder' | 'resubmitActiveOrder',
  summary: string,
): MarketAction {
  return action<OrderActionBody>({
    path: paths[kind],
    summary,
    body: orderActionBody,
    reply: orderReply,
    command: ({ activeOrderSeq }) => ({ kind, activeOrderSeq }),
  });
}

const insertDoubleOrder = action<AnyInsertDoubleOrderBody>({
  path: paths.insertDoubleOrder,
  summary: 'Insert a bid and an offer together, or neither',
  body: insertDoubleOrderBody,
  reply: doubleOrderReply,
  command: (body) => ({
    kind: 'insertDoubleOrder',
    contract: body.contract,
    bid: { lots: lots(body.bidQty), ...pricedBy({ price: body.bidPrice, volatility: body.bidVolatility }) },
    offer: {
      lots: lots(body.offerQty),
      ...pricedBy({ price: body.offerPrice, volatility: body.offerVolatility }),
    },
    ...referenceOf(body.reference),
    capacity: body.capacity,
    principal: body.principal,
    subAccount: body.subAccount ?? null,
    ref: body.ref ?? '',
    cancelOther: body.cancelOther ?? false,
    ...heldOver(body.holdOverUntil),
  }),
});

const reduceActiveOrder = action<ReduceOrderBody>({
  path: paths.reduceActiveOrder,
  summary: 'Lower what is left of an order; its place in the queue stays',
  body: reduceOrderBody,
  reply: orderReply,
  command: ({ activeOrderSeq, qty }) => ({ kind: 'reduceActiveOrder', activeOrderSeq, lots: lots(qty) }),
});

const addStrike = action<AddStrikeBody>({
  path: paths.addStrike,
  summary: 'List a strike: call, put and their delta twins',
  body: addStrikeBody,
  reply: addStrikeReply,
  command: ({ instrument, contractDate, strike }) => ({
    kind: 'addStrike',
    instrument,
    contractDate,
    strike: centsOf(strike),
  }),
});

function onChange(kind: 'editSuspendOrder' | 'amendActiveOrder', summary: string): MarketAction {
  return action<ChangeOrderBody>({
    path: paths[kind],
    summary,
    body: changeOrderBody,
    reply: orderReply,
    command: ({
      activeOrderSeq,
      price,
      volatility,
      reference,
      qty,
      principal,
      capacity,
      subAccount,
      holdOverUntil,
    }) => ({
      kind,
      activeOrderSeq,
      change: {
        price: price === undefined ? null : centsOf(price),
        ...volatilityChange(volatility),
        ...referenceOf(reference),
        lots: qty === undefined ? null : lots(qty),
        principal: principal ?? null,
        capacity: capacity ?? null,
        ...(subAccount === undefined ? {} : { subAccount }),
        ...(holdOverUntil === undefined ? {} : { holdOver: { until: holdOverUntil } }),
      },
    }),
  });
}

function onAllOrders(
  kind: 'cancelAllActiveOrders' | 'suspendAllActiveOrders',
  summary: string,
): MarketAction {
  return action<AllOrdersBody>({
    path: paths[kind],
    summary,
    body: allOrdersBody,
    reply: allOrdersReply,
    command: ({ filter, expectedCount, includeHoldOver }) => ({
      kind,
      filter: {
        instrument: filter.instrument ?? null,
        contract: filter.contract ?? null,
        principal: filter.principal ?? null,
        dealer: filter.dealer ?? null,
      },
      expectedCount,
      includeHoldOver,
    }),
  });
}

/** Nothing for an order of this day only, so that its command stays as it always was. */
const heldOver = (until: string | null | undefined) =>
  until === null || until === undefined ? {} : { holdOverUntil: until };

/** The actions come with a later part of the product. */
const later: readonly MarketAction[] = [];

/** The actions that each flag permits. */
export const orderActions: Readonly<Record<PermissionFlag, readonly MarketAction[]>> = {
  insertOrderOrDouble: [insertOrder, insertDoubleOrder, addStrike],
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
  ...dealActions,
  exerciseOption: later,
  abandonOption: later,
  deleteSiloCertAuctionBid: later,
};
