// Silo certificates and their delivery (market.md, Silo certificates; data sets 21 to 27), and the static data of silos. Prices,
// premiums, differentials and discounts are rand per ton, amounts rand, dates `YYYY-MM-DD`, times epoch milliseconds.
import type { SiloAward, SiloBidState, SiloCertState, SiloLotState, SiloStage } from '@openpit/terms';

export interface SiloCertRow {
  /** The key. */
  readonly siloReceiptNo: string;
  /** The number of its tender while it is tendered; otherwise null. */
  readonly siloCertSeq: number | null;
  /** The number of changes of the certificate, and its state: `3/Tendered`. */
  readonly 'seq/state': string;
  readonly state: SiloCertState;
  readonly member: string;
  /** The owner. */
  readonly principal: string;
  readonly instrument: string;
  readonly tons: number;
  readonly lots: number;
  readonly grade: string;
  readonly origin: string;
  readonly location: string;
  readonly season: string;
  readonly differential: number;
  readonly discount: number;
  readonly issuedOn: string;
  readonly storagePaidUntil: string;
  readonly expiresOn: string | null;
  /** The lender; null unless encumbered. */
  readonly lender: string | null;
}

/** A step of a certificate's history. */
export interface SiloCertStep {
  /** The key, `3/Tendered`. */
  readonly 'seq/state': string;
  readonly siloReceiptNo: string;
  readonly state: SiloCertState;
  /** The owner after it; null if that is an account of another member. */
  readonly principal: string | null;
  readonly businessDay: string;
  readonly time: number;
}

/** The delivery of one future on one day. */
export interface SiloAuctionRow {
  /** The key: day and contract, `2026-12-02 DEC26 WMAZ`. */
  readonly uniqueKey: string;
  readonly businessDay: string;
  readonly contract: string;
  readonly stage: SiloStage;
  /** When the stage ends; null if that is not known. */
  readonly endsAt: number | null;
  readonly offered: number;
  readonly tons: number;
  readonly bids: number;
  readonly bestPremium: number | null;
  readonly awarded: number;
  readonly allocated: number;
}

/** One of the member's bids. */
export interface SiloBidRow {
  /** The key: the number of the bid as text. */
  readonly uniqueKey: string;
  readonly siloBidSeq: number;
  readonly siloCertSeq: number;
  readonly contract: string;
  readonly member: string;
  readonly dealer: string;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly premium: number;
  readonly lots: number;
  readonly state: SiloBidState;
  /** Among the open bids of the lot, from 1; null if it is not open. */
  readonly rank: number | null;
  readonly businessDay: string;
  readonly time: number;
}

/** The public view of a tendered certificate, without seller and receipt number. */
export interface SiloOfferRow {
  /** The key. */
  readonly siloCertSeq: number;
  readonly businessDay: string;
  readonly contract: string;
  readonly instrument: string;
  readonly location: string;
  readonly grade: string;
  readonly origin: string;
  readonly season: string;
  readonly tons: number;
  readonly lots: number;
  readonly storagePaidUntil: string;
  readonly mtm: number;
  readonly differential: number;
  readonly discount: number;
  /** MTM less differential and discount: the cost of a ton at this location without a premium. */
  readonly spotPrice: number;
  readonly bestPremium: number | null;
  readonly bids: number;
  readonly state: SiloLotState;
}

/** The member's side of a delivery. */
export interface SiloAllocationRow {
  /** The key: invoice number and side, `17 B`. */
  readonly uniqueKey: string;
  readonly businessDay: string;
  readonly invoiceSeq: number;
  readonly siloCertSeq: number;
  readonly siloReceiptNo: string;
  readonly contract: string;
  readonly member: string;
  readonly principal: string;
  readonly subAccount: string | null;
  /** B: received. S: delivered. */
  readonly side: 'B' | 'S';
  readonly lots: number;
  readonly tons: number;
  readonly award: SiloAward;
  readonly dealtPremium: number;
}

export interface SiloInvoiceRow {
  /** The key: invoice number and side, `17 B`. */
  readonly uniqueKey: string;
  readonly invoiceSeq: number;
  readonly businessDay: string;
  readonly time: number;
  readonly contract: string;
  readonly siloReceiptNo: string;
  readonly location: string;
  readonly member: string;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly side: 'B' | 'S';
  readonly tons: number;
  readonly mtm: number;
  readonly differential: number;
  readonly discount: number;
  readonly dealtPremium: number;
  /** MTM less differential and discount, plus the premium. */
  readonly perTon: number;
  /** Above 0: days paid ahead; below 0: unpaid days. */
  readonly storageDays: number;
  readonly storage: number;
  /** Before VAT. Above 0 the account receives it, below 0 it pays. */
  readonly amount: number;
  /** The parties and terms, which invoices of rules before 10 do not have. */
  readonly terms?: SiloInvoiceTerms;
}

export interface SiloInvoiceTerms {
  /** The account that delivers, and its member. */
  readonly seller: string;
  readonly sellerMember: string;
  /** The account that receives, and its member. */
  readonly buyer: string;
  readonly buyerMember: string;
  readonly lots: number;
  readonly grade: string;
  readonly origin: string;
  readonly season: string;
  /** The business day when it is due, and the market time on that day; `null` for its end. */
  readonly dueOn: string | null;
  readonly dueBy: string | null;
  /** Null for a party that is not registered for VAT. */
  readonly sellerVatNumber: string | null;
  readonly buyerVatNumber: string | null;
  /** Due in addition to the amount, with the same sign. */
  readonly vat: number;
}

/** The lots that an account must deliver or will receive in a future whose delivery has begun. */
export interface SiloPositionRow {
  /** The key: account and contract. */
  readonly uniqueKey: string;
  readonly member: string;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly contract: string;
  /** Lots, above 0 long, below 0 short. */
  readonly net: number;
  /** Lots of a short that are tendered today. */
  readonly tendered: number;
  /** Lots of certificates that the principal holds and could tender. */
  readonly held: number;
  readonly lastNoticeDay: string;
}

export interface SiloOwnerRow {
  readonly code: string;
  readonly name: string;
}
export interface OriginRow {
  readonly code: string;
  readonly name: string;
}
export interface PhysicalGradeRow {
  readonly instrument: string;
  readonly code: string;
  readonly description: string;
  readonly discount: number;
}
export interface SiloLocationRow {
  readonly code: string;
  readonly name: string;
  /** The code of the owner of the silo (GetAllSiloOwners). */
  readonly operator: string;
  readonly province: string;
  readonly access: 'road' | 'rail' | 'road and rail';
  readonly registered: boolean;
  /** Rand per ton and day. */
  readonly storageRate: number;
  readonly loadOutDays: number;
  readonly closures: readonly { readonly from: string; readonly to: string }[];
  readonly differentials: readonly {
    readonly instrument: string;
    readonly season: string;
    readonly differential: number;
  }[];
}
