// The screen of a dealer with own-only visibility, put together from that dealer's stream of changes: property tests compare it
// with what the dealer would get by asking for everything again.
import { dataSetIds } from '@openpit/wire';
import type { UserView } from '../access/rights.ts';
import type { OutcomeChanges, Projections } from '../projections.ts';

/** The data sets that belong to members, with the field that is the key of their rows. */
const memberSets = (projections: Projections) =>
  [
    [dataSetIds.activeOrders, projections.activeOrders.rows, 'activeOrderSeq'],
    [dataSetIds.completedOrders, projections.completedOrders.rows, 'completedOrderSeq'],
    [dataSetIds.deals, projections.deals.rows, 'dealSeq'],
    [dataSetIds.unmatchedDeal, projections.unmatchedDeals.rows, 'unmatchedSeq'],
    [dataSetIds.positions, projections.positions.rows, 'positionSeq'],
  ] as const;

interface Shown {
  readonly key: string;
  seq: number;
  readonly rows: Map<unknown, object>;
}

export class OwnScreen {
  readonly #sets = new Map<number, Shown>();
  readonly #viewer: UserView;

  constructor(viewer: UserView, projections: Projections) {
    this.#viewer = viewer;
    for (const [id, set, key] of memberSets(projections)) {
      const { rows, asOf } = set.image(viewer);
      const shown: Shown = { key, seq: asOf, rows: new Map() };
      this.#sets.set(id, shown);
      put(shown, rows);
    }
  }

  /** Takes over the changes of an outcome. Throws where a change does not follow the one before. */
  apply({ dataSets }: OutcomeChanges): void {
    const { userId, member, dealer } = this.#viewer;
    for (const { dataSetId, audience, rows, removed, prev, seq } of dataSets) {
      if (audience.kind !== 'dealer' || audience.dealer !== dealer || audience.member !== member) continue;
      const shown = this.#sets.get(dataSetId);
      if (shown === undefined) continue;
      if (prev !== shown.seq) throw new Error(`a hole in the changes of data set ${dataSetId} for ${userId}`);
      shown.seq = seq;
      put(shown, rows);
      for (const key of removed) shown.rows.delete(key);
    }
  }

  /** Throws where it differs from what the dealer would get by asking again, or shows a row of another dealer. */
  compare(projections: Projections): void {
    const { userId, dealer } = this.#viewer;
    for (const [id, set, key] of memberSets(projections)) {
      const { rows } = set.image(this.#viewer);
      const shown = this.#sets.get(id)?.rows;
      if (shown?.size !== rows.length)
        throw new Error(`${userId} has ${shown?.size} rows of ${rows.length} in data set ${id}`);
      for (const row of rows) {
        if (JSON.stringify(shown.get(Reflect.get(row, key))) !== JSON.stringify(row))
          throw new Error(`${userId} has another row of data set ${id} than ${JSON.stringify(row)}`);
        const owner = 'dealer' in row ? row.dealer : 'an account';
        if (owner !== null && owner !== dealer) throw new Error(`${userId} sees a row of ${owner}`);
      }
    }
  }
}

function put({ key, rows: shown }: Shown, rows: readonly object[]): void {
  for (const row of rows) shown.set(Reflect.get(row, key), row);
}
