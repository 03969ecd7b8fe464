// The only way from wire to venue for what users do: each permission flag with the commands behind it. Total over the
// flags by type, so that a new flag fails compilation here until somebody says what it stands for.
import { type Command, cents, lots, type OrderType } from '@openpit/venue';
import {
  type InsertOrderBody,
  insertOrderBody,
  type OrderActionBody,
  type OrderTypeCode,
  orderActionBody,
  type PermissionFlag,
  paths,
} from '@openpit/wire';
import type { core } from 'zod/mini';

/** A call on the market: its path, the shape of its body, and what it submits. */
export interface OrderAction {
  readonly path: string;
  readonly summary: string;
  readonly body: core.$ZodType;
  /** For a body that the schema has let through. */
  readonly submission: (body: unknown) => { readonly requestId: string; readonly command: Command };
}

function action<Body extends { readonly requestId: string }>(parts: {
  readonly path: string;
  readonly summary: string;
  readonly body: core.$ZodType<Body>;
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

const insertOrder = action<InsertOrderBody>({
  path: paths.insertOrder,
  summary: 'Insert an order',
  body: insertOrderBody,
  command: ({ contract, side, type, qty, price, capacity, principal, subAccount, ref }) => ({
    kind: 'insertOrder',
    contract,
    side,
    type: orderTypes[type],
    lots: lots(qty),
    price: cents(Math.round(price * 100)),
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
    command: ({ activeOrderSeq }) => ({ kind, activeOrderSeq }),
  });
}

/** The action comes with a later part of the product. */
const later = null;

export const orderActions: Readonly<Record<PermissionFlag, OrderAction | null>> = {
  insertOrderOrDouble: insertOrder,
  deleteActiveOrder: onOneOrder('deleteActiveOrder', 'Delete an active or suspended order'),
  suspendActiveOrder: onOneOrder('suspendActiveOrder', 'Suspend an active order'),
  resubmitActiveOrder: onOneOrder('resubmitActiveOrder', 'Resubmit a suspended order'),
  cancelAllActiveOrders: later,
  suspendAllActiveOrders: later,
  reduceActiveOrder: later,
  editSuspendOrder: later,
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
