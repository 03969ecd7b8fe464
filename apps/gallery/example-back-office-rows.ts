// The example MTM prices, consolidated positions and unmatched deals of the gallery. They fit its example market.
import type { ConsPositionRow, MtmRow, UnmatchedDealRow } from '@openpit/wire';
import { contractRows } from './example-contract-rows.ts';
import { positions } from './example-own-rows.ts';
import { arbitrary, marketRows, marketTime } from './example-rows.ts';

const methods = ['VWAP', 'last deal', 'bid', 'offer', 'limit', 'previous', 'corrected'] as const;

/** The valuation of 10:00. */
export const mtmRows: readonly MtmRow[] = [...marketRows, ...contractRows].map((row, index) => {
  const { contract, displaySeq, instrument, contractDisplay, volume, openInterest } = row;
  const isFuture = contractDisplay.CONTRACT_TYPE === 1;
  const hasVolatility = contractDisplay.CONTRACT_TYPE === 2 || contractDisplay.CONTRACT_TYPE === 5;
  const previous = row.mtm ?? 0;
  const today = isFuture && row.last !== null ? row.last : previous;
  const method = isFuture
    ? (methods[index % methods.length] ?? 'VWAP')
    : hasVolatility
      ? 'volatility'
      : 'legs';
  return {
    contract,
    displaySeq,
    instrument,
    mtmToday: today,
    mtmPrevious: previous,
    change: Math.round((today - previous) * 100) / 100,
    openInterest,
    volume,
    method,
    ...(method === 'VWAP' && { deals: 20 + arbitrary(displaySeq, 300) }),
    ...(hasVolatility && row.mtmVol !== undefined && { volatility: row.mtmVol }),
    businessDay: '2026-11-18',
    status: 'provisional',
    time: marketTime - 1_867_000,
    initialMargin: isFuture ? 12_000 + arbitrary(index, 9) * 1_000 : null,
  };
});

/** The example positions, with a second account that is short. */
export const consPositions: readonly ConsPositionRow[] = positions.map((position, index) => {
  const { member, contract, displaySeq, instrument, tons, opening, bought, sold, net, cost, realised } =
    position;
  const short = index % 2 === 0 ? 4 : 0;
  return {
    uniqueKey: `${member} ${contract}`,
    member,
    contract,
    displaySeq,
    instrument,
    tons,
    opening,
    bought,
    sold,
    long: Math.max(net, 0) + short,
    short: Math.max(-net, 0) + short,
    net,
    netTons: net * tons,
    cost,
    accounts: short === 0 ? 1 : 3,
    realised,
  };
});

const items: readonly (readonly [
  contract: string,
  side: 'B' | 'S',
  qty: number,
  price: number,
  counterparty: string,
  more: Partial<UnmatchedDealRow>,
])[] = [
  ['MAR27 WMAZ', 'S', 5, 4060, 'VELD', { role: 'addressed' }],
  ['DEC26 WEAT', 'B', 40, 6152, 'RIET', { role: 'addressed', type: 'assign' }],
  ['DEC26 WMAZ', 'B', 12, 4034.8, 'ODEN', { role: 'addressed', state: 'Accepted', principal: 'FARM1' }],
  ['MAR27 SUNS', 'S', 3, 9051, 'LAND', { role: 'addressed', state: 'Withdrawn' }],
  ['MAY27 YMAZ', 'S', 20, 3851, 'VELD', { role: 'captured' }],
  ['DEC26 WMAZ', 'B', 8, 4035.2, 'BOSH', { role: 'captured', type: 'assign', dealSeq: 70_422 }],
  ['MAR27 WMAZ', 'B', 6, 4059.6, 'RIET', { role: 'captured', state: 'Accepted', theirPrincipal: '8001V' }],
];

export const unmatchedDeals: readonly UnmatchedDealRow[] = items.map(
  ([contract, side, qty, price, counterparty, more], index) => {
    const row = marketRows.find((one) => one.contract === contract);
    const isOurs = more.role === 'captured';
    return {
      unmatchedSeq: 211 + index,
      time: marketTime - (items.length - index) * 262_000,
      contract,
      displaySeq: row?.displaySeq ?? 0,
      instrument: row?.instrument ?? '',
      side,
      qty,
      price,
      value: price * qty * 100,
      role: 'addressed',
      type: 'reported',
      state: 'Waiting',
      version: 1,
      member: 'KAND',
      principal: isOurs ? 'KAND' : null,
      subAccount: null,
      capacity: isOurs ? 'P' : null,
      dealer: isOurs ? 'ABD' : null,
      ref: isOurs ? String(320 + index) : '',
      counterparty,
      theirPrincipal: null,
      dealSeq: null,
      expires: '2026-11-18',
      ...more,
    };
  },
);
