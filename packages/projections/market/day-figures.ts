// A contract's figures of the day, and the market row that is derived from them and the book (PANEL-1 to 5): the fields that every kind of
// contract has. The fields of options and pairs are in derived-fields.ts.
import type { ContractListing } from '@openpit/venue';
import { contractTypes, type MarketRow, roundHalfAway, toRand } from '@openpit/wire';
import type { ContractBook } from '../books/contract-book.ts';
import { undisclosed } from '../reference/directory.ts';
import type { Indicative } from './indicative-prices.ts';

/** Prices are cents, turnover cents × lots. */
export interface DayFigures {
  listing: ContractListing;
  /** Volatility of the MTM, in hundredths of a percent; null except for options and deltas. */
  volatility: number | null;
  mtm: number;
  limits: { readonly low: number; readonly high: number } | null;
  last: number | null;
  lastQty: number;
  high: number | null;
  low: number | null;
  open: number | null;
  volume: number;
  /** The lots of `volume` whose prices count, and their turnover. Prices of the options of deltas do not count. */
  pricedLots: number;
  turnover: number;
  deals: number;
  openInterest: number;
  time: number | null;
  indicative: Indicative | null;
}

/** The figures that the trend of a day stores, in the units of a row. */
export type DayTrend = Pick<MarketRow, 'open' | 'high' | 'low' | 'volume' | 'deals' | 'openInterest'>;

export const trendOf = ({ open, high, low, volume, deals, openInterest }: DayFigures): DayTrend => ({
  open: toRand(open),
  high: toRand(high),
  low: toRand(low),
  volume,
  deals,
  openInterest,
});

/** The figures before the first deal of a day. */
export function noDeals() {
  return {
    last: null,
    lastQty: 0,
    high: null,
    low: null,
    open: null,
    volume: 0,
    pricedLots: 0,
    turnover: 0,
    deals: 0,
    time: null,
  };
}

export function rowOf(
  figures: DayFigures,
  book: ContractBook,
  { version, disclosesMembers }: { readonly version: number; readonly disclosesMembers: boolean },
): MarketRow {
  const { listing, mtm, limits, last } = figures;
  const nameOf = (member: string | undefined) =>
    member === undefined ? null : disclosesMembers ? member : undisclosed;
  const [bid, offer] = [book.best('B'), book.best('S')];
  return {
    contract: listing.contract,
    displaySeq: listing.displaySeq,
    instrument: listing.instrument,
    contractDisplay: {
      flag: listing.flag,
      strike: toRand(listing.strike),
      CONTRACT_TYPE: contractTypes[listing.kind],
    },
    contractDate: listing.contractDate,
    systemCode: listing.systemCode,
    version,
    buyer: nameOf(bid?.member),
    bidQty: bid?.lots ?? 0,
    bid: toRand(bid?.price),
    offer: toRand(offer?.price),
    offerQty: offer?.lots ?? 0,
    seller: nameOf(offer?.member),
    last: toRand(last),
    lastQty: figures.lastQty,
    change: last === null ? null : toRand(last - mtm),
    high: toRand(figures.high),
    low: toRand(figures.low),
    open: toRand(figures.open),
    volume: figures.volume,
    deals: figures.deals,
    openInterest: figures.openInterest,
    mtm: toRand(mtm),
    vwap: figures.pricedLots === 0 ? null : toRand(roundHalfAway(figures.turnover / figures.pricedLots)),
    limitLow: toRand(limits?.low ?? null),
    limitHigh: toRand(limits?.high ?? null),
    time: figures.time,
    indicative: toRand(figures.indicative?.price ?? null),
    indicativeQty: figures.indicative?.lots ?? 0,
  };
}
