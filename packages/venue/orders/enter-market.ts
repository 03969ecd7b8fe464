// The way of an order into the market, the same for a new order and for a resubmitted one: deal with what is there, then
// rest, be filled or be killed. Source: domain §3.2.
import { present } from '../kernel/assert.ts';
import { type Cents, cents, type Lots, lots, otherSide, type Ticks, ticks } from '../kernel/units.ts';
import type { MatchListener, RestingMatch } from '../order-book/order-book.ts';
import type { OrderState } from '../outcome.ts';
import { type Refusal, refusal } from '../refusals.ts';
import type { Contract, Handling, Market, VenueState } from '../state.ts';
import type { Order } from './order.ts';

/** Refuses an order that would deal with one of the same member and principal, where the market's rules say so. */
export function selfMatchRefusal(
  state: VenueState,
  market: Market,
  contract: Contract,
  order: Order,
): Refusal | null {
  if (market.rules.selfMatch === 'allow') return null;
  const limit = tickOf(contract, order.price);
  let left: number = order.remaining;
  for (const resting of contract.book.resting(otherSide(order.side))) {
    const reached = order.side === 'B' ? resting.tick <= limit : resting.tick >= limit;
    if (!reached || left <= 0) break;
    const { owner } = present(
      state.orders.get(resting.order),
      `order ${resting.order} rests but is not known`,
    );
    if (owner.member === order.owner.member && owner.principal === order.owner.principal)
      return refusal('orderWouldMatchOwnOrder', {
        activeOrderSeq: resting.order,
        principal: owner.principal,
      });
    left -= resting.lots;
  }
  return null;
}

/** Matches and then rests, fills or kills the order, telling each step. Returns the state that it ends in. */
export function enterMarket(
  state: VenueState,
  contract: Contract,
  order: Order,
  handling: Handling,
): OrderState {
  const limit = tickOf(contract, order.price);
  const incoming = { side: order.side, limit, lots: order.remaining };
  const killedWhole = order.type === 'Fok' && contract.book.available(incoming) < order.remaining;
  if (!killedWhole) {
    const dealing = new Dealing(state, contract, order, handling);
    contract.book.match(incoming, dealing);
  }
  if (order.remaining === 0) {
    state.orders.delete(order.activeOrderSeq);
    handling.tell({ kind: 'orderFilled', activeOrderSeq: order.activeOrderSeq, member: order.owner.member });
    return 'Filled';
  }
  if (order.type !== 'Normal') {
    state.orders.delete(order.activeOrderSeq);
    handling.tell({
      kind: 'orderKilled',
      activeOrderSeq: order.activeOrderSeq,
      lots: order.remaining,
      member: order.owner.member,
    });
    return 'Killed';
  }
  order.queuedAt = handling.at;
  order.entry = contract.book.rest({
    order: order.activeOrderSeq,
    side: order.side,
    tick: limit,
    lots: order.remaining,
  });
  state.orders.set(order.activeOrderSeq, order);
  handling.tell({
    kind: 'orderRested',
    activeOrderSeq: order.activeOrderSeq,
    contract: order.contract,
    side: order.side,
    price: order.price,
    lots: order.remaining,
    member: order.owner.member,
  });
  return 'Active';
}

/** Turns each match of the book into a deal with its two sides. */
class Dealing implements MatchListener {
  readonly #state: VenueState;
  readonly #contract: Contract;
  readonly #incoming: Order;
  readonly #handling: Handling;

  constructor(state: VenueState, contract: Contract, incoming: Order, handling: Handling) {
    this.#state = state;
    this.#contract = contract;
    this.#incoming = incoming;
    this.#handling = handling;
  }

  matched({ order, tick, dealt, left }: RestingMatch): void {
    const incoming = this.#incoming;
    const resting = present(this.#state.orders.get(order), `order ${order} dealt but is not known`);
    resting.remaining = left;
    incoming.remaining = lots(incoming.remaining - dealt);
    const price = priceOf(this.#contract, tick);
    this.#contract.last = price;
    const restingSide = { activeOrderSeq: order, left, owner: resting.owner };
    const incomingSide = {
      activeOrderSeq: incoming.activeOrderSeq,
      left: incoming.remaining,
      owner: incoming.owner,
    };
    this.#handling.tell({
      kind: 'dealMade',
      dealSeq: this.#state.nextDealSeq,
      contract: incoming.contract,
      price,
      lots: dealt as Lots,
      aggressor: incoming.side,
      buy: incoming.side === 'B' ? incomingSide : restingSide,
      sell: incoming.side === 'B' ? restingSide : incomingSide,
    });
    this.#state.nextDealSeq += 1;
    if (left === 0) {
      resting.entry = null;
      this.#state.orders.delete(order);
      this.#handling.tell({ kind: 'orderFilled', activeOrderSeq: order, member: resting.owner.member });
    }
  }
}

/** The tick index of a price that has passed the price check. */
function tickOf(contract: Contract, price: Cents): Ticks {
  return ticks(price / contract.instrument.tick);
}

function priceOf(contract: Contract, tick: Ticks): Cents {
  return cents(tick * contract.instrument.tick);
}
