// Bids for tendered certificates, which may be placed, raised and deleted while bidding is open (ACT-21; market/delivery.md, Silo certificates).
// Each account has one bid per lot. The highest premium is the best, and the earlier of equal bids.
import type { SiloBidState } from '@openpit/terms';
import { accountOwner } from '../deal-actions/deal-account.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { amountText } from '../kernel/units.ts';
import { contractNamed } from '../reference/market.ts';
import type { OrderOwner } from '../rights/owner.ts';
import { isWithinScope } from '../rights/user-rights.ts';
import { putBid, putLot, type SiloContext, type UserSiloContext } from './silo-context.ts';
import type {
  DeleteSiloCertAuctionBid,
  InsertSiloCertAuctionBid,
  SiloBid,
  SiloBidAnswer,
  SiloLot,
} from './silo-events.ts';
import { reject } from './silo-rejections.ts';
import { stageRejection } from './tender.ts';

/** Cents: premiums are whole rand per ton. */
const premiumTick = 100;

export function insertSiloCertAuctionBid(
  context: UserSiloContext,
  command: InsertSiloCertAuctionBid,
): SiloBidAnswer | Rejection {
  const { state, seq } = context;
  const { silo } = state;
  const { siloCertSeq, premium } = command;
  if (silo.data === null) return reject('siloNotInMarket');
  const owner = accountOwner(context, command, '');
  if (isRejection(owner)) return owner;
  const closed = stageRejection(context, 'bidding');
  if (closed !== null) return closed;
  const lot = silo.lots.get(siloCertSeq);
  if (lot?.state !== 'In auction') return reject('siloLotNotFound', { siloCertSeq });
  const rejected = premiumRejection(command, lot) ?? longRejection(context, owner, lot);
  if (rejected !== null) return rejected;
  const { member, dealer, principal, subAccount } = owner;
  const present = silo
    .openBids(siloCertSeq)
    .find(({ bid }) => bid.principal === principal && bid.subAccount === subAccount)?.bid;
  const notHigher = present === undefined ? null : raiseRejection(context, present, command);
  if (notHigher !== null) return notHigher;

  const siloBidSeq = present?.siloBidSeq ?? silo.take('siloBidSeq');
  const { contract, lots } = lot;
  const terms = { contract, member, dealer: present?.dealer ?? dealer, principal, subAccount, premium, lots };
  const bid: SiloBid = { siloBidSeq, siloCertSeq, ...terms, state: 'Open', rank: null };
  silo.bids.set(siloBidSeq, { bid, placedSeq: seq });
  rankBids(context, siloCertSeq);
  return { kind: 'siloBid', siloCertSeq, siloBidSeq, rank: silo.bids.get(siloBidSeq)?.bid.rank ?? null };
}

export function deleteSiloCertAuctionBid(
  context: UserSiloContext,
  { siloBidSeq }: DeleteSiloCertAuctionBid,
): SiloBidAnswer | Rejection {
  const { state, rights } = context;
  if (state.silo.data === null) return reject('siloNotInMarket');
  const bid = state.silo.bids.get(siloBidSeq)?.bid;
  if (bid === undefined || !isWithinScope(rights, bid)) return reject('siloBidNotFound', { siloBidSeq });
  const closed = stageRejection(context, 'bidding');
  if (closed !== null) return closed;
  if (bid.state !== 'Open') return reject('siloBidNotFound', { siloBidSeq });
  const { siloCertSeq } = bid;
  endBid(context, siloBidSeq, 'Deleted');
  rankBids(context, siloCertSeq);
  return { kind: 'siloBid', siloCertSeq, siloBidSeq, rank: null };
}

/** Closes a bid with its final state. */
export function endBid(context: SiloContext, siloBidSeq: number, state: Exclude<SiloBidState, 'Open'>): void {
  const placed = context.state.silo.bids.get(siloBidSeq);
  if (placed !== undefined) putBid(context, { ...placed, bid: { ...placed.bid, state, rank: null } });
}

/** Publishes the bids of a lot that have another rank now, and its best premium. A new or raised bid has no rank yet. */
export function rankBids(context: SiloContext, siloCertSeq: number): void {
  const { silo } = context.state;
  const open = silo.openBids(siloCertSeq);
  for (const [at, placed] of open.entries())
    if (placed.bid.rank !== at + 1) putBid(context, { ...placed, bid: { ...placed.bid, rank: at + 1 } });
  const lot = silo.lots.get(siloCertSeq);
  if (lot !== undefined)
    putLot(context, { ...lot, bestPremium: open[0]?.bid.premium ?? null, bids: open.length });
}

/** A premium must be in whole rand. A premium above the price of the grain itself is a typing error. */
function premiumRejection({ premium }: InsertSiloCertAuctionBid, { mtm }: SiloLot): Rejection | null {
  if (Number.isSafeInteger(premium) && premium >= 0 && premium % premiumTick === 0 && premium <= mtm)
    return null;
  return reject('siloPremiumUnusable', { premium: amountText(premium), most: amountText(mtm) });
}

function longRejection(context: UserSiloContext, owner: OrderOwner, lot: SiloLot): Rejection | null {
  const { state, market, rights } = context;
  const { principal } = owner;
  if (principal === lot.seller.principal) return reject('siloLotOwn', { principal });
  const long = Math.max(state.positions.net(owner, contractNamed(market, lot.contract)), 0);
  if (long >= lot.lots) return null;
  const details = { principal, contract: lot.contract, lots: lot.lots };
  // A dealer with own-only visibility must not learn the account's position.
  return reject('siloLongTooSmall', rights.scope === 'own' ? details : { ...details, long });
}

/** A bid can only be raised. A dealer with own-only visibility does not learn the bids of other dealers. */
function raiseRejection(
  { rights }: UserSiloContext,
  present: SiloBid,
  { premium }: InsertSiloCertAuctionBid,
): Rejection | null {
  const { principal } = present;
  if (!isWithinScope(rights, present)) return reject('siloBidNotHigher', { principal });
  if (premium > present.premium) return null;
  return reject('siloBidNotHigher', { principal, premium: amountText(present.premium) });
}
