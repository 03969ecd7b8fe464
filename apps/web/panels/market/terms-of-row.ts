// The terms of a contract with the tick of its instrument, as the stores have it.
import type { MarketRow } from '@openpit/wire';
import { dataSetStores } from '../../stores/stores.ts';
import { type ContractTerms, contractTerms, fallbackTick } from './contract-terms.ts';
import { decimalsOf } from './market-text.ts';

/** A pair has the larger tick of its legs (market.md, Splits and spreads). */
export function termsOfRow(
  row: Pick<MarketRow, 'contractDisplay' | 'instrument' | 'near' | 'far'>,
): ContractTerms {
  const legs = [row.near, row.far].flatMap((leg) => leg?.split(' ')[1] ?? []);
  const codes = legs.length === 0 ? [row.instrument] : legs;
  const ticks = codes.flatMap((code) => dataSetStores.instruments.get(code)?.tick ?? []);
  return contractTerms(row, {
    tick: ticks.length === 0 ? fallbackTick : Math.max(...ticks),
    decimals: decimalsOf(row.instrument),
  });
}
