// The money of accounts (market/money.md, Accounts and movements): movements (data set 17), clearing (20) and clearing info (18). An account is
// a principal, its sub-accounts added up. Amounts are rand, positive in favour of the account, negative if it owes them; dates are
// `YYYY-MM-DD`, times epoch milliseconds.

type MovementType =
  | 'variationMargin'
  | 'initialMargin'
  | 'bookingFee'
  | 'interest'
  | 'payment'
  | 'delivery'
  | 'deliveryPenalty';

export interface MovementRow {
  /** The key: account and number, `KAND 17`. */
  readonly uniqueKey: string;
  readonly movementSeq: number;
  readonly businessDay: string;
  readonly time: number;
  readonly member: string;
  readonly principal: string;
  readonly movement: MovementType;
  readonly amount: number;
  /** The balance of the account after the movement. */
  readonly balance: number;
  /** The parts of a variation margin or of booking fees, by contract; otherwise empty. */
  readonly parts: readonly { readonly contract: string; readonly amount: number }[];
  /** The subject of a delivery or a penalty, as text: invoice, lots, contract and the other account. */
  readonly about?: string;
}

/** The amounts that an account received and owed on a business day. The balance is the amount due after it. */
export interface ClearingRow {
  /** The key: business day and account, `2026-11-18 KAND`. */
  readonly uniqueKey: string;
  readonly businessDay: string;
  readonly member: string;
  readonly principal: string;
  readonly openingBalance: number;
  readonly variationMargin: number;
  /** The initial margin that was deposited before, and is required now. */
  readonly marginBefore: number;
  readonly margin: number;
  /** The difference, as a movement. */
  readonly initialMargin: number;
  readonly bookingFees: number;
  readonly interest: number;
  /** Silo certificates paid and received, and penalties. */
  readonly deliveries: number;
  readonly payments: number;
  readonly balance: number;
  readonly status: 'payable' | 'receivable' | 'settled';
  /** The member that settles the balance: the account's own member if it clears for itself. */
  readonly clearingMember: string;
  /** The business day on which `due` must be paid; null if the balance is 0 or has not been cleared yet. */
  readonly dueOn: string | null;
  /** The payment is due until this market time of that day, `10:00`; null for the end of the day. */
  readonly dueBy: string | null;
  /** The part of the balance that must be paid by then, with its sign: what is left of the last day, otherwise all of it. */
  readonly due: number;
  /** The business day on which the rest must be paid, which has moved on the running day; null if there is none, or if it is unknown. */
  readonly restDueOn: string | null;
  /** The part of the account's debt that was due on the day before and has not been paid; 0 or more. */
  readonly overdue: number;
}

export interface ClearingInfoRow {
  /** The key: the account. */
  readonly uniqueKey: string;
  readonly member: string;
  readonly principal: string;
  readonly name: string;
  readonly agreement: 'own' | 'client';
  /** The member that pays and receives for the account. */
  readonly clearingMember: string;
  /** The bank of the clearing member; null if none is known. */
  readonly bank: string | null;
  /** Payments that are due on a day are made until this market time, `10:00`; null for the end of the day. */
  readonly paymentCutOff: string | null;
  readonly active: boolean;
  /** The maximum initial margin that the account may need; null for no limit. */
  readonly marginLimit: number | null;
  /** The maximum lots that the account may hold in a contract; null for no limit. */
  readonly positionLimit: number | null;
  /** On cash margin, percent per year. */
  readonly interestRate: number;
}
