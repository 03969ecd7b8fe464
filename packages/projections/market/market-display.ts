// The market panels' rows (PANEL-1 to 5): best prices and the day's figures of every contract, folded from events and
// published in ticks: what changed since the last tick, and the whole row for those who fell behind.
import type { ContractListing, DealMade, EventOrigin, PositionChanged, VenueEvent } from '@openpit/venue';
import type { MarketRow, MarketRowChange } from '@openpit/wire';
import { rand, randOrNull } from '../rand.ts';
import type { ContractBooks } from './contract-books.ts';

/** The day's figures of a contract besides its book. Prices are cents, turnover cents × lots. */
interface DayFigures {
  readonly listing: ContractListing;
  mtm: number;
  limits: { readonly low: number; readonly high: number } | null;
  last: number | null;
  lastQty: number;
  high: number | null;
  low: number | null;
  open: number | null;
  volume: number;
  turnover: number;
  deals: number;
  openInterest: number;
  time: number | null;
}

export interface MarketChange {
  readonly contract: string;
  readonly change: MarketRowChange;
  readonly whole: MarketRow;
}

export interface SavedMarket {
  readonly figures: readonly DayFigures[];
  readonly versions: readonly (readonly [string, number])[];
  readonly longs: readonly (readonly [number, number])[];
}

export class MarketDisplay {
  readonly #books: ContractBooks;
  readonly #figures = new Map<string, DayFigures>();
  /** Rows as they were last published. */
  readonly #published = new Map<string, MarketRow>();
  readonly #changed = new Set<string>();
  /** Long lots by position, as they are counted in the open interest. */
  readonly #longs = new Map<number, number>();

  constructor(books: ContractBooks) {
    this.#books = books;
  }

  /** Folds one event in; `touched` is the contract whose book it changed. */
  apply(event: VenueEvent, origin: EventOrigin, touched: string | null): void {
    if (touched !== null) this.#changed.add(touched);
    if (event.kind === 'marketOpened') for (const listing of event.contracts) this.#list(listing);
    else if (event.kind === 'dealMade') this.#deal(event, origin);
    else if (event.kind === 'positionChanged') this.#hold(event);
    else if (event.kind === 'dayEnded')
      for (const { contract, mtm, limits } of event.marks) this.#beginDay(contract, { mtm, limits });
  }

  /** Rows as last published, in the order of listing. */
  rows(): MarketRow[] {
    return [...this.#figures.keys()].map((contract) => this.row(contract)).filter((row) => row !== undefined);
  }

  /** The row as last published; undefined when no contract has this name. */
  row(contract: string): MarketRow | undefined {
    if (!this.#figures.has(contract)) return undefined;
    return this.#published.get(contract) ?? this.#publish(contract, 1);
  }

  /** The row as it stands this moment, published or not; undefined when no contract has this name. */
  current(contract: string): MarketRow | undefined {
    const figures = this.#figures.get(contract);
    return figures === undefined
      ? undefined
      : rowOf(figures, this.#books, this.#published.get(contract)?.version ?? 0);
  }

  /** Publishes what has changed since the last call. */
  takeChanges(): MarketChange[] {
    const changes: MarketChange[] = [];
    for (const contract of this.#changed) {
      const before = this.#published.get(contract);
      const whole = this.#publish(contract, (before?.version ?? 0) + 1);
      const fields = before === undefined ? whole : differing(before, whole);
      if (fields === null) {
        if (before !== undefined) this.#published.set(contract, before);
        continue;
      }
      changes.push({ contract, change: { ...fields, contract, version: whole.version }, whole });
    }
    this.#changed.clear();
    return changes;
  }

  save(): SavedMarket {
    return {
      figures: [...this.#figures.values()],
      versions: [...this.#published].map(([contract, { version }]) => [contract, version]),
      longs: [...this.#longs],
    };
  }

  load({ figures, versions, longs }: SavedMarket): void {
    for (const [positionSeq, long] of longs) this.#longs.set(positionSeq, long);
    for (const one of figures) this.#figures.set(one.listing.contract, { ...one });
    for (const [contract, version] of versions) this.#publish(contract, version);
  }

  #list(listing: ContractListing): void {
    this.#figures.set(listing.contract, {
      listing,
      mtm: listing.mtm,
      limits: listing.limits,
      openInterest: listing.openInterest,
      ...noDeals(),
    });
    this.#changed.add(listing.contract);
  }

  #deal(event: DealMade, { at }: EventOrigin): void {
    const figures = this.#figures.get(event.contract);
    if (figures === undefined) return;
    figures.last = event.price;
    figures.lastQty = event.lots;
    figures.high = Math.max(figures.high ?? event.price, event.price);
    figures.low = Math.min(figures.low ?? event.price, event.price);
    figures.open ??= event.price;
    figures.volume += event.lots;
    figures.turnover += event.price * event.lots;
    figures.deals += 1;
    figures.time = at;
    this.#changed.add(event.contract);
  }

  /** Open interest is what was open before, and all long positions since. */
  #hold({ positionSeq, contract, net }: PositionChanged): void {
    const figures = this.#figures.get(contract);
    const before = this.#longs.get(positionSeq) ?? 0;
    const long = Math.max(net, 0);
    if (figures === undefined || long === before) return;
    if (long === 0) this.#longs.delete(positionSeq);
    else this.#longs.set(positionSeq, long);
    figures.openInterest += long - before;
    this.#changed.add(contract);
  }

  #beginDay(contract: string, mark: Pick<DayFigures, 'mtm' | 'limits'>): void {
    const figures = this.#figures.get(contract);
    if (figures === undefined) return;
    Object.assign(figures, mark, noDeals());
    this.#changed.add(contract);
  }

  #publish(contract: string, version: number): MarketRow {
    const figures = this.#figures.get(contract) as DayFigures;
    const row = rowOf(figures, this.#books, version);
    this.#published.set(contract, row);
    return row;
  }
}

function noDeals() {
  return {
    last: null,
    lastQty: 0,
    high: null,
    low: null,
    open: null,
    volume: 0,
    turnover: 0,
    deals: 0,
    time: null,
  };
}

function rowOf(figures: DayFigures, books: ContractBooks, version: number): MarketRow {
  const { listing, mtm, limits, last } = figures;
  const book = books.of(listing.contract);
  const [bid, offer] = [book.best('B'), book.best('S')];
  return {
    contract: listing.contract,
    displaySeq: listing.displaySeq,
    instrument: listing.instrument,
    contractDisplay: {
      flag: listing.flag,
      strike: rand(listing.strike),
      CONTRACT_TYPE: listing.contractType,
    },
    contractDate: listing.contractDate,
    systemCode: listing.systemCode,
    version,
    buyer: bid?.member ?? null,
    bidQty: bid?.lots ?? 0,
    bid: randOrNull(bid?.price),
    offer: randOrNull(offer?.price),
    offerQty: offer?.lots ?? 0,
    seller: offer?.member ?? null,
    last: hundredth(last),
    lastQty: figures.lastQty,
    change: last === null ? null : (last - mtm) / 100,
    high: hundredth(figures.high),
    low: hundredth(figures.low),
    open: hundredth(figures.open),
    volume: figures.volume,
    deals: figures.deals,
    openInterest: figures.openInterest,
    mtm: mtm / 100,
    vwap: figures.volume === 0 ? null : Math.round(figures.turnover / figures.volume) / 100,
    limitLow: hundredth(limits?.low ?? null),
    limitHigh: hundredth(limits?.high ?? null),
    time: figures.time,
  };
}

const hundredth = (amount: number | null): number | null => (amount === null ? null : amount / 100);

/** The fields that differ, null when none does. What never changes while a contract is listed is not compared. */
function differing(before: MarketRow, after: MarketRow): Partial<MarketRow> | null {
  const fields: Record<string, unknown> = {};
  let found = false;
  for (const name of changingFields) {
    if (before[name] === after[name]) continue;
    fields[name] = after[name];
    found = true;
  }
  return found ? fields : null;
}

const changingFields = [
  'buyer',
  'bidQty',
  'bid',
  'offer',
  'offerQty',
  'seller',
  'last',
  'lastQty',
  'change',
  'high',
  'low',
  'open',
  'volume',
  'deals',
  'openInterest',
  'mtm',
  'vwap',
  'limitLow',
  'limitHigh',
  'time',
] as const satisfies readonly (keyof MarketRow)[];
