// The command and the events of the cash ledger (market.md, Accounts and movements).
import type { IsoDate } from '../kernel/civil-date.ts';
import type { Lots, Money } from '../kernel/units.ts';
import type { EventKinds } from '../kernel/venue-module.ts';
import type { ClassMargin } from '../margins/portfolio-margin.ts';

/** The operator records that an account has paid, or has been paid (below 0). */
export interface RecordPayment {
  readonly kind: 'recordPayment';
  readonly principal: string;
  readonly amount: Money;
}

export type MovementType =
  | 'variationMargin'
  | 'initialMargin'
  | 'bookingFee'
  | 'interest'
  | 'payment'
  | 'delivery'
  | 'deliveryPenalty';

/** Money of an account, or of the exchange: above 0 it receives, below 0 it owes. */
export interface MoneyMoved {
  readonly kind: 'moneyMoved';
  readonly movementSeq: number;
  readonly businessDay: IsoDate;
  /** Empty for the exchange. */
  readonly member: string;
  /** The account; `exchange` for the exchange's own. */
  readonly principal: string;
  readonly movement: MovementType;
  readonly amount: Money;
  /** The balance of the account after the movement. */
  readonly balance: Money;
  /** The parts of a variation margin or of booking fees, by contract; otherwise empty. */
  readonly parts: readonly { readonly contract: string; readonly amount: Money }[];
  /** The purpose of a movement that belongs to a delivery or a penalty. Other movements have none, nor have outcomes of rules before version 10. */
  readonly delivery?: DeliveryOf;
  /** The deposit that earned the interest. Missing in other movements, and in outcomes of rules before 10. */
  readonly on?: Money;
}

/** The lots that were delivered, or not delivered, and the account on the other side. */
export interface DeliveryOf {
  readonly contract: string;
  readonly lots: Lots;
  readonly counterparty: string;
  /** `null` for a penalty. */
  readonly invoiceSeq: number | null;
}

/** The initial margin of an account at the end of a day, and how it was found. */
export interface MarginRequired {
  readonly kind: 'marginRequired';
  readonly businessDay: IsoDate;
  readonly member: string;
  readonly principal: string;
  /** At the end of the business day before. */
  readonly before: Money;
  readonly margin: Money;
  readonly classes: readonly ClassMargin[];
}

/**
 * The amount that an account and the exchange owe each other when a day has been cleared, and when it is due. The
 * amount is settled through the member of the account and its clearing member.
 */
export interface PaymentDue {
  readonly kind: 'paymentDue';
  readonly businessDay: IsoDate;
  readonly member: string;
  /** The member pays or receives through it; itself if it clears for itself. */
  readonly clearingMember: string;
  readonly principal: string;
  /** Above 0 the exchange pays it, below 0 the account. */
  readonly amount: Money;
  /** The part of the debt that was due by this day and has not been paid; 0 or more. */
  readonly overdue: Money;
  /** The business day by whose end it is to be paid. */
  readonly dueOn: IsoDate;
  /** It applies until this market time of that day, such as `10:00`; null for the end of the day. */
  readonly dueBy: string | null;
}

export type ClearingEvent = MoneyMoved | MarginRequired | PaymentDue;

export const clearingEvents: EventKinds<ClearingEvent> = {
  moneyMoved: true,
  marginRequired: true,
  paymentDue: true,
};
