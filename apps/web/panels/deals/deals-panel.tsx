// The Deals panel (PANEL-10): one's own deals of the day, the newest first, with what they come to.
import type { DealRow } from '@openpit/wire';
import { useMemo } from 'react';
import { useActionContext, useFeedState } from '../../actions/use-action-context.ts';
import { setActiveContract } from '../../stores/active-contract.ts';
import { dealsStore } from '../../stores/stores.ts';
import { formatLots, formatPrice } from '../../ui/format.ts';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import { PanelFooter } from '../../ui/panel-slots.tsx';
import { showContractByKey } from '../contract-keys.ts';
import { FeedAge, isOld } from '../feed-age.tsx';
import type { PanelProps } from '../panel-props.ts';
import phone from '../phone-lines.module.css';
import { rowsMessage } from '../rows-message.ts';
import { useKeptView } from '../use-kept-view.ts';
import { useStoreRows, useStoreStatus } from '../use-store.ts';
import { dealsColumns, phoneColumns, sumsOf } from './deals-columns.ts';

const keyOf = (deal: DealRow) => deal.dealSeq;

export function DealsPanel(props: PanelProps) {
  const { device } = props;
  const kept = useKeptView(props);
  const isPhone = device === 'mobile';
  const status = useStoreStatus(dealsStore);
  const deals = useStoreRows(dealsStore);
  const feed = useFeedState();
  const context = useActionContext();
  const shown = useMemo(
    () => [...deals].sort((a, b) => b.time - a.time || b.dealSeq - a.dealSeq).map(keyOf),
    [deals],
  );
  const { bought, sold, value } = sumsOf(deals);
  return (
    <>
      <LiveGrid
        label="Deals"
        source={dealsStore}
        rowKeys={shown}
        keyOf={keyOf}
        columns={isPhone ? phoneColumns : dealsColumns}
        {...kept}
        isStacked={isPhone}
        className={isPhone ? phone.lines : undefined}
        isStale={isOld(feed)}
        message={rowsMessage(status, 'deals', {
          title: 'No deals today.',
          detail: 'A deal shows here the moment that one of your orders meets another.',
        })}
        onRowSelect={({ row }) => setActiveContract(row.contract)}
        onRowKey={(key, { row }) => showContractByKey(key, row, context)}
      />
      <PanelFooter>
        <span>
          {deals.length} {deals.length === 1 ? 'deal' : 'deals'}
        </span>
        {deals.length > 0 && (
          <>
            <span>
              bought {formatLots(bought)}, sold {formatLots(sold)} lots
            </span>
            {!isPhone && <span>value R {formatPrice(value, 2)}</span>}
          </>
        )}
        <FeedAge />
      </PanelFooter>
    </>
  );
}
