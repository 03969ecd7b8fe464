// The rows of the market panels (PANEL-1 to 5): best prices and the day's figures of every contract, folded from events. The feed reads
// them one at a time: the fields changed since the last time, and the complete row for clients that fell behind. A row that is not watched
// is computed when it is requested.
import {
  type ContractListing,
  countsForMarket,
  type DayEnded,
  type DealCancelled,
  type DealMade,
  type DealRepriced,
  type EventOrigin,
  type PositionChanged,
} from '@openpit/venue';
import type { MarketRow, MarketRowChange, PriceRow } from '@openpit/wire';
import type { ContractBooks } from '../books/contract-books.ts';
import { LongLots, type SavedLongLots } from '../kernel/long-lots.ts';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import type { Steps } from '../kernel/steps.ts';
import { countsForVolume } from '../kernel/traded.ts';
import { type Directory, withDates } from '../reference/directory.ts';
import { type DayFigures, type DayTrend, noDeals, rowOf, trendOf } from './day-figures.ts';
import { Dependents } from './dependents.ts';
import {
  calendarDaysToExpiry,
  type DerivedFields,
  fixedFields,
  optionFields,
  pairFields,
  presentPrice,
} from './derived-fields.ts';
import type { Indicative } from './indicative-prices.ts';
import { differing } from './row-change.ts';

export interface ChangedMarketRow {
  readonly contract: string;
  readonly change: MarketRowChange;
  readonly whole: MarketRow;
}

/** The contracts whose changes are currently requested. */
export interface Wanted {
  readonly isWatched: (contract: string) => boolean;
  /** True if the row may be published now; otherwise the change waits. */
  readonly isDue: (contract: string) => boolean;
}

const everything: Wanted = { isWatched: () => true, isDue: () => true };

interface SavedMarketRows {
  readonly figures: readonly DayFigures[];
  readonly versions: readonly (readonly [string, number])[];
  readonly longs: SavedLongLots;
}

export class MarketRows implements Projection {
  readonly #books: ContractBooks;
  readonly #figures = new Map<string, DayFigures>();
  /** Rows as they were last published. */
  readonly #published = new Map<string, MarketRow>();
  readonly #changed = new Set<string>();
  /** Contracts other than futures whose rows have changed, or depend on a future that has. */
  readonly #following = new Set<string>();
  /** Contracts with changed rows that were not watched when they were due. */
  readonly #behind = new Set<string>();
  readonly #longs = new LongLots();
  readonly #directory: Directory;
  readonly #dependents = new Dependents();

  readonly #isHalted: (instrument: string) => boolean;

  /** The directory must handle each event first. */
  constructor(books: ContractBooks, directory: Directory, isHalted: (instrument: string) => boolean) {
    this.#books = books;
    this.#directory = directory;
    this.#isHalted = isHalted;
    books.follow((contract) => this.#changed.add(contract));
  }

  readonly on: EventHandlers = {
    marketOpened: ({ contracts }) => {
      for (const listing of contracts) this.#list(listing);
    },
    strikeAdded: ({ contracts }) => {
      for (const listing of contracts) this.#list(listing);
    },
    contractsListed: ({ contracts }) => {
      for (const listing of contracts) this.#list(listing);
    },
    dealMade: (event, origin) => this.#deal(event, origin),
    positionChanged: (event) => this.#hold(event),
    dealCancelled: (event) => this.#correct(event),
    dealRepriced: (event) => this.#correct(event),
    limitsChanged: ({ contract, limits }) => this.#limit(contract, limits),
    referenceDataChanged: ({ dates = [] }) => {
      const withMoved = withDates(dates);
      for (const { contract } of dates) {
        const figures = this.#figures.get(contract);
        if (figures === undefined) continue;
        figures.listing = withMoved(figures.listing);
        this.#changed.add(contract);
      }
    },
    instrumentHalted: ({ instrument }) => this.#changeFutures(instrument),
    instrumentResumed: ({ instrument }) => this.#changeFutures(instrument),
    dayEnded: (event) => this.#beginDay(event),
  };

  readonly dataSets = { prices: { rowsFor: () => this.#prices() } };

  /** The current prices of every listed contract, in the order of listing. */
  *#prices(): Generator<PriceRow> {
    for (const listing of this.#directory.listedContracts()) {
      const figures = this.#figures.get(listing.contract);
      if (figures === undefined) continue;
      const { contract, bid, offer, last, mtm, time } = this.#plainRow(figures, 0);
      yield { contract, bid, offer, last, mtm, time };
    }
  }

  /**
   * The rows of all listed contracts, in the order of listing. A contract that is no longer listed
   * can be read only by its name.
   */
  rows(): MarketRow[] {
    return this.#directory
      .listedContracts()
      .map(({ contract }) => this.row(contract))
      .filter((row) => row !== undefined);
  }

  /**
   * Returns the row as last published, or `undefined` if no contract has this name. A row that was
   * not watched is published now, so a client that subscribes before it requests the row misses
   * nothing.
   */
  row(contract: string): MarketRow | undefined {
    if (!this.#figures.has(contract)) return undefined;
    if (this.#behind.delete(contract))
      return this.#publish(contract, (this.#published.get(contract)?.version ?? 0) + 1);
    return this.#published.get(contract) ?? this.#publish(contract, 1);
  }

  /** The row as it is at this moment, published or not; undefined if no contract has this name. */
  current(contract: string): MarketRow | undefined {
    const figures = this.#figures.get(contract);
    return figures === undefined
      ? undefined
      : this.#rowOf(figures, this.#published.get(contract)?.version ?? 0);
  }

  /** The figures of the day, for callers who do not need the complete row; undefined if no contract has this name. */
  today(contract: string): DayTrend | undefined {
    const figures = this.#figures.get(contract);
    return figures === undefined ? undefined : trendOf(figures);
  }

  /** Sets the price at which a contract would open now; null if nothing would deal, or it has opened. */
  indicate(contract: string, indicative: Indicative | null): void {
    const figures = this.#figures.get(contract);
    if (figures === undefined) return;
    const before = figures.indicative;
    if (before?.price === indicative?.price && before?.lots === indicative?.lots) return;
    figures.indicative = indicative;
    this.#changed.add(contract);
  }

  /** Publishes the changes since the last call. */
  takeChanges(): ChangedMarketRow[] {
    return [...this.changes(everything)];
  }

  /** Publishes changes one per step; a caller that stops early continues the next time. */
  *changes({ isWatched, isDue }: Wanted): Generator<ChangedMarketRow> {
    this.#books.notifyFollowers();
    for (const contract of this.#changed) {
      const isFuture = this.#figures.get(contract)?.listing.kind === 'future';
      if (isFuture && !isDue(contract)) continue;
      this.#changed.delete(contract);
      if (!isFuture) {
        this.#following.add(contract);
        continue;
      }
      for (const pair of this.#dependents.pairsOf(contract)) this.#following.add(pair);
      this.#dependents.moved(contract, this.#behind);
      const change = this.#take(contract, isWatched);
      if (change !== null) yield change;
    }
    const isWanted = (option: string) => {
      const isWanted = isWatched(option);
      if (!isWanted) this.#behind.add(option);
      return isWanted;
    };
    for (const option of this.#dependents.takeBatch(isWanted)) this.#following.add(option);
    for (const contract of this.#following) {
      if (!isDue(contract)) continue;
      this.#following.delete(contract);
      const change = this.#take(contract, isWatched);
      if (change !== null) yield change;
    }
  }

  #take(contract: string, isWatched: Wanted['isWatched']): ChangedMarketRow | null {
    if (!isWatched(contract)) {
      this.#behind.add(contract);
      return null;
    }
    this.#behind.delete(contract);
    const before = this.#published.get(contract);
    const whole = this.#publish(contract, (before?.version ?? 0) + 1);
    const fields = before === undefined ? whole : differing(before, whole);
    if (fields !== null) return { contract, change: { ...fields, contract, version: whole.version }, whole };
    if (before !== undefined) this.#published.set(contract, before);
    return null;
  }

  save(): SavedMarketRows {
    return {
      figures: [...this.#figures.values()],
      versions: [...this.#published].map(([contract, { version }]) => [contract, version]),
      longs: this.#longs.save(),
    };
  }

  load({ figures, versions, longs }: SavedMarketRows): void {
    this.#longs.load(longs);
    for (const ofContract of figures) {
      this.#figures.set(ofContract.listing.contract, { ...ofContract });
      if (this.#directory.isTraded(ofContract.listing)) this.#dependents.list(ofContract.listing);
    }
    for (const [contract, version] of versions) this.#publish(contract, version);
  }

  #list(listing: ContractListing): void {
    this.#dependents.list(listing);
    this.#figures.set(listing.contract, {
      listing,
      volatility: listing.volatility ?? null,
      mtm: listing.mtm,
      limits: listing.limits,
      openInterest: listing.openInterest,
      ...noDeals(),
      indicative: null,
    });
    if (!this.#dependents.mark(listing)) this.#changed.add(listing.contract);
  }

  #deal(event: DealMade, { at }: EventOrigin): void {
    const figures = this.#figures.get(event.contract);
    if (figures === undefined || !countsForVolume(event.origin, figures.listing.kind)) return;
    figures.volume += event.lots;
    figures.deals += 1;
    this.#changed.add(event.contract);
    if (!countsForMarket[event.origin]) return;
    figures.last = event.price;
    figures.lastQty = event.lots;
    figures.high = Math.max(figures.high ?? event.price, event.price);
    figures.low = Math.min(figures.low ?? event.price, event.price);
    figures.open ??= event.price;
    figures.pricedLots += event.lots;
    figures.turnover += event.price * event.lots;
    figures.time = at;
  }

  /** Open interest: the lots that were open when the contract was listed, plus all long positions since. */
  #hold(event: PositionChanged): void {
    const figures = this.#figures.get(event.contract);
    const change = this.#longs.change(event);
    if (figures === undefined || change === 0) return;
    figures.openInterest += change;
    this.#changed.add(event.contract);
  }

  /** The day's figures without an error trade, or with its corrected price. */
  #correct(event: DealCancelled | DealRepriced): void {
    const figures = this.#figures.get(event.contract);
    if (figures === undefined || !countsForVolume(event.origin, figures.listing.kind)) return;
    const { last, lastLots, lastAt, high, low, open, lots, price } = event;
    this.#changed.add(event.contract);
    if (event.kind === 'dealCancelled') {
      figures.volume -= lots;
      figures.deals -= 1;
    }
    if (!countsForMarket[event.origin]) return;
    Object.assign(figures, { last, lastQty: lastLots ?? 0, high, low, open, time: lastAt });
    if (event.kind === 'dealRepriced') figures.turnover += (event.newPrice - price) * lots;
    else {
      figures.turnover -= price * lots;
      figures.pricedLots -= lots;
    }
  }

  #limit(contract: string, limits: DayFigures['limits']): void {
    const figures = this.#figures.get(contract);
    if (figures === undefined) return;
    figures.limits = limits;
    this.#changed.add(contract);
  }

  /** The rows that depend on these futures are computed again. */
  #changeFutures(instrument: string): void {
    for (const { contract, kind, instrument: own } of this.#directory.tradedContracts())
      if (kind === 'future' && own === instrument) this.#changed.add(contract);
  }

  *#beginDay({ marks }: DayEnded): Steps {
    for (const { contract, mtm, limits, volatility = null } of marks) {
      this.#begin(contract, { mtm, limits, volatility });
      yield;
    }
  }

  #begin(contract: string, mark: Pick<DayFigures, 'mtm' | 'limits' | 'volatility'>): void {
    const figures = this.#figures.get(contract);
    if (figures === undefined) return;
    Object.assign(figures, mark, noDeals());
    if (!this.#directory.isTraded(figures.listing)) this.#dependents.drop(figures.listing);
    if (!this.#dependents.mark(figures.listing)) this.#changed.add(contract);
  }

  #publish(contract: string, version: number): MarketRow {
    const figures = this.#figures.get(contract) as DayFigures;
    const row = this.#rowOf(figures, version);
    this.#published.set(contract, row);
    return row;
  }

  #plainRow(figures: DayFigures, version: number): MarketRow {
    const { disclosesMembers } = this.#directory;
    const { listing } = figures;
    const row = rowOf(figures, this.#books.of(listing.contract), { version, disclosesMembers });
    const noticeUntil = this.#directory.isTraded(listing) ? null : this.#directory.lastNoticeDay(listing);
    return noticeUntil === null ? row : { ...row, noticeUntil };
  }

  #rowOf(figures: DayFigures, version: number): MarketRow {
    const row = this.#plainRow(figures, version);
    const { listing } = figures;
    if (listing.kind === 'future') return row;
    return { ...row, ...fixedFields(listing), ...this.#derived(figures) };
  }

  #derived({ listing, volatility }: DayFigures): DerivedFields {
    const { legs, underlying, optionExpiry } = listing;
    const dealingBook = (contract: string) =>
      this.#isHalted(this.#directory.facts(contract).instrument) ? null : this.#books.of(contract);
    if (legs !== undefined)
      return pairFields(legs, { bookOf: (contract) => this.#books.of(contract), dealingBook });
    const future = underlying === undefined ? undefined : this.#figures.get(underlying);
    if (future === undefined || underlying === undefined) return {};
    const { tick } = this.#directory.facts(underlying);
    return optionFields(listing, {
      book: this.#books.of(listing.contract),
      reference: presentPrice({ last: future.last, mtm: future.mtm, book: dealingBook(underlying), tick }),
      mtmVolatility: volatility ?? 0,
      days: calendarDaysToExpiry(optionExpiry, this.#directory.businessDay),
      tick,
    });
  }
}
