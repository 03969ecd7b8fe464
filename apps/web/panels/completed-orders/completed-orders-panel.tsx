// The Completed orders panel (PANEL-7): one's orders whose life has ended today, the newest first, each with how and why.
import type { CompletedOrderRow } from '@openpit/wire';
import { useMemo } from 'react';
import { useActionContext, useFeedState } from '../../actions/use-action-context.ts';
import { setActiveContract } from '../../stores/active-contract.ts';
import { completedOrdersStore } from '../../stores/stores.ts';
import { formatLots } from '../../ui/format.ts';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import { PanelFooter } from '../../ui/panel-slots.tsx';
import { showContractByKey } from '../market/contract-keys.ts';
import { FeedAge, isOld } from '../market/feed-age.tsx';
import phone from '../rows/phone-lines.module.css';
import { rowsMessage } from '../rows/rows-message.ts';
import type { PanelProps } from '../settings/panel-props.ts';
import { useSavedView } from '../settings/use-saved-view.ts';
import { useStoreRows, useStoreStatus } from '../sources/use-store.ts';
import { completedOrdersColumns, phoneColumns } from './completed-orders-columns.ts';

const keyOf = (order: CompletedOrderRow) => order.completedOrderSeq;

export function CompletedOrdersPanel(props: PanelProps) {
  const { device } = props;
  const kept = useSavedView(props);
  const isPhone = device === 'mobile';
  const status = useStoreStatus(completedOrdersStore);
  const orders = useStoreRows(completedOrdersStore);
  const feed = useFeedState();
  const context = useActionContext();
  const shown = useMemo(
    () => [...orders].sort((a, b) => b.time - a.time || b.completedOrderSeq - a.completedOrderSeq).map(keyOf),
    [orders],
  );
  const dealt = orders.reduce((sum, order) => sum + order.dealt, 0);
  return (
    <>
      <LiveGrid
        label="Completed orders"
        source={completedOrdersStore}
        rowKeys={shown}
        keyOf={keyOf}
        columns={isPhone ? phoneColumns : completedOrdersColumns}
        {...kept}
        isStacked={isPhone}
        className={isPhone ? phone.lines : undefined}
        isStale={isOld(feed)}
        message={rowsMessage(status, 'completed orders', {
          title: 'No completed orders today.',
          detail: 'An order shows here once it is filled, cancelled, killed, expired or rejected.',
        })}
        onRowSelect={({ row }) => setActiveContract(row.contract)}
        onRowKey={(key, { row }) => showContractByKey(key, row, context)}
      />
      <PanelFooter>
        <span>
          {orders.length} {orders.length === 1 ? 'order' : 'orders'}
        </span>
        {orders.length > 0 && <span>{formatLots(dealt)} lots dealt</span>}
        <FeedAge />
      </PanelFooter>
    </>
  );
}
