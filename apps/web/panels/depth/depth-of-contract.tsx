// The depth of one contract with its gestures and menu: in the panel on a desk, in the sheet on a phone. A
// double-click on a level opens the order that would deal with all lots up to it.
import type { ContractFacts } from '@openpit/wire';
import { useEffect, useMemo, useState } from 'react';
import type { Anchor } from '../../actions/action.ts';
import { denialOf, useActionContext, useFeedState } from '../../actions/action.ts';
import { sideVerb } from '../../actions/order-actions.ts';
import { openOrderForm } from '../../actions/order-entry.ts';
import { openDepth } from '../../actions/view-actions.ts';
import { priceText } from '../../market/market-text.ts';
import { watchDepth } from '../../server/hub/subscriptions.ts';
import type { LoadStatus } from '../../stores/keyed-store.ts';
import { usePreferences } from '../../stores/session.ts';
import { depthStore } from '../../stores/stores.ts';
import { ActionMenu, type ActionMenuItem } from '../../ui/action-menu.tsx';
import { cx } from '../../ui/class-names.ts';
import { formatLots } from '../../ui/format.ts';
import { entryOfKey, shownKey } from '../../ui/keys.ts';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import type { RowGesture } from '../../ui/live-grid/row-gesture.ts';
import { PanelFooter } from '../../ui/panel-slots.tsx';
import { contractMenu, openEntry } from '../market/contract-menu.tsx';
import { FeedAge, isOld } from '../market/feed-age.tsx';
import { RowCount } from '../rows/row-count.tsx';
import type { SavedView } from '../settings/use-saved-view.ts';
import { usePrices } from '../sources/prices.ts';
import { CancelOwnOrder } from './cancel-own-order.tsx';
import styles from './depth.module.css';
import { depthColumns, orderUpTo } from './depth-columns.ts';
import { depthKeys } from './depth-keys.ts';
import { type DepthLevel, type DepthView, depthLevels } from './depth-levels.ts';
import { createDepthSource, keyOfLevel } from './depth-source.ts';
import { createPriceHold } from './price-hold.ts';
import { useOwnOrdersAtLevels } from './use-own-orders-at-levels.ts';

export interface DepthOfContractProps {
  readonly row: ContractFacts;
  readonly view: DepthView;
  /** The saved view of the columns, in a panel that has one. */
  readonly savedView?: SavedView;
}

export function DepthOfContract({ row, view, savedView }: DepthOfContractProps) {
  const { contract, displaySeq, instrument } = row;
  const { maxDepth, colorOnUpdates } = usePreferences((preferences) => preferences.document.defaults);
  const feed = useFeedState();
  const context = useActionContext();
  const contracts = useMemo(() => [contract], [contract]);
  const prices = usePrices(contracts);
  const source = useMemo(createDepthSource, []);
  const own = useOwnOrdersAtLevels(contract, view);
  const [isHeld, setHeld] = useState(false);
  const [menu, setMenu] = useState<RowGesture<DepthLevel> | null>(null);
  const hold = useMemo(
    () =>
      createPriceHold({
        show: (levels) => {
          // Before the lines are written, because their marks depend on it.
          own.setLevels(levels);
          source.set(levels);
        },
        onHeld: setHeld,
      }),
    [source, own],
  );
  const [keys, setKeys] = useState(source.keys);
  const [status, setStatus] = useState<LoadStatus>(depthStore.get(displaySeq).status);
  const columns = useMemo(
    () =>
      depthColumns({ contract, instrument }, own.at, (side, level) => (
        <CancelOwnOrder own={own} side={side} index={level.index} context={context} />
      )),
    [contract, instrument, own, context],
  );

  useEffect(() => source.onShape(() => setKeys(source.keys())), [source]);
  useEffect(() => {
    const read = () => {
      const depth = depthStore.get(displaySeq);
      setStatus(depth.status);
      hold.update(depthLevels(depth.rows, view, maxDepth));
    };
    read();
    const stopReading = depthStore.onDepth(displaySeq, read);
    const stopWatching = watchDepth(displaySeq);
    return () => {
      stopReading();
      stopWatching();
      hold.stop();
    };
  }, [hold, displaySeq, view, maxDepth]);

  const deal = (level: DepthLevel, columnId: string, anchor: Anchor, isTok: boolean) => {
    const order = orderUpTo(level, columnId);
    if (order === null) return;
    openEntry({ kind: 'order', contract, ...order, type: isTok ? 1 : 0, anchor }, context);
  };
  const best = source.get(0);
  return (
    <>
      <div
        className={styles.levels}
        onPointerEnter={(event) => {
          if (event.pointerType === 'mouse') hold.enter();
        }}
        onPointerLeave={() => hold.leave()}
      >
        <LiveGrid
          label={`Depth of ${contract}`}
          isSelectable={false}
          {...savedView}
          className={cx(styles.depth, isHeld && styles.held)}
          source={source}
          rowKeys={keys}
          keyOf={keyOfLevel}
          columns={columns}
          flash={colorOnUpdates}
          isStale={isOld(feed)}
          message={messageFor(status, contract)}
          onRepaint={own.subscribe}
          onRowDoubleClick={({ row: level, columnId, anchor, ctrlKey }) =>
            deal(level, columnId, anchor, ctrlKey)
          }
          onRowKey={(key, { row: level, anchor }) => {
            const pressed = entryOfKey(depthKeys, key);
            if (pressed === null) return false;
            deal(level, pressed === 'buy' ? 'offer' : 'bid', anchor, false);
            return true;
          }}
          onRowMenu={setMenu}
        />
      </div>
      <PanelFooter>
        <RowCount
          count={keys.length}
          one={view === 'order' ? 'row' : 'level'}
          many={view === 'order' ? 'rows' : 'levels'}
          isKnown={status === 'success'}
        />
        {best !== undefined && maxDepth > 0 && <span>at most {maxDepth}, by your preferences</span>}
        {isHeld && <strong className={styles.heldNote}>prices held while you point</strong>}
        <FeedAge />
      </PanelFooter>
      <ActionMenu
        label={`Depth of ${contract}`}
        at={menu === null ? null : { left: menu.anchor.left, top: menu.anchor.bottom }}
        onClose={() => setMenu(null)}
        items={menu === null ? [] : menuItems(menu)}
      />
    </>
  );

  function menuItems({ row: level, anchor }: RowGesture<DepthLevel>): ActionMenuItem[] {
    const market = prices.get(contract);
    const upTo = (columnId: 'bid' | 'offer'): ActionMenuItem[] => {
      const order = orderUpTo(level, columnId);
      if (order === null) return [];
      const at = `${formatLots(order.qty)} at ${priceText(order.price, row)}`;
      return [
        {
          id: `upTo-${columnId}`,
          label: `${sideVerb(order.side)} ${at}: all up to here`,
          tone: order.side === 'B' ? 'buy' : 'sell',
          keyName: shownKey(order.side === 'B' ? depthKeys.keys.buy : depthKeys.keys.sell),
          ...denialOf(openOrderForm, { kind: 'order', contract, ...order, type: 0, anchor }, context),
          run: () => deal(level, columnId, anchor, false),
        },
      ];
    };
    return [
      ...upTo('offer'),
      ...upTo('bid'),
      // On a level, B and S mean the orders above, and the other keys of a market row do nothing.
      ...(market === undefined ? [] : contractMenu(market, anchor, context))
        .filter(({ id }) => id !== openDepth.id)
        .map((item) => ({ ...item, keyName: undefined })),
    ];
  }
}

function messageFor(status: LoadStatus, contract: string): GridMessage {
  if (status === 'error')
    return {
      kind: 'error',
      title: `The depth of ${contract} could not be loaded.`,
      detail: 'It loads again when the connection is restored.',
    };
  if (status !== 'success') return { kind: 'loading', title: `Loading the depth of ${contract}…` };
  return {
    kind: 'empty',
    title: `No orders in ${contract} now.`,
    detail: 'Bids and offers show here as soon as they are entered.',
  };
}
