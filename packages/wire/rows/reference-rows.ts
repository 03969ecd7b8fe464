// Reference data for screens: instruments (2), holidays (3), contract dates (4), MTM (9), prices (11), daily trends (12), members,
// announcements. Dates are `YYYY-MM-DD`, prices rand per ton, times epoch milliseconds.
import type { AnnouncementKind, MtmMethod } from '@openpit/terms';
import * as z from 'zod/mini';

export interface InstrumentRow {
  /** The key, `WMAZ`. */
  readonly instrument: string;
  readonly name: string;
  readonly tonsPerContract: number;
  readonly tick: number;
  /** The number of decimals in prices of this instrument. */
  readonly decimals: number;
  readonly settlement: 'physical' | 'cash';
  /** Rand above and below the previous MTM; null if there is no daily limit. */
  readonly dailyLimit: number | null;
  /** The grid of strikes (market/contracts.md, Strikes), in rand per ton and steps; omitted if no options are listed. */
  readonly strikes?: { readonly near: number; readonly far: number; readonly nearSteps: number };
}

export interface HolidayRow {
  /** The key. */
  readonly date: string;
  readonly name: string;
}

export interface ContractDateRow {
  /** The key, `DEC26 WMAZ`. */
  readonly uniqueKey: string;
  readonly instrument: string;
  readonly contractDate: string;
  readonly firstDeliveryDay: string;
  readonly lastTradingDay: string;
  /** Its last delivery day; null for a future that is settled in cash. The row is listed until then. */
  readonly lastNoticeDay: string | null;
  readonly optionExpiry: string;
}

export interface MtmRow {
  /** The key. */
  readonly contract: string;
  readonly displaySeq: number;
  readonly instrument: string;
  readonly mtmToday: number | null;
  readonly mtmPrevious: number | null;
  readonly change: number | null;
  readonly openInterest: number;
  readonly volume: number;
  readonly method: MtmMethod | 'opening';
  /** For a VWAP: the number of deals that it averages. */
  readonly deals?: number;
  /** For an option or a delta: the volatility of the MTM, in percent. */
  readonly volatility?: number;
  /** The day of `mtmToday`. */
  readonly businessDay: string;
  /** `provisional` and `approved` are the MTM of a valuation of the running day, `official` is the MTM of a day that has ended. */
  readonly status: 'provisional' | 'approved' | 'official';
  /** The time of the valuation, the listing or the end of the day. */
  readonly time: number;
  /** IMR: the initial margin of one contract of a future, in rand; null for other contracts. */
  readonly initialMargin: number | null;
}

export interface DailyTrendRow {
  /** The key: contract and date. */
  readonly uniqueKey: string;
  readonly contract: string;
  readonly date: string;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number | null;
  readonly volume: number;
  readonly deals: number;
  readonly openInterest: number;
}

export interface PriceRow {
  readonly contract: string;
  readonly bid: number | null;
  readonly offer: number | null;
  readonly last: number | null;
  readonly mtm: number | null;
  readonly time: number | null;
}

export const membersReply = z.array(z.object({ code: z.string(), name: z.string(), active: z.boolean() }));
export type MemberRow = Readonly<z.infer<typeof membersReply>[number]>;

/** The standing arrangements: the client's deals at the executing member are passed on to the member that carries its position. */
export const tripartitesReply = z.array(
  z.object({ client: z.string(), executingMember: z.string(), carryingMember: z.string() }),
);
export type TripartiteRow = Readonly<z.infer<typeof tripartitesReply>[number]>;

const announcementKind: z.ZodMiniType<AnnouncementKind> = z.enum([
  'Info',
  'Limit',
  'Halt',
  'Resume',
  'Auction',
  'Phase',
  'EndOfDay',
]);
export const announcementsReply = z.array(
  z.object({ id: z.int(), at: z.number(), kind: announcementKind, message: z.string() }),
);
export type Announcement = Readonly<z.infer<typeof announcementsReply>[number]>;
