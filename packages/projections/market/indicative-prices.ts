// The price and lots at which a contract would open now, while its orders wait for the call auction
// (market/sessions.md, Call auction): folded from events like the books, and computed by the rule of the auction. It
// does not reveal the orders themselves.
import {
  asPrice,
  type ContractListing,
  lots,
  openingPrice,
  type Price,
  type Side,
  ticks,
} from '@openpit/venue';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import type { Directory } from '../reference/directory.ts';

export interface Indicative {
  readonly price: Price;
  readonly lots: number;
}

interface WaitingOrder {
  readonly activeOrderSeq: number;
  readonly side: Side;
  readonly price: Price;
  readonly lots: number;
}

type SavedWaitingOrders = readonly {
  readonly contract: string;
  readonly orders: readonly WaitingOrder[];
}[];

export class IndicativePrices implements Projection {
  readonly #waiting = new Map<string, Map<number, WaitingOrder>>();
  /** Contracts whose waiting orders have changed since their price was computed. */
  readonly #changed = new Set<string>();
  readonly #directory: Pick<Directory, 'facts' | 'contract'>;
  readonly #onOpened: (contract: string) => void;

  /** `onOpened`: called with each contract that has opened and so no longer has an indicative price. */
  constructor(directory: Pick<Directory, 'facts' | 'contract'>, onOpened: (contract: string) => void) {
    this.#directory = directory;
    this.#onOpened = onOpened;
  }

  readonly on: EventHandlers = {
    orderJoinedAuction: ({ contract, activeOrderSeq, side, price, lots: quantity }) => {
      this.#of(contract).set(activeOrderSeq, { activeOrderSeq, side, price, lots: quantity });
      this.#changed.add(contract);
    },
    orderReduced: ({ contract, activeOrderSeq, left }) => {
      const order = this.#waiting.get(contract)?.get(activeOrderSeq);
      if (order === undefined) return;
      this.#of(contract).set(activeOrderSeq, { ...order, lots: left });
      this.#changed.add(contract);
    },
    orderHeldOver: (event) => this.#leave(event),
    orderSuspended: (event) => this.#leave(event),
    orderDeleted: (event) => this.#leave(event),
    orderExpired: (event) => this.#leave(event),
    contractUncrossed: ({ contract }) => {
      this.#waiting.delete(contract);
      this.#changed.delete(contract);
      this.#onOpened(contract);
    },
  };

  /** Computes the changes since the last call, one contract per step; null if nothing would deal. */
  *takeChanged(): Generator<{ readonly contract: string; readonly indicative: Indicative | null }> {
    for (const contract of this.#changed) {
      this.#changed.delete(contract);
      yield { contract, indicative: this.#compute(contract) };
    }
  }

  save(): SavedWaitingOrders {
    return Array.from(this.#waiting, ([contract, orders]) => ({ contract, orders: [...orders.values()] }));
  }

  load(saved: SavedWaitingOrders): void {
    this.#waiting.clear();
    this.#changed.clear();
    for (const { contract, orders } of saved) {
      for (const order of orders) this.#of(contract).set(order.activeOrderSeq, order);
      this.#changed.add(contract);
    }
  }

  #compute(contract: string): Indicative | null {
    const listing = this.#directory.contract(contract);
    if (listing === undefined) return null;
    const tick = tickOf(listing, this.#directory);
    const orders = [...(this.#waiting.get(contract)?.values() ?? [])];
    const ordersOf = (side: Side) =>
      orders
        .filter((order) => order.side === side)
        .map((order) => ({ tick: ticks(order.price / tick), lots: lots(order.lots) }));
    const opening = openingPrice({ buys: ordersOf('B'), sells: ordersOf('S') }, { mtm: listing.mtm, tick });
    return opening === null ? null : { price: asPrice(opening.tick * tick), lots: opening.lots };
  }

  #leave({ contract, activeOrderSeq }: { readonly contract: string; readonly activeOrderSeq: number }): void {
    if (this.#waiting.size > 0 && this.#waiting.get(contract)?.delete(activeOrderSeq))
      this.#changed.add(contract);
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

/** A delta is quoted in hundredths of a percent, a pair on the wider of its legs' ticks. */
function tickOf({ contract, kind, legs }: ContractListing, { facts }: Pick<Directory, 'facts'>): Price {
  if (kind === 'delta') return asPrice(1);
  if (legs === undefined) return facts(contract).tick;
  return asPrice(Math.max(facts(legs.plus).tick, facts(legs.minus).tick));
}
