// The venue's memory as plain data and back. Books are written as their orders in price–time order, so that resting them
// again in that order gives the same queues.
import type { DealerScope, Flag } from './commands.ts';
import { DealLedger, type DealLedgerSnapshot } from './deals/deal-ledger.ts';
import type { PriceLimits } from './events.ts';
import { present } from './kernel/assert.ts';
import type { Day } from './kernel/civil-date.ts';
import { hashText, type StateHash } from './kernel/state-hash.ts';
import { type Cents, type EpochMs, type Lots, ticks } from './kernel/units.ts';
import type { Order } from './orders/order.ts';
import { RefNumbers } from './orders/ref-numbers.ts';
import { PositionLedger, type PositionLedgerSnapshot } from './positions/position-ledger.ts';
import { type AddedListing, listAdded } from './reference/added-listing.ts';
import type { MarketRules, ReferenceData, VolatilityCurve } from './reference/reference-data.ts';
import type { LimitLock } from './session/limit-lock.ts';
import { marketOf } from './session/open-market.ts';
import { RequestLedger, type RequestLedgerSnapshot } from './session/request-ledger.ts';
import type { SessionSnapshot } from './session/session.ts';
import type { Market, VenueState } from './state.ts';

export interface MarketSnapshot {
  readonly referenceData: ReferenceData;
  readonly businessDay: number;
  readonly added: readonly AddedListing[];
  readonly selfMatch: MarketRules['selfMatch'];
  readonly session: SessionSnapshot;
  readonly contracts: readonly {
    readonly contract: string;
    readonly mtm: Cents;
    readonly curve: VolatilityCurve | null;
    readonly limits: PriceLimits | null;
    readonly lock: LimitLock | null;
    readonly last: Cents | null;
    readonly high: Cents | null;
    readonly low: Cents | null;
    /** Numbers of the resting orders in price–time order. */
    readonly buys: readonly number[];
    readonly sells: readonly number[];
  }[];
}

export interface VenueSnapshot {
  readonly lastSeq: number;
  readonly lastAt: EpochMs;
  readonly nextOrderSeq: number;
  readonly nextDealSeq: number;
  readonly nextMatchSeq: number;
  readonly nextAnnouncementId: number;
  readonly market: MarketSnapshot | null;
  readonly users: readonly {
    readonly userId: string;
    readonly member: string;
    readonly dealer: string;
    readonly flags: readonly Flag[];
    readonly ownMaxLots: Lots;
    readonly operatorMaxLots: Lots | null;
    readonly timeOutSeconds: number;
    readonly suspendsOnDisconnect: boolean;
    readonly scope: DealerScope;
  }[];
  readonly orders: readonly Omit<Order, 'entry'>[];
  readonly requests: RequestLedgerSnapshot;
  readonly positions: PositionLedgerSnapshot;
  readonly deals: DealLedgerSnapshot;
  readonly refs: readonly (readonly [string, readonly string[]])[];
}

export function snapshotState(state: VenueState): VenueSnapshot {
  return {
    lastSeq: state.lastSeq,
    lastAt: state.lastAt,
    nextOrderSeq: state.nextOrderSeq,
    nextDealSeq: state.nextDealSeq,
    nextMatchSeq: state.nextMatchSeq,
    nextAnnouncementId: state.nextAnnouncementId,
    market: state.market === null ? null : snapshotMarket(state.market),
    users: [...state.users.values()].map((rights) => ({ ...rights, flags: [...rights.flags].sort() })),
    orders: [...state.orders.values()].map(({ entry: _entry, ...order }) => order),
    requests: state.requests.snapshot(),
    positions: state.positions.snapshot(),
    deals: state.deals.snapshot(),
    refs: state.refs.snapshot(),
  };
}

function snapshotMarket(market: Market): MarketSnapshot {
  return {
    referenceData: market.referenceData,
    businessDay: market.businessDay,
    added: [...market.added],
    selfMatch: market.rules.selfMatch,
    session: market.session.snapshot(),
    contracts: [...market.contracts.values()].map(
      ({ listing, mtm, curve, limits, lock, last, high, low, book }) => ({
        contract: listing.contract,
        mtm,
        curve: curve === null ? null : { ...curve },
        limits,
        lock,
        last,
        high,
        low,
        buys: Array.from(book.resting('B'), ({ order }) => order),
        sells: Array.from(book.resting('S'), ({ order }) => order),
      }),
    ),
  };
}

/** Same data, same fingerprint. */
export function snapshotHash(snapshot: VenueSnapshot): StateHash {
  return hashText(JSON.stringify(snapshot));
}

export function restoreState(snapshot: VenueSnapshot): VenueState {
  const orders = new Map(
    snapshot.orders.map((order): [number, Order] => [order.activeOrderSeq, { ...order, entry: null }]),
  );
  return {
    market: snapshot.market === null ? null : restoreMarket(snapshot.market, orders),
    users: new Map(snapshot.users.map((user) => [user.userId, { ...user, flags: new Set(user.flags) }])),
    orders,
    requests: RequestLedger.from(snapshot.requests),
    positions: PositionLedger.from(snapshot.positions),
    deals: DealLedger.from(snapshot.deals),
    refs: RefNumbers.from(snapshot.refs),
    nextOrderSeq: snapshot.nextOrderSeq,
    nextDealSeq: snapshot.nextDealSeq,
    nextMatchSeq: snapshot.nextMatchSeq,
    nextAnnouncementId: snapshot.nextAnnouncementId,
    lastSeq: snapshot.lastSeq,
    lastAt: snapshot.lastAt,
  };
}

function restoreMarket(snapshot: MarketSnapshot, orders: ReadonlyMap<number, Order>): Market {
  const market = marketOf(snapshot.referenceData, snapshot.businessDay as Day);
  for (const added of snapshot.added) listAdded(market, added);
  market.rules = { ...market.rules, selfMatch: snapshot.selfMatch };
  market.session.load(snapshot.session);
  for (const saved of snapshot.contracts) {
    const contract = present(
      market.contracts.get(saved.contract),
      `snapshot of unknown contract ${saved.contract}`,
    );
    contract.mtm = saved.mtm;
    contract.curve = saved.curve === null ? null : { ...saved.curve };
    contract.limits = saved.limits;
    contract.lock = saved.lock;
    contract.last = saved.last;
    contract.high = saved.high;
    contract.low = saved.low;
    for (const number of [...saved.buys, ...saved.sells]) {
      const order = present(orders.get(number), `snapshot of a book with unknown order ${number}`);
      const tick = ticks(order.price / contract.tick);
      order.entry = contract.book.rest({ order: number, side: order.side, tick, lots: order.remaining });
    }
  }
  return market;
}
