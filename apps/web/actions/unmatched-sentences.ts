// Unmatched deals in words, from the side of the own member.
import type { UnmatchedDealRow } from '@openpit/wire';
import { sideVerb } from './order-sentences.ts';

type Item = Pick<UnmatchedDealRow, 'side' | 'qty' | 'contract' | 'counterparty'>;

/** "Buy 5 MAR27 WMAZ at 4 060.00 from VELD". */
export function itemSentence({ side, qty, contract, counterparty }: Item, priceText: string): string {
  return `${sideVerb(side)} ${qty} ${contract} at ${priceText} ${side === 'B' ? 'from' : 'to'} ${counterparty}`;
}

/** What it is, from the side of the member that sees it. */
export function typeText({ type, role }: Pick<UnmatchedDealRow, 'type' | 'role'>): string {
  if (type === 'reported') return 'Reported';
  if (type === 'tripartite') return 'Tripartite';
  return role === 'captured' ? 'Assigned by us' : 'Assigned to us';
}

/** The subject of toasts about an unmatched deal. */
export const itemSubject = ({ unmatchedSeq }: Pick<UnmatchedDealRow, 'unmatchedSeq'>): string =>
  `unmatched deal ${unmatchedSeq}`;
