// The own deliveries with their invoices (SILO-3): what was received and delivered, by a bid or by allocation, and what it came to.
import type { SiloAllocationRow, SiloAward, SiloInvoiceRow } from '@openpit/wire';
import { useMemo } from 'react';
import { dash, formatPrice, formatSigned } from '../../ui/format.ts';
import { byImportance } from '../../ui/live-grid/fitting-columns.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { toCents, toRand } from '../../ui/money.ts';
import {
  contractColumn,
  lotsColumn,
  numberColumn,
  randColumn,
  textColumn,
  timeColumn,
} from '../rows/row-columns.ts';
import { RowsPanel } from '../rows/rows-panel.tsx';
import {
  dateColumn,
  differentialColumn,
  discountColumn,
  locationColumn,
  rateColumn,
} from '../silo/silo-columns.ts';
import type { SiloNames } from '../silo/silo-data.ts';
import type { AuctionTabProps } from '../silo/silo-tabs.ts';
import { useCertificatesMessage } from '../silo/use-certificates-message.ts';
import { useDataSet } from '../sources/use-data-set.ts';
import { useRowSource } from '../sources/use-row-source.ts';

/** An invoice with the lots of its delivery. */
export interface DeliveryRow extends SiloInvoiceRow {
  readonly lots: number | null;
  readonly award: SiloAward | null;
}

const keyOf = ({ uniqueKey }: DeliveryRow) => uniqueKey;
const newestFirst = (a: DeliveryRow, b: DeliveryRow) => b.time - a.time || b.invoiceSeq - a.invoiceSeq;

/** The invoices with their allocations, which have the same keys. */
export function deliveryRows(
  invoices: readonly SiloInvoiceRow[],
  allocations: readonly SiloAllocationRow[],
): readonly DeliveryRow[] {
  const of = new Map(allocations.map((allocation) => [allocation.uniqueKey, allocation]));
  return invoices.map((invoice) => {
    const allocation = of.get(invoice.uniqueKey);
    return { ...invoice, lots: allocation?.lots ?? null, award: allocation?.award ?? null };
  });
}

export function Deliveries({ panel, names }: AuctionTabProps) {
  const isPhone = panel.device === 'mobile';
  const invoices = useDataSet('siloInvoices');
  const allocations = useDataSet('siloAllocations');
  const rows = useMemo(
    () => deliveryRows(invoices.rows, allocations.rows),
    [invoices.rows, allocations.rows],
  );
  const { source } = useRowSource(rows, keyOf);
  const columns = useMemo(() => (isPhone ? phoneColumns(names) : deskColumns(names)), [isPhone, names]);
  return (
    <RowsPanel
      panel={panel}
      label="Deliveries"
      set={{ rows, status: invoices.status, source, keyOf }}
      texts={{
        rows: 'deliveries',
        one: 'delivery',
        many: 'deliveries',
        empty: {
          title: 'No deliveries of your member.',
          detail: 'What is awarded or allocated shows here with its invoice.',
        },
      }}
      message={useCertificatesMessage('Deliveries are not shown to you.')}
      columns={columns}
      compare={newestFirst}
    />
  );
}

type Column = GridColumn<DeliveryRow>;

/** Invoices of rules before 10 have none. */
const vatOf = ({ terms }: Pick<DeliveryRow, 'terms'>): number => terms?.vat ?? 0;
const totalOf = (row: DeliveryRow): number => toRand(toCents(row.amount) + toCents(vatOf(row)));

const sideText = ({ side }: Pick<DeliveryRow, 'side'>) => (side === 'B' ? 'Received' : 'Delivered');
const awardTexts: Readonly<Record<SiloAward, string>> = { bid: 'by bid', allocation: 'allocated' };
const awardText = ({ award }: Pick<DeliveryRow, 'award'>) => (award === null ? dash : awardTexts[award]);

function deskColumns(names: SiloNames): readonly Column[] {
  const columns: readonly Column[] = [
    dateColumn<DeliveryRow>('businessDay', ({ businessDay }) => businessDay, { title: 'Day', width: 78 }),
    timeColumn<DeliveryRow>('time', { title: 'Time', width: 66, more: { tone: () => 'second' } }),
    numberColumn<DeliveryRow>('invoiceSeq', {
      title: 'Invoice',
      width: 54,
      more: { fullTitle: 'Number of the invoice' },
    }),
    contractColumn<DeliveryRow>(),
    {
      id: 'side',
      title: 'Side',
      width: 72,
      align: 'left',
      text: sideText,
      tone: ({ side }) => (side === 'B' ? 'buy' : 'sell'),
      groups: true,
      sortValue: ({ side }) => side,
    },
    textColumn<DeliveryRow>('principal', { title: 'Account', width: 66 }),
    textColumn<DeliveryRow>('subAccount', {
      title: 'Sub-acc',
      width: 58,
      more: { fullTitle: 'Sub-account' },
    }),
    textColumn<DeliveryRow>('siloReceiptNo', { title: 'Receipt', width: 84, more: { groups: false } }),
    locationColumn<DeliveryRow>(names),
    lotsColumn<DeliveryRow>('tons', { title: 'Tons', width: 56 }),
    {
      id: 'award',
      title: 'How',
      fullTitle: 'By the buyer’s bid, or allocated because nobody bid enough',
      width: 66,
      align: 'left',
      text: awardText,
      tone: () => 'second',
      groups: true,
      sortValue: awardText,
    },
    rateColumn<DeliveryRow>('mtm', ({ mtm }) => mtm, {
      title: 'MTM',
      fullTitle: 'MTM of the lot in rand per ton',
      width: 72,
      tone: () => 'second',
    }),
    differentialColumn<DeliveryRow>(),
    discountColumn<DeliveryRow>(),
    rateColumn<DeliveryRow>('dealtPremium', ({ dealtPremium }) => dealtPremium, {
      title: 'Premium, R/t',
      fullTitle: 'Premium in rand per ton, paid to the seller',
      width: 84,
    }),
    rateColumn<DeliveryRow>('perTon', ({ perTon }) => perTon, {
      title: 'Per ton, R',
      fullTitle: 'MTM less differential and discount, plus the premium',
      width: 78,
      weight: 'strong',
    }),
    {
      id: 'storageDays',
      title: 'Days',
      fullTitle: 'Days of storage that are paid ahead; below zero, unpaid days',
      width: 46,
      align: 'right',
      text: ({ storageDays }) => formatSigned(storageDays, 0),
      sortValue: ({ storageDays }) => storageDays,
    },
    rateColumn<DeliveryRow>('storage', ({ storage }) => storage, {
      title: 'Storage, R',
      fullTitle: 'Storage in the invoice: added when it is paid ahead, deducted when it is unpaid',
      width: 84,
      text: ({ storage }) => formatSigned(storage, 2),
    }),
    randColumn<DeliveryRow>('amount', {
      title: 'Amount, R',
      width: 112,
      more: {
        fullTitle: 'Amount in rand that the account receives, VAT included; it pays a negative amount',
        weight: 'strong',
        text: (row) => formatSigned(totalOf(row), 2),
        tone: ({ amount }) => (amount < 0 ? 'down' : 'up'),
        sortValue: totalOf,
        sum: totalOf,
        sumText: (sum) => formatSigned(sum, 2),
      },
    }),
    {
      id: 'vat',
      title: 'VAT, R',
      fullTitle: 'VAT in the amount: the seller is registered for it',
      width: 92,
      align: 'right',
      text: (row) => formatSigned(vatOf(row), 2),
      tone: () => 'second',
      sortValue: vatOf,
    },
  ];
  return byImportance(columns, [
    'contract',
    'side',
    'amount',
    'siloReceiptNo',
    'tons',
    'perTon',
    'principal',
    'dealtPremium',
    'location',
    'award',
    'storage',
    'invoiceSeq',
    'businessDay',
  ]);
}

function phoneColumns(names: SiloNames): readonly Column[] {
  return [
    {
      id: 'contract',
      title: 'Delivery',
      width: 120,
      align: 'left',
      weight: 'strong',
      text: (row) => `${sideText(row)} ${row.siloReceiptNo}`,
    },
    {
      id: 'price',
      title: 'Amount',
      width: 110,
      align: 'right',
      text: (row) => `R ${formatSigned(totalOf(row), 2)}`,
      tone: ({ amount }) => (amount < 0 ? 'down' : 'up'),
    },
    {
      id: 'summary',
      title: 'Certificate',
      width: 140,
      align: 'left',
      text: ({ contract, location, principal }) => `${contract}, ${names.location(location)}, ${principal}`,
    },
    {
      id: 'state',
      title: 'How',
      width: 90,
      align: 'right',
      text: (row) => `${awardText(row)}, ${formatPrice(row.perTon, 2)} R/t`,
      tone: () => 'second',
    },
  ];
}
