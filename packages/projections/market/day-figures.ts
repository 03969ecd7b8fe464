// A contract's figures of the day besides its book, and the market row that they and its book make (PANEL-1 to 5): what every kind of
// contract has. What options and pairs say besides is in derived-fields.ts.
import type { ContractListing } from '@openpit/venue';
import { contractTypes, type MarketRow } from '@openpit/wire';
import { undisclosed } from '../data-sets/contract-facts.ts';
import { rand, randOrNull } from '../rand.ts';
import type { ContractBook } from './contract-book.ts';
import type { Indicative } from './indicative-prices.ts';

/** Prices are cents, turnover cents × lots. */
export interface DayFigures {
  readonly listing: ContractListing;
  /** Volatility of the mark, in hundredths of a percent; null for what is no option. */
  volatility: number | null;
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
  indicative: Indicative | null;
}

/** Before the first deal of a day. */
export function noDeals() {
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
      strike: rand(listing.strike),
      CONTRACT_TYPE: contractTypes[listing.kind],
    },
    contractDate: listing.contractDate,
    systemCode: listing.systemCode,
    version,
    buyer: nameOf(bid?.member),
    bidQty: bid?.lots ?? 0,
    bid: randOrNull(bid?.price),
    offer: randOrNull(offer?.price),
    offerQty: offer?.lots ?? 0,
    seller: nameOf(offer?.member),
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
    indicative: hundredth(figures.indicative?.price ?? null),
    indicativeQty: figures.indicative?.lots ?? 0,
  };
}

const hundredth = (amount: number | null): number | null => (amount === null ? null : amount / 100);
