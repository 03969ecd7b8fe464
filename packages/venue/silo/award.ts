// The award of a delivery day (market/delivery.md, Silo certificates). Lots are awarded to the best bids, and lots without a sufficient bid are
// allocated at random among the remaining longs. Then all of them are delivered.
import type { Contract } from '../contracts/contract.ts';
import { type ActName, isChecked } from '../kernel/act-conditions.ts';
import { mustExist, VenueBug } from '../kernel/assert.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { SeededRandom } from '../kernel/seeded-random.ts';
import { asPrice } from '../kernel/units.ts';
import { haltRejection } from '../phases/entry-gate.ts';
import type { Position } from '../positions/position.ts';
import type { Account } from '../positions/position-ledger.ts';
import { inactiveRejection } from '../rights/owner.ts';
import { endBid } from './bid.ts';
import { deliverLot } from './deliver.ts';
import { deliverableContracts } from './delivery-window.ts';
import { partsOf } from './register.ts';
import { putLot, type SiloContext } from './silo-context.ts';
import type { AwardSiloLots, SiloLot } from './silo-events.ts';
import { byRank } from './silo-ledger.ts';
import { reject } from './silo-rejections.ts';
import { hasNoDelivery, setStage, takeBackWithBids } from './stages.ts';
import { takeBack } from './tender.ts';

export function awardSiloLots(context: SiloContext, _command: AwardSiloLots): Rejection | null {
  const { silo } = context.state;
  if (silo.data === null) return reject('siloNotInMarket');
  if (hasNoDelivery(context)) return null;
  if (silo.stage !== 'deciding')
    return reject('siloStageOutOfOrder', { stage: 'award', present: silo.stage });

  const halted = haltedDelivery(context);
  if (halted !== null) return halted;

  const random = new SeededRandom(mustExist(context.seed, 'an award has no seed'));
  for (const contract of deliverableContracts(context.market)) {
    withdrawUncovered(context, contract);
    awardToBids(context, contract);
    for (const lot of lotsOf(context, contract)) allocate(context, contract, { lot, random });
  }
  for (const { bid } of [...silo.bids.values()])
    if (bid.state === 'Open') endBid(context, bid.siloBidSeq, 'Lost');
  setStage(context, 'closed', null);
  return null;
}

/** The rejection of a delivery in a halt. After the halt, the award can be made, or the delivery can be closed. */
function haltedDelivery(context: SiloContext): Rejection | null {
  for (const contract of deliverableContracts(context.market)) {
    if (lotsOf(context, contract).length === 0) continue;
    const halted = haltRejection(context, contract);
    if (halted !== null) return halted;
  }
  return null;
}

/** True if the account and its dealer may trade now. Longs and sellers are accounts without a dealer. */
function mayTrade(
  { state, market }: SiloContext,
  name: ActName,
  { member, principal, dealer = '' }: Pick<Account, 'member' | 'principal'> & { readonly dealer?: string },
): boolean {
  if (isChecked(name, 'stopped') && state.tradingStops.rejectionFor({ member, dealer }) !== null)
    return false;
  return !isChecked(name, 'inactive') || inactiveRejection(market, { member, principal }) === null;
}

const lotsOf = ({ state: { silo } }: SiloContext, { name }: Contract): SiloLot[] =>
  silo.openLots().filter(({ contract }) => contract === name);

/**
 * A seller may have bought back since it tendered. A lot stays while the seller is short enough for it and the earlier lots that stay. All
 * lots of a seller who may not trade now are returned.
 */
function withdrawUncovered(context: SiloContext, contract: Contract): void {
  const { positions } = context.state;
  const promised = new Map<string, number>();
  for (const { siloCertSeq, seller, lots } of lotsOf(context, contract)) {
    const account = `${seller.principal} ${seller.subAccount ?? ''}`;
    const before = promised.get(account) ?? 0;
    if (mayTrade(context, 'award', seller) && before + lots <= -positions.net(seller, contract)) {
      promised.set(account, before + lots);
      continue;
    }
    takeBackWithBids(context, siloCertSeq);
  }
}

/** A bid wins if its lot is not awarded yet, its account and dealer may trade, and the account is still long as many lots. */
function awardToBids(context: SiloContext, contract: Contract): void {
  const { silo, positions } = context.state;
  const open = [...silo.bids.values()].filter(
    ({ bid }) => bid.state === 'Open' && bid.contract === contract.name,
  );
  for (const { bid } of open.sort(byRank)) {
    const lot = silo.lots.get(bid.siloCertSeq);
    if (!mayTrade(context, 'award', bid)) continue;
    if (lot?.state !== 'In auction' || positions.net(bid, contract) < lot.lots) continue;
    endBid(context, bid.siloBidSeq, 'Awarded');
    deliverLot(context, lot, { to: bid, award: 'bid', premium: bid.premium });
  }
}

/**
 * Draws a long account that may trade, weighted by its open lots. A lot that is larger than any long is split at the largest. A lot that no
 * account can receive is returned to its seller.
 */
function allocate(
  context: SiloContext,
  contract: Contract,
  { lot, random }: { readonly lot: SiloLot; readonly random: SeededRandom },
): void {
  const longs = context.state.positions
    .in(contract)
    .filter((position) => position.net > 0 && mayTrade(context, 'allocation', position));
  const enough = longs.filter(({ net }) => net >= lot.lots);
  if (enough.length === 0) {
    const largest = longs.reduce((max, { net }) => Math.max(max, net), 0);
    if (largest === 0) {
      takeBack(context, lot.siloCertSeq);
      return;
    }
    for (const part of splitLot(context, lot, largest)) allocate(context, contract, { lot: part, random });
    return;
  }
  const to = drawn(enough, random);
  deliverLot(context, lot, { to, award: 'allocation', premium: asPrice(0) });
}

/** Draws a position, weighted by its lots. The order of the positions must be deterministic: the order in which they began. */
function drawn(longs: readonly Position[], random: SeededRandom): Position {
  let left = random.below(longs.reduce((sum, { net }) => sum + net, 0));
  for (const position of longs) {
    if (left < position.net) return position;
    left -= position.net;
  }
  throw new VenueBug('nobody to draw from');
}

/** Replaces a lot by two lots with separate certificates; the first has this number of contracts. */
function splitLot(context: SiloContext, lot: SiloLot, contracts: number): SiloLot[] {
  const { silo } = context.state;
  const cert = mustExist(silo.certs.get(lot.siloReceiptNo), `no certificate ${lot.siloReceiptNo}`);
  const size = lot.tons / lot.lots;
  const tons = [contracts * size, lot.tons - contracts * size];
  const parts = partsOf(context, cert, tons, () => silo.take('siloCertSeq'));
  putLot(context, { ...lot, state: 'Withdrawn' });
  return parts.map((part) =>
    putLot(context, {
      ...lot,
      siloCertSeq: mustExist(part.siloCertSeq, 'a part in the auction has a number'),
      siloReceiptNo: part.siloReceiptNo,
      tons: part.tons,
      lots: part.lots,
      bestPremium: null,
      bids: 0,
    }),
  );
}
