// The columns that the lists of silo certificates, lots and deliveries share.
import type { SiloLotState, SiloOfferRow } from '@openpit/wire';
import { tonsText } from '../../../actions/silo-actions.ts';
import type { SiloNames } from '../../../market/silo.ts';
import { compareContractNames } from '../../../stores/market-days.ts';
import { formatLots, formatPrice } from '../../../ui/format.ts';
import type { CellTone, GridColumn } from '../../../ui/live-grid/grid-column.ts';
import { date, type LookOptions, lots, number, onPhone, rate, text, withGreyRows } from '../column-kinds.ts';

/** The name of the location; its code is in the file and in the search. */
export const location = <Row extends { readonly location: string }>(
  names: SiloNames,
  options: LookOptions<NoInfer<Row>> = {},
): GridColumn<Row> =>
  text<Row>('location', 'Location', 104, {
    value: (row) => names.location(row.location),
    exported: (row) => row.location,
    clips: true,
    ...options,
  });

export const origin = <Row extends { readonly origin: string }>(names: SiloNames): GridColumn<Row> =>
  text<Row>('origin', 'Origin', 92, {
    value: (row) => names.origin(row.origin),
    exported: (row) => row.origin,
    ...{ tone: 'second', clips: true },
  });

export const differential = <Row extends { readonly differential: number | null }>(
  options: LookOptions<NoInfer<Row>> = {},
): GridColumn<Row> =>
  rate<Row>('differential', 'Diff, R/t', 66, {
    value: (row) => row.differential,
    help: 'Location differential in rand per ton, deducted from the MTM',
    ...options,
  });

export const discount = <Row extends { readonly discount: number }>(
  options: LookOptions<NoInfer<Row>> = {},
): GridColumn<Row> =>
  rate<Row>('discount', 'Disc, R/t', 66, {
    value: (row) => row.discount,
    help: 'Discount of the grade in rand per ton, deducted from the MTM',
    tone: (row) => (row.discount === 0 ? 'second' : undefined),
    ...options,
  });

/** The second line of a certificate on a phone: "300 t WM1, Bothaville". */
export const certificateOnPhone = <Row extends Pick<SiloOfferRow, 'tons' | 'grade' | 'location'>>(
  names: SiloNames,
): GridColumn<Row> =>
  onPhone<Row>(
    'summary',
    'Certificate',
    ({ tons, grade, location: code }) => `${tonsText(tons)} ${grade}, ${names.location(code)}`,
    { clips: true },
  );

const lotTones: Readonly<Record<SiloLotState, CellTone | undefined>> = {
  Tendered: 'warning',
  'In auction': undefined,
  Awarded: 'second',
  Allocated: 'second',
  Withdrawn: 'second',
};

/** Whether the lot is still to be decided. */
export const isOpenLot = ({ state }: Pick<SiloOfferRow, 'state'>): boolean =>
  state === 'Tendered' || state === 'In auction';

/** A lot as everyone sees it. `ranks` are the ranks of its columns by their ids. */
export const offerColumns = <Row extends SiloOfferRow>(
  names: SiloNames,
  ranks: Readonly<Record<string, number>>,
): readonly GridColumn<Row>[] => {
  const columns: readonly GridColumn<SiloOfferRow>[] = [
    number('siloCertSeq', 'Lot', 40, {
      ...{ help: 'Number of the tendered certificate', weight: 'strong', tone: () => undefined },
    }),
    text('contract', 'Contract', 90),
    location(names, {
      roomyWidth: 170,
      // A lot that is decided says so at every width.
      note: ({ state }, shown) =>
        isOpenLot({ state }) || shown.has('state') ? undefined : state.toLowerCase(),
    }),
    text('grade', 'Grade', 50),
    lots('tons', 'Tons', 56, { weight: 'strong' }),
    lots('lots', 'Lots', 42),
    rate('spotPrice', 'Effective, R/t', 92, {
      help: 'MTM less differential and discount: what a ton costs here without a premium',
      weight: 'strong',
    }),
    rate('bestPremium', 'Best, R/t', 68, {
      ...{ help: 'Best premium of all bids, in rand per ton', weight: 'strong' },
    }),
    lots('bids', 'Bids', 40, {
      ...{ help: 'Number of open bids of all members', sum: false, text: ({ bids }) => formatLots(bids) },
    }),
    text('state', 'State', 76, { tone: ({ state }) => lotTones[state] }),
    differential(),
    discount(),
    rate('mtm', 'MTM', 72, { help: 'MTM of the business day before, in rand per ton', tone: 'second' }),
    origin(names),
    text('season', 'Season', 62, { tone: 'second' }),
    date('storagePaidUntil', 'Storage to', 78, {
      ...{ help: 'The last day for which storage is paid', tone: 'second' },
    }),
    onPhone('contract', 'Lot', ({ siloCertSeq, contract }) => `${siloCertSeq} · ${contract}`, {
      ...{ weight: 'strong', sortValue: ({ siloCertSeq }) => siloCertSeq },
    }),
    onPhone('price', 'Effective', ({ spotPrice }) => `${formatPrice(spotPrice, 2)} R/t`, {
      sortValue: ({ spotPrice }) => spotPrice,
    }),
    certificateOnPhone(names),
    onPhone(
      'state',
      'State',
      ({ state, bestPremium }) =>
        state === 'In auction' && bestPremium !== null ? `best ${formatPrice(bestPremium, 2)}` : state,
      { tone: ({ state }) => lotTones[state] },
    ),
  ];
  const ranked = columns.map((column) => {
    const rank = ranks[column.id];
    return rank === undefined ? column : { ...column, rank };
  });
  return withGreyRows(ranked, (lot) => !isOpenLot(lot));
};

/** The lots in the order of their futures and numbers. */
export const compareOffers = (a: SiloOfferRow, b: SiloOfferRow): number =>
  compareContractNames(a.contract, b.contract) || a.siloCertSeq - b.siloCertSeq;
