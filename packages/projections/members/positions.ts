// The positions of accounts (data set 5, PANEL-8).
import type { PositionChanged } from '@openpit/venue';
import { dataSets, type PositionRow } from '@openpit/wire';
import { type MemberRecord, MemberRows, type SavedMemberRows } from '../kernel/member-rows.ts';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import { averageRand, toRand } from '../kernel/to-rand.ts';
import type { FactsOf } from '../reference/contract-facts.ts';

/** It has no dealer: an account has the deals of all dealers. */
interface PositionRecord extends MemberRecord {
  readonly position: PositionChanged;
}

export type SavedPositionRows = SavedMemberRows<PositionChanged>;

export class Positions implements Projection {
  readonly #facts: FactsOf;
  readonly #rows: MemberRows<PositionRecord, PositionRow>;

  constructor(facts: FactsOf) {
    this.#facts = facts;
    this.#rows = new MemberRows({
      dataSetId: dataSets.positions.id,
      rowOf: ({ position }) => this.#row(position),
    });
  }

  get dataSets() {
    return { positions: this.#rows };
  }

  readonly on: EventHandlers = {
    positionChanged: (position) => {
      const { net, opening, bought, sold, positionSeq } = position;
      const isEmpty = net === 0 && opening === 0 && bought === 0 && sold === 0;
      if (!isEmpty) this.#rows.put(recordOf(position));
      else {
        const before = this.#rows.get(positionSeq);
        if (before !== undefined) this.#rows.drop(before);
      }
    },
  };

  save(): SavedPositionRows {
    return this.#rows.save(({ position }) => position);
  }

  load(saved: SavedPositionRows): void {
    this.#rows.load(saved, recordOf);
  }

  #row(position: PositionChanged): PositionRow {
    const { positionSeq, principal, subAccount, member, contract, opening, bought, sold, net, cost } =
      position;
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
      cost: toRand(cost),
      averagePrice: net === 0 ? null : averageRand(cost, net),
      realised: toRand(position.realised * tons),
      margin: toRand(Math.abs(net) * initialMargin),
    };
  }
}

const recordOf = (position: PositionChanged): PositionRecord => ({
  key: position.positionSeq,
  member: position.member,
  round: 0,
  position,
});
