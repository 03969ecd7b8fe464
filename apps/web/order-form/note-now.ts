// What of an order would deal by the book as it is at this moment, for the questions before it is sent.
import type { MarketRow } from '@openpit/wire';
import { depthStore } from '../stores/stores.ts';
import type { ContractTerms } from './contract-terms.ts';
import type { WantedOrder } from './deals-now.ts';
import { noteOf } from './deals-words.ts';

/** Null when nothing deals. */
export function noteNow(
  row: MarketRow,
  wanted: WantedOrder,
  { decimals, meaning }: Pick<ContractTerms, 'decimals' | 'meaning'>,
): string | null {
  const { rows, status } = depthStore.get(row.displaySeq);
  const depth = status === 'success' ? rows : null;
  const { text, isDealing } = noteOf(row, wanted, { depth, entry: 'open', decimals, meaning });
  return isDealing ? text : null;
}
