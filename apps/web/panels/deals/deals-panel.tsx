// The Deals panel (PANEL-10): one's own deals of the day, the newest first, with what they come to; or the same consolidated.
import type { DealRow } from '@openpit/wire';
import { useMemo } from 'react';
import { useActionContext, useFeedState } from '../../actions/use-action-context.ts';
import { setActiveContract } from '../../stores/active-contract.ts';
import type { LoadStatus } from '../../stores/keyed-store.ts';
import { dealsStore } from '../../stores/stores.ts';
import { IconButton } from '../../ui/button.tsx';
import { formatLots, formatPrice } from '../../ui/format.ts';
import { SumIcon } from '../../ui/icons.tsx';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import type { RowGestureListeners } from '../../ui/live-grid/row-gesture.ts';
import { PanelFooter, PanelTools } from '../../ui/panel-slots.tsx';
import { showContractByKey } from '../market/contract-keys.ts';
import { FeedAge, isOld } from '../market/feed-age.tsx';
import phone from '../rows/phone-lines.module.css';
import { rowsMessage } from '../rows/rows-message.ts';
import type { PanelProps } from '../settings/panel-props.ts';
import { useSavedView } from '../settings/use-saved-view.ts';
import { createRowSource } from '../sources/row-source.ts';
import { useStoreRows, useStoreStatus } from '../sources/use-store.ts';
import { type ConsolidatedDeal, consolidated, consolidatedColumns } from './consolidated-deals.ts';
import { dealsColumns, phoneColumns, sumsOf } from './deals-columns.ts';

const keyOf = (deal: DealRow) => deal.dealSeq;

const keyOfSum = (row: ConsolidatedDeal) => row.id;

export function DealsPanel(props: PanelProps) {
  const { column, device, onChange } = props;
  const isConsolidated = column.props?.isConsolidated === true && device !== 'mobile';
  const kept = useSavedView(props);
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
  const row = {
    onRowSelect: ({ row: { contract } }: { readonly row: { readonly contract: string } }) =>
      setActiveContract(contract),
    onRowKey: (key: string, gesture: { readonly row: { readonly contract: string } }) =>
      showContractByKey(key, gesture.row, context),
  };
  return (
    <>
      <PanelTools>
        {!isPhone && (
          <IconButton
            icon={<SumIcon />}
            label="Consolidate: add up by principal, contract and side"
            aria-pressed={isConsolidated}
            onClick={() => onChange({ props: { ...column.props, isConsolidated: !isConsolidated } })}
          />
        )}
      </PanelTools>
      {isConsolidated ? (
        <ConsolidatedGrid deals={deals} status={status} {...row} />
      ) : (
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
          message={messageFor(status)}
          {...row}
        />
      )}
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

/** How it is sorted and which columns are seen is not kept: a look at the sums, and back. */
function ConsolidatedGrid(
  props: RowGestureListeners<ConsolidatedDeal> & {
    readonly deals: readonly DealRow[];
    readonly status: LoadStatus;
  },
) {
  const { deals, status, ...listeners } = props;
  const { source, keys } = useMemo(() => {
    const rows = consolidated(deals);
    const made = createRowSource<ConsolidatedDeal, string>(keyOfSum);
    made.set(rows);
    return { source: made, keys: rows.map(keyOfSum) };
  }, [deals]);
  return (
    <LiveGrid
      label="Deals consolidated"
      source={source}
      rowKeys={keys}
      keyOf={keyOfSum}
      columns={consolidatedColumns}
      isStale={isOld(useFeedState())}
      message={messageFor(status)}
      {...listeners}
    />
  );
}

const messageFor = (status: LoadStatus) =>
  rowsMessage(status, 'deals', {
    title: 'No deals today.',
    detail: 'A deal shows here the moment that one of your orders meets another.',
  });
