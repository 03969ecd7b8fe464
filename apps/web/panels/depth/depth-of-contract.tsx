// The levels of one contract's depth with what can be done on them: the panel on a desk, the sheet on a phone. A
// double-click on a level opens the order that would deal with all that stands up to it.
import type { MarketRow } from '@openpit/wire';
import { useEffect, useMemo, useState } from 'react';
import { reasonAgainst } from '../../actions/action.ts';
import type { Anchor, OrderFormRequest } from '../../actions/desk.ts';
import { openOrderForm } from '../../actions/open-order-form.ts';
import { useActionContext, useFeedState } from '../../actions/use-action-context.ts';
import { watchDepth } from '../../live/subscriptions.ts';
import { showToast } from '../../notices/toasts.ts';
import type { LoadStatus } from '../../stores/keyed-store.ts';
import { usePreferences } from '../../stores/preferences.ts';
import { depthStore } from '../../stores/stores.ts';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import { PanelFooter } from '../../ui/panel-slots.tsx';
import { FeedAge, isOld } from '../feed-age.tsx';
import { useOwnWorking } from '../use-own-working.ts';
import styles from './depth.module.css';
import { depthColumns, orderUpTo } from './depth-columns.ts';
import { type DepthLevel, type DepthView, depthLevels } from './depth-levels.ts';
import { createDepthSource } from './depth-source.ts';

export const keyOfLevel = (level: DepthLevel) => level.index;

export interface DepthOfContractProps {
  readonly row: Pick<MarketRow, 'contract' | 'displaySeq' | 'instrument'>;
  readonly view: DepthView;
}

export function DepthOfContract({ row, view }: DepthOfContractProps) {
  const { contract, displaySeq, instrument } = row;
  const { maxDepth, colorOnUpdates } = usePreferences((preferences) => preferences.document.defaults);
  const feed = useFeedState();
  const context = useActionContext();
  const working = useOwnWorking();
  const source = useMemo(createDepthSource, []);
  const [keys, setKeys] = useState(source.keys);
  const [status, setStatus] = useState<LoadStatus>(depthStore.get(displaySeq).status);
  const columns = useMemo(
    () => depthColumns({ contract, instrument }, working.current),
    [contract, instrument, working],
  );

  useEffect(() => source.onShape(() => setKeys(source.keys())), [source]);
  useEffect(() => {
    const read = () => {
      const depth = depthStore.get(displaySeq);
      setStatus(depth.status);
      source.set(depthLevels(depth.rows, view, maxDepth));
    };
    read();
    const stopReading = depthStore.onDepth(displaySeq, read);
    const stopWatching = watchDepth(displaySeq);
    return () => {
      stopReading();
      stopWatching();
    };
  }, [source, displaySeq, view, maxDepth]);

  const deal = (level: DepthLevel, columnId: string, anchor: Anchor, isTok: boolean) => {
    const order = orderUpTo(level, columnId);
    if (order === null) return;
    const request: OrderFormRequest = { contract, ...order, type: isTok ? 1 : 0, anchor };
    const reason = reasonAgainst(openOrderForm, request, context);
    if (reason === null) openOrderForm.perform(request, context);
    else showToast({ type: 'warning', message: reason });
  };
  const best = source.get(0);
  return (
    <>
      <LiveGrid
        label={`Depth of ${contract}`}
        className={styles.depth}
        source={source}
        rowKeys={keys}
        keyOf={keyOfLevel}
        columns={columns}
        flash={colorOnUpdates}
        isStale={isOld(feed)}
        message={messageFor(status, contract)}
        onRepaint={working.onChange}
        onRowDoubleClick={({ row: level, columnId, anchor, ctrlKey }) =>
          deal(level, columnId, anchor, ctrlKey)
        }
        onRowKey={(key, { row: level, anchor }) => {
          const letter = key.toLowerCase();
          if (letter !== 'b' && letter !== 's') return false;
          deal(level, letter === 'b' ? 'offer' : 'bid', anchor, false);
          return true;
        }}
      />
      <PanelFooter>
        <span>
          {keys.length} {keys.length === 1 ? 'level' : 'levels'}
        </span>
        {best !== undefined && maxDepth > 0 && <span>at most {maxDepth}, by your preferences</span>}
        <FeedAge />
      </PanelFooter>
    </>
  );
}

function messageFor(status: LoadStatus, contract: string): GridMessage {
  if (status === 'error')
    return {
      kind: 'error',
      title: `The depth of ${contract} could not be loaded.`,
      detail: 'It is asked for again when the connection is made anew.',
    };
  if (status !== 'success') return { kind: 'loading', title: `Loading the depth of ${contract}…` };
  return {
    kind: 'empty',
    title: `No orders in ${contract} now.`,
    detail: 'Bids and offers show here as soon as somebody enters one.',
  };
}
