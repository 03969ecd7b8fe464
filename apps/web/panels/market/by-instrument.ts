// The grouping of rows by instrument.
import { dataSetStores } from '../../stores/stores.ts';
import type { GridGrouping } from '../../ui/live-grid/grid-column.ts';

export const byInstrument: GridGrouping<{ readonly instrument: string }> = {
  groupKey: 'instrument',
  valueOf: (row) => row.instrument,
  describe: (instrument) => dataSetStores.instruments.get(instrument)?.name ?? '',
};
