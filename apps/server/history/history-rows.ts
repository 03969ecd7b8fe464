// Converts history rows between the tables (integer cents) and the screens (rand).
import type { DayOfContract } from '@openpit/market';
import type { DayCandle, HistoryRows, MinuteCandle, RecordedPrint } from '@openpit/projections';
import type { HistoryBatch, HistorySchema, PastRow } from '@openpit/storage';
import { type Candle, type DealPrint, toRand } from '@openpit/wire';

type Rows = Omit<HistoryBatch, 'after' | 'position' | 'checkpoint' | 'candles' | 'dayCandles'> & {
  readonly candles: HistorySchema['candle'][];
  readonly dayCandles: HistorySchema['day_candle'][];
};

/** As `deal_print` stores them. */
const countsCode = { nothing: 0, candles: 1, volume: 2 } as const satisfies Record<
  RecordedPrint['counts'],
  number
>;

export function rowsOf({
  minutes,
  days,
  prints,
  cancelledPrints,
  repricedPrints,
  deals,
  removedDeals,
  orders,
  sets,
}: HistoryRows): Rows {
  return {
    candles: minutes.map(minuteRow),
    dayCandles: days.map(dayRow),
    prints: prints.map(({ matchSeq, businessDay, counts, ...print }) => ({
      match_seq: matchSeq,
      business_day: businessDay,
      counts: countsCode[counts],
      cancelled: 0,
      ...print,
    })),
    cancelledPrints,
    repricedPrints,
    deals: deals.map(({ businessDay, row }) => ({
      deal_seq: row.dealSeq,
      member: row.member,
      dealer: row.dealer,
      business_day: businessDay,
      time: row.time,
      contract: row.contract,
      principal: row.principal,
      json: JSON.stringify(row),
    })),
    removedDeals,
    orders: orders.map(({ businessDay, row }) => ({
      completed_order_seq: row.completedOrderSeq,
      member: row.member,
      dealer: row.dealer,
      business_day: businessDay,
      time: row.time,
      contract: row.contract,
      principal: row.principal,
      json: JSON.stringify(row),
    })),
    setRows: sets.map(({ rowSeq, dataSetId, businessDay, member, principal, row }) => ({
      row_seq: rowSeq,
      data_set: dataSetId,
      business_day: businessDay,
      member,
      principal,
      json: JSON.stringify(row),
    })),
  };
}

export function minuteRow({ businessDay, ...candle }: MinuteCandle): HistorySchema['candle'] {
  return { ...candle, business_day: businessDay, illustrative: 0 };
}

export function dayRow({
  contract,
  businessDay,
  figures,
  unpriced,
  mtm,
  previousMtm,
  openInterest,
}: DayCandle): HistorySchema['day_candle'] {
  return {
    contract,
    business_day: businessDay,
    open: figures?.open ?? null,
    high: figures?.high ?? null,
    low: figures?.low ?? null,
    close: figures?.close ?? null,
    volume: (figures?.volume ?? 0) + unpriced.lots,
    deals: (figures?.deals ?? 0) + unpriced.deals,
    mtm,
    previous_mtm: previousMtm,
    open_interest: openInterest,
    illustrative: 0,
  };
}

const candleFigures = (row: HistorySchema['candle'] | HistorySchema['day_candle']) => ({
  businessDay: row.business_day,
  open: toRand(row.open),
  high: toRand(row.high),
  low: toRand(row.low),
  close: toRand(row.close),
  volume: row.volume,
  deals: row.deals,
  illustrative: row.illustrative === 1,
});

export const minuteCandle = (row: HistorySchema['candle']): Candle => ({
  ...candleFigures(row),
  time: row.start,
  mtm: null,
  openInterest: null,
});

export const dayCandle = (row: HistorySchema['day_candle']): Candle => ({
  ...candleFigures(row),
  time: Date.parse(`${row.business_day}T00:00:00Z`),
  mtm: toRand(row.mtm),
  openInterest: row.open_interest,
});

/** A contract's candle of a day, for reports. */
export function candleOfDay(row: HistorySchema['day_candle']): DayOfContract {
  return {
    businessDay: row.business_day,
    contract: row.contract,
    open: toRand(row.open),
    high: toRand(row.high),
    low: toRand(row.low),
    mtm: toRand(row.mtm),
    previous: toRand(row.previous_mtm),
    volume: row.volume,
    openInterest: row.open_interest,
  };
}

export function wirePrint(row: HistorySchema['deal_print']): DealPrint {
  return {
    matchSeq: row.match_seq,
    contract: row.contract,
    time: row.time,
    businessDay: row.business_day,
    price: toRand(row.price),
    qty: row.lots,
    aggressor: row.aggressor,
    origin: row.origin,
    isCancelled: row.cancelled === 1,
    buyer: row.buyer,
    seller: row.seller,
  };
}

/** The row as its data set published it, with its business day. */
export function pastRow<Row>({ json, businessDay }: PastRow): Row & { businessDay: string } {
  return { ...(JSON.parse(json) as Row), businessDay };
}
