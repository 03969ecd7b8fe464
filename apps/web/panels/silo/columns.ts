// The columns that the lists of silo certificates, lots and deliveries share.
import type { SiloLotState, SiloOfferRow } from '@openpit/wire';
import { tonsText } from '../../actions/silo-actions.ts';
import { dash, formatDate, formatLots, formatPrice } from '../../ui/format.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import { contractColumn, lotsColumn, numberColumn, textColumn } from '../columns/kinds.ts';
import type { SiloNames } from './data.ts';

type Caption<Row> = Pick<GridColumn<Row>, 'title' | 'width'> & Partial<GridColumn<Row>>;

/** Rand per ton, or per ton and day: it has no sum. */
export const rateColumn = <Row>(
  id: string,
  value: (row: Row) => number | null,
  more: Caption<Row>,
): GridColumn<Row> => ({
  id,
  align: 'right',
  text: (row) => formatPrice(value(row), 2),
  sortValue: value,
  ...more,
});

export const dateColumn = <Row>(
  id: string,
  value: (row: Row) => string | null,
  more: Caption<Row>,
): GridColumn<Row> => ({
  id,
  align: 'left',
  text: (row) => {
    const date = value(row);
    return date === null ? dash : formatDate(date);
  },
  exported: value,
  sortValue: value,
  groups: true,
  ...more,
});

/** The name of the location; its code is in the file and in the search. */
export const locationColumn = <Row extends { readonly location: string }>(
  names: SiloNames,
): GridColumn<Row> => {
  const value = ({ location }: Row) => names.location(location);
  return {
    id: 'location',
    title: 'Location',
    width: 104,
    align: 'left',
    clips: true,
    groups: true,
    text: value,
    exported: ({ location }) => location,
    sortValue: value,
  };
};

export const gradeColumn = <Row extends { readonly grade: string }>(): GridColumn<Row> =>
  textColumn<{ readonly grade: string }>('grade', { title: 'Grade', width: 50 });

export const originColumn = <Row extends { readonly origin: string }>(names: SiloNames): GridColumn<Row> => {
  const value = ({ origin }: Row) => names.origin(origin);
  return {
    id: 'origin',
    title: 'Origin',
    width: 92,
    align: 'left',
    clips: true,
    groups: true,
    text: value,
    exported: ({ origin }) => origin,
    tone: () => 'second',
    sortValue: value,
  };
};

export const seasonColumn = <Row extends { readonly season: string }>(): GridColumn<Row> =>
  textColumn<{ readonly season: string }>('season', {
    title: 'Season',
    width: 62,
    more: { tone: () => 'second' },
  });

export const tonsColumn = <Row extends { readonly tons: number }>(): GridColumn<Row> =>
  lotsColumn<{ readonly tons: number }>('tons', {
    title: 'Tons',
    width: 56,
    more: { weight: 'strong' },
  });

export const differentialColumn = <Row extends { readonly differential: number | null }>(): GridColumn<Row> =>
  rateColumn('differential', ({ differential }) => differential, {
    title: 'Diff, R/t',
    fullTitle: 'Location differential in rand per ton, deducted from the MTM',
    width: 66,
  });

export const discountColumn = <Row extends { readonly discount: number }>(): GridColumn<Row> =>
  rateColumn('discount', ({ discount }) => discount, {
    title: 'Disc, R/t',
    fullTitle: 'Discount of the grade in rand per ton, deducted from the MTM',
    width: 66,
    tone: ({ discount }) => (discount === 0 ? 'second' : undefined),
  });

const lotTones: Readonly<Record<SiloLotState, CellTone | undefined>> = {
  Tendered: 'warning',
  'In auction': undefined,
  Awarded: 'second',
  Allocated: 'second',
  Withdrawn: 'second',
};

/** A lot as everyone sees it. */
export const offerColumns = <Row extends SiloOfferRow>(names: SiloNames): readonly GridColumn<Row>[] =>
  [
    numberColumn<SiloOfferRow>('siloCertSeq', {
      title: 'Lot',
      width: 40,
      more: { fullTitle: 'Number of the tendered certificate' },
    }),
    contractColumn<SiloOfferRow>(),
    locationColumn<SiloOfferRow>(names),
    gradeColumn<SiloOfferRow>(),
    tonsColumn<SiloOfferRow>(),
    lotsColumn<SiloOfferRow>('lots', { title: 'Lots', width: 42 }),
    rateColumn<SiloOfferRow>('spotPrice', ({ spotPrice }) => spotPrice, {
      title: 'Effective, R/t',
      fullTitle: 'MTM less differential and discount: what a ton costs here without a premium',
      width: 92,
      weight: 'strong',
    }),
    rateColumn<SiloOfferRow>('bestPremium', ({ bestPremium }) => bestPremium, {
      title: 'Best, R/t',
      fullTitle: 'Best premium of all bids, in rand per ton',
      width: 68,
      weight: 'strong',
    }),
    {
      id: 'bids',
      title: 'Bids',
      fullTitle: 'Number of open bids of all members',
      width: 40,
      align: 'right',
      text: ({ bids }: SiloOfferRow) => formatLots(bids),
      sortValue: ({ bids }: SiloOfferRow) => bids,
    },
    textColumn<SiloOfferRow>('state', {
      title: 'State',
      width: 76,
      more: { tone: ({ state }) => lotTones[state] },
    }),
    differentialColumn<SiloOfferRow>(),
    discountColumn<SiloOfferRow>(),
    rateColumn<SiloOfferRow>('mtm', ({ mtm }) => mtm, {
      title: 'MTM',
      fullTitle: 'MTM of the business day before, in rand per ton',
      width: 72,
      tone: () => 'second',
    }),
    originColumn<SiloOfferRow>(names),
    seasonColumn<SiloOfferRow>(),
    dateColumn<SiloOfferRow>('storagePaidUntil', ({ storagePaidUntil }) => storagePaidUntil, {
      title: 'Storage to',
      fullTitle: 'The last day for which storage is paid',
      width: 78,
      tone: () => 'second',
    }),
  ] as const;

/** The lots in the order of their futures and numbers. */
export const compareOffers = (a: SiloOfferRow, b: SiloOfferRow): number =>
  a.contract === b.contract ? a.siloCertSeq - b.siloCertSeq : a.contract < b.contract ? -1 : 1;

// The lines of a lot on a phone: contract and effective price; tons, grade and location, and the best premium.

export const phoneOfferColumns = <Row extends SiloOfferRow>(names: SiloNames): readonly GridColumn<Row>[] => [
  {
    id: 'contract',
    title: 'Lot',
    width: 110,
    align: 'left',
    weight: 'strong',
    text: ({ siloCertSeq, contract }) => `${siloCertSeq} · ${contract}`,
    sortValue: ({ siloCertSeq }) => siloCertSeq,
  },
  {
    id: 'price',
    title: 'Effective',
    width: 90,
    align: 'right',
    text: ({ spotPrice }) => `${formatPrice(spotPrice, 2)} R/t`,
    sortValue: ({ spotPrice }) => spotPrice,
  },
  {
    id: 'summary',
    title: 'Certificate',
    width: 130,
    align: 'left',
    clips: true,
    text: ({ tons, grade, location }) => `${tonsText(tons)} ${grade}, ${names.location(location)}`,
  },
  {
    id: 'state',
    title: 'State',
    width: 90,
    align: 'right',
    text: ({ state, bestPremium }) =>
      state === 'In auction' && bestPremium !== null ? `best ${formatPrice(bestPremium, 2)}` : state,
  },
];
