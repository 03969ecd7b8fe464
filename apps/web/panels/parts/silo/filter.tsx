// The filter of silo certificates, lots, locations and grades by instrument, location and grade (SILO-1).
import { compareInstruments } from '@openpit/wire';
import { type ReactNode, useCallback } from 'react';
import type { SiloNames } from '../../../market/silo.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './silo.module.css';

/** The chosen codes; null or omitted for all. */
export interface SiloFilterValue {
  readonly instrument?: string | null | undefined;
  readonly location?: string | null | undefined;
  readonly grade?: string | null | undefined;
}

export type SiloFilterField = keyof SiloFilterValue;

/** The values of these fields that a row may have. */
export type SiloFiltered = { readonly [Field in SiloFilterField]?: string };

/** A field that the rows do not have filters nothing. */
const isInFilter = (row: SiloFiltered, filter: SiloFilterValue): boolean =>
  (['instrument', 'location', 'grade'] as const).every((field) => {
    const choice = filter[field] ?? null;
    return choice === null || row[field] === undefined || row[field] === choice;
  });

interface SiloFilterProps {
  readonly fields: readonly SiloFilterField[];
  /** The rows to choose from. */
  readonly rows: readonly SiloFiltered[];
  readonly value: SiloFilterValue;
  readonly locationName: (code: string) => string;
  readonly isPhone: boolean;
  readonly onChange: (change: SiloFilterValue) => void;
}

const captions = { instrument: 'Instrument', location: 'Location', grade: 'Grade' } as const;

function SiloFilter({ fields, rows, value, locationName, isPhone, onChange }: SiloFilterProps) {
  const isSet = fields.some((field) => (value[field] ?? null) !== null);
  const textOf = (field: SiloFilterField, code: string) => (field === 'location' ? locationName(code) : code);
  return (
    <search className={styles.filter} aria-label="Filter" data-phone={isPhone || undefined}>
      {fields.map((field) => {
        const chosen = value[field] ?? null;
        const codes = new Set(rows.flatMap((row) => row[field] ?? []));
        // A saved value stays visible while no row has it.
        if (chosen !== null) codes.add(chosen);
        const sorted = [...codes].sort((a, b) =>
          field === 'instrument'
            ? compareInstruments(a, b)
            : textOf(field, a).localeCompare(textOf(field, b)),
        );
        return (
          <label key={field}>
            {captions[field]}{' '}
            <select
              value={chosen ?? ''}
              onChange={(event) => onChange({ [field]: event.target.value || null })}
            >
              <option value="">All</option>
              {sorted.map((code) => (
                <option key={code} value={code}>
                  {textOf(field, code)}
                </option>
              ))}
            </select>
          </label>
        );
      })}
      {isSet && (
        <Button
          size={isPhone ? 'large' : 'small'}
          variant="quiet"
          onClick={() => onChange({ instrument: null, location: null, grade: null })}
        >
          Show all
        </Button>
      )}
    </search>
  );
}

/** The fields of the filter, for above the list, and whether a row is shown. */
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
