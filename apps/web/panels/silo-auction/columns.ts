// The columns of the lots (SILO-2): those that everyone sees, with the own bid and its rank.
import type { SiloBidRow, SiloOfferRow } from '@openpit/wire';
import type { ReactNode } from 'react';
import { dash, formatPrice } from '../../ui/format.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import { byImportance } from '../../ui/live-grid/grid-column.ts';
import { actionsColumn } from '../columns/kinds.ts';
import { offerColumns, phoneOfferColumns, rateColumn } from '../silo/columns.ts';
import type { SiloNames } from '../silo/data.ts';

/** A lot with the open bids of the own member. */
export interface LotRow extends SiloOfferRow {
  readonly ownBids: readonly SiloBidRow[];
  /** The highest of them. */
  readonly ownBest: SiloBidRow | null;
}

/** The lots with their own open bids, the highest first. */
export function lotsWithBids(
  offers: readonly SiloOfferRow[],
  bids: readonly SiloBidRow[],
): readonly LotRow[] {
  const open = bids.filter(({ state }) => state === 'Open').toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  return offers.map((offer) => {
    const ownBids = open.filter(({ siloCertSeq }) => siloCertSeq === offer.siloCertSeq);
    return { ...offer, ownBids, ownBest: ownBids[0] ?? null };
  });
}

/** "1 of 3". */
export const rankText = ({ rank }: Pick<SiloBidRow, 'rank'>, bids: number): string =>
  rank === null ? dash : `${rank} of ${Math.max(bids, rank)}`;

export const rankTone = (bid: Pick<SiloBidRow, 'rank'> | null): CellTone | undefined =>
  bid === null || bid.rank === null ? undefined : bid.rank === 1 ? 'up' : 'warning';

const ownColumns: readonly GridColumn<LotRow>[] = [
  rateColumn<LotRow>('ownPremium', ({ ownBest }) => ownBest?.premium ?? null, {
    title: 'Own, R/t',
    fullTitle: 'Highest own premium, in rand per ton',
    width: 68,
    tone: ({ ownBest }) => rankTone(ownBest),
    isHeavy: ({ ownBest }) => ownBest?.rank === 1,
  }),
  {
    id: 'rank',
    title: 'Rank',
    fullTitle: 'Rank of the highest own bid among all open bids for the lot',
    width: 54,
    align: 'right',
    text: ({ ownBest, bids }) => (ownBest === null ? dash : rankText(ownBest, bids)),
    tone: ({ ownBest }) => rankTone(ownBest),
    sortValue: ({ ownBest }) => ownBest?.rank ?? null,
  },
];

export function lotColumns(
  names: SiloNames,
  renderActions: (lot: LotRow) => ReactNode,
): readonly GridColumn<LotRow>[] {
  const all = offerColumns<LotRow>(names);
  const after = all.findIndex(({ id }) => id === 'bids') + 1;
  return byImportance(
    [...all.slice(0, after), ...ownColumns, ...all.slice(after), actionsColumn<LotRow>(56, renderActions)],
    [
      'contract',
      'bestPremium',
      'ownPremium',
      'rank',
      'location',
      'tons',
      'actions',
      'spotPrice',
      'state',
      'siloCertSeq',
      'grade',
      'bids',
      'differential',
      'lots',
    ],
  );
}

/** The lines of a phone: the own bid shows beside the best. */
export function phoneLotColumns(
  names: SiloNames,
  renderActions: (lot: LotRow) => ReactNode,
): readonly GridColumn<LotRow>[] {
  return [
    ...phoneOfferColumns<LotRow>(names).map((column) =>
      column.id !== 'state'
        ? column
        : {
            ...column,
            text: (lot: LotRow) =>
              lot.ownBest === null
                ? column.text(lot)
                : `own ${formatPrice(lot.ownBest.premium, 2)}, rank ${rankText(lot.ownBest, lot.bids)}`,
            tone: ({ ownBest }: LotRow) => rankTone(ownBest),
          },
    ),
    actionsColumn<LotRow>(108, renderActions),
  ];
}
