// The reference data that open a market: one complete document inside the first command of the journal. Prices are
// cents per ton, money cents, dates `YYYY-MM-DD`, months 1 to 12.
import type { ContractGroup, ContractMonth, Phase } from '@openpit/terms';
import type { Instrument } from '../contracts/instrument.ts';
import type { VolatilityCurve } from '../contracts/volatility-curve.ts';
import type { IsoDate } from '../kernel/civil-date.ts';
import type { Price } from '../kernel/units.ts';
import type { SiloData } from './silo-data.ts';

export interface Future {
  readonly instrument: string;
  readonly year: number;
  readonly month: number;
  /** The stable number used in requests for depth. */
  readonly displaySeq: number;
  /** MTM of the day before the market opens. */
  readonly mtm: Price;
  readonly openInterest: number;
  /** If omitted, each follows the rule for the month (market/contracts.md, Expiry calendar), but the date of a listed contract stays unchanged. */
  readonly firstDeliveryDay?: IsoDate;
  readonly lastTradingDay?: IsoDate;
  readonly optionExpiry?: IsoDate;
}

/** The options on one future: call, put and the delta of each, for every strike. */
export interface OptionSeries {
  readonly instrument: string;
  readonly year: number;
  /** The month of the future. */
  readonly month: number;
  /** The number of the first strike's call; the other contracts follow it, four for each strike. */
  readonly displaySeq: number;
  readonly strikes: readonly Price[];
  readonly curve: VolatilityCurve;
  /** The expiry of short-dated options; by the rule for the month when omitted (market/contracts.md, Expiry calendar). */
  readonly expires?: IsoDate;
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

export interface Holiday {
  readonly date: IsoDate;
  readonly name: string;
}

export interface Member {
  readonly code: string;
  readonly name: string;
  readonly active: boolean;
  readonly branches: readonly string[];
  /** Sub-accounts of the member's own book; none by default. */
  readonly subAccounts?: readonly string[];
  /** The member that pays and receives for its accounts; itself by default. */
  readonly clearingMember?: string;
  /** The member's bank, if it clears for itself. */
  readonly bank?: string;
  /** The VAT number of a vendor that is registered for VAT; others charge no VAT. */
  readonly vatNumber?: string;
}

/** True if a text can be a VAT number. */
export const isVatNumber = (text: string): boolean => /^[A-Z0-9]{4,20}$/.test(text);

/** The member that pays and receives for the accounts of this member. */
export const clearingMemberOf = ({ code, clearingMember = code }: Member): string => clearingMember;

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
  /** Sub-accounts that the exchange has enabled for this client; none by default. */
  readonly subAccounts?: readonly string[];
  readonly vatNumber?: string;
}

/** A standing arrangement: a client's deals at the executing member are passed on to the member that carries its position. */
export interface Tripartite {
  readonly client: string;
  readonly executingMember: string;
  /** The member whose client it is. */
  readonly carryingMember: string;
}

/** The figures of the MTM procedure (market/money.md, MTM). */
export interface MarkRules {
  /** Length of the last part of trading whose deals are averaged. */
  readonly windowMinutes: number;
  /** A contract is liquid from this many lots dealt in the window. */
  readonly liquidLots: number;
  /** A book that has been locked at a limit for this long at the end of trading is marked at the limit … */
  readonly lockMinutes: number;
  /** … if fewer lots than this were dealt in that time. */
  readonly lockLots: number;
  /** The closing moment is drawn at random from the last minutes of trading, this number of them; 0 is the end of trading. */
  readonly closingMinutes: number;
  /** A bid or offer counts at the closing moment if it has rested for this number of seconds. */
  readonly standingSeconds: number;
  /** Lots of options on a future dealt in a day needed to set the volatility at the money. */
  readonly volatilityLots: number;
}

/** A step of the exchange day: a phase of groups, a valuation, a stage of deliveries, or the end of the day. */
export interface HoursStep {
  /** The market time, `09:00`. */
  readonly at: string;
  readonly phase?: Phase;
  readonly groups?: readonly ContractGroup[];
  readonly valuation?: true;
  readonly silo?: string;
  /** For `silo`: the minutes after which it is repeated until this market time, including weekends and holidays. */
  readonly every?: number;
  readonly until?: string;
  readonly endDay?: true;
}

/** The hours of the exchange day. The venue keeps them for the server's schedule. */
export interface MarketHours {
  readonly name: string;
  /** `+02:00`. */
  readonly utcOffset: string;
  readonly steps: readonly HoursStep[];
}

export interface MarketRules {
  readonly name: string;
  /** True if depth shows the codes of other members. */
  readonly disclosesMembers: boolean;
  /** The treatment of an order that would match one of the same member and principal (market/orders.md, Self-match). */
  readonly selfMatch: 'reject' | 'allow';
  /** As published when omitted. */
  readonly marks?: MarkRules;
  /** VAT on booking fees; none by default. */
  readonly vatPercent?: number;
  /** VAT on deliveries by sellers with a VAT number; none by default. */
  readonly deliveryVatPercent?: number;
  /** Payments that are due on a day are made by this market time, such as `10:00`; the end of the day by default. */
  readonly paymentCutOff?: string;
  /** The hours of the market; by default the hours that the server was started with. */
  readonly hours?: MarketHours;
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
  /** Omitted if nothing is delivered by silo certificates. */
  readonly silo?: SiloData;
}

/** The figures of the MTM procedure in a market that names none (market/money.md, MTM). */
export const publishedMarkRules: MarkRules = {
  windowMinutes: 30,
  liquidLots: 100,
  lockMinutes: 15,
  lockLots: 50,
  closingMinutes: 5,
  standingSeconds: 60,
  volatilityLots: 10,
};

export const markRulesOf = ({ marks = publishedMarkRules }: Pick<MarketRules, 'marks'>): MarkRules => marks;
