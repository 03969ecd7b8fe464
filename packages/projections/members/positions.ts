// The positions of accounts (data set 5, PANEL-8), and of members (10).
import type { PositionChanged } from '@openpit/venue';
import { dataSets, type PositionRow } from '@openpit/wire';
import { type MemberRecord, MemberRows, type SavedMemberRows } from '../kernel/member-rows.ts';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import { averageRand, toRand } from '../kernel/to-rand.ts';
import type { FactsOf } from '../reference/contract-facts.ts';
import { ConsolidatedPositions, type SavedConsolidated } from './consolidated-positions.ts';

/** It has no dealer: an account has the deals of all dealers. */
interface PositionRecord extends MemberRecord {
  readonly position: PositionChanged;
  /** Lots that are not to be exercised automatically today. */
  readonly abandoned: number;
}

export interface SavedPositionRows {
  readonly accounts: SavedMemberRows<Pick<PositionRecord, 'position' | 'abandoned'>>;
  readonly members: SavedConsolidated;
}

export class Positions implements Projection {
  readonly #facts: FactsOf;
  readonly #rows: MemberRows<PositionRecord, PositionRow>;
  readonly #members: ConsolidatedPositions;

  constructor(facts: FactsOf) {
    this.#facts = facts;
    this.#members = new ConsolidatedPositions(facts);
    this.#rows = new MemberRows({
      dataSetId: dataSets.positions.id,
      rowOf: (record) => this.#row(record),
    });
  }

  get dataSets() {
    return { positions: this.#rows, consPositions: this.#members.rows };
  }

  readonly on: EventHandlers = {
    positionChanged: (position) => {
      const { net, opening, bought, sold, positionSeq } = position;
      const isEmpty = net === 0 && opening === 0 && bought === 0 && sold === 0;
      const before = this.#rows.get(positionSeq);
      if (!isEmpty) {
        this.#rows.put(recordOf({ position, abandoned: before?.abandoned ?? 0 }));
        this.#members.put(position);
      } else if (before !== undefined) {
        this.#rows.drop(before);
        this.#members.drop(position);
      }
    },
    optionAbandoned: ({ positionSeq, lots }) => {
      const record = this.#rows.get(positionSeq);
      if (record !== undefined) this.#rows.put(recordOf({ ...record, abandoned: lots }));
    },
  };

  /** The positions of all accounts. */
  *all(): Generator<PositionChanged> {
    for (const { position } of this.#rows.all()) yield position;
  }

  save(): SavedPositionRows {
    const accounts = this.#rows.save(({ position, abandoned }) => ({ position, abandoned }));
    return { accounts, members: this.#members.save() };
  }

  load({ accounts, members }: SavedPositionRows): void {
    this.#rows.load(accounts, recordOf);
    this.#members.load(members, this.all());
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
