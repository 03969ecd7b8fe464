// The columns of the own certificates (SILO-1): what each is over, what a ton of it is worth, and what state it is in.
import type { SiloCertRow, SiloCertState } from '@openpit/wire';
import type { ReactNode } from 'react';
import { tonsText } from '../../actions/silo-actions.ts';
import { formatPrice } from '../../ui/format.ts';
import { byImportance } from '../../ui/live-grid/fitting-columns.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import { actionsColumn, lotsColumn, textColumn } from '../rows/row-columns.ts';
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
} from '../silo/silo-columns.ts';
import type { SiloNames } from '../silo/silo-data.ts';
import type { PricedBy } from '../silo/silo-values.ts';

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
