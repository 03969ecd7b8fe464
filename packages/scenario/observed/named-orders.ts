// The orders of a scenario by name, built from outcomes: the state and the market's number of each
// order.
import { type Lots, lots, type OrderState, type Outcome, type VenueEvent } from '@openpit/venue';
import type { OrderName } from '../scenario.ts';

interface NamedOrder {
  readonly activeOrderSeq: number;
  readonly member: string;
  readonly state: OrderState;
  readonly left: Lots;
}

export class NamedOrders {
  readonly #orders = new Map<number, NamedOrder>();
  readonly #numbers = new Map<OrderName, number>();
  readonly #names = new Map<number, OrderName>();
  readonly #isOwn: (userId: string) => boolean;
  /** Names that were assigned today. */
  #today = new Set<OrderName>();

  /** `isOwn` selects the users whose orders are kept: all users by default. */
  constructor(isOwn: (userId: string) => boolean = () => true) {
    this.#isOwn = isOwn;
  }

  apply({ events }: Outcome): void {
    for (const event of events) this.#apply(event);
  }

  /**
   * Names the orders that a line with this ref has entered, unless it was rejected. A name that was used today stays with its order; the
   * later order is named by its ref in the market.
   */
  name(written: string, { verdict }: Outcome): void {
    if (verdict.kind === 'rejected' || verdict.answer === null) return;
    const { answer } = verdict;
    if (answer.kind === 'order') this.#name(written, answer, '');
    if (answer.kind === 'double') {
      this.#name(written, answer.bid, ' bid');
      this.#name(written, answer.offer, ' offer');
    }
  }

  /** The number of an order; null if no order has the name. `#12` is number 12. */
  numberOf(name: OrderName): number | null {
    return name.startsWith('#') ? Number(name.slice(1)) : (this.#numbers.get(name) ?? null);
  }

  nameOf(activeOrderSeq: number): OrderName {
    return this.#names.get(activeOrderSeq) ?? `#${activeOrderSeq}`;
  }

  of(name: OrderName): NamedOrder | undefined {
    const number = this.numberOf(name);
    return number === null ? undefined : this.#orders.get(number);
  }

  #name(
    written: string,
    answer: { activeOrderSeq: number; ref: string },
    side: '' | ' bid' | ' offer',
  ): void {
    const isUsed = this.#today.has(written + side);
    const name = (isUsed ? answer.ref : written) + side;
    if (written === '') return;
    this.#today.add(name);
    this.#numbers.set(name, answer.activeOrderSeq);
    this.#names.set(answer.activeOrderSeq, name);
  }

  #apply(event: VenueEvent): void {
    switch (event.kind) {
      case 'orderAccepted': {
        const { activeOrderSeq, owner, lots: left } = event;
        if (!this.#isOwn(owner.userId)) break;
        this.#orders.set(activeOrderSeq, { activeOrderSeq, member: owner.member, state: 'Active', left });
        break;
      }
      case 'dealMade':
        for (const { activeOrderSeq, left } of [event.buy, event.sell])
          this.#change(activeOrderSeq, { left });
        break;
      case 'orderRested':
        this.#change(event.activeOrderSeq, { state: 'Active', left: event.lots });
        break;
      case 'orderJoinedAuction':
      case 'orderHeldOver':
        this.#change(event.activeOrderSeq, { state: 'Pre-market', left: event.lots });
        break;
      case 'orderReduced':
        this.#change(event.activeOrderSeq, { left: event.left });
        break;
      case 'orderEdited':
        this.#change(event.activeOrderSeq, { left: event.lots });
        break;
      case 'orderSuspended':
        this.#change(event.activeOrderSeq, { state: 'Suspended' });
        break;
      case 'orderFilled':
        this.#end(event, 'Filled');
        break;
      case 'orderKilled':
        this.#end(event, 'Killed');
        break;
      case 'orderDeleted':
        this.#end(event, 'Cancelled');
        break;
      case 'orderExpired':
        this.#end(event, 'Expired');
        break;
      case 'dayEnded':
        this.#today = new Set();
        break;
    }
  }

  #end({ activeOrderSeq }: { readonly activeOrderSeq: number }, state: OrderState): void {
    this.#change(activeOrderSeq, { state, left: lots(0) });
  }

  #change(activeOrderSeq: number, change: Partial<NamedOrder>): void {
    const order = this.#orders.get(activeOrderSeq);
    if (order !== undefined) this.#orders.set(activeOrderSeq, { ...order, ...change });
  }
}
