// The commands and the events of silo certificates and their delivery (market/delivery.md, Silo certificates). Prices and premiums are cents
// per ton, amounts cents, dates `YYYY-MM-DD`.
import type { SiloAward, SiloBidState, SiloCertState, SiloLotState, SiloStage } from '@openpit/terms';
import type { IsoDate } from '../kernel/civil-date.ts';
import type { EpochMs, Lots, Money, Price } from '../kernel/units.ts';
import type { EventKinds } from '../kernel/venue-module.ts';
import type { IssuedCert, SiloData } from '../reference/silo-data.ts';

/** A short offers its certificate for delivery, while tendering is open. The account is the certificate's owner. */
export interface TenderSiloCert {
  readonly kind: 'tenderSiloCert';
  /** The future, `DEC26 WMAZ`. */
  readonly contract: string;
  readonly siloReceiptNo: string;
  /** The sub-account that is short; the principal's own account by default. */
  readonly subAccount?: string | null;
}

/** Withdraws a tender, while tendering is open. */
export interface WithdrawSiloTender {
  readonly kind: 'withdrawSiloTender';
  readonly siloCertSeq: number;
}

/** A long bids for a lot, or raises its bid: one bid per lot and account. */
export interface InsertSiloCertAuctionBid {
  readonly kind: 'insertSiloCertAuctionBid';
  readonly siloCertSeq: number;
  readonly principal: string;
  readonly subAccount?: string | null;
  readonly premium: Price;
}

/** Deletes a bid, while bidding is open. */
export interface DeleteSiloCertAuctionBid {
  readonly kind: 'deleteSiloCertAuctionBid';
  readonly siloBidSeq: number;
}

/** The schedule or the operator begins a stage of the delivery day. */
export interface BeginSiloStage {
  readonly kind: 'beginSiloStage';
  readonly stage: SiloStage;
  /** When the next stage begins; null if that is not known. */
  readonly endsAt: EpochMs | null;
}

/**
 * Awards lots to the best bids, allocates the remaining lots, and delivers all of them; then the stage is `closed`. The random allocation
 * needs a seed.
 */
export interface AwardSiloLots {
  readonly kind: 'awardSiloLots';
}

export interface IssueSiloCert {
  readonly kind: 'issueSiloCert';
  readonly cert: IssuedCert;
}
export interface TransferSiloCert {
  readonly kind: 'transferSiloCert';
  readonly siloReceiptNo: string;
  /** The new owner, a principal. */
  readonly owner: string;
}
/** Replaces a certificate by several, numbered after it: `SR100001-1`. */
export interface SplitSiloCert {
  readonly kind: 'splitSiloCert';
  readonly siloReceiptNo: string;
  /** The tons of each part; their sum equals the tons of the certificate. */
  readonly tons: readonly number[];
}
export interface EncumberSiloCert {
  readonly kind: 'encumberSiloCert';
  readonly siloReceiptNo: string;
  /** The lender, as text. */
  readonly lender: string;
}
export interface ReleaseSiloCert {
  readonly kind: 'releaseSiloCert';
  readonly siloReceiptNo: string;
}
/** The grain has left the silo: the certificate is cancelled. */
export interface LoadOutSiloCert {
  readonly kind: 'loadOutSiloCert';
  readonly siloReceiptNo: string;
}
export interface PaySiloStorage {
  readonly kind: 'paySiloStorage';
  readonly siloReceiptNo: string;
  readonly until: IsoDate;
}

/** A certificate after a change. */
export interface SiloCert {
  readonly siloReceiptNo: string;
  /** The number of its tender while it is tendered; otherwise null. */
  readonly siloCertSeq: number | null;
  /** The number of changes of the certificate, the issue included; `seq/state` is `3/Tendered`. */
  readonly seq: number;
  readonly state: SiloCertState;
  readonly instrument: string;
  readonly tons: number;
  readonly lots: Lots;
  readonly grade: string;
  readonly origin: string;
  readonly location: string;
  readonly season: string;
  /** The member of the principal. */
  readonly member: string;
  /** The owner. */
  readonly principal: string;
  readonly issuedOn: IsoDate;
  readonly storagePaidUntil: IsoDate;
  readonly expiresOn: IsoDate | null;
  /** The lender; null unless encumbered. */
  readonly lender: string | null;
}

/** Every change, in order. The changes of one certificate are its history. */
export interface SiloCertChanged {
  readonly kind: 'siloCertChanged';
  readonly businessDay: IsoDate;
  readonly cert: SiloCert;
  /** The owner before, if that is another one; its member must learn that the certificate has gone. */
  readonly before: { readonly member: string; readonly principal: string } | null;
}

/** A tendered certificate. Readers must hide the seller from other members. */
export interface SiloLot {
  readonly siloCertSeq: number;
  readonly siloReceiptNo: string;
  readonly contract: string;
  readonly instrument: string;
  readonly location: string;
  readonly grade: string;
  readonly origin: string;
  readonly season: string;
  readonly tons: number;
  readonly lots: Lots;
  readonly storagePaidUntil: IsoDate;
  /** The MTM of its delivery: the MTM of the previous business day. */
  readonly mtm: Price;
  readonly differential: Price;
  readonly discount: Price;
  readonly state: SiloLotState;
  readonly bestPremium: Price | null;
  /** The number of open bids. Once a lot is decided, `bestPremium` and `bids` keep their values at the end of the auction. */
  readonly bids: number;
  readonly seller: {
    readonly member: string;
    readonly principal: string;
    readonly subAccount: string | null;
  };
}

export interface SiloLotChanged {
  readonly kind: 'siloLotChanged';
  readonly businessDay: IsoDate;
  readonly lot: SiloLot;
}

export interface SiloBid {
  readonly siloBidSeq: number;
  readonly siloCertSeq: number;
  readonly contract: string;
  readonly member: string;
  readonly dealer: string;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly premium: Price;
  readonly lots: Lots;
  readonly state: SiloBidState;
  /** The rank among the open bids of the lot, from 1; null if the bid is not open. */
  readonly rank: number | null;
}

/** A bid was placed, changed or closed, or its rank has changed because of another bid. */
export interface SiloBidChanged {
  readonly kind: 'siloBidChanged';
  readonly businessDay: IsoDate;
  readonly bid: SiloBid;
}

export interface SiloStageBegun {
  readonly kind: 'siloStageBegun';
  readonly businessDay: IsoDate;
  readonly stage: SiloStage;
  readonly endsAt: EpochMs | null;
  /** The futures that can be delivered today. */
  readonly contracts: readonly string[];
}

interface DeliveryParty {
  readonly member: string;
  readonly principal: string;
  readonly subAccount: string | null;
}

/** A certificate has a new owner: the positions are closed at the MTM, the payments are booked. */
export interface SiloDelivered {
  readonly kind: 'siloDelivered';
  readonly businessDay: IsoDate;
  readonly invoiceSeq: number;
  readonly siloCertSeq: number;
  readonly siloReceiptNo: string;
  readonly contract: string;
  readonly lots: Lots;
  readonly tons: number;
  readonly award: SiloAward;
  readonly mtm: Price;
  readonly differential: Price;
  readonly discount: Price;
  /** 0 for an allocation. */
  readonly premium: Price;
  /** Days of storage that are paid ahead; unpaid days if negative. */
  readonly storageDays: number;
  readonly storageRate: Price;
  /** Rate × days × tons: above 0 the buyer pays it, below 0 it is deducted. */
  readonly storage: Money;
  /** The payment of the buyer to the seller, without VAT. */
  readonly amount: Money;
  /** VAT that the buyer pays the seller; omitted before rules 10. */
  readonly vat?: Money;
  /** The VAT numbers of the parties; null for a party that is not registered. */
  readonly vatNumbers?: { readonly seller: string | null; readonly buyer: string | null };
  readonly buyer: DeliveryParty;
  readonly seller: DeliveryParty;
}

/** A short has not tendered by the last notice day: closed at the MTM, and it pays the long the penalty. */
export interface DeliveryDefaulted {
  readonly kind: 'deliveryDefaulted';
  readonly businessDay: IsoDate;
  readonly contract: string;
  readonly lots: Lots;
  readonly mtm: Price;
  readonly penalty: Price;
  /** Penalty × tons. */
  readonly amount: Money;
  readonly short: DeliveryParty;
  readonly long: DeliveryParty;
}

/** Changed data on silos apply from now on. */
export interface SiloDataChanged {
  readonly kind: 'siloDataChanged';
  readonly businessDay: IsoDate;
  readonly data: SiloData;
}

export type SiloEvent =
  | SiloCertChanged
  | SiloLotChanged
  | SiloBidChanged
  | SiloStageBegun
  | SiloDelivered
  | DeliveryDefaulted
  | SiloDataChanged;

export const siloEvents: EventKinds<SiloEvent> = {
  siloCertChanged: true,
  siloLotChanged: true,
  siloBidChanged: true,
  siloStageBegun: true,
  siloDelivered: true,
  deliveryDefaulted: true,
  siloDataChanged: true,
};

/** The answer to a tender, or to its withdrawal. */
export interface SiloTenderAnswer {
  readonly kind: 'siloTender';
  readonly siloCertSeq: number;
}
export interface SiloBidAnswer {
  readonly kind: 'siloBid';
  readonly siloCertSeq: number;
  readonly siloBidSeq: number;
  readonly rank: number | null;
}
export type SiloAnswer = SiloTenderAnswer | SiloBidAnswer;
