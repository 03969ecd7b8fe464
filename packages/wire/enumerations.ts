// The numbers and names of the market's enumerations on the wire, exactly as the specification has them
// (MODEL-1, MODEL-3, MODEL-6).

import { type ContractKind, type OrderType, orderTypes } from '@openpit/terms';
import * as z from 'zod/mini';

/** The number of an order type on the wire. */
export type OrderTypeCode = (typeof orderTypes)[OrderType]['code'];

const orderTypesByCode = Object.fromEntries(
  Object.entries(orderTypes).map(([type, { code }]) => [code, type]),
) as Readonly<Record<OrderTypeCode, OrderType>>;

export const orderTypeOf = (code: OrderTypeCode): OrderType => orderTypesByCode[code];

/** "0 Normal, 1 TOK (take or kill), 2 FOK (fill or kill)". */
export const orderTypeCodesText = Object.values(orderTypes)
  .map(({ code, label, phrase }) => `${code} ${label}${phrase === null ? '' : ` (${phrase})`}`)
  .join(', ');

export const orderTypeCode = z.literal(
  Object.values(orderTypes).map(({ code }) => code),
  { error: `The order type must be ${orderTypeCodesText}.` },
);

/** `CONTRACT_TYPE` on the wire (MODEL-3). */
export const contractTypes = {
  future: 1,
  option: 2,
  spread: 3,
  split: 4,
  delta: 5,
} as const satisfies Record<ContractKind, number>;
export type ContractType = (typeof contractTypes)[ContractKind];

/** "1 future, 2 option, 3 spread, 4 split, 5 delta". */
export const contractTypesText = Object.entries(contractTypes)
  .map(([kind, type]) => `${type} ${kind}`)
  .join(', ');

/** The ids of the data sets (MODEL-6); the specification leaves 22 to 26 open, and the silo uses them. */
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

/** @returns the data set with this id, or undefined if there is none */
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
