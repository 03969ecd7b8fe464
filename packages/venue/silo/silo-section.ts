// The section of the reference data with the data on silos: operators, origins, grades, locations and penalties. Certificates are not
// part of it: the operator issues them.
import { amountText } from '../kernel/units.ts';
import {
  changedFields,
  type ReferenceDifference,
  type ReferenceSection,
} from '../reference/reference-change.ts';
import { fromTo } from '../reference/reference-sections.ts';
import type {
  DeliveryPenalty,
  LocationDifferential,
  PhysicalGrade,
  SiloData,
  SiloLocation,
  SiloOperator,
  SiloOrigin,
} from '../reference/silo-data.ts';
import type { SiloState } from './silo-context.ts';
import type { SiloLedger } from './silo-ledger.ts';

type ListName = Exclude<keyof SiloData, 'certificates'>;
type Row = SiloOperator | SiloOrigin | PhysicalGrade | SiloLocation | DeliveryPenalty;

/** A new or changed row; `row` is null if it is removed. */
export interface SiloDataChange {
  readonly list: ListName;
  readonly key: string;
  readonly row: Row | null;
}

const listNames: Readonly<Record<ListName, string>> = {
  operators: 'silo operator',
  origins: 'origin',
  grades: 'grade',
  locations: 'silo location',
  penalties: 'the delivery penalty of',
};
const lists = Object.keys(listNames) as ListName[];

const noData: SiloData = {
  operators: [],
  origins: [],
  grades: [],
  locations: [],
  penalties: [],
  certificates: [],
};

function keyOf(row: Row): string {
  if (!('instrument' in row)) return row.code;
  return 'code' in row ? `${row.code} of ${row.instrument}` : row.instrument;
}

const rowsOf = (data: SiloData, list: ListName): ReadonlyMap<string, Row> =>
  new Map(data[list].map((row: Row) => [keyOf(row), row]));

export const siloSection: ReferenceSection<SiloState, SiloDataChange> = {
  name: 'silo',
  compare: ({ state: { silo } }, { silo: siloData }) =>
    siloData === undefined
      ? []
      : [
          ...lists.flatMap((list) => differences(silo, siloData, list)),
          ...siloData.certificates
            .filter(({ siloReceiptNo }) => !silo.certs.has(siloReceiptNo))
            .map(({ siloReceiptNo }) => ({
              fault: `certificate ${siloReceiptNo} is in the file, but certificates are issued with the command silo issue`,
            })),
        ],
};

function differences(
  silo: SiloLedger,
  siloData: SiloData,
  list: ListName,
): ReferenceDifference<SiloDataChange>[] {
  const now = rowsOf(silo.data ?? noData, list);
  const then = rowsOf(siloData, list);
  const keys = new Set([...now.keys(), ...then.keys()]);
  return [...keys].flatMap((key): ReferenceDifference<SiloDataChange>[] => {
    const [before, row] = [now.get(key), then.get(key) ?? null];
    const name = `${listNames[list]} ${key}`;
    if (row === null) {
      const user = userOf(silo, list, key);
      return user === null
        ? [{ text: `${name} is removed`, change: { list, key, row } }]
        : [{ fault: `${name} cannot be removed, because certificate ${user} has it` }];
    }
    const text = before === undefined ? `${name} is added` : changeText(name, before, row);
    return text === null ? [] : [{ text, change: { list, key, row } }];
  });
}

/** A certificate with this origin, grade or location; null if there is none. */
function userOf({ certs }: SiloLedger, list: ListName, key: string): string | null {
  for (const { siloReceiptNo, state, location, origin, grade, instrument } of certs.values()) {
    if (state === 'Cancelled' || state === 'Expired') continue;
    if (list === 'locations' && location === key) return siloReceiptNo;
    if (list === 'origins' && origin === key) return siloReceiptNo;
    if (list === 'grades' && `${grade} of ${instrument}` === key) return siloReceiptNo;
  }
  return null;
}

const fieldLabels: Readonly<Record<string, string>> = {
  name: 'the name',
  description: 'the description',
  discount: 'the discount',
  penalty: '',
  operator: 'the operator',
  province: 'the province',
  access: 'the access',
  registered: 'whether it is registered',
  storageRate: 'the storage rate',
  loadOutDays: 'the number of days until load-out',
  closures: 'the period without load-out',
  differentials: 'the differentials',
};
const amounts = new Set(['discount', 'penalty', 'storageRate']);

/** The changes of a row; null if there are none. */
function changeText(name: string, before: Row, after: Row): string | null {
  const fields = Object.keys({ ...before, ...after }) as (keyof Row)[];
  const texts = changedFields<Row>(before, after, fields).flatMap(({ change: { field, value }, was }) => {
    if (String(field) === 'differentials') return differentialTexts(was, value);
    const text = (value: unknown) => valueText(field, value);
    const label = fieldLabels[field] ?? field;
    return [`${label} changes ${fromTo(was, value, text)}`.trim()];
  });
  if (texts.length === 0) return null;
  return 'penalty' in after ? `${name} ${texts.join(', ')}` : `of ${name} ${texts.join(', ')}`;
}

function differentialTexts(before: unknown, after: unknown): string[] {
  const byKey = (rows: unknown) =>
    new Map((rows as readonly LocationDifferential[]).map((row) => [`${row.instrument} ${row.season}`, row]));
  const [now, then] = [byKey(before), byKey(after)];
  const text = (value: unknown) => amountText(Number(value));
  return [...new Set([...now.keys(), ...then.keys()])].flatMap((key) => {
    const [was, is] = [now.get(key)?.differential, then.get(key)?.differential];
    return was === is ? [] : [`the differential for ${key} changes ${fromTo(was, is, text)}`];
  });
}

function valueText(field: string, value: unknown): string {
  if (amounts.has(field)) return amountText(Number(value));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field !== 'closures') return String(value);
  const closures = value as NonNullable<SiloLocation['closures']>;
  return closures.length === 0 ? 'never' : closures.map(({ from, to }) => `${from} to ${to}`).join(', ');
}

/** The data with the changes. A row is kept if a certificate has come to refer to it. */
export function withSiloChanges(silo: SiloLedger, changes: readonly SiloDataChange[]): SiloData {
  const data = silo.data ?? noData;
  const changed = (list: ListName): Row[] => {
    const rows = new Map(rowsOf(data, list));
    for (const change of changes) {
      if (change.list !== list) continue;
      if (change.row !== null) rows.set(change.key, change.row);
      else if (userOf(silo, list, change.key) === null) rows.delete(change.key);
    }
    return [...rows.values()];
  };
  return {
    ...data,
    operators: changed('operators') as SiloOperator[],
    origins: changed('origins') as SiloOrigin[],
    grades: changed('grades') as PhysicalGrade[],
    locations: changed('locations') as SiloLocation[],
    penalties: changed('penalties') as DeliveryPenalty[],
  };
}
