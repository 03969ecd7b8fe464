// Silo certificates and their delivery (market/delivery.md, Silo certificates; data sets 21 to 27), and the static data of silos. Prices,
// premiums, differentials and discounts are rand per ton, amounts rand, dates `YYYY-MM-DD`, times epoch milliseconds.
import type { SiloAward, SiloBidState, SiloCertState, SiloLotState, SiloStage } from '@openpit/terms';
import * as z from 'zod/mini';

const certState: z.ZodMiniType<SiloCertState> = z.enum([
  'Held',
  'Encumbered',
  'Tendered',
  'In auction',
  'Awarded',
  'Allocated',
  'Invoiced',
  'Cancelled',
  'Expired',
]);

export const siloCertsReply = z.array(
  z.object({
    /** The key. */
    siloReceiptNo: z.string(),
    /** The number of its tender while it is tendered; otherwise null. */
    siloCertSeq: z.nullable(z.int()),
    /** The number of changes of the certificate, and its state: `3/Tendered`. */
    'seq/state': z.string(),
    state: certState,
    member: z.string(),
    /** The owner. */
    principal: z.string(),
    instrument: z.string(),
    tons: z.number(),
    lots: z.int(),
    grade: z.string(),
    origin: z.string(),
    location: z.string(),
    season: z.string(),
    differential: z.number(),
    discount: z.number(),
    issuedOn: z.string(),
    storagePaidUntil: z.string(),
    expiresOn: z.nullable(z.string()),
    /** The lender; null unless encumbered. */
    lender: z.nullable(z.string()),
  }),
);
export type SiloCertRow = Readonly<z.infer<typeof siloCertsReply>[number]>;

/** The steps of a certificate's history. */
export const siloCertHistoryReply = z.array(
  z.object({
    /** The key, `3/Tendered`. */
    'seq/state': z.string(),
    siloReceiptNo: z.string(),
    state: certState,
    /** The owner after it; null if that is an account of another member. */
    principal: z.nullable(z.string()),
    businessDay: z.string(),
    time: z.number(),
  }),
);
export type SiloCertStep = Readonly<z.infer<typeof siloCertHistoryReply>[number]>;

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

interface SiloInvoiceTerms {
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

const codeAndName = z.object({ code: z.string(), name: z.string() });
export const siloOwnersReply = z.array(codeAndName);
export type SiloOwnerRow = Readonly<z.infer<typeof codeAndName>>;
export const originsReply = z.array(codeAndName);
export type OriginRow = Readonly<z.infer<typeof codeAndName>>;

export const physicalGradesReply = z.array(
  z.object({ instrument: z.string(), code: z.string(), description: z.string(), discount: z.number() }),
);
export type PhysicalGradeRow = Readonly<z.infer<typeof physicalGradesReply>[number]>;

const closure = z.object({ from: z.string(), to: z.string() });
const locationDifferential = z.object({
  instrument: z.string(),
  season: z.string(),
  differential: z.number(),
});
export const siloLocationsReply = z.array(
  z.object({
    code: z.string(),
    name: z.string(),
    /** The code of the owner of the silo (GetAllSiloOwners). */
    operator: z.string(),
    province: z.string(),
    access: z.enum(['road', 'rail', 'road and rail']),
    registered: z.boolean(),
    /** Rand per ton and day. */
    storageRate: z.number(),
    loadOutDays: z.int(),
    closures: z.readonly(z.array(closure)),
    differentials: z.readonly(z.array(locationDifferential)),
  }),
);
export type SiloLocationRow = Readonly<z.infer<typeof siloLocationsReply>[number]>;
