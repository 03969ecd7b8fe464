// Data set 7: the business day's deals, a row a side, each visible to its own member (PANEL-10).
import type { DealMade, DealSide, EventOrigin, Side, VenueEvent } from '@openpit/venue';
import { type DealRow, dataSetIds } from '@openpit/wire';
import { rand } from '../rand.ts';
import type { ContractFacts } from './contract-facts.ts';
import { MemberRows } from './member-rows.ts';

const undisclosed = '****';

export class Deals {
  readonly rows = new MemberRows<DealRow>(dataSetIds.deals, (row) => row.dealSeq);
  readonly #facts: ContractFacts;

  constructor(facts: ContractFacts) {
    this.#facts = facts;
  }

  apply(event: VenueEvent, { at }: EventOrigin): void {
    if (event.kind === 'dayEnded') this.rows.clear();
    if (event.kind !== 'dealMade') return;
    this.rows.put(this.#row(event, 'B', at));
    this.rows.put(this.#row(event, 'S', at));
  }

  #row(deal: DealMade, side: Side, time: number): DealRow {
    const { contract, lots: qty } = deal;
    const [own, other]: [DealSide, DealSide] = side === 'B' ? [deal.buy, deal.sell] : [deal.sell, deal.buy];
    const { displaySeq, instrument, tons, disclosesMembers } = this.#facts(contract);
    const { principal, subAccount, member, dealer, capacity, ref } = own.owner;
    const known = disclosesMembers || other.owner.member === member;
    return {
      dealSeq: own.dealSeq,
      matchSeq: deal.matchSeq,
      time,
      contract,
      displaySeq,
      instrument,
      side,
      qty,
      price: rand(deal.price),
      value: (deal.price * qty * tons) / 100,
      activeOrderSeq: own.activeOrderSeq,
      principal,
      subAccount,
      member,
      dealer,
      capacity,
      counterparty: known ? other.owner.member : undisclosed,
      origin: 'screen',
      ref,
      isAggressor: deal.aggressor === side,
    };
  }
}
