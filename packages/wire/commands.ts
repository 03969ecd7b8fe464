// The commands that users send over HTTP. The server's routes, permissions and API description, the browser's calls, the names in My
// actions and the scope tests are derived from this table. Commands have the same names as in the venue.
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
  /** For screens: the name of the action, what it does, and the noun for the numbers in its answer. */
  readonly names: { readonly name: string; readonly effect: string; readonly noun?: string };
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
    names: { name: 'Order', effect: 'Insert an order' },
    body: insertOrderBody,
    reply: orderReply,
  },
  insertDoubleOrder: {
    ...orders,
    path: '/api/Orders/InsertDoubleOrder',
    summary: 'Insert a bid and an offer together, or neither',
    names: { name: 'Double', effect: 'Insert a double' },
    body: insertDoubleOrderBody,
    reply: doubleOrderReply,
  },
  addStrike: {
    ...orders,
    path: '/api/Options/AddStrike',
    summary: 'List a strike: a call, a put and a delta on each',
    names: { name: 'Add strike', effect: 'Add a strike', noun: 'Listed' },
    body: addStrikeBody,
    reply: addStrikeReply,
  },
  deleteActiveOrder: {
    ...orders,
    path: '/api/Orders/DeleteActiveOrder',
    summary: 'Delete an active or suspended order',
    names: { name: 'Cancel', effect: 'Cancel an order' },
    body: orderActionBody,
    reply: orderReply,
  },
  suspendActiveOrder: {
    ...orders,
    path: '/api/Orders/SuspendActiveOrder',
    summary: 'Suspend an active order',
    names: { name: 'Suspend', effect: 'Suspend an order' },
    body: orderActionBody,
    reply: orderReply,
  },
  resubmitActiveOrder: {
    ...orders,
    path: '/api/Orders/ResubmitActiveOrder',
    summary: 'Resubmit a suspended order',
    names: { name: 'Resubmit', effect: 'Resubmit an order' },
    body: orderActionBody,
    reply: orderReply,
  },
  reduceActiveOrder: {
    ...orders,
    path: '/api/Orders/ReduceActiveOrder',
    summary: 'Lower the remaining quantity of an order, which keeps its place in the queue',
    names: { name: 'Reduce', effect: 'Reduce an order' },
    body: reduceOrderBody,
    reply: orderReply,
  },
  editSuspendOrder: {
    ...orders,
    path: '/api/Orders/EditSuspendOrder',
    summary:
      'Change a suspended order, which stays suspended; qty is what remains, totalQty all with the dealt lots',
    names: { name: 'Edit', effect: 'Edit an order' },
    body: changeOrderBody,
    reply: orderReply,
  },
  amendActiveOrder: {
    ...orders,
    path: '/api/Orders/AmendActiveOrder',
    summary:
      'Suspend, change and resubmit an active order in one step, or do nothing; qty is what remains, totalQty all with the dealt lots',
    names: { name: 'Amend', effect: 'Amend an order' },
    body: changeOrderBody,
    reply: orderReply,
  },
  cancelAllActiveOrders: {
    ...orders,
    path: '/api/Orders/CancelAllActiveOrders',
    summary: 'Delete all orders of your member that match the filter, also of its other dealers',
    names: { name: 'Cancel all', effect: 'Cancel several orders', noun: 'Orders' },
    body: allOrdersBody,
    reply: allOrdersReply,
  },
  suspendAllActiveOrders: {
    ...orders,
    path: '/api/Orders/SuspendAllActiveOrders',
    summary: 'Suspend all orders of your member that match the filter, also of its other dealers',
    names: { name: 'Suspend all', effect: 'Suspend several orders', noun: 'Orders' },
    body: allOrdersBody,
    reply: allOrdersReply,
  },
  splitDeal: {
    ...deals,
    path: '/api/Deals/SplitDeal',
    summary: 'Split a deal into several, for other principals, dealers or sub-accounts',
    names: { name: 'Split', effect: 'Split a deal', noun: 'Deals' },
    body: splitDealBody,
  },
  cumulateDeal: {
    ...deals,
    path: '/api/Deals/CumulateDeal',
    summary: 'Make one deal of several similar ones',
    names: { name: 'Cumulate', effect: 'Cumulate deals', noun: 'Deals' },
    body: cumulateDealBody,
  },
  correctDealPrinciple: {
    ...deals,
    path: '/api/Deals/CorrectDealPrinciple',
    summary: 'Move a client’s deal to your member or to another of its clients',
    names: { name: 'Correct', effect: 'Correct the principal of a deal', noun: 'Deals' },
    body: correctDealPrincipleBody,
  },
  subAccountChange: {
    ...deals,
    path: '/api/Deals/SubAccountChange',
    summary: 'Move a deal to another sub-account of its principal, or out of any',
    names: { name: 'Sub-account', effect: 'Change the sub-account of a deal', noun: 'Deals' },
    body: subAccountChangeBody,
  },
  assignDealToMember: {
    ...unmatchedDeals,
    path: '/api/Deals/AssignDealToMember',
    summary: 'Offer a deal to another member; it stays with your member until the other accepts',
    names: { name: 'Assign', effect: 'Assign a deal to another member', noun: 'Unmatched deal' },
    body: assignDealToMemberBody,
  },
  tripartiteDeal: {
    ...unmatchedDeals,
    path: '/api/Deals/TripartiteDeal',
    summary: 'Pass a deal on under a registered arrangement, which needs no acceptance',
    names: { name: 'Tripartite', effect: 'Pass a deal to the carrying member', noun: 'Unmatched deal' },
    body: tripartiteDealBody,
  },
  insertUnmatchedDeal: {
    ...unmatchedDeals,
    path: '/api/UnmatchedDeals/InsertUnmatchedDeal',
    summary: 'Report a deal that was agreed off-screen, for the other side to accept',
    names: { name: 'Report', effect: 'Report a deal', noun: 'Unmatched deal' },
    body: insertUnmatchedDealBody,
  },
  editUnmatchedDeal: {
    ...unmatchedDeals,
    path: '/api/UnmatchedDeals/EditUnmatchedDeal',
    summary: 'Change your report before it is accepted; the other side sees the change',
    names: { name: 'Edit', effect: 'Edit an unmatched deal', noun: 'Unmatched deal' },
    body: editUnmatchedDealBody,
  },
  deleteUnmatchedDeal: {
    ...unmatchedDeals,
    path: '/api/UnmatchedDeals/DeleteUnmatchedDeal',
    summary: 'Withdraw your report or assigned deal before it is accepted',
    names: { name: 'Withdraw', effect: 'Withdraw an unmatched deal', noun: 'Unmatched deal' },
    body: deleteUnmatchedDealBody,
  },
  acceptUnmatchedDeal: {
    ...unmatchedDeals,
    path: '/api/UnmatchedDeals/AcceptUnmatchedDeal',
    summary: 'Accept what another member has reported or offered, for one of your accounts',
    names: { name: 'Accept', effect: 'Accept an unmatched deal', noun: 'Unmatched deal' },
    body: acceptUnmatchedDealBody,
  },
  exerciseOption: {
    ...deals,
    path: '/api/Options/ExerciseOption',
    summary: 'Turn a long option into its future at the strike',
    names: { name: 'Exercise', effect: 'Exercise an option', noun: 'Deals' },
    body: exerciseOptionBody,
  },
  abandonOption: {
    ...deals,
    path: '/api/Options/AbandonOption',
    summary: 'Let a long option lapse on its expiry day, even in the money',
    names: { name: 'Abandon', effect: 'Abandon an option', noun: 'Deals' },
    body: abandonOptionBody,
  },
  tenderSiloCert: {
    ...silo,
    path: '/api/Silo/TenderSiloCert',
    summary: 'Offer a silo certificate for the delivery of a short position',
    names: { name: 'Tender', effect: 'Tender a silo certificate', noun: 'Certificate' },
    body: tenderSiloCertBody,
    reply: siloTenderReply,
  },
  withdrawSiloTender: {
    ...silo,
    path: '/api/Silo/WithdrawSiloTender',
    summary: 'Take a tendered silo certificate back before the auction',
    names: { name: 'Withdraw', effect: 'Withdraw a tender', noun: 'Certificate' },
    body: withdrawSiloTenderBody,
    reply: siloTenderReply,
  },
  insertSiloCertAuctionBid: {
    ...silo,
    path: '/api/Silo/InsertSiloCertAuctionBid',
    summary: 'Bid a premium for a silo certificate, or raise the bid',
    names: { name: 'Bid', effect: 'Bid for a lot of the silo auction', noun: 'Lot' },
    body: insertSiloCertAuctionBidBody,
    reply: siloBidReply,
  },
  deleteSiloCertAuctionBid: {
    ...silo,
    path: '/api/Silo/DeleteSiloCertAuctionBid',
    summary: 'Delete your own bid while the auction is open',
    names: { name: 'Withdraw', effect: 'Withdraw a bid of the silo auction', noun: 'Lot' },
    body: deleteSiloCertAuctionBidBody,
    reply: siloBidReply,
  },
} as const satisfies Readonly<Partial<Record<CommandKindOfUser, UserCommand>>>;

export type UserCommandKind = keyof typeof userCommands;
export const userCommandKinds = Object.keys(userCommands) as readonly UserCommandKind[];
export type BodyOf<Kind extends UserCommandKind> = z.output<(typeof userCommands)[Kind]['body']>;
export type ReplyOf<Kind extends UserCommandKind> = z.output<(typeof userCommands)[Kind]['reply']>;
