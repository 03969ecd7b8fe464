// The screen of a dealer with own-only visibility, built from that dealer's stream of changes: property tests compare it with the rows
// that a complete reload would return.
import { dataSets, type FilledDataSet } from '@openpit/wire';
import type { UserView } from '../access/rights.ts';
import type { OutcomeChanges } from '../kernel/projection.ts';
import type { Projections } from '../projections.ts';

/** The data sets that belong to members. Waiting orders are also rows of the active orders. */
const memberSets = (Object.keys(dataSets) as FilledDataSet[]).filter(
  (name) => dataSets[name].owner !== 'market',
);

interface Shown {
  readonly name: FilledDataSet;
  seq: number;
  readonly rows: Map<unknown, object>;
}

export class OwnScreen {
  readonly #sets = new Map<number, Shown>();
  readonly #viewer: UserView;

  constructor(viewer: UserView, projections: Projections) {
    this.#viewer = viewer;
    for (const name of memberSets) {
      const { rows, asOf } = projections.rowsFor(name, viewer);
      const shown: Shown = { name, seq: asOf, rows: new Map() };
      this.#sets.set(dataSets[name].id, shown);
      put(shown, rows);
    }
  }

  /** Applies the changes of an outcome. Throws if a change does not follow the previous one. */
  apply({ dataSets: changes }: OutcomeChanges): void {
    const { userId, member, dealer } = this.#viewer;
    for (const { dataSetId, audience, rows, removed, prev, seq } of changes) {
      if (audience.kind !== 'dealer' || audience.dealer !== dealer || audience.member !== member) continue;
      const shown = this.#sets.get(dataSetId);
      if (shown === undefined) continue;
      if (prev !== shown.seq) throw new Error(`a hole in the changes of ${shown.name} for ${userId}`);
      shown.seq = seq;
      put(shown, rows);
      for (const key of removed) shown.rows.delete(key);
    }
  }

  /** Throws if it differs from the rows that the dealer would load now, or shows a row of another dealer. */
  compare(projections: Projections): void {
    const { userId, dealer } = this.#viewer;
    for (const { name, rows: shown } of this.#sets.values()) {
      const { rows } = projections.rowsFor(name, this.#viewer);
      if (shown.size !== rows.length)
        throw new Error(`${userId} has ${shown.size} rows of ${rows.length} in ${name}`);
      for (const row of rows) {
        if (JSON.stringify(shown.get(keyOf(name, row))) !== JSON.stringify(row))
          throw new Error(`${userId} has another row of ${name} than ${JSON.stringify(row)}`);
        const owner = 'dealer' in row ? row.dealer : 'an account';
        if (owner !== null && owner !== dealer) throw new Error(`${userId} sees a row of ${owner}`);
      }
    }
  }
}

const keyOf = (name: FilledDataSet, row: object): unknown => Reflect.get(row, dataSets[name].key);

function put({ name, rows: shown }: Shown, rows: readonly object[]): void {
  for (const row of rows) shown.set(keyOf(name, row), row);
}
