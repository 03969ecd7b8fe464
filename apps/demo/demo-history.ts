// The market's history in memory: candles and public deals of contracts, and the past deals, orders and rows of members. A page has the
// newest rows; its cursor is the key of its oldest row, from which the next page continues.
import { illustrativeHistory, type ReportReads } from '@openpit/market';
import { type CandleMinutes, candleStart, HistoryFold, type RecordedPrint } from '@openpit/projections';
import type { Outcome } from '@openpit/venue';
import {
  type Candle,
  type CandleInterval,
  type CandlesReply,
  type CompletedOrderRow,
  type DealRow,
  dataSetIds,
  maxHistoryRows,
  type PageQuery,
  type PastDataSet,
  type PastRowsQuery,
  type TimeAndSalesReply,
  toRand,
} from '@openpit/wire';

/** The owner of rows; `dealer` is null for all rows of the member. */
interface PastOwner {
  readonly member: string;
  readonly dealer: string | null;
}

interface Row {
  readonly time: number;
  readonly businessDay: string;
}

export interface Page<Of> {
  readonly rows: Of[];
  readonly next: string | null;
  readonly asOf: number;
}

type KeptPrint = Omit<RecordedPrint, 'price'> & { price: number; isCancelled: boolean };
type DayEnd = Pick<Candle, 'mtm' | 'openInterest'> & { readonly previous: number | null };
type PastRow<Of> = Of & { readonly businessDay: string };

export class MemoryHistory implements ReportReads {
  readonly #fold = new HistoryFold();
  /** Outcomes that the fold has not read yet, because they were not requested: older ones as JSON, then `#unread`. */
  #past: string | undefined;
  #unread: Outcome[] = [];
  readonly #prints = new Map<string, KeptPrint[]>();
  readonly #printOf = new Map<number, KeptPrint>();
  /** By contract and business day. */
  readonly #dayEnds = new Map<string, Map<string, DayEnd>>();
  /** The generated candles of before the opening, by contract and interval. */
  readonly #illustrative = new Map<string, Candle[]>();
  readonly #deals = new Map<number, PastRow<DealRow>>();
  readonly #orders: PastRow<CompletedOrderRow>[] = [];
  readonly #sets: {
    readonly of: PastDataSet;
    readonly member: string;
    readonly row: Row & { rowSeq: number };
  }[] = [];
  readonly #seed: number;
  #asOf = 0;

  /** `past`: the outcomes of a market that was simulated before, as JSON. */
  constructor(seed: number, past?: string) {
    this.#seed = seed;
    this.#past = past;
  }

  apply(outcome: Outcome): void {
    this.#unread.push(outcome);
    if (this.#past === undefined) this.#read();
  }

  #read(): void {
    const past: readonly Outcome[] = this.#past === undefined ? [] : JSON.parse(this.#past);
    for (const outcome of [...past, ...this.#unread]) {
      this.#fold.apply(outcome);
      this.#asOf = outcome.seq;
      const opened = outcome.events.find((event) => event.kind === 'marketOpened');
      if (opened !== undefined) this.#illustrate(opened, outcome.at);
    }
    this.#past = undefined;
    this.#unread = [];
  }

  candles(contract: string, interval: CandleInterval, query: PageQuery): Page<CandlesReply['rows'][number]> {
    this.#take();
    const illustrative =
      interval === 'day'
        ? this.#dayCandles(contract)
        : this.#minuteCandles(contract, Number(interval) as CandleMinutes);
    const joined = new Map<number, Candle>();
    for (const candle of this.#illustrative.get(`${interval} ${contract}`) ?? [])
      joined.set(candle.time, candle);
    for (const candle of illustrative) joined.set(candle.time, candle);
    const newestFirst = [...joined.values()].sort((a, b) => b.time - a.time);
    const page = this.#page(newestFirst, query, ({ time }) => time);
    return { ...page, rows: page.rows.reverse() };
  }

  timeAndSales(contract: string, query: PageQuery): Page<TimeAndSalesReply['rows'][number]> {
    this.#take();
    const rows = (this.#prints.get(contract) ?? []).map(({ lots, counts: _counts, price, ...print }) => ({
      ...print,
      price: toRand(price),
      qty: lots,
    }));
    return this.#page(rows.reverse(), query, ({ matchSeq }) => matchSeq);
  }

  deals(owner: PastOwner, query: PastRowsQuery): Page<PastRow<DealRow>> {
    this.#take();
    const rows = [...this.#deals.values()].filter((row) => isOf(row, owner, query));
    return this.#page(
      newest(rows, ({ dealSeq }) => dealSeq),
      query,
      ({ dealSeq }) => dealSeq,
    );
  }

  orders(owner: PastOwner, query: PastRowsQuery): Page<PastRow<CompletedOrderRow>> {
    this.#take();
    const rows = this.#orders.filter((row) => isOf(row, owner, query));
    const key = (row: CompletedOrderRow) => row.completedOrderSeq;
    return this.#page(newest(rows, key), query, key);
  }

  /** `member`: empty for a set of the whole market. */
  dataSet(dataSet: PastDataSet, member: string, query: PastRowsQuery): Page<Row & { rowSeq: number }> {
    this.#take();
    const { principal } = query;
    const rows = this.#sets
      .filter((row) => row.of === dataSet && row.member === member)
      .map(({ row }) => row)
      .filter((row) => principal === undefined || ('principal' in row && row.principal === principal));
    return this.#page(
      newest(rows, ({ rowSeq }) => rowSeq),
      query,
      ({ rowSeq }) => rowSeq,
    );
  }

  async dealsOfDay({ member, day, after, limit }: Parameters<ReportReads['dealsOfDay']>[0]) {
    this.#take();
    const rows = [...this.#deals.values()].filter((row) => row.member === member && row.businessDay === day);
    return pageAfter(rows, ({ dealSeq }) => dealSeq, { after, limit });
  }

  async setOfDay({ dataSet, member, day, after, limit }: Parameters<ReportReads['setOfDay']>[0]) {
    this.#take();
    const rows = this.#sets
      .filter((row) => row.of === dataSet && row.member === member && row.row.businessDay === day)
      .map(({ row }) => row);
    return pageAfter(rows, ({ rowSeq }) => rowSeq, { after, limit });
  }

  async candlesOfDay({ day, after, limit }: Parameters<ReportReads['candlesOfDay']>[0]) {
    this.#take();
    const contracts = new Set([...this.#prints.keys(), ...this.#dayEnds.keys()]);
    const rows = [...contracts].flatMap((contract) => {
      const candle = this.#dayCandles(contract).find(({ businessDay }) => businessDay === day);
      const previous = this.#dayEnds.get(contract)?.get(day)?.previous ?? null;
      return candle === undefined ? [] : [{ ...candle, contract, previous }];
    });
    return pageAfter(rows, ({ contract }) => contract, { after, limit });
  }

  /** `rows`: the newest first. */
  #page<Of extends Row>(
    rows: readonly Of[],
    { from, to, limit, cursor }: PageQuery,
    key: (row: Of) => number,
  ): Page<Of> {
    const size = limit === undefined ? maxHistoryRows : Number(limit);
    const after = cursor === undefined ? -1 : rows.findIndex((row) => key(row) === Number(cursor));
    const matching = rows
      .slice(after + 1)
      .filter((row) => isAtOrAfter(row, from) && isAtOrBefore(row, to))
      .slice(0, size);
    const last = matching.at(-1);
    const next = last === undefined || matching.length < size ? null : String(key(last));
    return { rows: matching, next, asOf: this.#asOf };
  }

  /** Takes the changes that the fold has made since the last call. */
  #take(): void {
    this.#read();
    const newRows = this.#fold.take();
    for (const print of newRows.prints) {
      const storedPrint = { ...print, isCancelled: false };
      listIn(this.#prints, print.contract).push(storedPrint);
      this.#printOf.set(print.matchSeq, storedPrint);
    }
    for (const { matchSeq, price } of newRows.repricedPrints) {
      const print = this.#printOf.get(matchSeq);
      if (print !== undefined) print.price = price;
    }
    for (const matchSeq of newRows.cancelledPrints) {
      const print = this.#printOf.get(matchSeq);
      if (print !== undefined) print.isCancelled = true;
    }
    for (const { contract, businessDay, mtm, previousMtm, openInterest } of newRows.days) {
      const days = this.#dayEnds.get(contract) ?? new Map<string, DayEnd>();
      this.#dayEnds.set(contract, days);
      if (mtm !== null)
        days.set(businessDay, {
          mtm: toRand(mtm),
          previous: toRand(previousMtm),
          openInterest,
        });
    }
    for (const { businessDay, row } of newRows.deals) this.#deals.set(row.dealSeq, { ...row, businessDay });
    for (const dealSeq of newRows.removedDeals) this.#deals.delete(dealSeq);
    for (const { businessDay, row } of newRows.orders) this.#orders.push({ ...row, businessDay });
    for (const { dataSetId, member, businessDay, rowSeq, row } of newRows.sets) {
      const dataSet = pastSetOf(dataSetId);
      if (dataSet !== undefined)
        this.#sets.push({ of: dataSet, member, row: { time: 0, ...row, businessDay, rowSeq } });
    }
  }

  #minuteCandles(contract: string, minutes: CandleMinutes): Candle[] {
    const prints = (this.#prints.get(contract) ?? []).filter(({ counts }) => counts === 'candles');
    return candlesOf(prints, ({ time }) => candleStart(time, minutes));
  }

  #dayCandles(contract: string): Candle[] {
    const candles = candlesOf(this.#prints.get(contract) ?? [], ({ businessDay }) => dayTime(businessDay));
    const byDay = new Map(candles.map((candle) => [candle.businessDay, candle]));
    for (const [businessDay, end] of this.#dayEnds.get(contract) ?? [])
      byDay.set(businessDay, {
        ...(byDay.get(businessDay) ?? emptyCandle(dayTime(businessDay), businessDay)),
        ...end,
      });
    return [...byDay.values()];
  }

  #illustrate(opened: Parameters<typeof illustrativeHistory>[1], at: number): void {
    const { days, minutes } = illustrativeHistory(this.#seed, opened, at);
    const add = (interval: string, contract: string, candle: Candle) =>
      listIn(this.#illustrative, `${interval} ${contract}`).push(candle);
    for (const {
      contract,
      minutes: length,
      start,
      businessDay,
      open,
      high,
      low,
      close,
      volume,
      deals,
    } of minutes)
      add(String(length), contract, {
        ...emptyCandle(start, businessDay),
        ...inRand({ open, high, low, close }),
        volume,
        deals,
        illustrative: true,
      });
    for (const { contract, businessDay, figures, mtm, openInterest } of days)
      add('day', contract, {
        ...emptyCandle(dayTime(businessDay), businessDay),
        ...(figures !== null && { ...inRand(figures), volume: figures.volume, deals: figures.deals }),
        mtm: toRand(mtm),
        openInterest,
        illustrative: true,
      });
  }
}

/** The page of rows after a key, in the order of keys. */
function pageAfter<Of, Key extends string | number>(
  rows: readonly Of[],
  key: (row: Of) => Key,
  { after, limit }: { readonly after: Key | null; readonly limit: number },
): Of[] {
  return [...rows]
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    .filter((row) => after === null || key(row) > after)
    .slice(0, limit);
}

function listIn<Of>(lists: Map<string, Of[]>, key: string): Of[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

const isOf = (
  row: {
    readonly member: string;
    readonly dealer: string;
    readonly contract: string;
    readonly principal: string;
  },
  { member, dealer }: PastOwner,
  { contract, principal }: PastRowsQuery,
): boolean =>
  row.member === member &&
  (dealer === null || row.dealer === dealer) &&
  (contract === undefined || row.contract === contract) &&
  (principal === undefined || row.principal === principal);

/** The rows by business day, then by key, the newest first. */
const newest = <Of extends { readonly businessDay: string }>(
  rows: readonly Of[],
  key: (row: Of) => number,
): Of[] => [...rows].sort((a, b) => b.businessDay.localeCompare(a.businessDay) || key(b) - key(a));

const isAtOrAfter = ({ time, businessDay }: Row, from: string | undefined): boolean =>
  from === undefined || (from.includes('-') ? businessDay >= from : time >= Number(from));
const isAtOrBefore = ({ time, businessDay }: Row, to: string | undefined): boolean =>
  to === undefined || (to.includes('-') ? businessDay <= to : time <= Number(to));

const pastSetOf = (id: number): PastDataSet | undefined =>
  Object.entries(dataSetIds).find(([, number]) => number === id)?.[0] as PastDataSet | undefined;

const dayTime = (businessDay: string): number => Date.parse(`${businessDay}T00:00:00Z`);

const emptyCandle = (time: number, businessDay: string): Candle => ({
  time,
  businessDay,
  open: null,
  high: null,
  low: null,
  close: null,
  volume: 0,
  deals: 0,
  mtm: null,
  openInterest: null,
  illustrative: false,
});

type Prices = Readonly<Record<'open' | 'high' | 'low' | 'close', number>>;

const inRand = ({ open, high, low, close }: Prices): Prices => ({
  open: toRand(open),
  high: toRand(high),
  low: toRand(low),
  close: toRand(close),
});

/** The candles of deals, the oldest first. Cancelled deals do not count; some count in the volume only. */
function candlesOf(prints: readonly KeptPrint[], startOf: (print: KeptPrint) => number): Candle[] {
  const candles = new Map<number, Candle>();
  for (const print of prints) {
    if (print.isCancelled || print.counts === 'nothing') continue;
    const start = startOf(print);
    const before = candles.get(start) ?? emptyCandle(start, print.businessDay);
    const price = toRand(print.price);
    candles.set(start, {
      ...before,
      ...(print.counts === 'candles' && {
        open: before.open ?? price,
        high: Math.max(before.high ?? price, price),
        low: Math.min(before.low ?? price, price),
        close: price,
      }),
      volume: before.volume + print.lots,
      deals: before.deals + 1,
    });
  }
  return [...candles.values()];
}
