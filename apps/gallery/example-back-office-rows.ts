// The example MTM prices, consolidated positions and unmatched deals of the gallery. They fit its example market.
import type { MtmRow } from '@openpit/wire';
import { contractRows } from './example-contract-rows.ts';
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
