// The columns of the own certificates (SILO-1): what each is over, what a ton of it is worth, and what state it is in.
import type { PhysicalGradeRow, SiloCertRow, SiloCertState, SiloLocationRow } from '@openpit/wire';
import type { ReactNode } from 'react';
import { tonsText } from '../../actions/silo-actions.ts';
import { formatDate, formatPrice } from '../../ui/format.ts';
import { byImportance, type CellTone, type GridColumn } from '../../ui/live-grid/grid-column.ts';
import { actionsColumn, lotsColumn, textColumn } from '../columns/kinds.ts';
import {
  dateColumn,
  differentialColumn,
  discountColumn,
  gradeColumn,
  locationColumn,
  originColumn,
  rateColumn,
  seasonColumn,
  tonsColumn,
} from '../silo/columns.ts';
import { effectivePrice, type PricedBy, type SiloNames } from '../silo/data.ts';

/** A certificate with what a ton of it is worth. */
export interface ShownCert extends SiloCertRow {
  /** Rand per ton; null without an MTM. */
  readonly effective: number | null;
  readonly pricedBy: PricedBy | null;
}

type Column = GridColumn<ShownCert>;

const tones: Readonly<Record<SiloCertState, CellTone | undefined>> = {
  Held: undefined,
  Encumbered: 'warning',
  Tendered: 'warning',
  'In auction': 'warning',
  Awarded: 'second',
  Allocated: 'second',
  Invoiced: 'second',
  Cancelled: 'second',
  Expired: 'down',
};

export interface CertsColumnsOptions {
  readonly names: SiloNames;
  readonly renderActions: (cert: ShownCert) => ReactNode;
}

export function certsColumns({ names, renderActions }: CertsColumnsOptions): readonly Column[] {
  const columns: readonly Column[] = [
    textColumn<ShownCert>('siloReceiptNo', {
      title: 'Receipt',
      width: 78,
      more: { fullTitle: 'Number of the silo receipt', weight: 'strong', groups: false },
    }),
    textColumn<ShownCert>('instrument', { title: 'Instrument', width: 72 }),
    locationColumn<ShownCert>(names),
    gradeColumn<ShownCert>(),
    tonsColumn<ShownCert>(),
    lotsColumn<ShownCert>('lots', { title: 'Lots', width: 42 }),
    rateColumn<ShownCert>('effective', ({ effective }) => effective, {
      title: 'Effective, R/t',
      fullTitle: 'MTM of the nearest future less differential and discount, in rand per ton',
      width: 92,
      weight: 'strong',
    }),
    textColumn<ShownCert>('state', {
      title: 'State',
      width: 80,
      more: { tone: ({ state }) => tones[state] },
    }),
    textColumn<ShownCert>('principal', {
      title: 'Owner',
      width: 62,
      more: { fullTitle: 'The principal whose certificate it is' },
    }),
    differentialColumn<ShownCert>(),
    discountColumn<ShownCert>(),
    {
      id: 'pricedBy',
      title: 'MTM of',
      fullTitle: 'The future whose MTM prices it',
      width: 90,
      align: 'left',
      text: ({ pricedBy }) => pricedBy?.contract ?? '–',
      tone: () => 'second',
      groups: true,
      sortValue: ({ pricedBy }) => pricedBy?.contract ?? null,
    },
    dateColumn<ShownCert>('storagePaidUntil', ({ storagePaidUntil }) => storagePaidUntil, {
      title: 'Storage to',
      fullTitle: 'The last day for which storage is paid',
      width: 78,
    }),
    dateColumn<ShownCert>('expiresOn', ({ expiresOn }) => expiresOn, {
      title: 'Expires',
      fullTitle: 'The last business day on which it is valid',
      width: 78,
    }),
    originColumn<ShownCert>(names),
    seasonColumn<ShownCert>(),
    textColumn<ShownCert>('lender', {
      title: 'Lender',
      width: 80,
      more: { fullTitle: 'Who must release it before it can be delivered', clips: true },
    }),
    textColumn<ShownCert>('seq/state', {
      title: 'Change',
      width: 84,
      more: {
        fullTitle: 'Number of its last change, and the state since',
        tone: () => 'second',
        groups: false,
      },
    }),
    dateColumn<ShownCert>('issuedOn', ({ issuedOn }) => issuedOn, {
      title: 'Issued',
      width: 78,
      tone: () => 'second',
    }),
    actionsColumn(84, renderActions),
  ];
  return byImportance(columns, [
    'siloReceiptNo',
    'tons',
    'location',
    'state',
    'effective',
    'actions',
    'grade',
    'instrument',
    'principal',
    'lots',
    'expiresOn',
    'storagePaidUntil',
  ]);
}

/** The lines of a phone: receipt and effective price; tons, grade and location, and the state; the button. */
export function phoneCertsColumns(options: CertsColumnsOptions): readonly Column[] {
  const { names } = options;
  return [
    {
      id: 'contract',
      title: 'Receipt',
      width: 100,
      align: 'left',
      weight: 'strong',
      text: ({ siloReceiptNo, principal }) => `${siloReceiptNo} · ${principal}`,
      sortValue: ({ siloReceiptNo }) => siloReceiptNo,
    },
    {
      id: 'price',
      title: 'Effective',
      width: 90,
      align: 'right',
      text: ({ effective }) => `${formatPrice(effective, 2)} R/t`,
      sortValue: ({ effective }) => effective,
    },
    {
      id: 'summary',
      title: 'Certificate',
      width: 140,
      align: 'left',
      clips: true,
      text: ({ tons, grade, location }) => `${tonsText(tons)} ${grade}, ${names.location(location)}`,
    },
    {
      id: 'state',
      title: 'State',
      width: 80,
      align: 'right',
      text: ({ state }) => state,
      tone: ({ state }) => tones[state],
    },
    actionsColumn(108, options.renderActions),
  ];
}

export const compareCerts = (a: SiloCertRow, b: SiloCertRow): number =>
  a.siloReceiptNo.localeCompare(b.siloReceiptNo, 'en', { numeric: true });

// The columns of locations and grades (SILO-1): where grain can be delivered and what is deducted there, and what each grade loses.

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
