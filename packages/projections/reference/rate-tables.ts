// The parameters of initial margin (data set 15) and the booking fees (16), for today and for the next business day.
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

export interface SavedRateTables {
  readonly current: SavedDated;
  readonly next: SavedDated;
}

const profiles = ['own', 'client'] as const;
const kinds = ['future', 'option'] as const;

export class RateTables implements Projection {
  readonly #directory: Pick<Directory, 'referenceData' | 'instrument' | 'listedContracts'>;
  #current = new Map<string, DatedRates>();
  #next = new Map<string, DatedRates>();

  constructor(directory: Pick<Directory, 'referenceData' | 'instrument' | 'listedContracts'>) {
    this.#directory = directory;
  }

  readonly on: EventHandlers = {
    marketOpened: ({ businessDay, instruments }) => {
      for (const instrument of instruments)
        this.#current.set(instrument.code, { effectiveFrom: businessDay, rates: ratesOf(instrument) });
    },
    ratesSet: ({ kind: _kind, instrument, effectiveFrom, ...rates }) => {
      this.#next.set(instrument, { effectiveFrom, rates });
    },
    dayEnded: () => {
      for (const [instrument, next] of this.#next) this.#current.set(instrument, next);
      this.#next.clear();
    },
  };

  readonly dataSets = {
    margins: { rowsFor: () => this.marginRows() },
    bfProfiles: { rowsFor: () => this.feeRows() },
  };

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
    return [...this.#current.keys()].flatMap((instrument) =>
      this.#all(instrument).flatMap((dated) => this.#feesOf(instrument, dated)),
    );
  }

  save(): SavedRateTables {
    return { current: [...this.#current], next: [...this.#next] };
  }

  load({ current, next }: SavedRateTables): void {
    this.#current = new Map(current);
    this.#next = new Map(next);
  }

  #all(instrument: string): DatedRates[] {
    return [this.#current.get(instrument), this.#next.get(instrument)].filter((dated) => dated !== undefined);
  }

  #feesOf(code: string, { effectiveFrom, rates: { bookingFee } }: DatedRates): BfProfileRow[] {
    const { vatPercent = 0 } = this.#directory.referenceData.market ?? {};
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
