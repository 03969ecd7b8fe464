// The price at which a contract would open, and the lots that would deal, while its orders are collected (domain §3.1): folded from events
// like the books, and worked out by the rule of the opening itself. Who waits at which price nobody learns from it.
import {
  type Cents,
  type ContractListing,
  cents,
  lots,
  openingPrice,
  type Side,
  ticks,
  type VenueEvent,
} from '@openpit/venue';
import type { Directory } from '../data-sets/directory.ts';

export interface Indicative {
  readonly price: Cents;
  readonly lots: number;
}

interface WaitingOrder {
  readonly activeOrderSeq: number;
  readonly side: Side;
  readonly price: Cents;
  readonly lots: number;
}

export type SavedWaitingOrders = readonly {
  readonly contract: string;
  readonly orders: readonly WaitingOrder[];
}[];

export class IndicativePrices {
  readonly #waiting = new Map<string, Map<number, WaitingOrder>>();
  /** Contracts of which other orders wait than when they were last worked out. */
  readonly #moved = new Set<string>();
  readonly #directory: Pick<Directory, 'facts' | 'contract'>;

  constructor(directory: Pick<Directory, 'facts' | 'contract'>) {
    this.#directory = directory;
  }

  /** Folds one event in; returns the contract that has opened by it, or null. */
  apply(event: VenueEvent): string | null {
    switch (event.kind) {
      case 'orderJoinedAuction': {
        const { contract, activeOrderSeq, side, price, lots: quantity } = event;
        this.#of(contract).set(activeOrderSeq, { activeOrderSeq, side, price, lots: quantity });
        this.#moved.add(contract);
        return null;
      }
      case 'orderReduced': {
        const order = this.#waiting.get(event.contract)?.get(event.activeOrderSeq);
        if (order === undefined) return null;
        this.#of(event.contract).set(event.activeOrderSeq, { ...order, lots: event.left });
        this.#moved.add(event.contract);
        return null;
      }
      case 'orderHeldOver':
      case 'orderSuspended':
      case 'orderDeleted':
      case 'orderExpired':
        if (this.#waiting.size > 0 && this.#waiting.get(event.contract)?.delete(event.activeOrderSeq))
          this.#moved.add(event.contract);
        return null;
      case 'contractUncrossed':
        this.#waiting.delete(event.contract);
        this.#moved.delete(event.contract);
        return event.contract;
      default:
        return null;
    }
  }

  /** Works out what has moved since the last call, a contract at a time, as it is asked for; null where nothing would deal. */
  *takeMoved(): Generator<{ readonly contract: string; readonly indicative: Indicative | null }> {
    for (const contract of this.#moved) {
      this.#moved.delete(contract);
      yield { contract, indicative: this.#workedOut(contract) };
    }
  }

  save(): SavedWaitingOrders {
    return Array.from(this.#waiting, ([contract, orders]) => ({ contract, orders: [...orders.values()] }));
  }

  load(saved: SavedWaitingOrders): void {
    this.#waiting.clear();
    this.#moved.clear();
    for (const { contract, orders } of saved) {
      for (const order of orders) this.#of(contract).set(order.activeOrderSeq, order);
      this.#moved.add(contract);
    }
  }

  #workedOut(contract: string): Indicative | null {
    const listing = this.#directory.contract(contract);
    if (listing === undefined) return null;
    const tick = tickOf(listing, this.#directory);
    const orders = [...(this.#waiting.get(contract)?.values() ?? [])];
    const wishes = (side: Side) =>
      orders
        .filter((order) => order.side === side)
        .map((order) => ({ tick: ticks(order.price / tick), lots: lots(order.lots) }));
    const found = openingPrice({ buys: wishes('B'), sells: wishes('S') }, { mtm: listing.mtm, tick });
    return found === null ? null : { price: cents(found.tick * tick), lots: found.lots };
  }

  #of(contract: string): Map<number, WaitingOrder> {
    let orders = this.#waiting.get(contract);
    if (orders === undefined) {
      orders = new Map();
      this.#waiting.set(contract, orders);
    }
    return orders;
  }
}

/** A delta is quoted in hundredths of a percent, a pair on the wider tick of its legs. */
function tickOf({ contract, kind, legs }: ContractListing, { facts }: Pick<Directory, 'facts'>): Cents {
  if (kind === 'delta') return cents(1);
  if (legs === undefined) return facts(contract).tick;
  return cents(Math.max(facts(legs.plus).tick, facts(legs.minus).tick));
}
