// Changes of the reference data while the market runs (market/contracts.md, Changes of the reference data). A module declares sections; each
// compares a part of a file with the market, and begins its changes in a stage of the end of the day.
import type { InstrumentRates } from '../contracts/instrument.ts';
import { type Day, type IsoDate, isoDate } from '../kernel/civil-date.ts';
import type { Market } from './market.ts';
import type { ReferenceData } from './reference-data.ts';

/** Something that a file would change, or why it cannot change it. Both texts are the end of a sentence. */
export type ReferenceDifference<Change> =
  | { readonly text: string; readonly change: Change }
  | { readonly fault: string };

/** The market that a section compares with a file. `from`: the business day on which the changes would begin. */
export interface ComparedMarket<State> {
  readonly state: State;
  readonly market: Market;
  readonly from: Day;
}

/**
 * `Change` is plain data. The file has passed its own checks. The module begins the changes in one of the stages from `reset` to `roll`
 * of the end of a day, with `beginningOn`; the change is forgotten in `open`. If a file omits the section's part, the section does not
 * change.
 */
export interface ReferenceSection<State, Change> {
  readonly name: string;
  readonly compare: (now: ComparedMarket<State>, file: ReferenceData) => ReferenceDifference<Change>[];
}

/** A change that waits for its business day, as plain data. */
export interface PlannedChange {
  readonly effectiveFrom: IsoDate;
  readonly parts: readonly PlannedPart[];
}

export interface PlannedPart {
  readonly section: string;
  readonly text: string;
  readonly change: unknown;
}

/** The changes of a section that begin on a business day, or should have begun before it. */
export function beginningOn<State, Change>(
  { planned }: { readonly planned: PlannedChange | null },
  { name }: ReferenceSection<State, Change>,
  day: Day,
): Change[] {
  if (planned === null || planned.effectiveFrom > isoDate(day)) return [];
  // A section finds only its own changes.
  return planned.parts.filter(({ section }) => section === name).map(({ change }) => change as Change);
}

/** All rates of a new instrument, or the changed rates of a listed one. */
export interface RatesChange {
  readonly instrument: string;
  readonly rates: Partial<InstrumentRates>;
}

/** A field with a new value; none if the field is omitted from now on. */
export interface FieldChange<Row> {
  readonly field: keyof Row & string;
  readonly value?: Row[keyof Row];
}

/** The fields of these that differ, with both values. */
export function changedFields<Row extends object>(
  before: Row,
  after: Row,
  fields: readonly (keyof Row & string)[],
): { readonly change: FieldChange<Row>; readonly was: Row[keyof Row] | undefined }[] {
  return fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({
      change: after[field] === undefined ? { field } : { field, value: after[field] },
      was: before[field],
    }));
}

export function withFields<Row extends object>(row: Row, changes: readonly FieldChange<Row>[]): Row {
  const changed = new Map<string, unknown>(Object.entries(row));
  for (const change of changes)
    if ('value' in change) changed.set(change.field, change.value);
    else changed.delete(change.field);
  return Object.fromEntries(changed) as Row;
}
