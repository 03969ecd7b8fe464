// Data set 1: the orders that may still deal, each visible to its own member (PANEL-6).
import type { EventOrigin, OrderAccepted, VenueEvent } from '@openpit/venue';
import { type ActiveOrderRow, orderTypes } from '@openpit/wire';
import { rand } from '../rand.ts';
import type { ContractFacts } from './contract-facts.ts';
import { MemberRows } from './member-rows.ts';

export class ActiveOrders {
  readonly rows = new MemberRows<ActiveOrderRow>((row) => row.activeOrderSeq);
  readonly #facts: ContractFacts;

  constructor(facts: ContractFacts) {
    this.#facts = facts;
  }

  apply(event: VenueEvent, { at }: EventOrigin): void {
    const { rows } = this;
    switch (event.kind) {
      case 'orderAccepted':
        rows.put(this.#accepted(event, at));
        break;
      case 'dealMade':
        rows.patch(event.buy.activeOrderSeq, { remaining: event.buy.left });
        rows.patch(event.sell.activeOrderSeq, { remaining: event.sell.left });
        break;
      case 'orderRested':
        rows.patch(event.activeOrderSeq, { state: 'Active', time: at });
        break;
      case 'orderSuspended':
        rows.patch(event.activeOrderSeq, { state: 'Suspended' });
        break;
      case 'orderReduced': {
        const qty = (rows.get(event.activeOrderSeq)?.qty ?? 0) - (event.lots - event.left);
        rows.patch(event.activeOrderSeq, { qty, remaining: event.left });
        break;
      }
      case 'orderEdited': {
        const { principal, capacity, subAccount, ref } = event.owner;
        const { price, lots: remaining } = event;
        const before = rows.get(event.activeOrderSeq);
        const qty = (before?.qty ?? 0) + remaining - (before?.remaining ?? 0);
        rows.patch(event.activeOrderSeq, {
          price: rand(price),
          qty,
          remaining,
          principal,
          capacity,
          subAccount,
          ref,
        });
        break;
      }
      case 'orderFilled':
      case 'orderKilled':
      case 'orderDeleted':
      case 'orderExpired':
        rows.drop(event.activeOrderSeq);
        break;
      default:
    }
  }

  #accepted(event: OrderAccepted, at: number): ActiveOrderRow {
    const { member, dealer, principal, subAccount, capacity, ref } = event.owner;
    const { displaySeq, instrument } = this.#facts(event.contract);
    return {
      activeOrderSeq: event.activeOrderSeq,
      time: at,
      contract: event.contract,
      displaySeq,
      instrument,
      side: event.side,
      qty: event.lots,
      remaining: event.lots,
      price: rand(event.price),
      orderType: orderTypes[event.type],
      state: 'Active',
      principal,
      subAccount,
      member,
      dealer,
      capacity,
      ref,
    };
  }
}
