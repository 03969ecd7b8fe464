// The positions of a member in each contract, added up over its accounts (data set 10). The projection of positions updates it.
import type { PositionChanged } from '@openpit/venue';
import { type ConsPositionRow, dataSets, toRand } from '@openpit/wire';
import { type MemberRecord, MemberRows, type SavedMemberRows } from '../kernel/member-rows.ts';
import type { FactsOf } from '../reference/directory.ts';

export interface MemberContract extends MemberRecord<string> {
  readonly contract: string;
  /** By positionSeq. */
  readonly positions: Map<number, PositionChanged>;
}

export type SavedConsolidated = SavedMemberRows<never>;

export class ConsolidatedPositions {
  readonly #facts: FactsOf;
  /** By positionSeq. */
  readonly #recordOf = new Map<number, MemberContract>();
  readonly rows: MemberRows<MemberContract, ConsPositionRow>;

  constructor(facts: FactsOf) {
    this.#facts = facts;
    this.rows = new MemberRows({
      dataSetId: dataSets.consPositions.id,
      rowOf: (record) => this.#row(record),
    });
  }

  put(position: PositionChanged): void {
    const { positionSeq, member, contract } = position;
    let record = this.#recordOf.get(positionSeq);
    if (record === undefined) {
      const memberRecord = this.rows.get(`${member} ${contract}`);
      record = memberRecord ?? recordOf(position);
      this.#recordOf.set(positionSeq, record);
      if (memberRecord === undefined) this.rows.put(record);
    }
    record.positions.set(positionSeq, position);
    this.rows.changed(record);
  }

  drop({ positionSeq }: PositionChanged): void {
    const record = this.#recordOf.get(positionSeq);
    if (record === undefined) return;
    this.#recordOf.delete(positionSeq);
    record.positions.delete(positionSeq);
    if (record.positions.size === 0) this.rows.drop(record);
    else this.rows.changed(record);
  }

  /** Saves only the streams: the rows follow from the positions. */
  save(): SavedConsolidated {
    const { streams, dealerStreams } = this.rows.save(() => null);
    return { records: [], streams, dealerStreams };
  }

  load({ streams, dealerStreams }: SavedConsolidated, positions: Iterable<PositionChanged>): void {
    this.#recordOf.clear();
    const records = new Map<string, MemberContract>();
    for (const position of positions) {
      const newRecord = recordOf(position);
      const record = records.get(newRecord.key) ?? newRecord;
      record.positions.set(position.positionSeq, position);
      records.set(record.key, record);
      this.#recordOf.set(position.positionSeq, record);
    }
    this.rows.load({ records: [...records.values()], streams, dealerStreams }, (record) => record);
  }

  #row({ key, member, contract, positions }: MemberContract): ConsPositionRow {
    const { displaySeq, instrument, tons } = this.#facts(contract);
    const sum = { opening: 0, bought: 0, sold: 0, long: 0, short: 0, net: 0, cost: 0, realised: 0 };
    for (const { opening, bought, sold, net, cost, realised } of positions.values()) {
      sum.opening += opening;
      sum.bought += bought;
      sum.sold += sold;
      sum.long += Math.max(net, 0);
      sum.short += Math.max(-net, 0);
      sum.net += net;
      sum.cost += cost;
      sum.realised += realised;
    }
    return {
      uniqueKey: key,
      member,
      contract,
      displaySeq,
      instrument,
      tons,
      ...sum,
      netTons: sum.net * tons,
      cost: toRand(sum.cost),
      accounts: positions.size,
      realised: toRand(sum.realised * tons),
    };
  }
}

const recordOf = (position: PositionChanged): MemberContract => ({
  key: `${position.member} ${position.contract}`,
  member: position.member,
  round: 0,
  contract: position.contract,
  positions: new Map(),
});
