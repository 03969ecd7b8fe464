// The numbers and names of the market's enumerations on the wire, exactly as the specification has them
// (MODEL-1, MODEL-3, MODEL-6).
import type { ContractKind, OrderType } from '@openpit/terms';

/** Order type on the wire: 0 rests, 1 deals what is available and kills the rest, 2 deals everything or nothing. */
export const orderTypes = { Normal: 0, Tok: 1, Fok: 2 } as const satisfies Record<OrderType, number>;
export type OrderTypeCode = (typeof orderTypes)[keyof typeof orderTypes];

/** The text that tables show for an order type. */
export const orderTypeNames: Readonly<Record<OrderTypeCode, string>> = { 0: 'NOR', 1: 'TOK', 2: 'FOK' };

/** `CONTRACT_TYPE` on the wire (MODEL-3). */
export const contractTypes = {
  future: 1,
  option: 2,
  spread: 3,
  split: 4,
  delta: 5,
} as const satisfies Record<ContractKind, number>;
export type ContractType = (typeof contractTypes)[ContractKind];

/** The ids of the data sets (MODEL-6); the specification leaves 22 to 26 open, here for the silo. */
export const dataSetIds = {
  activeOrders: 1,
  instruments: 2,
  holidays: 3,
  contractDate: 4,
  positions: 5,
  completedOrders: 6,
  deals: 7,
  unmatchedDeal: 8,
  mtm: 9,
  consPositions: 10,
  prices: 11,
  dailyTrends: 12,
  earlyValuations: 13,
  breakDownAnalysis: 14,
  margins: 15,
  bfProfiles: 16,
  movements: 17,
  clearingInfo: 18,
  preMarketOrders: 19,
  clearing: 20,
  siloCerts: 21,
  siloAuctions: 22,
  siloBids: 23,
  siloOffers: 24,
  siloAllocations: 25,
  siloInvoices: 26,
  siloPositions: 27,
} as const;
export type DataSetName = keyof typeof dataSetIds;

const namesById = new Map<number, DataSetName>(
  Object.entries(dataSetIds).map(([name, id]) => [id, name as DataSetName]),
);

/** @returns the data set with this id, or undefined when there is none */
export function dataSetNameOf(id: number): DataSetName | undefined {
  return namesById.get(id);
}

/** The lengths of a candle: minutes, or the business day. */
export const candleIntervals = ['1', '5', '15', '60', 'day'] as const;
export type CandleInterval = (typeof candleIntervals)[number];

/** Instruments that every list shows first, in this order (SHELL-10); the others follow by code. */
const leadingInstruments = ['WMAZ', 'YMAZ', 'CORN', 'WEAT', 'SUNS', 'SOYA'] as const;

/** Compares instrument codes in the order of SHELL-10, for Array.sort. */
export function compareInstruments(a: string, b: string): number {
  const rank = (code: string) => {
    const at = (leadingInstruments as readonly string[]).indexOf(code);
    return at < 0 ? leadingInstruments.length : at;
  };
  return rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0);
}
