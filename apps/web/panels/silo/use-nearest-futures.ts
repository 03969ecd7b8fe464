// The nearest future of each instrument with its MTM, by which certificates and locations are priced, in React.
import { useMemo } from 'react';
import { dataSetStores } from '../../stores/stores.ts';
import { useDataSet } from '../sources/use-data-set.ts';
import { useStoreRows } from '../sources/use-store.ts';
import { nearestFutures, type PricedBy } from './silo-values.ts';

export function useNearestFutures(): ReadonlyMap<string, PricedBy> {
  const dates = useStoreRows(dataSetStores.contractDate);
  const { rows: mtm } = useDataSet('mtm');
  return useMemo(() => nearestFutures(dates, mtm), [dates, mtm]);
}
