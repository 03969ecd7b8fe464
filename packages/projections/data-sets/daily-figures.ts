// What a day leaves behind: MTM (9) of what still trades, and daily trends (12), one line a contract and day.
import type { ContractListing, DayEnded, VenueEvent } from '@openpit/venue';
import type { DailyTrendRow, MarketRow, MtmRow } from '@openpit/wire';
import { rand } from '../rand.ts';
import type { Directory } from './directory.ts';

/** Days of trend that stay in memory; older ones belong to history. */
const trendDays = 260;

export interface SavedDailyFigures {
  readonly mtm: readonly MtmRow[];
  readonly trends: readonly DailyTrendRow[];
}

export class DailyFigures {
  readonly #mtm = new Map<string, MtmRow>();
  #trends: DailyTrendRow[] = [];
  readonly #marketRow: (contract: string) => MarketRow | undefined;
  readonly #directory: Pick<Directory, 'businessDay' | 'contract' | 'isTraded'>;

  constructor(
    marketRow: (contract: string) => MarketRow | undefined,
    directory: Pick<Directory, 'businessDay' | 'contract' | 'isTraded'>,
  ) {
    this.#marketRow = marketRow;
    this.#directory = directory;
  }

  /** Must see the end of a day after the directory, and before the market rows begin the next one. */
  apply(event: VenueEvent): void {
    if (event.kind === 'marketOpened')
      for (const listing of event.contracts)
        this.#mtm.set(listing.contract, opening(listing, event.businessDay));
    else if (event.kind === 'strikeAdded' || event.kind === 'contractsListed')
      for (const listing of event.contracts)
        this.#mtm.set(listing.contract, opening(listing, this.#directory.businessDay));
    else if (event.kind === 'dayEnded') this.#endDay(event);
  }

  mtmRows(): MtmRow[] {
    return [...this.#mtm.values()];
  }

  /** All days in memory, and the running one from the live rows. */
  trendRows(businessDay: string): DailyTrendRow[] {
    const today = [...this.#mtm.keys()].map((contract) => this.#trend(contract, businessDay, null));
    return [...this.#trends, ...today.filter((row) => row !== null)];
  }

  /** The running day of one contract; none for a contract that has no trend to tell, or trades no more. */
  trendOfToday(contract: string, businessDay: string): DailyTrendRow[] {
    const row = this.#mtm.has(contract) ? this.#trend(contract, businessDay, null) : null;
    return row === null ? [] : [row];
  }

  /** What the last day that ended left of one contract. */
  lastTrend(contract: string): DailyTrendRow | undefined {
    return this.#trends.filter((row) => row.contract === contract).at(-1);
  }

  save(): SavedDailyFigures {
    return { mtm: this.mtmRows(), trends: this.#trends };
  }

  load({ mtm, trends }: SavedDailyFigures): void {
    this.#mtm.clear();
    for (const row of mtm) this.#mtm.set(row.contract, row);
    this.#trends = [...trends];
  }

  #endDay({ businessDay, marks }: DayEnded): void {
    for (const { contract, mtm, previous, method, volatility } of marks) {
      const row = this.#mtm.get(contract);
      const live = this.#marketRow(contract);
      if (row === undefined || live === undefined) continue;
      const { volume, openInterest } = live;
      const change = (mtm - previous) / 100;
      this.#mtm.set(contract, {
        ...row,
        mtmToday: rand(mtm),
        mtmPrevious: rand(previous),
        change,
        method,
        businessDay,
        volume,
        openInterest,
        ...(volatility === undefined ? {} : { volatility: volatility / 100 }),
      });
      const trend = this.#trend(contract, businessDay, rand(mtm));
      if (trend !== null) this.#trends.push(trend);
      const listing = this.#directory.contract(contract);
      if (listing !== undefined && !this.#directory.isTraded(listing)) this.#mtm.delete(contract);
    }
    const days = [...new Set(this.#trends.map(({ date }) => date))].sort().slice(-trendDays);
    this.#trends = this.#trends.filter(({ date }) => date >= (days[0] ?? ''));
  }

  #trend(contract: string, date: string, close: number | null): DailyTrendRow | null {
    const live = this.#marketRow(contract);
    if (live === undefined) return null;
    const { open, high, low, volume, deals, openInterest } = live;
    // Of thousands of strikes few deal on a day: the others have no trend to tell.
    if (live.contractDisplay.CONTRACT_TYPE !== 1 && deals === 0) return null;
    return {
      uniqueKey: `${date} ${contract}`,
      contract,
      date,
      open,
      high,
      low,
      close,
      volume,
      deals,
      openInterest,
    };
  }
}

function opening(listing: ContractListing, businessDay: string): MtmRow {
  return {
    contract: listing.contract,
    displaySeq: listing.displaySeq,
    instrument: listing.instrument,
    mtmToday: null,
    mtmPrevious: rand(listing.mtm),
    change: null,
    openInterest: listing.openInterest,
    volume: 0,
    method: 'opening',
    businessDay,
    ...(listing.volatility === undefined ? {} : { volatility: listing.volatility / 100 }),
  };
}
