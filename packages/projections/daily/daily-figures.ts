// The figures of days: the MTM of every contract that still trades (9), and daily trends, one row per
// contract and day (12).
import type { ContractListing, DayEnded } from '@openpit/venue';
import type { DailyTrendRow, MarketRow, MtmRow } from '@openpit/wire';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import { toPercent, toRand } from '../kernel/to-rand.ts';
import type { Directory } from '../reference/directory.ts';

/** Days of trends that stay in memory; older ones belong to history. */
const trendDays = 260;

export interface SavedDailyFigures {
  readonly mtm: readonly MtmRow[];
  readonly trends: readonly DailyTrendRow[];
}

/** The market's figures of the running day. */
interface LiveMarket {
  current(contract: string): MarketRow | undefined;
  dealsOf(contract: string): number | undefined;
}

export class DailyFigures implements Projection {
  readonly #mtm = new Map<string, MtmRow>();
  #trends: DailyTrendRow[] = [];
  readonly #market: LiveMarket;
  readonly #directory: Pick<Directory, 'businessDay' | 'contract' | 'isTraded'>;

  constructor(market: LiveMarket, directory: Pick<Directory, 'businessDay' | 'contract' | 'isTraded'>) {
    this.#market = market;
    this.#directory = directory;
  }

  /** Must receive the end of a day after the directory, and before the market rows begin the next day. */
  readonly on: EventHandlers = {
    marketOpened: ({ contracts, businessDay }) => this.#list(contracts, businessDay),
    strikeAdded: ({ contracts }) => this.#list(contracts, this.#directory.businessDay),
    contractsListed: ({ contracts }) => this.#list(contracts, this.#directory.businessDay),
    dayEnded: (event) => this.#endDay(event),
  };

  readonly dataSets = {
    mtm: { rowsFor: () => this.mtmRows() },
    dailyTrends: { rowsFor: () => this.trendRows(this.#directory.businessDay) },
  };

  mtmRows(): MtmRow[] {
    return [...this.#mtm.values()];
  }

  /** All days in memory, and the running day from the live rows. */
  trendRows(businessDay: string): DailyTrendRow[] {
    const today = [...this.#mtm.keys()].map((contract) => this.#trend(contract, businessDay, null));
    return [...this.#trends, ...today.filter((row) => row !== null)];
  }

  /** The running day of one contract; empty for a contract without deals that is not a future, or that has expired. */
  trendOfToday(contract: string, businessDay: string): DailyTrendRow[] {
    const row = this.#mtm.has(contract) ? this.#trend(contract, businessDay, null) : null;
    return row === null ? [] : [row];
  }

  /** The trend of a contract on the last day that ended. */
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

  #list(contracts: readonly ContractListing[], businessDay: string): void {
    for (const listing of contracts) this.#mtm.set(listing.contract, firstMtm(listing, businessDay));
  }

  #endDay({ businessDay, marks }: DayEnded): void {
    for (const { contract, mtm, previous, method, volatility } of marks) {
      const row = this.#mtm.get(contract);
      const live = this.#market.current(contract);
      if (row === undefined || live === undefined) continue;
      const { volume, openInterest } = live;
      const change = toRand(mtm - previous);
      this.#mtm.set(contract, {
        ...row,
        mtmToday: toRand(mtm),
        mtmPrevious: toRand(previous),
        change,
        method,
        businessDay,
        volume,
        openInterest,
        ...(volatility === undefined ? {} : { volatility: toPercent(volatility) }),
      });
      const trend = this.#trend(contract, businessDay, toRand(mtm));
      if (trend !== null) this.#trends.push(trend);
      const listing = this.#directory.contract(contract);
      if (listing !== undefined && !this.#directory.isTraded(listing)) this.#mtm.delete(contract);
    }
    const days = [...new Set(this.#trends.map(({ date }) => date))].sort().slice(-trendDays);
    this.#trends = this.#trends.filter(({ date }) => date >= (days[0] ?? ''));
  }

  #trend(contract: string, date: string, close: number | null): DailyTrendRow | null {
    // Few of the thousands of strikes deal on a day: the others have no trend, and their rows need not be made.
    if (this.#market.dealsOf(contract) === 0 && this.#directory.contract(contract)?.kind !== 'future')
      return null;
    const live = this.#market.current(contract);
    if (live === undefined) return null;
    const { open, high, low, volume, deals, openInterest } = live;
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

function firstMtm(listing: ContractListing, businessDay: string): MtmRow {
  return {
    contract: listing.contract,
    displaySeq: listing.displaySeq,
    instrument: listing.instrument,
    mtmToday: null,
    mtmPrevious: toRand(listing.mtm),
    change: null,
    openInterest: listing.openInterest,
    volume: 0,
    method: 'opening',
    businessDay,
    ...(listing.volatility === undefined ? {} : { volatility: toPercent(listing.volatility) }),
  };
}
