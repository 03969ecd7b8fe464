// The columns of locations and grades (SILO-1): where grain can be delivered and what is deducted there, and what each grade loses.
import type { PhysicalGradeRow, SiloLocationRow } from '@openpit/wire';
import { formatDate } from '../../ui/date-text.ts';
import { formatPrice } from '../../ui/format.ts';
import { byImportance } from '../../ui/live-grid/fitting-columns.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { textColumn } from '../rows/row-columns.ts';
import { differentialColumn, discountColumn, rateColumn } from '../silo/silo-columns.ts';
import { effectivePrice, type PricedBy } from '../silo/silo-values.ts';

/** A location for one instrument and season. */
export interface PlaceRow {
  /** The key. */
  readonly place: string;
  /** The code of the location. */
  readonly location: string;
  readonly name: string;
  readonly operator: string;
  readonly province: string;
  readonly access: string;
  readonly instrument: string;
  readonly season: string;
  readonly differential: number;
  /** Of the contract grade, in rand per ton; null without an MTM. */
  readonly effective: number | null;
  readonly storageRate: number;
  readonly loadOutDays: number;
  readonly registered: 'yes' | 'no';
  /** "2026-12-20 to 2027-01-05" in the reader's dates; empty for none. */
  readonly closures: string;
}

export const placeRows = (
  locations: readonly SiloLocationRow[],
  operatorName: (code: string) => string,
  nearest: ReadonlyMap<string, PricedBy>,
): readonly PlaceRow[] =>
  locations.flatMap(({ code, operator, registered, closures, differentials, ...location }) =>
    differentials.map(({ instrument, season, differential }) => ({
      ...location,
      place: `${code} ${instrument} ${season}`,
      location: code,
      operator: operatorName(operator),
      instrument,
      season,
      differential,
      effective: effectivePrice(nearest.get(instrument)?.mtm ?? null, { differential, discount: 0 }),
      registered: registered ? ('yes' as const) : ('no' as const),
      closures: closures.map(({ from, to }) => `${formatDate(from)} to ${formatDate(to)}`).join(', '),
    })),
  );

type Place = GridColumn<PlaceRow>;

const columns: readonly Place[] = [
  textColumn<PlaceRow>('name', {
    title: 'Location',
    width: 104,
    more: { weight: 'strong', clips: true, grows: true },
  }),
  textColumn<PlaceRow>('location', { title: 'Code', width: 60, more: { tone: () => 'second' } }),
  textColumn<PlaceRow>('instrument', { title: 'Instrument', width: 72 }),
  textColumn<PlaceRow>('season', { title: 'Season', width: 62, more: { tone: () => 'second' } }),
  differentialColumn<PlaceRow>(),
  rateColumn<PlaceRow>('effective', ({ effective }) => effective, {
    title: 'Effective, R/t',
    fullTitle: 'MTM of the nearest future less the differential: the contract grade, in rand per ton',
    width: 92,
    weight: 'strong',
  }),
  textColumn<PlaceRow>('operator', {
    title: 'Operator',
    width: 130,
    more: { fullTitle: 'Owner of the silo', clips: true, grows: true },
  }),
  rateColumn<PlaceRow>('storageRate', ({ storageRate }) => storageRate, {
    title: 'Storage, R/t/day',
    fullTitle: 'Storage in rand per ton and day',
    width: 100,
  }),
  {
    id: 'loadOutDays',
    title: 'Load-out',
    fullTitle: 'Days within which grain is loaded out',
    width: 66,
    align: 'right',
    text: ({ loadOutDays }) => `${loadOutDays} ${loadOutDays === 1 ? 'day' : 'days'}`,
    sortValue: ({ loadOutDays }) => loadOutDays,
  },
  textColumn<PlaceRow>('closures', {
    title: 'Closed',
    width: 150,
    more: { fullTitle: 'When nothing is loaded out', clips: true, tone: () => 'warning' },
  }),
  textColumn<PlaceRow>('registered', {
    title: 'Registered',
    width: 74,
    more: {
      fullTitle: 'Whether certificates at this location can be tendered',
      tone: ({ registered }) => (registered === 'yes' ? 'second' : 'warning'),
    },
  }),
  textColumn<PlaceRow>('access', { title: 'Access', width: 88, more: { tone: () => 'second' } }),
  textColumn<PlaceRow>('province', { title: 'Province', width: 100, more: { clips: true } }),
];
export const placesColumns = byImportance(columns, [
  'name',
  'differential',
  'instrument',
  'effective',
  'operator',
  'storageRate',
  'closures',
]);

export const phonePlacesColumns: readonly Place[] = [
  {
    id: 'contract',
    title: 'Location',
    width: 120,
    align: 'left',
    weight: 'strong',
    text: ({ name, instrument }) => `${name}, ${instrument}`,
    sortValue: ({ name }) => name,
  },
  {
    id: 'price',
    title: 'Effective',
    width: 90,
    align: 'right',
    text: ({ effective }) => `${formatPrice(effective, 2)} R/t`,
  },
  {
    id: 'summary',
    title: 'Operator',
    width: 120,
    align: 'left',
    text: ({ operator, closures }) => (closures === '' ? operator : `${operator}, closed ${closures}`),
    tone: () => 'second',
  },
  {
    id: 'state',
    title: 'Differential',
    width: 80,
    align: 'right',
    text: ({ differential, registered }) =>
      registered === 'yes' ? `less ${formatPrice(differential, 2)}` : 'not registered',
    tone: ({ registered }) => (registered === 'yes' ? 'second' : 'warning'),
  },
];

type Grade = GridColumn<PhysicalGradeRow>;

export const gradesColumns: readonly Grade[] = [
  textColumn<PhysicalGradeRow>('instrument', { title: 'Instrument', width: 78 }),
  textColumn<PhysicalGradeRow>('code', { title: 'Grade', width: 60, more: { weight: 'strong' } }),
  discountColumn<PhysicalGradeRow>(),
  textColumn<PhysicalGradeRow>('description', {
    title: 'Description',
    width: 200,
    more: { clips: true, grows: true, groups: false },
  }),
];

export const phoneGradesColumns: readonly Grade[] = [
  {
    id: 'contract',
    title: 'Grade',
    width: 120,
    align: 'left',
    weight: 'strong',
    text: ({ instrument, code }) => `${instrument} ${code}`,
    sortValue: ({ instrument, code }) => `${instrument} ${code}`,
  },
  {
    id: 'price',
    title: 'Discount',
    width: 100,
    align: 'right',
    text: ({ discount }) => (discount === 0 ? 'contract grade' : `less ${formatPrice(discount, 2)} R/t`),
  },
  {
    id: 'summary',
    title: 'Description',
    width: 160,
    align: 'left',
    text: ({ description }) => description,
    tone: () => 'second',
  },
];
