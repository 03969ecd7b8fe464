// The grouping of market rows by instrument.
import type { MarketRow } from '@openpit/wire';
import { dataSetStores } from '../../stores/stores.ts';
import type { GridGrouping } from '../../ui/live-grid/grid-column.ts';

export const byInstrument: GridGrouping<MarketRow> = {
  groupKey: 'instrument',
  valueOf: (row) => row.instrument,
  describe: (instrument) => dataSetStores.instruments.get(instrument)?.name ?? '',
};
