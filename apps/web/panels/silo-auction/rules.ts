// The stages of a delivery day as text, and the next delivery while there is none (market/delivery.md, Silo certificates).
import {
  type ContractDateRow,
  parseContractName,
  type SiloAuctionRow,
  type SiloOfferRow,
  type SiloStage,
} from '@openpit/wire';
import { tonsText } from '../../actions/silo-actions.ts';
import { exchangeTime, lotsText } from '../../market/market-text.ts';
import { compareContractNames, compareContracts } from '../../stores/market-days.ts';
import { countText, formatDate, formatLots, formatRand } from '../../ui/format.ts';
import { isOpenLot } from '../parts/silo/columns.ts';

export const stageNames: Readonly<Record<SiloStage, string>> = {
  tendering: 'Tenders',
  bidding: 'Auction',
  deciding: 'Award',
  closed: 'Closed',
};

/** The possible actions in each stage. */
const stageSentences: Readonly<Record<SiloStage, string>> = {
  tendering: 'shorts tender certificates',
  bidding: 'longs bid',
  deciding: 'bids are closed, the award follows',
  closed: 'the delivery of the day has ended',
};

/** The possible actions in a delivery now; none once its day is over. `today` is null while the business day is not known. */
export function stageSentence(
  { stage, businessDay }: Pick<SiloAuctionRow, 'stage' | 'businessDay'>,
  today: string | null,
): string {
  return isOver({ businessDay }, today)
    ? `the delivery of ${formatDate(businessDay)} has ended`
    : stageSentences[stage];
}

/** The hint when a member without bids can bid: while tenders are taken, from the time in `endsAt`. */
export function bidsHint(auctions: readonly Pick<SiloAuctionRow, 'stage' | 'endsAt'>[]): string {
  const begins = auctions.find(({ stage }) => stage === 'tendering')?.endsAt;
  return begins == null
    ? 'Bids are accepted for lots under “Lots” while their stage is Auction.'
    : `Bids are accepted from ${exchangeTime(begins).slice(0, 5)}, for lots under “Lots”.`;
}

/** True if it was on an earlier business day: its rows stay until the next delivery begins. */
export const isOver = ({ businessDay }: Pick<SiloAuctionRow, 'businessDay'>, today: string | null): boolean =>
  today !== null && businessDay < today;

/** The auctions of the newest day, in the order of the market. */
export function newestDay<Row extends Pick<SiloAuctionRow, 'businessDay' | 'contract'>>(
  auctions: readonly Row[],
): readonly Row[] {
  const day = auctions.reduce((newest, { businessDay }) => (businessDay > newest ? businessDay : newest), '');
  return auctions
    .filter(({ businessDay }) => businessDay === day)
    .toSorted((a, b) => compareContractNames(a.contract, b.contract));
}

/**
 * The deliveries with tenders, each with its own line; other deliveries of one stage share a line: "DEC26 SORG, SOYA". The parts of the
 * name that they have in common are said once.
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
    return [{ name: namesOf(group.map(({ contract }) => contract)), auction: first }];
  });
  return [...offered.map((auction) => ({ name: auction.contract, auction })), ...shared];
}

/** "DEC26 SORG, SOYA, MAR27 YMAZ": a month that several futures have in common is named once. */
function namesOf(futures: readonly string[]): string {
  const names = futures.map(parseContractName);
  return names
    .map(({ contractDate, instrument, future }, index) =>
      contractDate === names[index - 1]?.contractDate ? instrument : future,
    )
    .join(', ');
}

/** Counts tons and bids of the lots that are not decided, while there are such lots beside decided ones. */
export function ofOpenLots(auction: SiloAuctionRow, offers: readonly SiloOfferRow[]): SiloAuctionRow {
  const open = offers.filter((offer) => offer.contract === auction.contract && isOpenLot(offer));
  if (auction.awarded + auction.allocated === 0 || open.length === 0) return auction;
  const premiums = open.flatMap(({ bestPremium }) => bestPremium ?? []);
  return {
    ...auction,
    tons: open.reduce((sum, { tons }) => sum + tons, 0),
    bids: open.reduce((sum, { bids }) => sum + bids, 0),
    bestPremium: premiums.length === 0 ? null : Math.max(...premiums),
  };
}

/** "5 lots, 1,500 t, 3 bids, best R 12"; "1 of 5 lots open, 300 t, 3 bids, best R 12" once others are decided. */
export function auctionCounts(auction: SiloAuctionRow): string {
  const { offered, tons, bids, bestPremium, awarded, allocated, stage } = auction;
  if (offered === 0) return 'nothing tendered';
  const decided = awarded + allocated;
  const isDone = stage === 'closed' || decided === offered;
  const count =
    decided === 0 || isDone
      ? lotsText(offered)
      : `${formatLots(offered - decided)} of ${lotsText(offered)} open`;
  const parts = [count, tonsText(tons)];
  if (isDone && decided > 0) parts.push(`${awarded} awarded`, `${allocated} allocated`);
  else if (bids > 0) parts.push(countText(bids, 'bid'));
  if (!isDone && bestPremium !== null) parts.push(`best ${formatRand(bestPremium)}`);
  return parts.join(', ');
}

type DeliveryDates = Pick<
  ContractDateRow,
  'uniqueKey' | 'instrument' | 'contractDate' | 'firstDeliveryDay' | 'lastNoticeDay'
>;

/**
 * Returns a sentence about the futures that can be delivered on this business day, or otherwise
 * next. Returns null if no deliverable future is listed.
 */
export function nextDelivery(dates: readonly DeliveryDates[], today: string): string | null {
  const delivered = dates.filter(({ lastNoticeDay }) => lastNoticeDay !== null).toSorted(compareContracts);
  const inWindow = delivered.filter(
    ({ firstDeliveryDay, lastNoticeDay }) => firstDeliveryDay <= today && today <= (lastNoticeDay ?? ''),
  );
  const names = (some: readonly DeliveryDates[]) => namesOf(some.map(({ uniqueKey }) => uniqueKey));
  if (inWindow.length > 0)
    return `${names(inWindow)} can be delivered. ${inWindow.length === 1 ? 'Its' : 'Their'} delivery of the day has not begun yet.`;
  const later = delivered.filter(({ firstDeliveryDay }) => firstDeliveryDay > today);
  const [first] = later.map(({ firstDeliveryDay }) => firstDeliveryDay).sort();
  return first === undefined
    ? null
    : `${names(later.filter(({ firstDeliveryDay }) => firstDeliveryDay === first))} can be delivered from ${formatDate(first)}.`;
}
