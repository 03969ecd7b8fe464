// The Splits and Spreads panels (PANEL-4, PANEL-5): pairs of months and pairs of instruments with their own books, both legs and what
// the legs imply. A double-click on a price opens the ticket that would deal with it; nothing is sent by a click.
import { classifyContract, type MarketRow, type Side } from '@openpit/wire';
import { useEffect, useMemo, useState } from 'react';
import type { Anchor } from '../../actions/desk.ts';
import { openDepth } from '../../actions/open-depth.ts';
import { useActionContext, useFeedState } from '../../actions/use-action-context.ts';
import { watchContracts } from '../../live/subscriptions.ts';
import { setActiveContract, useActiveContract } from '../../stores/active-contract.ts';
import { compareContracts } from '../../stores/contract-order.ts';
import type { LoadStatus } from '../../stores/keyed-store.ts';
import { usePreferences } from '../../stores/preferences.ts';
import { instrumentsStore, marketStore } from '../../stores/stores.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import type { GridGrouping, GridMessage } from '../../ui/live-grid/grid-column.ts';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import type { RowGesture } from '../../ui/live-grid/row-gesture.ts';
import { PanelFooter } from '../../ui/panel-slots.tsx';
import { showContractByKey } from '../contract-keys.ts';
import { FeedAge, isOld } from '../feed-age.tsx';
import { dealAtBest, marketMenu, openEntry } from '../market-menu.tsx';
import type { PanelProps } from '../panel-props.ts';
import { useKeptView } from '../use-kept-view.ts';
import { useOwnWorking } from '../use-own-working.ts';
import { useStoreKeys, useStoreStatus } from '../use-store.ts';
import { buyingMeans, type PairKind, pairColumns, phoneColumnIds } from './pair-columns.ts';
import styles from './pairs.module.css';

const keyOf = (row: MarketRow) => row.contract;
const byInstrument: GridGrouping<MarketRow> = {
  groupKey: 'instrument',
  valueOf: (row) => row.instrument,
  describe: (instrument) => instrumentsStore.get(instrument)?.name ?? '',
};
const words = {
  splits: { title: 'Splits', component: 'Splits' },
  spreads: { title: 'Spreads', component: 'Spreads' },
} as const;

export const SplitsPanel = (props: PanelProps) => <PairsPanel {...props} kind="splits" />;
export const SpreadsPanel = (props: PanelProps) => <PairsPanel {...props} kind="spreads" />;

function PairsPanel(props: PanelProps & { readonly kind: PairKind }) {
  const { device, kind } = props;
  const { title, component } = words[kind];
  const kept = useKeptView(props);
  const isPhone = device === 'mobile';
  const keys = useStoreKeys(marketStore);
  const status = useStoreStatus(marketStore);
  const feed = useFeedState();
  const context = useActionContext();
  const working = useOwnWorking();
  const active = useActiveContract((state) => state.contract);
  const flash = usePreferences((preferences) => preferences.document.defaults.colorOnUpdates);
  const [menu, setMenu] = useState<RowGesture<MarketRow> | null>(null);
  const contracts = useMemo(() => pairContracts(keys, kind), [keys, kind]);
  useEffect(
    () => (contracts.length === 0 ? undefined : watchContracts(component, contracts)),
    [contracts, component],
  );
  const columns = useMemo(() => {
    const all = pairColumns(kind, working.current);
    return isPhone ? phoneColumnIds.flatMap((id) => all.find((one) => one.id === id) ?? []) : all;
  }, [kind, working, isPhone]);
  const trade = (row: MarketRow, side: Side, anchor: Anchor, isTok: boolean) =>
    openEntry({ ...dealAtBest(row, side, anchor), ...(isTok && { type: 1 as const }) }, context);

  return (
    <>
      <LiveGrid
        label={title}
        source={marketStore}
        rowKeys={contracts}
        keyOf={keyOf}
        columns={columns}
        grouping={byInstrument}
        {...kept}
        isStacked={isPhone}
        className={isPhone ? styles.phone : undefined}
        flash={flash}
        isStale={isOld(feed)}
        selectedKey={active}
        message={messageFor(status, kind)}
        onRepaint={working.onChange}
        onRowSelect={({ row }) => {
          setActiveContract(row.contract);
          if (isPhone) openDepth.perform(row, context);
        }}
        onRowDoubleClick={({ row, columnId, anchor, ctrlKey }) => {
          const side = sideOfCell(columnId);
          if (side !== null && !isPhone) trade(row, side, anchor, ctrlKey);
        }}
        onRowMenu={setMenu}
        onRowKey={(key, { row, anchor }) => {
          const letter = key.toLowerCase();
          if (letter === 'b') trade(row, 'B', anchor, false);
          else if (letter === 's') trade(row, 'S', anchor, false);
          else return showContractByKey(key, row, context);
          return true;
        }}
      />
      <PanelFooter>
        <span>
          {contracts.length} {contracts.length === 1 ? 'pair' : 'pairs'}
        </span>
        {!isPhone && <span>{buyingMeans(kind)}</span>}
        <FeedAge />
      </PanelFooter>
      <ActionMenu
        label={menu === null ? 'Pair' : menu.row.contract}
        at={menu === null ? null : { left: menu.anchor.left, top: menu.anchor.bottom }}
        onClose={() => setMenu(null)}
        items={menu === null ? [] : marketMenu(menu.row, menu.anchor, context)}
      />
    </>
  );
}

/** The pairs of this kind, in the order of the market. */
export function pairContracts(keys: readonly string[], kind: PairKind): string[] {
  return keys
    .flatMap((key) => marketStore.get(key) ?? [])
    .filter((row) => classifyContract(row.contractDisplay) === kind)
    .sort((a, b) => compareContracts(a, b) || (a.contract < b.contract ? -1 : 1))
    .map((row) => row.contract);
}

/** The bid cell sells, the offer cell buys; what the legs imply is no order, so nothing is taken there. */
export function sideOfCell(columnId: string): Side | null {
  if (columnId === 'bid' || columnId === 'bidQty') return 'S';
  return columnId === 'offer' || columnId === 'offerQty' ? 'B' : null;
}

function messageFor(status: LoadStatus, kind: PairKind): GridMessage {
  if (status === 'error')
    return {
      kind: 'error',
      title: 'The market could not be loaded.',
      detail: 'Its contracts are asked for again when the connection is made anew.',
    };
  if (status !== 'success') return { kind: 'loading', title: 'Loading the market…' };
  return {
    kind: 'empty',
    title: `No ${kind} are listed.`,
    detail: 'The exchange lists none in its reference data.',
  };
}
