// The filter of a list of a silo panel: its fields above the list, and whether a row is shown.
import { type ReactNode, useCallback } from 'react';
import type { SiloNames } from './silo-data.ts';
import { isInFilter, SiloFilter, type SiloFilterProps } from './silo-filter.tsx';

export function useSiloFilter<Row extends Parameters<typeof isInFilter>[0]>(
  props: Omit<SiloFilterProps, 'rows' | 'locationName'> & {
    readonly rows: readonly Row[];
    readonly names: SiloNames;
  },
): { readonly filter: ReactNode; readonly isShown: (row: Row) => boolean } {
  const { fields, value, names, ...rest } = props;
  const [instrument, location, grade] = (['instrument', 'location', 'grade'] as const).map((field) =>
    fields.includes(field) ? (value[field] ?? null) : null,
  );
  const isShown = useCallback(
    (row: Row) => isInFilter(row, { instrument, location, grade }),
    [instrument, location, grade],
  );
  return {
    filter: <SiloFilter {...rest} fields={fields} value={value} locationName={names.location} />,
    isShown,
  };
}
