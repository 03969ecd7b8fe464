// The market's enumerations, listed once for the venue and the wire, with the spelling of the specification.
export * from './contract-names.ts';
export * from './largest-amounts.ts';
export * from './money.ts';
export { matchesOrderFilter, type OrderFilter } from './order-filter.ts';

/** B buys, S sells. */
export type Side = 'B' | 'S';
export const otherSide = (side: Side): Side => (side === 'B' ? 'S' : 'B');

/** "KAND", "FARM1 NORTH": rows of sub-accounts of one principal differ only in this name. */
export const accountName = ({
  principal,
  subAccount,
}: {
  readonly principal: string;
  readonly subAccount: string | null;
}): string => (subAccount === null ? principal : `${principal} ${subAccount}`);

/** P: the member deals for its own book. A: it deals for a client. */
export type Capacity = 'P' | 'A';

/**
 * The order types (MODEL-1). `code` is the number on the wire, `short` the label in tables, `phrase`
 * the type in a sentence. If `rests`, lots that do not deal immediately stay in the market;
 * otherwise they are killed. If `needsAll`, the order deals all lots or none.
 */
export const orderTypes = {
  Normal: { code: 0, label: 'Normal', short: 'NOR', phrase: null, rests: true, needsAll: false },
  Tok: { code: 1, label: 'TOK', short: 'TOK', phrase: 'take or kill', rests: false, needsAll: false },
  Fok: { code: 2, label: 'FOK', short: 'FOK', phrase: 'fill or kill', rests: false, needsAll: true },
} as const;
export type OrderType = keyof typeof orderTypes;

/** `Pre-market`: the order waits for the call auction. */
export type OrderState =
  | 'Pre-market'
  | 'Active'
  | 'Suspended'
  | 'Filled'
  | 'Cancelled'
  | 'Killed'
  | 'Expired';

/**
 * `screen`: matched in a book. `package`: the match of a pair or a delta, which holds no position but prints other
 * deals. `split`, `spread`: a leg of a pair's deal. `delta`: an option and its hedge. `reported`: agreed off-screen and
 * accepted by both sides. `assigned`, `tripartite`: passed on to another member. `exercise`: closes an option and opens its future.
 * `lapse`: closes an option that expires without exercise. `settlement`, `delivery`: closes a future, for cash or for grain.
 */
export type DealOrigin =
  | 'screen'
  | 'package'
  | 'split'
  | 'spread'
  | 'delta'
  | 'reported'
  | 'assigned'
  | 'tripartite'
  | 'exercise'
  | 'lapse'
  | 'settlement'
  | 'delivery';

/**
 * `Open` and `Assigning` (offered to another member, not accepted yet) count for positions. The others were replaced by
 * other deals, or cancelled, and no longer count.
 */
export type DealState =
  | 'Open'
  | 'Assigning'
  | 'Split'
  | 'Cumulated'
  | 'Assigned'
  | 'Tripartite'
  | 'Cancelled';

/** A deal agreed off-screen, or a deal that is passed on to another member. */
export type UnmatchedType = 'reported' | 'assign' | 'tripartite';
export type UnmatchedState = 'Waiting' | 'Accepted' | 'Withdrawn' | 'Expired';

/**
 * The source of a contract's MTM at the end of the day (market/money.md, MTM). `limit`: its book was locked at the daily limit, or
 * the MTM would have been beyond it. `corrected`: by the operator.
 */
export type MtmMethod =
  | 'VWAP'
  | 'last deal'
  | 'bid'
  | 'offer'
  | 'limit'
  | 'previous'
  | 'corrected'
  | 'volatility'
  | 'legs';

export type AnnouncementKind = 'Info' | 'Limit' | 'Halt' | 'Resume' | 'Auction' | 'Phase' | 'EndOfDay';

/** `world`: cash-settled products that follow a market elsewhere. The others by whether delivery has begun. */
export const contractGroups = ['deliveryMonth', 'other', 'world'] as const;
export type ContractGroup = (typeof contractGroups)[number];

/**
 * `closed`: no orders are taken. `preOpen`: orders wait for the call auction, nothing deals. `continuous`: everything.
 * `admin`: deal housekeeping. `delivery`: physical delivery is processed. Orders may leave the market in every phase.
 */
export const phases = ['closed', 'preOpen', 'continuous', 'admin', 'delivery'] as const;
export type Phase = (typeof phases)[number];

/**
 * A silo certificate (market/delivery.md, Silo certificates). `Tendered`: offered for delivery by a short. `In auction`: longs bid for it.
 * `Awarded`, `Allocated`, `Invoiced`: on its way to a new owner, in one step. `Cancelled`: loaded out, or replaced by its parts.
 */
export type SiloCertState =
  | 'Held'
  | 'Encumbered'
  | 'Tendered'
  | 'In auction'
  | 'Awarded'
  | 'Allocated'
  | 'Invoiced'
  | 'Cancelled'
  | 'Expired';

/** A certificate that is tendered for delivery. */
export type SiloLotState = 'Tendered' | 'In auction' | 'Awarded' | 'Allocated' | 'Withdrawn';

/** `Lapsed`: the lot left the auction without a decision. */
export type SiloBidState = 'Open' | 'Deleted' | 'Awarded' | 'Lost' | 'Lapsed';

/** The stages of a delivery day. `deciding`: bids are closed, the lots are not awarded yet. */
export const siloStages = ['closed', 'tendering', 'bidding', 'deciding'] as const;
export type SiloStage = (typeof siloStages)[number];

/** How a long got a lot: by its bid, or by lot because no bid won it. */
export type SiloAward = 'bid' | 'allocation';

/** The 21 permission flags (PREF-1). Each is false until the operator grants it. */
export const permissionFlags = [
  'insertOrderOrDouble',
  'cancelAllActiveOrders',
  'suspendAllActiveOrders',
  'deleteActiveOrder',
  'suspendActiveOrder',
  'reduceActiveOrder',
  'resubmitActiveOrder',
  'editSuspendOrder',
  'insertUnmatchedDeal',
  'deleteUnmatchedDeal',
  'acceptUnmatchedDeal',
  'editUnmatchedDeal',
  'splitDeal',
  'assignDealToMember',
  'tripartiteDeal',
  'cumulateDeal',
  'correctDealPrinciple',
  'exerciseOption',
  'abandonOption',
  'subAccountChange',
  'deleteSiloCertAuctionBid',
] as const;
export type PermissionFlag = (typeof permissionFlags)[number];

/** The actions that each permission permits, as a phrase that follows "may not". */
export const permissionWords: Readonly<Record<PermissionFlag, string>> = {
  insertOrderOrDouble: 'enter orders',
  cancelAllActiveOrders: 'cancel all orders at once',
  suspendAllActiveOrders: 'suspend all orders at once',
  deleteActiveOrder: 'cancel orders',
  suspendActiveOrder: 'suspend orders',
  reduceActiveOrder: 'reduce orders',
  resubmitActiveOrder: 'resubmit orders',
  editSuspendOrder: 'edit suspended orders',
  insertUnmatchedDeal: 'report unmatched deals',
  deleteUnmatchedDeal: 'withdraw unmatched deals',
  acceptUnmatchedDeal: 'accept unmatched deals',
  editUnmatchedDeal: 'edit unmatched deals',
  splitDeal: 'split deals',
  assignDealToMember: 'assign deals to another member',
  tripartiteDeal: 'make tripartite deals',
  cumulateDeal: 'cumulate deals',
  correctDealPrinciple: 'correct the principal of a deal',
  exerciseOption: 'exercise options',
  abandonOption: 'abandon options',
  subAccountChange: 'change the sub-account of a deal',
  deleteSiloCertAuctionBid: 'withdraw bids in silo certificate auctions',
};

/** By command that users send: the required permissions. The user needs all of them. */
export const requiredPermissions = {
  insertOrder: ['insertOrderOrDouble'],
  insertDoubleOrder: ['insertOrderOrDouble'],
  addStrike: ['insertOrderOrDouble'],
  deleteActiveOrder: ['deleteActiveOrder'],
  suspendActiveOrder: ['suspendActiveOrder'],
  resubmitActiveOrder: ['resubmitActiveOrder'],
  reduceActiveOrder: ['reduceActiveOrder'],
  editSuspendOrder: ['editSuspendOrder'],
  amendActiveOrder: ['suspendActiveOrder', 'editSuspendOrder', 'resubmitActiveOrder'],
  cancelAllActiveOrders: ['cancelAllActiveOrders'],
  suspendAllActiveOrders: ['suspendAllActiveOrders'],
  splitDeal: ['splitDeal'],
  cumulateDeal: ['cumulateDeal'],
  correctDealPrinciple: ['correctDealPrinciple'],
  subAccountChange: ['subAccountChange'],
  assignDealToMember: ['assignDealToMember'],
  tripartiteDeal: ['tripartiteDeal'],
  insertUnmatchedDeal: ['insertUnmatchedDeal'],
  editUnmatchedDeal: ['editUnmatchedDeal'],
  deleteUnmatchedDeal: ['deleteUnmatchedDeal'],
  acceptUnmatchedDeal: ['acceptUnmatchedDeal'],
  exerciseOption: ['exerciseOption'],
  abandonOption: ['abandonOption'],
  tenderSiloCert: ['insertOrderOrDouble'],
  withdrawSiloTender: ['insertOrderOrDouble'],
  insertSiloCertAuctionBid: ['insertOrderOrDouble'],
  deleteSiloCertAuctionBid: ['deleteSiloCertAuctionBid'],
  setOwnMaxOrderQuantity: [],
  setOwnOrderGuards: [],
} as const satisfies Readonly<Record<string, readonly PermissionFlag[]>>;
export type CommandKindOfUser = keyof typeof requiredPermissions;

const flagNames: ReadonlySet<string> = new Set(permissionFlags);

/** True for text that names a permission. */
export const isPermissionFlag = (text: string): text is PermissionFlag => flagNames.has(text);

/**
 * The number of a deal that is the same for both sides, for the operator and in files, as people say and write it: `M290`. The letter
 * keeps it apart from the number of one side (`dealSeq`).
 */
export const matchName = (matchSeq: number): string => `M${matchSeq}`;

/** "1 contract", "12 contracts". */
export const counted = (count: number, singular: string, many = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : many}`;

export const dayMs = 86_400_000;

/** The maximum delay of a timer, in browsers and Node. */
export const maxTimerMs = 2 ** 31 - 1;
