// The command and the events of the cash ledger (market/money.md, Accounts and movements).
import type { IsoDate } from '../kernel/civil-date.ts';
import type { Lots, Money } from '../kernel/units.ts';
import type { EventKinds } from '../kernel/venue-module.ts';
import type { ClassMargin } from '../margins/portfolio-margin.ts';

/** The operator records a payment received from an account (positive) or paid to it (negative). */
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

/** A movement of money of an account or of the exchange: positive if it receives, negative if it pays. */
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
  /**
   * The purpose of a movement that belongs to a delivery or a penalty. Omitted in other movements, and in outcomes of rules
   * before version 10.
   */
  readonly delivery?: DeliveryOf;
  /** The deposit that earned the interest. Omitted in other movements, and in outcomes of rules before version 10. */
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

/** An account's initial margin at the end of a day, and how it was computed. */
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
 * The amount due between an account and the exchange after a day has been cleared, and when it is due. It is settled through the
 * account's member and its clearing member.
 */
export interface PaymentDue {
  readonly kind: 'paymentDue';
  readonly businessDay: IsoDate;
  readonly member: string;
  /** The clearing member through which the member pays or receives; the member itself if it clears for itself. */
  readonly clearingMember: string;
  readonly principal: string;
  /** Positive if the exchange pays, negative if the account pays. */
  readonly amount: Money;
  /** The overdue part of the debt; 0 or more. */
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
