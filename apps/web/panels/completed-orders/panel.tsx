// The Completed orders panel (PANEL-7): the orders that ended today, the newest first, each with how and why
// it ended.
import type { CompletedOrderRow } from '@openpit/wire';
import { useDataSet } from '../../market/use-store.ts';
import { formatLots } from '../../ui/format.ts';
import type { PanelProps } from '../parts/panel-settings.ts';
import { RowsPanel } from '../parts/rows/rows-panel.tsx';
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
      isNewestFirst
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
