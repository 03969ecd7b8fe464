// Deliveries in the demonstration's past: positions in grain for delivery, and rounds of tenders, bids and awards.
import type { MarketView } from '@openpit/projections';
import { asPrice, type ContractListing, type IsoDate, isoDate, parseContractName } from '@openpit/venue';
import { toCents } from '@openpit/wire';
import { simulatedUsers } from './demo-users.ts';
import type { SimulatedUser } from './past-deals.ts';
import {
  type Act,
  by,
  dealBetween,
  highveldOwn,
  kand,
  modderrivier,
  type Past,
  rietvleiOwn,
  type Scene,
  type SceneAccount,
  type Times,
  veld,
  vrystaatOwn,
} from './past-scene.ts';

type Quantities = readonly (readonly [who: SceneAccount | SimulatedUser, lots: number])[];

/** The accounts that are short and long of grain for delivery. */
const shorts: Quantities = [
  [kand, 6],
  [rietvleiOwn, 4],
  [veld, 5],
  [vrystaatOwn, 3],
  [simulatedUsers.grower, 58],
];

const longs: Quantities = [
  [highveldOwn, 22],
  [modderrivier, 22],
  [simulatedUsers.exporter, 32],
];

/** Fewer lots in a month whose deliveries end before the past does, because all of them must be delivered by then. */
const endingShorts: Quantities = [
  [kand, 2],
  [veld, 2],
  [simulatedUsers.grower, 10],
];

const endingLongs: Quantities = [
  [highveldOwn, 6],
  [modderrivier, 6],
  [simulatedUsers.exporter, 2],
];

/** Positions in grain for delivery, and rounds of tenders, bids and awards. */
export function deliveries(times: Times, { calendar, until, present }: Past): Act[] {
  const last = isoDate(present);
  const acts: Act[] = [{ at: times.at(-7, '09:50'), act: (scene) => dealForDelivery(scene, last) }];
  const round = (tenderAt: number, bidAt: number, day: number) => {
    const seller = day === -2 ? kand : day === -3 ? veld : simulatedUsers.grower;
    const premium = 3 + ((day + 30) % 5);
    acts.push(
      // At least two lots, so that both dealers are allocated one.
      { at: tenderAt, act: (scene) => tender(scene, seller, seller === simulatedUsers.grower ? 2 : 1) },
      ...[kand, veld, simulatedUsers.grower]
        .filter((who) => who !== seller)
        .map((who, at) => ({
          at: tenderAt + 2 + at,
          act: (scene: Scene) => tender(scene, who, who === simulatedUsers.grower ? 1 : 0),
        })),
      { at: bidAt, act: (scene) => bid(scene, modderrivier, { premium, from: 'last' }) },
      {
        at: bidAt + 2_000,
        act: (scene) => bid(scene, simulatedUsers.exporter, { premium: premium - 1, from: 'first' }),
      },
      {
        at: bidAt + 4_000,
        act: (scene) => bid(scene, highveldOwn, { premium: premium + 2, from: 'first' }),
      },
    );
  };
  const stages = (stage: string, from: number, to: number) =>
    calendar
      .between(from, to)
      .flatMap(({ at, step }) => (step.kind === 'silo' && step.stage === stage ? [at] : []));
  for (let day = -6; day <= -1; day += 1) {
    const [from, to] = [times.at(day, '08:59'), times.at(day, '13:30')];
    const tenderAt = stages('tendering', from, to)[0];
    const bidAt = tenderAt === undefined ? undefined : stages('bidding', tenderAt, to)[0];
    if (tenderAt !== undefined && bidAt !== undefined) round(tenderAt + 60_000, bidAt + 60_000, day);
  }
  // The last rounds of today; the current round is not over.
  const soon = (at: number) => at + Math.min(60_000, Math.floor((until - at) / 3));
  // One of them can begin exactly when today does.
  for (const tenderAt of stages('tendering', times.at(0, '0') - 1, until).slice(-2)) {
    const bidAt = stages('bidding', tenderAt, until)[0] ?? Number.POSITIVE_INFINITY;
    round(soon(tenderAt), Number.isFinite(bidAt) ? soon(bidAt) : bidAt, 0);
  }
  return acts.filter(({ at }) => at < until);
}

/** True if grain of a future is delivered for the last time before this day. */
export const endsBefore = ({ directory }: MarketView, future: ContractListing, day: IsoDate) =>
  (directory.lastNoticeDay(future) ?? day) < day;

/** White maize whose delivery has begun by the end of the past and that can still be traded. */
function dealForDelivery(scene: Scene, last: IsoDate): void {
  for (const contract of scene.view.directory.tradedContracts()) {
    if (contract.kind !== 'future' || contract.instrument !== 'WMAZ' || contract.firstDeliveryDay > last)
      continue;
    if (!scene.isTrading(contract)) continue;
    const price = scene.priceOf(contract);
    const isEnding = endsBefore(scene.view, contract, last);
    const buyers = (isEnding ? endingLongs : longs).map(([who, lotsWanted]) => ({ who, left: lotsWanted }));
    for (const [seller, lotsWanted] of isEnding ? endingShorts : shorts) {
      let left = lotsWanted;
      for (const buyer of buyers) {
        const quantity = Math.min(left, buyer.left);
        if (quantity === 0) continue;
        left -= quantity;
        buyer.left -= quantity;
        dealBetween(scene, seller, buyer.who, { contract: contract.contract, lots: quantity, price });
      }
    }
  }
}

/** Tenders certificates that fit the account's short lots: at most `max`, or all on the last notice day if that is in the past. */
function tender({ view, send, last }: Scene, who: SceneAccount | SimulatedUser, max: number): void {
  const { userId, member, principal } = who;
  const rows = view.rowsFor('siloCerts', { userId, member }).rows;
  const heldCerts = rows.filter((cert) => cert.principal === principal && cert.state === 'Held');
  for (const { contract, net, tendered, subAccount, principal: owner, lastNoticeDay } of view.rowsFor(
    'siloPositions',
    { userId, member },
  ).rows) {
    if (owner !== principal || subAccount !== null || stageOf(view, contract) !== 'tendering') continue;
    let left = -net - tendered;
    const isLast = lastNoticeDay === view.directory.businessDay && lastNoticeDay < last;
    for (const cert of heldCerts
      .filter(({ instrument }) => instrument === parseContractName(contract).instrument)
      .slice(0, isLast ? heldCerts.length : max)) {
      if (cert.lots > left) continue;
      left -= cert.lots;
      send(by(who), { kind: 'tenderSiloCert', contract, siloReceiptNo: cert.siloReceiptNo });
    }
  }
}

const stageOf = (view: MarketView, contract: string): string | undefined =>
  [...view.allRows('siloAuctions')].find((row) => row.contract === contract)?.stage;

/** Bids for the first or the last lot of others that the account has room for and can lead. */
function bid(
  { view, send }: Scene,
  who: SceneAccount | SimulatedUser,
  { premium, from }: { readonly premium: number; readonly from: 'first' | 'last' },
): void {
  const { userId, member, principal } = who;
  const ownLots = new Set(
    view
      .rowsFor('siloCerts', { userId, member })
      .rows.filter((cert) => cert.principal === principal)
      .map(({ siloCertSeq }) => siloCertSeq),
  );
  const positions = view.rowsFor('siloPositions', { userId, member }).rows;
  const offered = [...view.allRows('siloOffers')];
  for (const lot of from === 'first' ? offered : offered.reverse()) {
    if (lot.state !== 'In auction' || ownLots.has(lot.siloCertSeq) || (lot.bestPremium ?? 0) >= premium)
      continue;
    const long = positions.find(
      (row) => row.contract === lot.contract && row.principal === principal && row.subAccount === null,
    );
    if (long === undefined || long.net < lot.lots) continue;
    const { siloCertSeq } = lot;
    send(by(who), {
      kind: 'insertSiloCertAuctionBid',
      siloCertSeq,
      principal,
      premium: asPrice(toCents(premium)),
    });
    return;
  }
}
