// The lines of a lot on a phone: contract and effective price; tons, grade and location, and the best premium.
import type { SiloOfferRow } from '@openpit/wire';
import { tonsText } from '../../actions/silo-actions.ts';
import { formatPrice } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import type { SiloNames } from './silo-data.ts';

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
