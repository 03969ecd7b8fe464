// The market's own prices of each contract: its MTM, and the last, highest and lowest deal of the day. They are kept in arrays by the
// contract's index.
import type { MtmMethod } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import type { PriceLimits } from '../contracts/contract-listing.ts';
import { VenueBug } from '../kernel/assert.ts';
import type { Day } from '../kernel/civil-date.ts';
import type { EpochMs, Price, Volatility } from '../kernel/units.ts';
import type { PhasesState } from '../phases/phases.ts';

export interface DayPrices {
  /** MTM of the last day that ended. */
  mtm: Price;
  /** The last of the day's deals that count for the market; null before the first. */
  last: Price | null;
  high: Price | null;
  low: Price | null;
}

/** A contract's MTM at the end of a day. */
export interface DayMark {
  readonly contract: string;
  readonly mtm: Price;
  readonly previous: Price;
  readonly method: MtmMethod;
  /** The number of deals that a VWAP averages. */
  readonly deals?: number;
  /** For the next day. */
  readonly limits: PriceLimits | null;
  /** The volatility of the MTM of an option or a delta. */
  readonly volatility?: Volatility;
}

/** The end of a business day, handed from stage to stage. */
export interface EndingDay {
  readonly ended: Day;
  readonly next: Day;
  /** Filled by the stage `mark`, in the order of listing. */
  readonly marks: DayMark[];
  /** The scheduled end of the day; null if the operator ended it. */
  readonly dueAt: EpochMs | null;
  /** The operator's reason for ending the day against the checklist; null if the checklist was clear. */
  readonly forcedBecause: string | null;
}

/** The MTM of each contract, from the market or from a valuation. */
export interface MtmPrices {
  of(contract: Pick<Contract, 'index' | 'name'>): { readonly mtm: Price };
}

export class Prices implements MtmPrices {
  readonly #byIndex: DayPrices[] = [];

  of({ index, name }: Pick<Contract, 'index' | 'name'>): DayPrices {
    const prices = this.#byIndex[index];
    if (prices === undefined) throw new VenueBug(`${name} has no prices`);
    return prices;
  }

  list({ index }: Pick<Contract, 'index'>, mtm: Price): void {
    this.#byIndex[index] = { mtm, last: null, high: null, low: null };
  }

  /** Updates last, high and low by a deal that counts for the market. */
  dealt(contract: Contract, price: Price): void {
    const prices = this.of(contract);
    prices.last = price;
    if (prices.high === null || price > prices.high) prices.high = price;
    if (prices.low === null || price < prices.low) prices.low = price;
  }

  beginDay(contract: Contract, mtm: Price): void {
    const prices = this.of(contract);
    prices.mtm = mtm;
    prices.last = null;
    prices.high = null;
    prices.low = null;
  }

  save(): DayPrices[] {
    return this.#byIndex.map((prices) => ({ ...prices }));
  }

  static load(saved: readonly DayPrices[]): Prices {
    const prices = new Prices();
    for (const dayPrices of saved) prices.#byIndex.push({ ...dayPrices });
    return prices;
  }
}

export interface PricesState extends PhasesState {
  readonly prices: Prices;
}

export const pricesModule = {
  name: 'prices',
  slice: {
    empty: () => new Prices(),
    save: (prices: Prices) => prices.save(),
    load: (saved: readonly DayPrices[]) => Prices.load(saved),
  },
} as const;
