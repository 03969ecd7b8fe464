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
  /** Lots that are not to be exercised automatically today. */
  readonly abandoned: number;
}

export type SavedPositionRows = SavedMemberRows<Pick<PositionRecord, 'position' | 'abandoned'>>;

export class Positions implements Projection {
  readonly #facts: FactsOf;
  readonly #rows: MemberRows<PositionRecord, PositionRow>;

  constructor(facts: FactsOf) {
    this.#facts = facts;
    this.#rows = new MemberRows({
      dataSetId: dataSets.positions.id,
      rowOf: (record) => this.#row(record),
    });
  }

  get dataSets() {
    return { positions: this.#rows };
  }

  readonly on: EventHandlers = {
    positionChanged: (position) => {
      const { net, opening, bought, sold, positionSeq } = position;
      const isEmpty = net === 0 && opening === 0 && bought === 0 && sold === 0;
      const before = this.#rows.get(positionSeq);
      if (!isEmpty) this.#rows.put(recordOf({ position, abandoned: before?.abandoned ?? 0 }));
      else if (before !== undefined) this.#rows.drop(before);
    },
    optionAbandoned: ({ positionSeq, lots }) => {
      const record = this.#rows.get(positionSeq);
      if (record !== undefined) this.#rows.put(recordOf({ ...record, abandoned: lots }));
    },
  };

  save(): SavedPositionRows {
    return this.#rows.save(({ position, abandoned }) => ({ position, abandoned }));
  }

  load(saved: SavedPositionRows): void {
    this.#rows.load(saved, recordOf);
  }

  #row({ position, abandoned }: PositionRecord): PositionRow {
    const { positionSeq, principal, subAccount, member, contract, opening, bought, sold, net, cost } =
      position;
    const { displaySeq, instrument, tons, initialMargin } = this.#facts(contract);
    const row = {
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
    return abandoned === 0 ? row : { ...row, abandoned };
  }
}

const recordOf = ({
  position,
  abandoned,
}: Pick<PositionRecord, 'position' | 'abandoned'>): PositionRecord => ({
  key: position.positionSeq,
  member: position.member,
  round: 0,
  position,
  abandoned,
});
