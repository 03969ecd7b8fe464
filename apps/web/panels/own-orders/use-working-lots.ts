// The working lots of own orders for grid cells.
import { useMemo } from 'react';
import { dataSetStores } from '../../stores/stores.ts';
import { type DerivedValue, derivedValue } from '../sources/derived-value.ts';
import { type WorkingLots, workingLotsOf } from './working-lots.ts';

export function useWorkingLots(): DerivedValue<WorkingLots> {
  return useMemo(() => derivedValue(dataSetStores.activeOrders, workingLotsOf), []);
}
