// The net positions for grid cells.
import { useMemo } from 'react';
import { dataSetStores } from '../../stores/stores.ts';
import { type DerivedValue, derivedValue } from '../sources/derived-value.ts';
import { type NetLots, netLotsOf } from './net-lots.ts';

export function useNetLots(): DerivedValue<NetLots> {
  return useMemo(() => derivedValue(dataSetStores.positions, netLotsOf), []);
}
