// A listed contract: its terms, of which only the dates may change, and its order book. All other data (MTM, limits, volatility)
// belongs to the modules, which store it by the contract's index.

import type { OptionType } from '@openpit/pricing';
import type { ContractKind } from '@openpit/terms';
import type { Day } from '../kernel/civil-date.ts';
import type { Price } from '../kernel/units.ts';
import type { OrderBook } from '../order-book/order-book.ts';
import type { Instrument } from './instrument.ts';

export interface Contract {
  /** The contract's position in the order of listing, from 0. */
  readonly index: number;
  /** `DEC26 WMAZ`. */
  readonly name: string;
  readonly kind: ContractKind;
  /** The stable number used in requests for depth. */
  readonly displaySeq: number;
  /** `DEC26`. */
  readonly contractDate: string;
  readonly systemCode: string;
  readonly flag: 'F' | 'C' | 'P';
  /** Per ton; 0 for everything except options and deltas. */
  readonly strike: Price;
  readonly instrument: Instrument;
  /** A change of the reference data may move its dates (market/contracts.md, Changes of the reference data). */
  firstDeliveryDay: Day;
  /** Its last trading day. */
  lastDay: Day;
  optionExpiry: Day;
  /** The tick of its price, or of its volatility for a delta. */
  readonly tick: Price;
  /** For an option or a delta, otherwise null. */
  readonly option: OptionTerms | null;
  /** For a split or a spread, otherwise null. */
  readonly pair: PairTerms | null;
  readonly book: OrderBook;
}

/** The terms of an option and of its delta. */
export interface OptionTerms {
  readonly type: OptionType;
  readonly strike: Price;
  readonly underlying: Contract;
  expiry: Day;
  /**
   * The options on a future that expire on the same day are a series. Its number is the index of the future if it was the first series
   * on it, otherwise the index of its first option.
   */
  series: number;
  /** The option that a delta deals together with the hedge; null for the option itself. */
  readonly outright: Contract | null;
}

/**
 * A split or a spread: two futures dealt together at a difference (market/orders.md, Splits and spreads). The difference is the price of `plus`
 * less the price of `minus`. For a split, `plus` is the far month and `minus` the near one. For a spread, `plus` is the first-named
 * instrument and `minus` the second.
 */
export interface PairTerms {
  readonly kind: 'split' | 'spread';
  /** Bought by the buyer of the pair. */
  readonly plus: Contract;
  /** Sold by the buyer of the pair. */
  readonly minus: Contract;
  /** Lots of each leg in one lot of the pair. */
  readonly plusLots: number;
  readonly minusLots: number;
}

/** The contracts in which a match prints deals: the legs of a package, otherwise the contract itself. */
export function legsOf(contract: Contract): readonly Contract[] {
  const { pair, option } = contract;
  if (pair !== null) return [pair.plus, pair.minus];
  return option === null || option.outright === null ? [contract] : [option.outright, option.underlying];
}

/** Whether a match of the contract prints deals in other contracts. */
export const isPackage = ({ pair, option }: Contract): boolean =>
  pair !== null || (option !== null && option.outright !== null);

/** The smallest number of lots of each leg that are equal in tons: for 100 t and 50 t, one lot and two lots. */
export function lotsOfEqualTons(
  plusTons: number,
  minusTons: number,
): Pick<PairTerms, 'plusLots' | 'minusLots'> {
  const shared = greatestCommonDivisor(plusTons, minusTons);
  return { plusLots: minusTons / shared, minusLots: plusTons / shared };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
