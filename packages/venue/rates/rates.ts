// The rates of the exchange, by instrument: booking fees and the parameters of initial margin. Their first values come from the reference
// data. A change by the operator takes effect on the next business day, so that all deals and margins of one day use the same rates.
import type { Contract } from '../contracts/contract.ts';
import type { BookingFee, Instrument, InstrumentRates } from '../contracts/instrument.ts';
import { asMoney, volatility } from '../kernel/units.ts';
import { type ContractFees, contractFees } from './booking-fee.ts';

export interface SavedRates {
  readonly current: readonly (readonly [string, InstrumentRates])[];
  readonly pending: readonly (readonly [string, InstrumentRates])[];
  readonly interestRate: number;
  readonly pendingInterestRate: number;
}

/** Four points. */
const defaultVolatilityRange = volatility(400);

export class Rates {
  /** The rates that differ from the reference data, by instrument. */
  #current = new Map<string, InstrumentRates>();
  /** From the next business day. */
  readonly #pending = new Map<string, InstrumentRates>();
  /** Filled on demand, by the contract's index. */
  #fees: (ContractFees | null)[] = [];
  /** On cash margin, in hundredths of a percent per year. */
  interestRate = 0;
  pendingInterestRate = 0;

  of(instrument: Instrument): InstrumentRates {
    return this.#current.get(instrument.code) ?? ratesOf(instrument);
  }

  /** The rates of the next business day. */
  next(instrument: Instrument): InstrumentRates {
    return this.#pending.get(instrument.code) ?? this.of(instrument);
  }

  change(instrument: Instrument, change: Partial<InstrumentRates>): void {
    this.#pending.set(instrument.code, { ...this.next(instrument), ...change });
  }

  /** Fees of one contract, VAT included; null if none are charged. */
  feesOf({ index, instrument, kind }: Contract, vatPercent: number | undefined): ContractFees | null {
    const cachedFees = this.#fees[index];
    if (cachedFees !== undefined) return cachedFees;
    const { bookingFee } = this.of(instrument);
    const { tonsPerContract } = instrument;
    const fees =
      bookingFee === null
        ? null
        : contractFees({ bookingFee, tonsPerContract }, kind, vatPercent === undefined ? {} : { vatPercent });
    this.#fees[index] = fees;
    return fees;
  }

  /** Begins the next business day; returns the changes. */
  beginDay(): (readonly [string, InstrumentRates])[] {
    const changed = [...this.#pending];
    for (const [code, rates] of changed) this.#current.set(code, rates);
    this.#pending.clear();
    this.#fees = [];
    this.interestRate = this.pendingInterestRate;
    return changed;
  }

  save(): SavedRates {
    const { interestRate, pendingInterestRate } = this;
    return { current: [...this.#current], pending: [...this.#pending], interestRate, pendingInterestRate };
  }

  static load({ current, pending, interestRate, pendingInterestRate }: SavedRates): Rates {
    const rates = new Rates();
    rates.#current = new Map(current);
    for (const [code, instrumentRates] of pending) rates.#pending.set(code, instrumentRates);
    rates.interestRate = interestRate;
    rates.pendingInterestRate = pendingInterestRate;
    return rates;
  }
}

/** The rates of the reference data, with the defaults of market/money.md, Initial margin. */
export const ratesOf = ({
  initialMargin,
  classSpreadMargin = asMoney(Math.floor((initialMargin + 1) / 2)),
  volatilityRange = defaultVolatilityRange,
  bookingFee = null,
}: Omit<Instrument, 'bookingFee'> & { readonly bookingFee?: BookingFee | null }): InstrumentRates => ({
  initialMargin,
  classSpreadMargin,
  volatilityRange,
  bookingFee,
});
