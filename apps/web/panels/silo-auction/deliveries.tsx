// Two tabs of the Silo auction panel (SILO-3). The first shows the coming deliveries of accounts: their positions in futures that are
// delivered, and how many lots of the shorts are not tendered yet. The second shows the user's deliveries with their invoices: lots
// received and delivered, by a bid or by allocation, and the amounts.
import type { SiloAllocationRow, SiloAuctionRow, SiloInvoiceRow, SiloPositionRow } from '@openpit/wire';
import { useMemo } from 'react';
import { lotsToTender, shortActions } from '../../actions/silo-actions.ts';
import type { SiloNames } from '../../market/silo.ts';
import { useDataSet } from '../../market/use-store.ts';
import { compareContractNames } from '../../stores/market-days.ts';
import { formatLots } from '../../ui/format.ts';
import type { PanelProps } from '../parts/panel-settings.ts';
import { useRowSource } from '../parts/row-source.ts';
import { useAccountsMessage } from '../parts/rows/messages.ts';
import { rowActions, type SomeRows } from '../parts/rows/row-actions.tsx';
import { RowsPanel } from '../parts/rows/rows-panel.tsx';
import styles from '../parts/silo/silo.module.css';
import { type DeliveryRow, deliveryColumns, siloPositionColumns } from './columns.ts';

export interface AuctionTabProps {
  readonly panel: PanelProps;
  readonly names: SiloNames;
  /** The deliveries of the newest day. */
  readonly auctions: readonly SiloAuctionRow[];
  /** The contracts that can be delivered now or next, as a sentence; null if the exchange lists nothing for delivery. */
  readonly next: string | null;
  /** True if the deliveries belong to the current business day. */
  readonly isBegun: boolean;
}

const shortsFirst = (a: SiloPositionRow, b: SiloPositionRow) =>
  lotsToTender(b) - lotsToTender(a) ||
  compareContractNames(a.contract, b.contract) ||
  (a.uniqueKey < b.uniqueKey ? -1 : 1);

export function DeliveriesDue({ panel, auctions }: AuctionTabProps) {
  const positions = useDataSet('siloPositions');
  const actions = useMemo(
    () =>
      rowActions({
        list: shortActions,
        one: 'position',
        targetOf: ([position]: SomeRows<SiloPositionRow>) => ({ position, deliveries: auctions }),
        buttons: {
          width: 56,
          rank: 5,
          nameOf: (label, { principal, contract }) => `${label}: ${principal} in ${contract}`,
        },
      }),
    [auctions],
  );
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
      message={useAccountsMessage('Positions to deliver are not shown to you.')}
      columns={siloPositionColumns}
      phoneLines={styles.phoneLines}
      compare={shortsFirst}
      menu={{ labelOf: ({ principal, contract }) => `${principal} in ${contract}` }}
      rowActions={actions}
      footerOf={(shown) => {
        const left = shown.reduce((sum, row) => sum + lotsToTender(row), 0);
        return left > 0 && <span>{formatLots(left)} lots still to tender</span>;
      }}
    />
  );
}

const keyOf = ({ uniqueKey }: DeliveryRow) => uniqueKey;
const newestFirst = (a: DeliveryRow, b: DeliveryRow) => b.time - a.time || b.invoiceSeq - a.invoiceSeq;

/** The invoices with their allocations, which have the same keys. */
function deliveryRows(
  invoices: readonly SiloInvoiceRow[],
  allocations: readonly SiloAllocationRow[],
): readonly DeliveryRow[] {
  const byKey = new Map(allocations.map((allocation) => [allocation.uniqueKey, allocation]));
  return invoices.map((invoice) => {
    const allocation = byKey.get(invoice.uniqueKey);
    return { ...invoice, lots: allocation?.lots ?? null, award: allocation?.award ?? null };
  });
}

export function Deliveries({ panel, names }: AuctionTabProps) {
  const invoices = useDataSet('siloInvoices');
  const allocations = useDataSet('siloAllocations');
  const rows = useMemo(
    () => deliveryRows(invoices.rows, allocations.rows),
    [invoices.rows, allocations.rows],
  );
  const { source } = useRowSource(rows, keyOf);
  const columns = useMemo(() => deliveryColumns(names), [names]);
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
      message={useAccountsMessage('Deliveries are not shown to you.')}
      columns={columns}
      compare={newestFirst}
    />
  );
}
