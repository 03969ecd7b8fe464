// The screen of a dealer who is kept to his own, put together from what his stream tells: for property tests, which hold it against what
// he would be shown if he asked anew.
import { dataSetIds } from '@openpit/wire';
import type { UserView } from '../access/rights.ts';
import type { OutcomeChanges, Projections } from '../projections.ts';

/** The sets that belong to members, with the field that is the key of their rows. */
const ownSets = (projections: Projections) =>
  [
    [dataSetIds.activeOrders, projections.activeOrders.rows, 'activeOrderSeq'],
    [dataSetIds.completedOrders, projections.completedOrders.rows, 'completedOrderSeq'],
    [dataSetIds.deals, projections.deals.rows, 'dealSeq'],
    [dataSetIds.unmatchedDeal, projections.unmatchedDeals.rows, 'unmatchedSeq'],
    [dataSetIds.positions, projections.positions.rows, 'positionSeq'],
  ] as const;

/** What a dealer who is kept to his own has on his screen: rows by key, and the number of the last change that he was told. */
export class OwnScreen {
  readonly #sets = new Map<number, { key: string; seq: number; readonly rows: Map<unknown, object> }>();
  readonly #viewer: UserView;

  constructor(viewer: UserView, projections: Projections) {
    this.#viewer = viewer;
    for (const [id, set, key] of ownSets(projections)) {
      const { rows, asOf } = set.image(viewer);
      this.#sets.set(id, { key, seq: asOf, rows: new Map() });
      this.#put(id, rows);
    }
  }

  /** Throws where a change does not follow from the one before. */
  hear({ dataSets }: OutcomeChanges): void {
    const { userId, member, dealer } = this.#viewer;
    for (const { dataSetId, audience, rows, removed, prev, seq } of dataSets) {
      if (audience.kind !== 'dealer' || audience.dealer !== dealer || audience.member !== member) continue;
      const own = this.#sets.get(dataSetId);
      if (own === undefined) continue;
      if (prev !== own.seq) throw new Error(`a hole in what ${userId} is told`);
      own.seq = seq;
      this.#put(dataSetId, rows);
      for (const key of removed) own.rows.delete(key);
    }
  }

  /** Throws where it shows something else than what he would be shown, or what is another dealer's. */
  compare(projections: Projections): void {
    const { userId, dealer } = this.#viewer;
    for (const [id, set] of ownSets(projections)) {
      const { rows } = set.image(this.#viewer);
      const shown = this.#sets.get(id);
      if (shown?.rows.size !== rows.length)
        throw new Error(`${userId} was told of ${shown?.rows.size} rows of ${rows.length} in data set ${id}`);
      for (const row of rows) {
        if (JSON.stringify(shown.rows.get(Reflect.get(row, shown.key))) !== JSON.stringify(row))
          throw new Error(`${userId} was told otherwise of ${JSON.stringify(row)}`);
        const whose = 'dealer' in row ? row.dealer : 'an account';
        if (whose !== null && whose !== dealer) throw new Error(`${userId} sees what is of ${whose}`);
      }
    }
  }

  #put(dataSetId: number, rows: readonly object[]): void {
    const own = this.#sets.get(dataSetId);
    for (const row of rows) own?.rows.set(Reflect.get(row, own.key), row);
  }
}
