// The reference data with which a market opens: one document, whole, inside the first command of the journal
// (domain §2; design §1). Prices are cents per ton, money cents, dates `YYYY-MM-DD`.
import type { IsoDate } from '../kernel/civil-date.ts';
import type { Cents, Volatility } from '../kernel/units.ts';
import type { ContractMonth } from './contract-names.ts';

/** In cents per ton, before VAT. */
export interface FeePerTon {
  readonly future: Cents;
  readonly option: Cents;
}

/** What both sides of a deal pay for its booking (domain §6.4). */
export interface BookingFee {
  /** For the members' own books. */
  readonly own: FeePerTon;
  readonly client: FeePerTon;
}

export interface Instrument {
  readonly code: string;
  readonly name: string;
  readonly tonsPerContract: number;
  readonly tick: Cents;
  readonly settlement: 'physical' | 'cash';
  /** Band either side of the previous MTM; null where no daily limit holds (domain §3.3). */
  readonly dailyLimit: Cents | null;
  /** Initial margin of one contract. */
  readonly initialMargin: Cents;
  /** Left out where none is taken. */
  readonly bookingFee?: BookingFee;
  /** Where strikes may lie; left out where no options are listed. */
  readonly strikes?: StrikeGrid;
  /** Months of the year, 1 to 12, of which the next is listed when one has expired; left out where none follows by itself. */
  readonly months?: readonly number[];
}

/** Strikes near the money lie closer together than those further out (domain §2.5). */
export interface StrikeGrid {
  readonly near: Cents;
  readonly far: Cents;
  /** How many near steps either side of the money are near. */
  readonly nearSteps: number;
  /** How many more, further out, either side are listed with a new month; left out none: dealers ask for them. */
  readonly farSteps?: number;
}

/** Volatility of the options on one future: at the money, and how it grows with the distance (domain §6.1, §8.4). */
export interface VolatilityCurve {
  readonly atTheMoney: Volatility;
  /** More for each R100 that the strike lies below the future. */
  readonly skewBelow: Volatility;
  readonly skewAbove: Volatility;
}

/** The options on one future: call, put and the delta twin of each, for every strike. */
export interface OptionSeries {
  readonly instrument: string;
  readonly year: number;
  /** 1 to 12, of the future. */
  readonly month: number;
  /** Of the first strike's call; the other contracts follow it, four for each strike. */
  readonly displaySeq: number;
  readonly strikes: readonly Cents[];
  readonly curve: VolatilityCurve;
}

/** Two months of one instrument, dealt together at their difference: far less near. */
export interface Split {
  readonly instrument: string;
  readonly near: ContractMonth;
  readonly far: ContractMonth;
  readonly displaySeq: number;
}

/** One month of two instruments, dealt together at their difference: first less second. */
export interface Spread {
  readonly first: string;
  readonly second: string;
  readonly year: number;
  readonly month: number;
  readonly displaySeq: number;
}

export interface Future {
  readonly instrument: string;
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** The stable number by which depth is asked for. */
  readonly displaySeq: number;
  /** MTM of the day before the market opens. */
  readonly mtm: Cents;
  readonly openInterest: number;
}

export interface Holiday {
  readonly date: IsoDate;
  readonly name: string;
}

export interface Member {
  readonly code: string;
  readonly name: string;
  readonly active: boolean;
  readonly branches: readonly string[];
  /** Pockets of the member's own book; none where nothing is said. */
  readonly subAccounts?: readonly string[];
}

export interface Dealer {
  readonly code: string;
  readonly member: string;
  readonly branch: string;
  readonly name: string;
}

export interface Client {
  readonly code: string;
  readonly member: string;
  readonly name: string;
  readonly active: boolean;
  /** Pockets of this client that the exchange has enabled; none where nothing is said. */
  readonly subAccounts?: readonly string[];
}

/** A standing arrangement (domain §1): a client's deals at one member are passed on to the member that carries its position. */
export interface Tripartite {
  readonly client: string;
  readonly executingMember: string;
  /** The member whose client it is. */
  readonly carryingMember: string;
}

/** How a future is marked at the end of a day (domain §6.1). */
export interface MarkRules {
  /** The end of trading that is averaged, where enough was dealt in it. */
  readonly windowMinutes: number;
  /** Lots dealt in it from which on a contract is liquid. */
  readonly liquidLots: number;
  /** A book that has been locked at a limit for so long, to the end of trading, is marked at it … */
  readonly lockMinutes: number;
  /** … where fewer lots were dealt meanwhile. */
  readonly lockLots: number;
  /** Lots of options on a future dealt in a day from which on their volatility at the money is that of the deals. */
  readonly volatilityLots: number;
}

export interface MarketRules {
  readonly name: string;
  /** Whether depth shows the codes of other members (domain §4.5). */
  readonly disclosesMembers: boolean;
  /** What becomes of an order that would match one of the same member and principal (domain §3.2). */
  readonly selfMatch: 'reject' | 'allow';
  /** Left out as published. */
  readonly marks?: MarkRules;
  /** On booking fees; left out none. */
  readonly vatPercent?: number;
}

export interface ReferenceData {
  readonly market: MarketRules;
  readonly holidays: readonly Holiday[];
  readonly instruments: readonly Instrument[];
  readonly futures: readonly Future[];
  readonly options?: readonly OptionSeries[];
  readonly splits?: readonly Split[];
  readonly spreads?: readonly Spread[];
  readonly members: readonly Member[];
  readonly dealers: readonly Dealer[];
  readonly clients: readonly Client[];
  readonly tripartites?: readonly Tripartite[];
}
