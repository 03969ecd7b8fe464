// Everything that can change the market, in the imperative. A command is data: it is journalled as it is and replayed
// as it is. The flag that permits an action is the name of its command (design §1).
import type { DealCommand } from './deals/deal-commands.ts';
import type { IsoDate } from './kernel/civil-date.ts';
import type { Capacity, Cents, EpochMs, Lots, OrderType, Side, Volatility } from './kernel/units.ts';
import type { AddStrike } from './options/strike-commands.ts';
import type { ReferenceData } from './reference/reference-data.ts';
import type { SessionCommand, SetOwnOrderGuards } from './session/session-commands.ts';

/** The permission flags of PREF-1 that have a command so far; each is the name of its command's right. */
export type Flag = string;

export type AnnouncementKind = 'Info' | 'Limit' | 'Halt' | 'Resume' | 'Auction' | 'Phase' | 'EndOfDay';

/** First command of a journal: the whole market. */
export interface OpenMarket {
  readonly kind: 'openMarket';
  readonly businessDay: string;
  readonly referenceData: ReferenceData;
}
/** Makes a user known to the ledger of rights, with every flag denied. */
export interface RegisterUser {
  readonly kind: 'registerUser';
  readonly userId: string;
  readonly member: string;
  readonly dealer: string;
}
export interface GrantPermissions {
  readonly kind: 'grantPermissions';
  readonly userId: string;
  readonly flags: readonly Flag[];
}
export interface RevokePermissions {
  readonly kind: 'revokePermissions';
  readonly userId: string;
  readonly flags: readonly Flag[];
}
/** The operator's limit on one order's quantity; null takes it away. */
export interface LimitOrderQuantity {
  readonly kind: 'limitOrderQuantity';
  readonly userId: string;
  readonly maxLots: Lots | null;
}
/** The operator's limit on an account's position in each contract, open orders counted as dealt; null takes it away. */
export interface LimitPosition {
  readonly kind: 'limitPosition';
  readonly principal: string;
  readonly maxLots: Lots | null;
}
/** `member`: all that belongs to the dealer's member; `own`: only what is his own. */
export type DealerScope = 'member' | 'own';
/** What of his member a dealer sees and acts on. */
export interface SetDealerScope {
  readonly kind: 'setDealerScope';
  readonly userId: string;
  readonly scope: DealerScope;
}
/** The user's own preferences on which answers depend (design §4.1). */
export interface SetOwnMaxOrderQuantity {
  readonly kind: 'setOwnMaxOrderQuantity';
  readonly maxLots: Lots;
}
export interface Announce {
  readonly kind: 'announce';
  readonly announcement: AnnouncementKind;
  readonly message: string;
}
/** Ends the business day: what still rests expires, prices are marked, the next day begins. */
export interface EndDay {
  readonly kind: 'endDay';
  /** When the schedule wanted it; left out by the operator's hand. */
  readonly dueAt?: EpochMs;
  /** Why the operator ended it although his checklist was against it. */
  readonly forcedBecause?: string;
}

export interface InsertOrder {
  readonly kind: 'insertOrder';
  readonly contract: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly lots: Lots;
  /** Per ton; of an option or a delta its premium; of a split or a spread its difference; 0 beside a volatility. */
  readonly price: Cents;
  /** On options and deltas in place of the price. */
  readonly volatility?: Volatility | null;
  /** On options and deltas the price of the future; null or left out: where it stands. */
  readonly reference?: Cents | null;
  readonly capacity: Capacity;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly ref: string;
  /** The business day until which the remainder is kept, `YYYY-MM-DD`; null or left out: this day only. */
  readonly holdOverUntil?: IsoDate | null;
}
/** One side of a two-way quote; price and volatility as in an order. */
export interface QuotedSide {
  readonly lots: Lots;
  readonly price: Cents;
  readonly volatility?: Volatility | null;
}
/** A two-way quote: both sides are taken, or neither (domain §5.1). */
export interface InsertDoubleOrder {
  readonly kind: 'insertDoubleOrder';
  readonly contract: string;
  readonly bid: QuotedSide;
  readonly offer: QuotedSide;
  readonly reference?: Cents | null;
  readonly capacity: Capacity;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly ref: string;
  /** Whether a side that is filled takes the other out of the market. */
  readonly cancelOther: boolean;
  readonly holdOverUntil?: IsoDate | null;
}
export interface DeleteActiveOrder {
  readonly kind: 'deleteActiveOrder';
  readonly activeOrderSeq: number;
}
export interface SuspendActiveOrder {
  readonly kind: 'suspendActiveOrder';
  readonly activeOrderSeq: number;
}
export interface ResubmitActiveOrder {
  readonly kind: 'resubmitActiveOrder';
  readonly activeOrderSeq: number;
}

/** Lowers what is left of an order to `lots`; its place in the queue stays. */
export interface ReduceActiveOrder {
  readonly kind: 'reduceActiveOrder';
  readonly activeOrderSeq: number;
  readonly lots: Lots;
}
/** What an edit changes; null leaves it as it is. */
export interface OrderChange {
  readonly price: Cents | null;
  /** On options and deltas in place of the price. */
  readonly volatility?: Volatility | null;
  readonly reference?: Cents | null;
  /** What is left to deal after the change. */
  readonly lots: Lots | null;
  readonly principal: string | null;
  readonly capacity: Capacity | null;
  /** Left out it stays, but for another principal; null takes the order out of its sub-account. */
  readonly subAccount?: string | null;
  /** Left out or null it stays; `until: null` keeps the order this day only. */
  readonly holdOver?: { readonly until: IsoDate | null } | null;
}
/** Changes a suspended order, which stays suspended. */
export interface EditSuspendOrder {
  readonly kind: 'editSuspendOrder';
  readonly activeOrderSeq: number;
  readonly change: OrderChange;
}
/** Suspend, edit and resubmit in one, or nothing of it. */
export interface AmendActiveOrder {
  readonly kind: 'amendActiveOrder';
  readonly activeOrderSeq: number;
  readonly change: OrderChange;
}
/** Which of the member's orders an all-action means; null means any. */
export interface OrderFilter {
  readonly instrument: string | null;
  readonly contract: string | null;
  readonly principal: string | null;
  readonly dealer: string | null;
}
export interface CancelAllActiveOrders {
  readonly kind: 'cancelAllActiveOrders';
  readonly filter: OrderFilter;
  /** Whether also orders that are held over beyond today; left out they are. */
  readonly includeHoldOver?: boolean;
  /** How many the dealer saw when he confirmed; the answer says how many there were. */
  readonly expectedCount: number;
}
export interface SuspendAllActiveOrders {
  readonly kind: 'suspendAllActiveOrders';
  readonly filter: OrderFilter;
  readonly includeHoldOver?: boolean;
  readonly expectedCount: number;
}

export type OrderCommand =
  | InsertOrder
  | InsertDoubleOrder
  | DeleteActiveOrder
  | SuspendActiveOrder
  | ResubmitActiveOrder
  | ReduceActiveOrder
  | EditSuspendOrder
  | AmendActiveOrder
  | CancelAllActiveOrders
  | SuspendAllActiveOrders;
export type OperatorCommand =
  | OpenMarket
  | RegisterUser
  | GrantPermissions
  | RevokePermissions
  | LimitOrderQuantity
  | LimitPosition
  | SetDealerScope
  | Announce
  | EndDay;
export type Command =
  | OrderCommand
  | AddStrike
  | DealCommand
  | OperatorCommand
  | SessionCommand
  | SetOwnMaxOrderQuantity
  | SetOwnOrderGuards;
export type CommandKind = Command['kind'];

/** Who sent a command: a user of the ledger, or the market's own operation. */
export type Actor =
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'operator' }
  | { readonly kind: 'schedule' };

/** A command as the sequencer journals it: its place, its time, its sender. */
export interface SequencedCommand {
  readonly seq: number;
  readonly at: EpochMs;
  readonly by: Actor;
  readonly requestId: string | null;
  readonly command: Command;
}
