// The daily limits of each contract (market/orders.md, Price limits): the range of accepted prices, since when the book has been locked
// at a limit, and how many days in a row ended at a limit.
import type { Contract } from '../contracts/contract.ts';
import type { PriceLimits } from '../contracts/contract-listing.ts';
import type { Instrument } from '../contracts/instrument.ts';
import { VenueBug } from '../kernel/assert.ts';
import type { Day } from '../kernel/civil-date.ts';
import { asPrice, type EpochMs, type Price } from '../kernel/units.ts';
import type { PricesState } from '../prices/prices-module.ts';

/**
 * A book is locked while its best bid is at the upper limit, or its best offer is at the lower limit, because prices cannot move further. A
 * day that ends locked is marked at the limit (market/money.md, MTM).
 */
export interface LimitLock {
  readonly limit: Price;
  readonly since: EpochMs;
}

interface ContractLimits {
  limits: PriceLimits | null;
  lock: LimitLock | null;
}

export interface SavedLimits {
  readonly contracts: readonly ContractLimits[];
  readonly limitDays: readonly (readonly [string, number])[];
  readonly announced: readonly string[];
}

/** The band is wider after this many limit days in a row. */
const limitDaysToWiden = 2;

export class Limits {
  readonly #byIndex: ContractLimits[] = [];
  /** By instrument, the days in a row that ended with one of its contracts at its limit. */
  readonly #limitDays = new Map<string, number>();
  /** `DEC26 WMAZ upper`: the limits whose first deal has been announced today. */
  readonly announced = new Set<string>();

  of(contract: Pick<Contract, 'index' | 'name'>): PriceLimits | null {
    return this.#at(contract).limits;
  }

  lockOf(contract: Contract): LimitLock | null {
    return this.#at(contract).lock;
  }

  list({ index }: Pick<Contract, 'index'>, limits: PriceLimits | null): void {
    this.#byIndex[index] = { limits, lock: null };
  }

  set(contract: Contract, limits: PriceLimits | null): void {
    this.#at(contract).limits = limits;
  }

  unlock(contract: Contract): void {
    this.#at(contract).lock = null;
  }

  /**
   * Updates the lock of a contract. Call it whenever the best price may have reached or left a limit. `at` is the current time.
   */
  updateLock(contract: Contract, at: EpochMs): void {
    const contractLimits = this.#at(contract);
    const limit = lockedLimit(contract, contractLimits.limits);
    if (limit === null) contractLimits.lock = null;
    else if (contractLimits.lock?.limit !== limit) contractLimits.lock = { limit, since: at };
  }

  /** Counts an ending day for each instrument with a contract locked at its limit. */
  countLimitDay(atLimit: ReadonlySet<string>): void {
    for (const code of [...this.#limitDays.keys()]) if (!atLimit.has(code)) this.#limitDays.delete(code);
    for (const code of atLimit) this.#limitDays.set(code, (this.#limitDays.get(code) ?? 0) + 1);
    this.announced.clear();
  }

  /** The band of an instrument on the next day; half as wide again after two limit days. */
  bandOf({ code, dailyLimit }: Pick<Instrument, 'code' | 'dailyLimit'>): Price | null {
    if (dailyLimit === null || (this.#limitDays.get(code) ?? 0) < limitDaysToWiden) return dailyLimit;
    return asPrice(Math.floor((dailyLimit * 3) / 2));
  }

  save(): SavedLimits {
    return {
      contracts: this.#byIndex.map(({ limits, lock }) => ({ limits, lock })),
      limitDays: [...this.#limitDays],
      announced: [...this.announced],
    };
  }

  static load({ contracts, limitDays, announced }: SavedLimits): Limits {
    const loaded = new Limits();
    for (const contract of contracts) loaded.#byIndex.push({ ...contract });
    for (const [instrument, days] of limitDays) loaded.#limitDays.set(instrument, days);
    for (const limit of announced) loaded.announced.add(limit);
    return loaded;
  }

  #at({ index, name }: Pick<Contract, 'index' | 'name'>): ContractLimits {
    const limits = this.#byIndex[index];
    if (limits === undefined) throw new VenueBug(`${name} has no limits`);
    return limits;
  }
}

function lockedLimit({ book, tick }: Contract, limits: PriceLimits | null): Price | null {
  if (limits === null) return null;
  if (book.best('B') === limits.high / tick) return limits.high;
  return book.best('S') === limits.low / tick ? limits.low : null;
}

/** True for the prices of orders that can lock a book. */
export const isAtLimit = ({ low, high }: PriceLimits, price: Price): boolean =>
  price === high || price === low;

/**
 * Returns a band of fixed width on either side of an MTM, rounded inwards to the tick. Returns null
 * in the delivery month, or if the band is null.
 */
export function limitsAround(
  { instrument, firstDeliveryDay }: Pick<Contract, 'instrument' | 'firstDeliveryDay'>,
  { mtm, band, day }: { readonly mtm: Price; readonly band: Price | null; readonly day: Day },
): PriceLimits | null {
  if (band === null || day >= firstDeliveryDay) return null;
  const { tick } = instrument;
  const low = Math.ceil((mtm - band) / tick) * tick;
  const high = Math.floor((mtm + band) / tick) * tick;
  return { low: asPrice(Math.max(low, tick)), high: asPrice(high) };
}

export interface LimitsState extends PricesState {
  readonly limits: Limits;
}
