// The commands that users send over HTTP. The server's routes, permissions and API description, the browser's calls and the scope tests
// are derived from this table. Commands have the same names as in the venue.
import type { CommandKindOfUser } from '@openpit/terms';
import type * as z from 'zod/mini';
import {
  abandonOptionBody,
  acceptUnmatchedDealBody,
  assignDealToMemberBody,
  correctDealPrincipleBody,
  cumulateDealBody,
  dealsReply,
  deleteUnmatchedDealBody,
  editUnmatchedDealBody,
  exerciseOptionBody,
  insertUnmatchedDealBody,
  splitDealBody,
  subAccountChangeBody,
  tripartiteDealBody,
  unmatchedDealReply,
} from './commands/deal-commands.ts';
import {
  allOrdersBody,
  allOrdersReply,
  changeOrderBody,
  doubleOrderReply,
  insertDoubleOrderBody,
  insertOrderBody,
  orderActionBody,
  orderReply,
  reduceOrderBody,
} from './commands/order-commands.ts';
import {
  deleteSiloCertAuctionBidBody,
  insertSiloCertAuctionBidBody,
  siloBidReply,
  siloTenderReply,
  tenderSiloCertBody,
  withdrawSiloTenderBody,
} from './commands/silo-commands.ts';
import { addStrikeBody, addStrikeReply } from './commands/strike-commands.ts';
import { paths } from './http/paths.ts';

export interface UserCommand {
  readonly path: string;
  /** One line for the API description. */
  readonly summary: string;
  readonly body: z.ZodMiniType<{ readonly requestId: string }>;
  readonly reply: z.ZodMiniType;
  /** The call that returns the outcome by request id to a client that has lost the reply. */
  readonly outcomePath: string;
}

const orders = { outcomePath: paths.orderByRequestId } as const;
const deals = { outcomePath: paths.dealByRequestId, reply: dealsReply } as const;
const unmatchedDeals = { outcomePath: paths.unmatchedDealByRequestId, reply: unmatchedDealReply } as const;

const silo = { outcomePath: paths.siloByRequestId } as const;

export const userCommands = {
  insertOrder: {
    ...orders,
    path: '/api/Orders/InsertOrder',
    summary: 'Insert an order',
    body: insertOrderBody,
    reply: orderReply,
  },
  insertDoubleOrder: {
    ...orders,
    path: '/api/Orders/InsertDoubleOrder',
    summary: 'Insert a bid and an offer together, or neither',
    body: insertDoubleOrderBody,
    reply: doubleOrderReply,
  },
  addStrike: {
    ...orders,
    path: '/api/Options/AddStrike',
    summary: 'List a strike: a call, a put and a delta on each',
    body: addStrikeBody,
    reply: addStrikeReply,
  },
  deleteActiveOrder: {
    ...orders,
    path: '/api/Orders/DeleteActiveOrder',
    summary: 'Delete an active or suspended order',
    body: orderActionBody,
    reply: orderReply,
  },
  suspendActiveOrder: {
    ...orders,
    path: '/api/Orders/SuspendActiveOrder',
    summary: 'Suspend an active order',
    body: orderActionBody,
    reply: orderReply,
  },
  resubmitActiveOrder: {
    ...orders,
    path: '/api/Orders/ResubmitActiveOrder',
    summary: 'Resubmit a suspended order',
    body: orderActionBody,
    reply: orderReply,
  },
  reduceActiveOrder: {
    ...orders,
    path: '/api/Orders/ReduceActiveOrder',
    summary: 'Lower the remaining quantity of an order, which keeps its place in the queue',
    body: reduceOrderBody,
    reply: orderReply,
  },
  editSuspendOrder: {
    ...orders,
    path: '/api/Orders/EditSuspendOrder',
    summary:
      'Change a suspended order, which stays suspended; qty is what remains, totalQty all with the dealt lots',
    body: changeOrderBody,
    reply: orderReply,
  },
  amendActiveOrder: {
    ...orders,
    path: '/api/Orders/AmendActiveOrder',
    summary:
      'Suspend, change and resubmit an active order in one step, or do nothing; qty is what remains, totalQty all with the dealt lots',
    body: changeOrderBody,
    reply: orderReply,
  },
  cancelAllActiveOrders: {
    ...orders,
    path: '/api/Orders/CancelAllActiveOrders',
    summary: 'Delete all orders of your member that match the filter, also of its other dealers',
    body: allOrdersBody,
    reply: allOrdersReply,
  },
  suspendAllActiveOrders: {
    ...orders,
    path: '/api/Orders/SuspendAllActiveOrders',
    summary: 'Suspend all orders of your member that match the filter, also of its other dealers',
    body: allOrdersBody,
    reply: allOrdersReply,
  },
  splitDeal: {
    ...deals,
    path: '/api/Deals/SplitDeal',
    summary: 'Split a deal into several, for other principals, dealers or sub-accounts',
    body: splitDealBody,
  },
  cumulateDeal: {
    ...deals,
    path: '/api/Deals/CumulateDeal',
    summary: 'Make one deal of several similar ones',
    body: cumulateDealBody,
  },
  correctDealPrinciple: {
    ...deals,
    path: '/api/Deals/CorrectDealPrinciple',
    summary: 'Move a client’s deal to your member or to another of its clients',
    body: correctDealPrincipleBody,
  },
  subAccountChange: {
    ...deals,
    path: '/api/Deals/SubAccountChange',
    summary: 'Move a deal to another sub-account of its principal, or out of any',
    body: subAccountChangeBody,
  },
  assignDealToMember: {
    ...unmatchedDeals,
    path: '/api/Deals/AssignDealToMember',
    summary: 'Offer a deal to another member; it stays with your member until the other accepts',
    body: assignDealToMemberBody,
  },
  tripartiteDeal: {
    ...unmatchedDeals,
    path: '/api/Deals/TripartiteDeal',
    summary: 'Pass a deal on under a registered arrangement, which needs no acceptance',
    body: tripartiteDealBody,
  },
  insertUnmatchedDeal: {
    ...unmatchedDeals,
    path: '/api/UnmatchedDeals/InsertUnmatchedDeal',
    summary: 'Report a deal that was agreed off-screen, for the other side to accept',
    body: insertUnmatchedDealBody,
  },
  editUnmatchedDeal: {
    ...unmatchedDeals,
    path: '/api/UnmatchedDeals/EditUnmatchedDeal',
    summary: 'Change your own capture that is not accepted yet; the other side sees the change',
    body: editUnmatchedDealBody,
  },
  deleteUnmatchedDeal: {
    ...unmatchedDeals,
    path: '/api/UnmatchedDeals/DeleteUnmatchedDeal',
    summary: 'Withdraw your own capture that is not accepted yet',
    body: deleteUnmatchedDealBody,
  },
  acceptUnmatchedDeal: {
    ...unmatchedDeals,
    path: '/api/UnmatchedDeals/AcceptUnmatchedDeal',
    summary: 'Accept what another member has reported or offered, for one of your accounts',
    body: acceptUnmatchedDealBody,
  },
  exerciseOption: {
    ...deals,
    path: '/api/Options/ExerciseOption',
    summary: 'Turn a long option into its future at the strike',
    body: exerciseOptionBody,
  },
  abandonOption: {
    ...deals,
    path: '/api/Options/AbandonOption',
    summary: 'Let a long option lapse on its expiry day, even in the money',
    body: abandonOptionBody,
  },
  tenderSiloCert: {
    ...silo,
    path: '/api/Silo/TenderSiloCert',
    summary: 'Offer a silo certificate for the delivery of a short position',
    body: tenderSiloCertBody,
    reply: siloTenderReply,
  },
  withdrawSiloTender: {
    ...silo,
    path: '/api/Silo/WithdrawSiloTender',
    summary: 'Take a tendered silo certificate back before the auction',
    body: withdrawSiloTenderBody,
    reply: siloTenderReply,
  },
  insertSiloCertAuctionBid: {
    ...silo,
    path: '/api/Silo/InsertSiloCertAuctionBid',
    summary: 'Bid a premium for a silo certificate, or raise the bid',
    body: insertSiloCertAuctionBidBody,
    reply: siloBidReply,
  },
  deleteSiloCertAuctionBid: {
    ...silo,
    path: '/api/Silo/DeleteSiloCertAuctionBid',
    summary: 'Delete your own bid while the auction is open',
    body: deleteSiloCertAuctionBidBody,
    reply: siloBidReply,
  },
} as const satisfies Readonly<Partial<Record<CommandKindOfUser, UserCommand>>>;

export type UserCommandKind = keyof typeof userCommands;
export type BodyOf<Kind extends UserCommandKind> = z.output<(typeof userCommands)[Kind]['body']>;
export type ReplyOf<Kind extends UserCommandKind> = z.output<(typeof userCommands)[Kind]['reply']>;
