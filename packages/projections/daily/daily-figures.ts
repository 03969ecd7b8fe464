// The figures of days: the MTM of every listed contract (9), and daily trends, one row per contract and
// day (12).
import type { ContractListing, DayMark, InstrumentRates, MarketValued } from '@openpit/venue';
import { type DailyTrendRow, type MtmRow, toPercent, toRand } from '@openpit/wire';
import type { Changes, EventHandlers, Projection } from '../kernel/projection.ts';
import type { Steps } from '../kernel/steps.ts';
import type { DayTrend } from '../market/day-figures.ts';
import type { Directory } from '../reference/directory.ts';

/** Days of trends that stay in memory; older ones belong to history. */
const trendDays = 260;

type KnownMtm = Omit<MtmRow, 'initialMargin'>;

interface SavedDailyFigures {
  readonly mtm: readonly KnownMtm[];
  readonly trends: readonly DailyTrendRow[];
}

/** The market's figures of the running day, and its rates. */
interface LiveMarket {
  today(contract: string): DayTrend | undefined;
  ratesOf(instrument: string): Pick<InstrumentRates, 'initialMargin'> | undefined;
}

type KnownContracts = Pick<Directory, 'businessDay' | 'contract' | 'isTraded' | 'isListed'>;

export class DailyFigures implements Projection {
  readonly #mtm = new Map<string, KnownMtm>();
  #trends: DailyTrendRow[] = [];
  readonly #market: LiveMarket;
  readonly #directory: KnownContracts;

  constructor(market: LiveMarket, directory: KnownContracts) {
    this.#market = market;
    this.#directory = directory;
  }

  /** Must receive the end of a day after the directory, and before the market rows begin the next day. */
  readonly on: EventHandlers = {
    marketOpened: ({ contracts, businessDay }, { at }) => this.#list(contracts, { businessDay, time: at }),
    strikeAdded: ({ contracts }, { at }) => this.#list(contracts, this.#listedAt(at)),
    contractsListed: ({ contracts }, { at }) => this.#list(contracts, this.#listedAt(at)),
    marketValued: (event, { at: time }, changes) => this.#value(event, time, changes),
    mtmApproved: (_event, _origin, changes) => this.#changeStatus('provisional', 'approved', changes),
    // An approval is void if trading continues.
    phaseBegan: ({ phase }, _origin, changes) => {
      if (phase === 'continuous') this.#changeStatus('approved', 'provisional', changes);
    },
    dayEnded: ({ marks, businessDay }, { at: time }) => this.#endDay(marks, { businessDay, time }),
  };

  readonly dataSets = {
    mtm: { rowsFor: () => this.#mtmRows(this.#mtm.keys()) },
    dailyTrends: { rowsFor: () => this.#trendRows() },
  };

  /** The figures of these contracts, of all contracts by default. */
  mtmRows(contracts: Iterable<string> = this.#mtm.keys()): MtmRow[] {
    return [...this.#mtmRows(contracts)];
  }

  *#mtmRows(contracts: Iterable<string>): Generator<MtmRow> {
    for (const contract of contracts) {
      const row = this.#mtm.get(contract);
      if (row !== undefined) yield { ...row, initialMargin: this.#initialMarginOf(row) };
    }
  }

  /** All days in memory, and the running day from the live rows. */
  *#trendRows(): Generator<DailyTrendRow | undefined> {
    yield* this.#trends;
    for (const contract of this.#mtm.keys())
      yield this.trendOfToday(contract, this.#directory.businessDay)[0];
  }

  /** The running day of one contract; empty for a contract without deals that is not a future, or that no longer trades. */
  trendOfToday(contract: string, businessDay: string): DailyTrendRow[] {
    const listing = this.#directory.contract(contract);
    if (listing === undefined || !this.#directory.isTraded(listing)) return [];
    const row = this.#trend(contract, businessDay, null);
    return row === null ? [] : [row];
  }

  /** The trend of a contract on the last day that ended. */
  lastTrend(contract: string): DailyTrendRow | undefined {
    // The list has one trend per contract for each of hundreds of days, and this one is among the newest.
    for (let at = this.#trends.length - 1; at >= 0; at -= 1)
      if (this.#trends[at]?.contract === contract) return this.#trends[at];
    return undefined;
  }

  save(): SavedDailyFigures {
    return { mtm: [...this.#mtm.values()], trends: this.#trends };
  }

  load({ mtm, trends }: SavedDailyFigures): void {
    this.#mtm.clear();
    for (const row of mtm) this.#mtm.set(row.contract, row);
    this.#trends = [...trends];
  }

  #listedAt(time: number) {
    return { businessDay: this.#directory.businessDay, time };
  }

  #list(contracts: readonly ContractListing[], listed: Pick<MtmRow, 'businessDay' | 'time'>): void {
    for (const listing of contracts) this.#mtm.set(listing.contract, firstMtm(listing, listed));
  }

  #initialMarginOf({ contract, instrument }: KnownMtm): number | null {
    if (this.#directory.contract(contract)?.kind !== 'future') return null;
    return toRand(this.#market.ratesOf(instrument)?.initialMargin);
  }

  #mark(mark: Omit<DayMark, 'limits'>, valued: Pick<MtmRow, 'businessDay' | 'time' | 'status'>): void {
    const { contract, mtm, previous, method, deals, volatility } = mark;
    const row = this.#mtm.get(contract);
    const live = this.#market.today(contract);
    if (row === undefined || live === undefined) return;
    const { deals: _dealsBefore, ...rest } = row;
    const { volume, openInterest } = live;
    this.#mtm.set(contract, {
      ...rest,
      ...valued,
      mtmToday: toRand(mtm),
      mtmPrevious: toRand(previous),
      change: toRand(mtm - previous),
      method,
      volume,
      openInterest,
      ...(deals === undefined ? {} : { deals }),
      ...(volatility === undefined ? {} : { volatility: toPercent(volatility) }),
    });
  }

  *#value({ marks, businessDay }: MarketValued, time: number, changes: Changes): Steps {
    for (const mark of marks) {
      this.#mark(mark, { businessDay, time, status: 'provisional' });
      yield;
    }
    changes.changeMtm();
  }

  #changeStatus(from: MtmRow['status'], status: MtmRow['status'], changes: Changes): void {
    for (const [contract, row] of this.#mtm) {
      if (row.status !== from) continue;
      this.#mtm.set(contract, { ...row, status });
      changes.changeMtm();
    }
  }

  *#endDay(marks: readonly DayMark[], ended: Pick<MtmRow, 'businessDay' | 'time'>): Steps {
    for (const mark of marks) {
      yield;
      const { contract, mtm } = mark;
      this.#mark(mark, { ...ended, status: 'official' });
      if (!this.#mtm.has(contract)) continue;
      const trend = this.#trend(contract, ended.businessDay, toRand(mtm));
      if (trend !== null) this.#trends.push(trend);
    }
    // A future in its notice period is no longer marked, and keeps its last MTM.
    for (const contract of this.#mtm.keys()) {
      const listing = this.#directory.contract(contract);
      if (listing !== undefined && !this.#directory.isListed(listing)) this.#mtm.delete(contract);
      yield;
    }
    const days = [...new Set(this.#trends.map(({ date }) => date))].sort().slice(-trendDays);
    this.#trends = this.#trends.filter(({ date }) => date >= (days[0] ?? ''));
  }

  #trend(contract: string, date: string, close: number | null): DailyTrendRow | null {
    const live = this.#market.today(contract);
    if (live === undefined) return null;
    // Few of the thousands of strikes deal on a day; only those have a trend.
    if (live.deals === 0 && this.#directory.contract(contract)?.kind !== 'future') return null;
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

function firstMtm(listing: ContractListing, listed: Pick<MtmRow, 'businessDay' | 'time'>): KnownMtm {
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
    status: 'official',
    ...listed,
    ...(listing.volatility === undefined ? {} : { volatility: toPercent(listing.volatility) }),
  };
}
