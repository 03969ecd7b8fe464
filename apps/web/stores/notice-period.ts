// Futures that no longer trade but are still held and delivered (market.md, Final settlement): the server lists them until their last
// notice day. Nothing that deals is offered for them.
import type { MarketRow } from '@openpit/wire';
import { formatDate } from '../ui/date-text.ts';

export const isInNoticePeriod = ({ noticeUntil }: Pick<MarketRow, 'noticeUntil'>): boolean =>
  noticeUntil !== undefined;

/** Why nothing can be dealt in a contract, as a sentence; null if it trades. */
export function reasonNotDealt(row: Pick<MarketRow, 'contract' | 'noticeUntil'> | undefined): string | null {
  if (row?.noticeUntil === undefined) return null;
  return `${row.contract} no longer trades: it can only be delivered, until ${formatDate(row.noticeUntil)}.`;
}
