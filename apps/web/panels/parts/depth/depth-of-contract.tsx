// The bids and offers of one contract with the user's orders marked on them: in the Depth panel, and in the sheet of a phone.

import type { ContractFacts } from '@openpit/wire';
import { useEffect, useMemo, useState } from 'react';
import { denialOf, useActionContext } from '../../../actions/action.ts';
import type { Anchor } from '../../../actions/dialogs.ts';
import { openOrderForm } from '../../../actions/order-entry.ts';
import { openDepth } from '../../../actions/view-actions.ts';
import { DepthAge } from '../../../market/contract-heading.tsx';
import { followDepth, lastDepth } from '../../../market/depth.ts';
import { priceText, sideVerb } from '../../../market/market-text.ts';
import type { DepthView } from '../../../market/own-lots.ts';
import { usePrices } from '../../../market/prices.ts';
import { useShownStatus } from '../../../market/use-store.ts';
import { isOld, useFeedState } from '../../../stores/feed.ts';
import type { LoadStatus } from '../../../stores/keyed-store.ts';
import { usePreferences } from '../../../stores/session.ts';
import type { DepthStatus } from '../../../stores/stores.ts';
import { ActionMenu, type ActionMenuItem } from '../../../ui/action-menu.tsx';
import { classNames } from '../../../ui/button.tsx';
import { formatLots } from '../../../ui/format.ts';
import { entryOfKey, shownKey } from '../../../ui/keys.ts';
import type { GridMessage } from '../../../ui/live-grid/grid-column.ts';
import { LiveGrid } from '../../../ui/live-grid/live-grid.tsx';
import type { RowGesture } from '../../../ui/live-grid/use-grid-gestures.ts';
import { PanelFooter } from '../../../ui/panel-frame.tsx';
import { contractMenu, openInsertForm } from '../market/contract-menu.tsx';
import { RowCount } from '../rows/rows-panel.tsx';
import type { SavedView } from '../saved-view.ts';
import { depthColumns, depthKeys, orderUpTo } from './columns.ts';
import styles from './depth.module.css';
import { CancelOwnOrder, useOwnOrdersAtLevels } from './own-orders.tsx';
import { createDepthSource, createPriceHold, type DepthLevel, depthLevels, keyOfLevel } from './rules.ts';

interface DepthOfContractProps {
  readonly row: ContractFacts;
  readonly view: DepthView;
  /** The saved view of the columns, in a panel that has one. */
  readonly savedView?: SavedView;
}

/**
 * The depth of one contract with its gestures and menu: in the panel on a desk, in the sheet on a phone. A double-click on a level opens
 * the order that would deal with all lots up to it.
 */
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
  const [depthStatus, setDepthStatus] = useState(() => lastDepth(displaySeq).status);
  const status = useShownStatus(loadStatuses[depthStatus]);
  const columns = useMemo(
    () =>
      depthColumns({ contract, instrument }, own.at, (side, level) => (
        <CancelOwnOrder ownOrders={own} side={side} index={level.index} context={context} />
      )),
    [contract, instrument, own, context],
  );

  useEffect(() => source.onShape(() => setKeys(source.keys())), [source]);
  useEffect(() => {
    const stop = followDepth(displaySeq, (next) => {
      setDepthStatus(next.status);
      hold.update(depthLevels(next.rows, view, maxDepth));
    });
    return () => {
      stop();
      hold.stop();
    };
  }, [hold, displaySeq, view, maxDepth]);

  const deal = (level: DepthLevel, columnId: string, anchor: Anchor, isTok: boolean) => {
    const order = orderUpTo(level, columnId);
    if (order === null) return;
    openInsertForm({ kind: 'order', contract, ...order, type: isTok ? 'Tok' : 'Normal', anchor }, context);
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
          className={classNames(styles.depth, isHeld && styles.held)}
          source={source}
          rowKeys={keys}
          keyOf={keyOfLevel}
          columns={columns}
          flash={colorOnUpdates}
          isStale={isOld(feed) || depthStatus !== 'received'}
          message={messageOfDepth(status, contract)}
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
          needsLine
        />
        {best !== undefined && maxDepth > 0 && <span>at most {maxDepth}, by your preferences</span>}
        {isHeld && <strong className={styles.heldNote}>prices held while you point</strong>}
        <DepthAge displaySeq={displaySeq} />
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
          ...denialOf(openOrderForm, { kind: 'order', contract, ...order, type: 'Normal', anchor }, context),
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

/** Shown only in place of rows: depth that was received is kept on the screen, in the stale style. */
const loadStatuses: Readonly<Record<DepthStatus, LoadStatus>> = {
  notStarted: 'notStarted',
  loading: 'loading',
  received: 'success',
  old: 'error',
  error: 'error',
};

function messageOfDepth(status: LoadStatus, contract: string): GridMessage {
  if (status === 'error')
    return {
      kind: 'error',
      title: `The depth of ${contract} cannot be loaded now.`,
      detail: 'It loads again when the connection is restored.',
    };
  if (status !== 'success') return { kind: 'loading', title: `Loading the depth of ${contract}…` };
  return {
    kind: 'empty',
    title: `No orders in ${contract} now.`,
    detail: 'Bids and offers show here as soon as they are entered.',
  };
}
