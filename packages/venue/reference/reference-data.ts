// The reference data with which a market opens: one document, whole, inside the first command of the journal
// (domain §2; design §1). Prices are cents per ton, money cents, dates `YYYY-MM-DD`.
import type { IsoDate } from '../kernel/civil-date.ts';
import type { Cents } from '../kernel/units.ts';

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
}

export interface MarketRules {
  readonly name: string;
  /** Whether depth shows the codes of other members (domain §4.5). */
  readonly disclosesMembers: boolean;
  /** What becomes of an order that would match one of the same member and principal (domain §3.2). */
  readonly selfMatch: 'refuse' | 'allow';
}

export interface ReferenceData {
  readonly market: MarketRules;
  readonly holidays: readonly Holiday[];
  readonly instruments: readonly Instrument[];
  readonly futures: readonly Future[];
  readonly members: readonly Member[];
  readonly dealers: readonly Dealer[];
  readonly clients: readonly Client[];
}
