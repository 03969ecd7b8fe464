// A market with silo certificates and the rows that its members see, for the tests of their projections.
import { openSiloMarket, siloMarket, type TestMarket } from '@openpit/venue/testing';
import type { FilledDataSet } from '@openpit/wire';
import type { Viewer } from '../kernel/audience.ts';
import type { DataSetChange } from '../kernel/member-rows.ts';
import { Projections } from '../projections.ts';

export const kand: Viewer = { userId: 'abdul', member: 'KAND' };
export const veld: Viewer = { userId: 'denise', member: 'VELD' };
export const miel: Viewer = { userId: 'mpho', member: 'MIEL' };
/** The viewer with own-only visibility as this dealer. */
export const asDealer = (viewer: Viewer, onlyDealer: string): Viewer => ({ ...viewer, onlyDealer });

type ReadChange = Pick<DataSetChange, 'dataSetId' | 'audience' | 'rows' | 'removed'>;

export interface SiloScreen {
  readonly market: TestMarket;
  /** The rows of a set after everything that has happened. */
  readonly rows: <Name extends FilledDataSet>(
    name: Name,
    viewer?: Viewer,
  ) => ReturnType<typeof Projections.prototype.rowsFor<Name>>['rows'];
  /** The changes of data sets since rows were last read. */
  readonly changes: () => ReadChange[];
  readonly now: () => Projections;
  /** Continues with projections that are loaded from the saved state. */
  readonly restart: () => void;
}

export function openSiloScreen(data = siloMarket): SiloScreen {
  const market = openSiloMarket(data);
  let projections = new Projections();
  let applied = 0;
  const changes = (): ReadChange[] => {
    const fresh = market.outcomes.slice(applied);
    applied = market.outcomes.length;
    // The rows of a change must be read before the next outcome is applied.
    return fresh.flatMap((outcome) =>
      projections.apply(outcome).dataSets.map(({ dataSetId, audience, rows, removed }) => ({
        dataSetId,
        audience,
        rows,
        removed,
      })),
    );
  };
  const now = (): Projections => {
    changes();
    return projections;
  };
  return {
    market,
    changes,
    now,
    rows: (name, viewer = kand) => now().rowsFor(name, viewer).rows,
    restart: () => {
      projections = Projections.from(JSON.parse(JSON.stringify(now().save())));
    },
  };
}
