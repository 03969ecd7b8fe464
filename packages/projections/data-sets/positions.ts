// Data set 5: what each account holds, visible to its own member (PANEL-8).
import type { PositionChanged, VenueEvent } from '@openpit/venue';
import { dataSetIds, type PositionRow } from '@openpit/wire';
import { fourDecimals } from './completed-orders.ts';
import type { ContractFacts } from './contract-facts.ts';
import { MemberRows } from './member-rows.ts';

export class Positions {
  readonly rows = new MemberRows<PositionRow>(dataSetIds.positions, (row) => row.positionSeq);
  readonly #facts: ContractFacts;

  constructor(facts: ContractFacts) {
    this.#facts = facts;
  }

  apply(event: VenueEvent): void {
    if (event.kind !== 'positionChanged') return;
    const isForgotten = event.net === 0 && event.opening === 0 && event.bought === 0 && event.sold === 0;
    if (isForgotten) this.rows.drop(event.positionSeq);
    else this.rows.put(this.#row(event));
  }

  #row(event: PositionChanged): PositionRow {
    const { positionSeq, principal, subAccount, member, contract, opening, bought, sold, net, cost } = event;
    const { displaySeq, instrument, tons, initialMargin } = this.#facts(contract);
    return {
      positionSeq,
      principal,
      subAccount,
      member,
      contract,
      displaySeq,
      instrument,
      tons,
      opening,
      bought,
      sold,
      net,
      cost: cost / 100,
      averagePrice: net === 0 ? null : fourDecimals(cost, net),
      realised: (event.realised * tons) / 100,
      margin: (Math.abs(net) * initialMargin) / 100,
    };
  }
}
