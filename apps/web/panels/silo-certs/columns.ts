// The columns of the tabs of the Silo certificates panel (SILO-1): the user's certificates with the value of a ton, the locations with
// their deductions, and the discount of each grade.
import type { PhysicalGradeRow, SiloCertRow, SiloCertState, SiloLocationRow } from '@openpit/wire';
import { effectivePrice, type PricingFuture, type SiloNames } from '../../market/silo.ts';
import { countText, formatDate, formatPrice } from '../../ui/format.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import { date, lots, onPhone, rate, text } from '../parts/column-kinds.ts';
import { certificateOnPhone, differential, discount, location, origin } from '../parts/silo/columns.ts';

/** A certificate with the value of a ton of it. */
export interface ShownCert extends SiloCertRow {
  /** Rand per ton; null without an MTM. */
  readonly effective: number | null;
  readonly pricedBy: PricingFuture | null;
}

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

export const certsColumns = (names: SiloNames): readonly GridColumn<ShownCert>[] => [
  text('siloReceiptNo', 'Receipt', 78, {
    ...{ help: 'Number of the silo receipt', weight: 'strong', groups: false, rank: 0 },
  }),
  text('instrument', 'Instrument', 72, { rank: 7 }),
  location(names, { rank: 2 }),
  text('grade', 'Grade', 50, { rank: 6 }),
  lots('tons', 'Tons', 56, { weight: 'strong', rank: 1 }),
  lots('lots', 'Lots', 42, { rank: 9 }),
  rate('effective', 'Effective, R/t', 92, {
    help: 'MTM of the nearest future less differential and discount, in rand per ton',
    ...{ weight: 'strong', rank: 4 },
  }),
  text('state', 'State', 80, { tone: ({ state }) => tones[state], rank: 3 }),
  text('principal', 'Owner', 62, { help: 'The principal whose certificate it is', rank: 8 }),
  differential(),
  discount(),
  text('pricedBy', 'MTM of', 90, {
    help: 'The future whose MTM prices it',
    value: ({ pricedBy }) => pricedBy?.contract ?? null,
    tone: 'second',
  }),
  date('storagePaidUntil', 'Storage to', 78, { help: 'The last day for which storage is paid', rank: 11 }),
  date('expiresOn', 'Expires', 78, { help: 'The last business day on which it is valid', rank: 10 }),
  origin(names),
  text('season', 'Season', 62, { tone: 'second' }),
  text('lender', 'Lender', 80, { help: 'Who must release it before it can be delivered', clips: true }),
  text('seq/state', 'Change', 84, {
    ...{ help: 'Number of its last change, and the state since', tone: 'second', groups: false },
  }),
  date('issuedOn', 'Issued', 78, { tone: 'second' }),
  onPhone('contract', 'Receipt', ({ siloReceiptNo, principal }) => `${siloReceiptNo} · ${principal}`, {
    ...{ weight: 'strong', sortValue: ({ siloReceiptNo }) => siloReceiptNo },
  }),
  onPhone('price', 'Effective', ({ effective }) => `${formatPrice(effective, 2)} R/t`, {
    sortValue: ({ effective }) => effective,
  }),
  certificateOnPhone(names),
  onPhone('state', 'State', ({ state }) => state, { tone: ({ state }) => tones[state] }),
];

export const compareCerts = (a: SiloCertRow, b: SiloCertRow): number =>
  a.siloReceiptNo.localeCompare(b.siloReceiptNo, 'en', { numeric: true });

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
  /** The price of the contract grade, in rand per ton; null without an MTM. */
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
  nearest: ReadonlyMap<string, PricingFuture>,
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

const registeredTone = ({ registered }: PlaceRow): CellTone => (registered === 'yes' ? 'second' : 'warning');

export const placesColumns: readonly GridColumn<PlaceRow>[] = [
  text('name', 'Location', 104, { weight: 'strong', clips: true, grows: true, rank: 0 }),
  text('location', 'Code', 60, { tone: 'second' }),
  text('instrument', 'Instrument', 72, { rank: 2 }),
  text('season', 'Season', 62, { tone: 'second' }),
  differential({ rank: 1 }),
  rate('effective', 'Effective, R/t', 92, {
    help: 'MTM of the nearest future less the differential: the contract grade, in rand per ton',
    ...{ weight: 'strong', rank: 3 },
  }),
  text('operator', 'Operator', 130, { help: 'Owner of the silo', clips: true, grows: true, rank: 4 }),
  rate('storageRate', 'Storage, R/t/day', 100, { help: 'Storage in rand per ton and day', rank: 5 }),
  rate('loadOutDays', 'Load-out', 66, {
    help: 'Days within which grain is loaded out',
    text: ({ loadOutDays }) => countText(loadOutDays, 'day'),
  }),
  text('closures', 'Closed', 150, {
    ...{ help: 'When nothing is loaded out', clips: true, tone: 'warning', rank: 6 },
  }),
  text('registered', 'Registered', 74, {
    ...{ help: 'Whether certificates at this location can be tendered', tone: registeredTone },
  }),
  text('access', 'Access', 88, { tone: 'second' }),
  text('province', 'Province', 100, { clips: true }),
  onPhone('contract', 'Location', ({ name, instrument }) => `${name}, ${instrument}`, {
    ...{ weight: 'strong', sortValue: ({ name }) => name },
  }),
  onPhone('price', 'Effective', ({ effective }) => `${formatPrice(effective, 2)} R/t`),
  onPhone(
    'summary',
    'Operator',
    ({ operator, closures }) => (closures === '' ? operator : `${operator}, closed ${closures}`),
    { tone: 'second' },
  ),
  onPhone(
    'state',
    'Differential',
    (place) => (place.registered === 'yes' ? `less ${formatPrice(place.differential, 2)}` : 'not registered'),
    { tone: registeredTone },
  ),
];

export const gradesColumns: readonly GridColumn<PhysicalGradeRow>[] = [
  text('instrument', 'Instrument', 78),
  text('code', 'Grade', 60, { weight: 'strong' }),
  discount(),
  text('description', 'Description', 200, { clips: true, grows: true, groups: false }),
  onPhone('contract', 'Grade', ({ instrument, code }) => `${instrument} ${code}`, {
    ...{ weight: 'strong', sortValue: ({ instrument, code }) => `${instrument} ${code}` },
  }),
  onPhone('price', 'Discount', ({ discount: less }) =>
    less === 0 ? 'contract grade' : `less ${formatPrice(less, 2)} R/t`,
  ),
  onPhone('summary', 'Description', ({ description }) => description, { tone: 'second' }),
];
