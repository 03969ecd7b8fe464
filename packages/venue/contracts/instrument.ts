// An instrument: the product that contracts are on, with its size, tick, limits and fees. Prices are cents per ton.
import type { Money, Price, Volatility } from '../kernel/units.ts';

/** In cents per ton, before VAT. */
interface FeePerTon {
  readonly future: Price;
  readonly option: Price;
}

/** The booking fee that each side of a deal pays (market/money.md, Booking fees). */
export interface BookingFee {
  /** For the members' own books. */
  readonly own: FeePerTon;
  readonly client: FeePerTon;
}

/** The rates of an instrument, which the operator may change (market/money.md, Initial margin, Booking fees). */
export interface InstrumentRates {
  /** IMR: initial margin of one contract. */
  readonly initialMargin: Money;
  /** CSMR: margin of each leg of a calendar spread, per contract. */
  readonly classSpreadMargin: Money;
  /** VSR: the scanning range of volatility. */
  readonly volatilityRange: Volatility;
  /** `null` if no fees are charged. */
  readonly bookingFee: BookingFee | null;
}

/** Strikes near the money are closer together than those further out (market/contracts.md, Strikes). */
export interface StrikeGrid {
  readonly near: Price;
  readonly far: Price;
  /** The number of near steps on either side of the money. */
  readonly nearSteps: number;
  /** The number of far steps on either side that are listed with a new month. If omitted, none are listed until dealers ask for them. */
  readonly farSteps?: number;
}

export interface Instrument {
  /** `WMAZ`. */
  readonly code: string;
  readonly name: string;
  readonly tonsPerContract: number;
  readonly tick: Price;
  readonly settlement: 'physical' | 'cash';
  /** Band on either side of the previous MTM; null if there is no daily limit (market/orders.md, Price limits). */
  readonly dailyLimit: Price | null;
  /** Initial margin of one contract (IMR). */
  readonly initialMargin: Money;
  /** Margin of each leg of a calendar spread, per contract (CSMR); half the initial margin by default. */
  readonly classSpreadMargin?: Money;
  /** By how much volatility is shifted in the margin scan of options (VSR); four points by default. */
  readonly volatilityRange?: Volatility;
  /** Instruments of the same group reduce each other's margin; omitted if there is no group. */
  readonly marginGroup?: string;
  /** Omitted if there is none. */
  readonly bookingFee?: BookingFee;
  /** The grid of strikes; omitted if no options are listed. */
  readonly strikes?: StrikeGrid;
  /**
   * The months, 1 to 12, in which contracts expire. When a contract has expired, the next is listed. If omitted, no new contracts
   * are listed.
   */
  readonly months?: readonly number[];
}
