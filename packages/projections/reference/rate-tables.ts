// The parameters of initial margin (data set 15) and the booking fees (16), for today and for later days for which others are known.
import { contractFees, type InstrumentRates, ratesOf } from '@openpit/venue';
import { type BfProfileRow, type MarginRow, toPercent, toRand } from '@openpit/wire';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import type { Directory } from './directory.ts';

interface DatedRates {
  readonly effectiveFrom: string;
  readonly rates: InstrumentRates;
}
/** By instrument. */
type SavedDated = readonly (readonly [string, DatedRates])[];

interface DatedVat {
  readonly effectiveFrom: string;
  readonly vatPercent: number;
}

export interface SavedRateTables {
  readonly current: SavedDated;
  readonly next: SavedDated;
  /** Omitted before rules 12. */
  readonly vat?: DatedVat;
}

const profiles = ['own', 'client'] as const;
const kinds = ['future', 'option'] as const;

/** The last of these in force on a day. */
const inForce = <Dated extends { readonly effectiveFrom: string }>(all: readonly Dated[], day: string) =>
  all.filter(({ effectiveFrom }) => effectiveFrom <= day).at(-1);

export class RateTables implements Projection {
  readonly #directory: Pick<Directory, 'referenceData' | 'instrument' | 'listedContracts'>;
  #current = new Map<string, DatedRates>();
  #next = new Map<string, DatedRates>();
  /** VAT on booking fees. */
  #vat: DatedVat = { effectiveFrom: '', vatPercent: 0 };

  constructor(directory: Pick<Directory, 'referenceData' | 'instrument' | 'listedContracts'>) {
    this.#directory = directory;
  }

  readonly on: EventHandlers = {
    marketOpened: ({ businessDay, market: { vatPercent = 0 }, instruments }) => {
      this.#vat = { effectiveFrom: businessDay, vatPercent };
      for (const instrument of instruments)
        this.#current.set(instrument.code, { effectiveFrom: businessDay, rates: ratesOf(instrument) });
    },
    ratesSet: ({ kind: _kind, instrument, effectiveFrom, ...rates }) => {
      this.#next.set(instrument, { effectiveFrom, rates });
    },
    dayEnded: ({ nextBusinessDay: effectiveFrom }) => {
      const { vatPercent = 0 } = this.#directory.referenceData.market ?? {};
      if (vatPercent !== this.#vat.vatPercent) this.#vat = { effectiveFrom, vatPercent };
      for (const [instrument, next] of this.#next) this.#current.set(instrument, next);
      this.#next.clear();
    },
  };

  readonly dataSets = {
    margins: { rowsFor: () => this.marginRows() },
    bfProfiles: { rowsFor: () => this.feeRows() },
  };

  /** The rates of the next business day. */
  nextRatesOf(instrument: string): InstrumentRates | undefined {
    return this.#next.get(instrument)?.rates ?? this.ratesOf(instrument);
  }

  /** The parameters of today's margins. */
  ratesOf(instrument: string): InstrumentRates | undefined {
    return this.#current.get(instrument)?.rates;
  }

  marginRows(): MarginRow[] {
    const futures = this.#directory.listedContracts().filter(({ kind }) => kind === 'future');
    return futures.flatMap(({ contract, displaySeq, instrument }) =>
      this.#all(instrument).map(
        ({ effectiveFrom, rates }): MarginRow => ({
          uniqueKey: `${contract} ${effectiveFrom}`,
          contract,
          displaySeq,
          instrument,
          effectiveFrom,
          initialMargin: toRand(rates.initialMargin),
          classSpreadMargin: toRand(rates.classSpreadMargin),
          volatilityRange: toPercent(rates.volatilityRange),
        }),
      ),
    );
  }

  feeRows(): BfProfileRow[] {
    return [...this.#current.keys()].flatMap((instrument) => this.#feesOf(instrument));
  }

  save(): SavedRateTables {
    return { current: [...this.#current], next: [...this.#next], vat: this.#vat };
  }

  /** The directory must have been loaded. */
  load({ current, next, vat }: SavedRateTables): void {
    const { vatPercent = 0 } = this.#directory.referenceData.market ?? {};
    this.#vat = vat ?? { effectiveFrom: '', vatPercent };
    this.#current = new Map(current);
    this.#next = new Map(next);
  }

  /** The rates of today, of the next day if the operator has set some, and of the day from which a file has changed them, in this order. */
  #all(code: string): DatedRates[] {
    const set = [this.#current.get(code), this.#next.get(code)].filter((dated) => dated !== undefined);
    const { effectiveFrom = '', rates: plannedRates = [] } = this.#directory.referenceData.planned ?? {};
    const changed = plannedRates.find(({ instrument }) => instrument === code)?.rates;
    const before = set.at(-1);
    if (changed === undefined || before === undefined) return set;
    const rates = { ...before.rates, ...changed };
    return [...set.filter((dated) => dated.effectiveFrom !== effectiveFrom), { effectiveFrom, rates }];
  }

  /** The VAT on booking fees of today, and of the day from which a file has changed it. */
  #vats(): DatedVat[] {
    const { planned } = this.#directory.referenceData;
    const vatPercent = planned?.market.vatPercent ?? 0;
    if (planned === undefined || vatPercent === this.#vat.vatPercent) return [this.#vat];
    return [this.#vat, { effectiveFrom: planned.effectiveFrom, vatPercent }];
  }

  /** The fees of each day on which the rates or the VAT change. */
  #feesOf(code: string): BfProfileRow[] {
    const [rates, vats] = [this.#all(code), this.#vats()];
    const [today] = rates;
    if (today === undefined) return [];
    const from = this.#vat.effectiveFrom > today.effectiveFrom ? this.#vat : today;
    const days = new Set(
      [from, ...rates.slice(1), ...vats.slice(1)].map(({ effectiveFrom }) => effectiveFrom),
    );
    return [...days].sort().flatMap((effectiveFrom) =>
      this.#feesOn(code, {
        effectiveFrom,
        rates: (inForce(rates, effectiveFrom) ?? today).rates,
        vatPercent: (inForce(vats, effectiveFrom) ?? this.#vat).vatPercent,
      }),
    );
  }

  #feesOn(
    code: string,
    { effectiveFrom, rates: { bookingFee }, vatPercent }: DatedRates & DatedVat,
  ): BfProfileRow[] {
    const instrument = this.#directory.instrument(code);
    if (bookingFee === null || instrument === undefined) return [];
    const { tonsPerContract } = instrument;
    return kinds.flatMap((kind) => {
      const fees = contractFees({ bookingFee, tonsPerContract }, kind, { vatPercent });
      if (fees === null) return [];
      return profiles.map(
        (profile): BfProfileRow => ({
          uniqueKey: `${profile} ${code} ${kind} ${effectiveFrom}`,
          profile,
          instrument: code,
          kind,
          effectiveFrom,
          feePerTon: toRand(bookingFee[profile][kind]),
          vatPercent,
          feePerContract: toRand(fees[profile]),
        }),
      );
    });
  }
}
