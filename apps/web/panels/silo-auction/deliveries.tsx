// What accounts must deliver and will receive (SILO-3): their positions in futures that are delivered, and how many lots of the shorts
// are not tendered yet.
import type { SiloAllocationRow, SiloAward, SiloInvoiceRow, SiloPositionRow } from '@openpit/wire';
import { type ReactNode, useMemo } from 'react';
import { useActionContext } from '../../actions/action.ts';
import { lotsToTender, runItemAction, shortActions } from '../../actions/silo-actions.ts';
import { dash, formatDate, formatLots, formatPrice, formatSigned, toCents, toRand } from '../../ui/format.ts';
import { entryOfKey } from '../../ui/keys.ts';
import { byImportance, type GridColumn } from '../../ui/live-grid/grid-column.ts';
import {
  actionsColumn,
  contractColumn,
  lotsColumn,
  numberColumn,
  randColumn,
  textColumn,
  timeColumn,
} from '../columns/kinds.ts';
import { ActionButtons, actionItems } from '../rows/action-buttons.tsx';
import { RowsPanel } from '../rows/rows-panel.tsx';
import {
  dateColumn,
  differentialColumn,
  discountColumn,
  locationColumn,
  rateColumn,
} from '../silo/columns.ts';
import { type AuctionTabProps, type SiloNames, useCertificatesMessage } from '../silo/data.ts';
import styles from '../silo/silo.module.css';
import { useRowSource } from '../sources/row-source.ts';
import { useDataSet } from '../sources/use-store.ts';
import { lotKeys } from './definition.tsx';

const shortsFirst = (a: SiloPositionRow, b: SiloPositionRow) =>
  lotsToTender(b) - lotsToTender(a) || (a.uniqueKey < b.uniqueKey ? -1 : 1);

export function ToDeliver({ panel, auctions }: AuctionTabProps) {
  const isPhone = panel.device === 'mobile';
  const context = useActionContext();
  const positions = useDataSet('siloPositions');
  const columns = useMemo(() => {
    const make = isPhone ? phoneColumns : deskColumns;
    return make((position) => (
      <ActionButtons
        actions={shortActions}
        target={{ position, deliveries: auctions }}
        context={context}
        isOnPhone={isPhone}
        nameOf={(label) => `${label}: ${position.principal} in ${position.contract}`}
      />
    ));
  }, [context, isPhone, auctions]);
  return (
    <RowsPanel
      panel={panel}
      label="Positions to deliver"
      set={positions}
      texts={{
        rows: 'positions to deliver',
        one: 'position',
        many: 'positions',
        empty: {
          title: 'Nothing to deliver or receive.',
          detail: 'Positions in a future show here from its first delivery day.',
        },
      }}
      message={useCertificatesMessage('Positions to deliver are not shown to you.')}
      columns={columns}
      phoneLines={styles.phoneLines}
      compare={shortsFirst}
      menu={{
        labelOf: ({ principal, contract }) => `${principal} in ${contract}`,
        itemsOf: ({ row }) => actionItems(shortActions, { position: row, deliveries: auctions }, context),
      }}
      onKey={(key, { row }) => {
        const id = entryOfKey(lotKeys, key);
        const action = shortActions.find((one) => one.id === id);
        if (action !== undefined)
          void runItemAction(action, { position: row, deliveries: auctions }, context);
        return action !== undefined;
      }}
      footerOf={(shown) => {
        const left = shown.reduce((sum, row) => sum + lotsToTender(row), 0);
        return left > 0 && <span>{formatLots(left)} lots still to tender</span>;
      }}
    />
  );
}

type Column = GridColumn<SiloPositionRow>;

/** What happens to the position, in a word. */
const dutyText = (row: SiloPositionRow): string => {
  if (row.net > 0) return 'receives';
  const left = lotsToTender(row);
  return left === 0 ? 'all tendered' : `${formatLots(left)} to tender`;
};

function deskColumns(renderActions: (row: SiloPositionRow) => ReactNode): readonly Column[] {
  const columns: readonly Column[] = [
    contractColumn<SiloPositionRow>(),
    textColumn<SiloPositionRow>('principal', { title: 'Account', width: 66, more: { weight: 'strong' } }),
    textColumn<SiloPositionRow>('subAccount', {
      title: 'Sub-acc',
      width: 58,
      more: { fullTitle: 'Sub-account' },
    }),
    {
      id: 'net',
      title: 'Net',
      fullTitle: 'Net position in lots: above zero long, below zero short',
      width: 50,
      align: 'right',
      weight: 'strong',
      text: ({ net }) => formatSigned(net, 0),
      tone: ({ net }) => (net > 0 ? 'buy' : 'sell'),
      sortValue: ({ net }) => net,
    },
    lotsColumn<SiloPositionRow>('tendered', {
      title: 'Tendered',
      width: 64,
      more: { fullTitle: 'Lots that are tendered today' },
    }),
    {
      id: 'duty',
      title: 'To do',
      fullTitle: 'What a short still has to tender',
      width: 92,
      align: 'left',
      text: dutyText,
      tone: (row) => (lotsToTender(row) > 0 ? 'warning' : 'second'),
      sortValue: lotsToTender,
    },
    lotsColumn<SiloPositionRow>('held', {
      title: 'Held',
      width: 50,
      more: { fullTitle: 'Lots of certificates that the account holds and could tender' },
    }),
    dateColumn<SiloPositionRow>('lastNoticeDay', ({ lastNoticeDay }) => lastNoticeDay, {
      title: 'By',
      fullTitle: 'Last notice day: a short that is not delivered by then is in default',
      width: 78,
    }),
    actionsColumn<SiloPositionRow>(56, renderActions),
  ];
  return byImportance(columns, ['contract', 'net', 'duty', 'principal', 'lastNoticeDay', 'actions', 'held']);
}

function phoneColumns(renderActions: (row: SiloPositionRow) => ReactNode): readonly Column[] {
  return [
    {
      id: 'contract',
      title: 'Contract',
      width: 110,
      align: 'left',
      weight: 'strong',
      text: ({ contract }) => contract,
    },
    {
      id: 'price',
      title: 'Net',
      width: 80,
      align: 'right',
      text: ({ net }) => formatSigned(net, 0),
      tone: ({ net }) => (net > 0 ? 'buy' : 'sell'),
    },
    {
      id: 'summary',
      title: 'Account',
      width: 120,
      align: 'left',
      text: ({ principal, subAccount, lastNoticeDay }) =>
        `${principal}${subAccount === null ? '' : ` ${subAccount}`}, by ${formatDate(lastNoticeDay)}`,
    },
    {
      id: 'state',
      title: 'To do',
      width: 90,
      align: 'right',
      text: dutyText,
      tone: (row) => (lotsToTender(row) > 0 ? 'warning' : 'second'),
    },
    actionsColumn<SiloPositionRow>(108, renderActions),
  ];
}

// The own deliveries with their invoices (SILO-3): what was received and delivered, by a bid or by allocation, and what it came to.

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
  const columns = useMemo(
    () => (isPhone ? deliveryPhoneColumns(names) : deliveryColumns(names)),
    [isPhone, names],
  );
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

type DeliveryColumn = GridColumn<DeliveryRow>;

/** Invoices of rules before 10 have none. */
const vatOf = ({ terms }: Pick<DeliveryRow, 'terms'>): number => terms?.vat ?? 0;
const totalOf = (row: DeliveryRow): number => toRand(toCents(row.amount) + toCents(vatOf(row)));

const sideText = ({ side }: Pick<DeliveryRow, 'side'>) => (side === 'B' ? 'Received' : 'Delivered');
const awardTexts: Readonly<Record<SiloAward, string>> = { bid: 'by bid', allocation: 'allocated' };
const awardText = ({ award }: Pick<DeliveryRow, 'award'>) => (award === null ? dash : awardTexts[award]);

function deliveryColumns(names: SiloNames): readonly DeliveryColumn[] {
  const columns: readonly DeliveryColumn[] = [
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

function deliveryPhoneColumns(names: SiloNames): readonly DeliveryColumn[] {
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
