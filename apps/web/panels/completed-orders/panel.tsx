// The Completed orders panel (PANEL-7): the orders that ended today, the newest first, each with how and why
// it ended.
import type { CompletedOrderRow } from '@openpit/wire';
import { formatLots } from '../../ui/format.ts';
import { RowsPanel } from '../rows/rows-panel.tsx';
import type { PanelProps } from '../settings/panel-settings.ts';
import { useDataSet } from '../sources/use-store.ts';
import { completedOrdersColumns } from './columns.ts';

const texts = {
  rows: 'completed orders',
  one: 'order',
  many: 'orders',
  empty: {
    title: 'No completed orders today.',
    detail: 'An order shows here once it is filled, cancelled, killed, expired or rejected.',
  },
};

export function CompletedOrdersPanel(props: PanelProps) {
  return (
    <RowsPanel
      panel={props}
      label="Completed orders"
      set={useDataSet('completedOrders')}
      dealerOf={dealerOf}
      texts={texts}
      columns={completedOrdersColumns}
      compare={newestFirst}
      footerOf={(orders) =>
        orders.length > 0 && (
          <span>{formatLots(orders.reduce((sum, { dealt }) => sum + dealt, 0))} lots dealt</span>
        )
      }
    />
  );
}

const dealerOf = ({ dealer }: CompletedOrderRow) => dealer;

const newestFirst = (a: CompletedOrderRow, b: CompletedOrderRow) =>
  b.time - a.time || b.completedOrderSeq - a.completedOrderSeq;
