// The stages of a delivery day in words, and the next delivery while there is none (market.md, Silo certificates).
import type { ContractDateRow, SiloAuctionRow, SiloStage } from '@openpit/wire';
import { lotsText, tonsText } from '../../actions/silo-actions.ts';
import { formatDate } from '../../ui/date-text.ts';
import { formatRand } from '../../ui/format.ts';

export const stageNames: Readonly<Record<SiloStage, string>> = {
  tendering: 'Tenders',
  bidding: 'Auction',
  deciding: 'Award',
  closed: 'Closed',
};

/** What can be done in the stage. */
export const stageSentences: Readonly<Record<SiloStage, string>> = {
  tendering: 'shorts tender certificates',
  bidding: 'longs bid',
  deciding: 'bids are closed, the award follows',
  closed: 'the delivery of the day has ended',
};

/** The auctions of the newest day. */
export function newestDay<Row extends Pick<SiloAuctionRow, 'businessDay' | 'contract'>>(
  auctions: readonly Row[],
): readonly Row[] {
  const day = auctions.reduce((newest, { businessDay }) => (businessDay > newest ? businessDay : newest), '');
  return auctions
    .filter(({ businessDay }) => businessDay === day)
    .toSorted((a, b) => (a.contract < b.contract ? -1 : 1));
}

/** The stage of the delivery of this future; undefined for none. */
export const stageOf = (
  auctions: readonly Pick<SiloAuctionRow, 'contract' | 'stage'>[],
  { contract }: Pick<SiloAuctionRow, 'contract'>,
): SiloStage | undefined => auctions.find((one) => one.contract === contract)?.stage;

/**
 * Those for which something is tendered, each with a line of its own; the others, of one stage, share a line: "DEC26 SORG, SOYA".
 * The parts of the name that they have in common are said once.
 */
export function auctionLines(
  auctions: readonly SiloAuctionRow[],
): readonly { readonly name: string; readonly auction: SiloAuctionRow }[] {
  const offered = auctions.filter((auction) => auction.offered > 0);
  const stages = new Map<SiloStage, SiloAuctionRow[]>();
  for (const auction of auctions)
    if (auction.offered === 0) stages.set(auction.stage, [...(stages.get(auction.stage) ?? []), auction]);
  const shared = [...stages.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const date = (contract: string) => contract.split(' ')[0];
    const names = group.map(({ contract }, at) =>
      at > 0 && date(contract) === date(group[at - 1]?.contract ?? '') ? contract.split(' ')[1] : contract,
    );
    return [{ name: names.join(', '), auction: first }];
  });
  return [...offered.map((auction) => ({ name: auction.contract, auction })), ...shared];
}

/** "5 lots, 1,500 t, 3 bids, best R 12". */
export function auctionCounts(auction: SiloAuctionRow): string {
  const { offered, tons, bids, bestPremium, awarded, allocated, stage } = auction;
  if (offered === 0) return 'nothing tendered';
  const parts = [lotsText(offered), tonsText(tons)];
  if (stage === 'closed' && awarded + allocated > 0)
    parts.push(`${awarded} awarded`, `${allocated} allocated`);
  else if (bids > 0) parts.push(`${bids} ${bids === 1 ? 'bid' : 'bids'}`);
  if (stage !== 'closed' && bestPremium !== null) parts.push(`best ${formatRand(bestPremium)}`);
  return parts.join(', ');
}

/**
 * Which future can be delivered next, as a sentence; `day` is the newest business day that is known. Null where no physical future is
 * listed.
 */
export function nextDelivery(
  dates: readonly Pick<ContractDateRow, 'uniqueKey' | 'firstDeliveryDay' | 'lastTradingDay'>[],
  day: string,
): string | null {
  const inWindow = dates
    .filter(({ firstDeliveryDay, lastTradingDay }) => firstDeliveryDay <= day && day <= lastTradingDay)
    .map(({ uniqueKey }) => uniqueKey);
  if (inWindow.length > 0)
    return `${inWindow.join(', ')} can be delivered. ${inWindow.length === 1 ? 'Its' : 'Their'} delivery of the day has not begun yet.`;
  const [next] = dates
    .filter(({ firstDeliveryDay }) => firstDeliveryDay > day)
    .toSorted((a, b) => (a.firstDeliveryDay < b.firstDeliveryDay ? -1 : 1));
  return next === undefined
    ? null
    : `${next.uniqueKey} can be delivered from ${formatDate(next.firstDeliveryDay)}.`;
}
