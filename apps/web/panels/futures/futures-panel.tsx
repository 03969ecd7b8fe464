// The Futures panel (PANEL-1): every futures contract with its best bid and offer. A click makes a contract the active
// one; a double-click on a price opens the order form that would deal with it; nothing is sent by a click.
import { classifyContract, type MarketRow, type Side } from '@openpit/wire';
import { useEffect, useMemo, useState } from 'react';
import type { Anchor } from '../../actions/desk.ts';
import { openDepth } from '../../actions/open-depth.ts';
import { useActionContext, useFeedState } from '../../actions/use-action-context.ts';
import { watchContracts } from '../../live/subscriptions.ts';
import { setActiveContract, useActiveContract } from '../../stores/active-contract.ts';
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
import styles from './futures.module.css';
import { futuresColumns, phoneColumnIds, sideOfCell } from './futures-columns.ts';
import { futuresContracts, subscribedInstruments } from './futures-rows.ts';
import { InstrumentFilter } from './instrument-filter.tsx';

const keyOf = (row: MarketRow) => row.contract;
const byInstrument: GridGrouping<MarketRow> = {
  groupKey: 'instrument',
  valueOf: (row) => row.instrument,
  describe: (instrument) => instrumentsStore.get(instrument)?.name ?? '',
};

export function FuturesPanel(props: PanelProps) {
  const { column, device } = props;
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

  const instruments = useMemo(
    () => subscribedInstruments(column.instrumentSubscriptions),
    [column.instrumentSubscriptions],
  );
  const contracts = useMemo(
    () =>
      futuresContracts(
        keys.flatMap((key) => marketStore.get(key) ?? []),
        instruments,
      ),
    [keys, instruments],
  );
  const listed = useMemo(
    () =>
      keys.flatMap((key) => {
        const row = marketStore.get(key);
        return row !== undefined && classifyContract(row.contractDisplay) === 'futures'
          ? [row.instrument]
          : [];
      }),
    [keys],
  );
  useEffect(() => (contracts.length === 0 ? undefined : watchContracts('Futures', contracts)), [contracts]);

  const { groupBy } = kept.view;
  const isUnderInstrument = groupBy === null || groupBy.id === byInstrument.groupKey;
  const columns = useMemo(() => {
    const all = futuresColumns(working.current, isUnderInstrument);
    return isPhone ? phoneColumnIds.flatMap((id) => all.find((one) => one.id === id) ?? []) : all;
  }, [working, isPhone, isUnderInstrument]);

  const trade = (row: MarketRow, side: Side, anchor: Anchor, isTok: boolean) =>
    openEntry({ ...dealAtBest(row, side, anchor), ...(isTok && { type: 1 as const }) }, context);
  const select = (gesture: RowGesture<MarketRow>) => {
    setActiveContract(gesture.row.contract);
    if (isPhone) openDepth.perform(gesture.row, context);
  };
  const onDoubleClick = ({ row, columnId, anchor, ctrlKey }: RowGesture<MarketRow>) => {
    const side = sideOfCell(columnId);
    if (side !== null && !isPhone) trade(row, side, anchor, ctrlKey);
  };
  const onKey = (key: string, { row, anchor }: RowGesture<MarketRow>): boolean => {
    const letter = key.toLowerCase();
    if (letter === 'b') trade(row, 'B', anchor, false);
    else if (letter === 's') trade(row, 'S', anchor, false);
    else return showContractByKey(key, row, context);
    return true;
  };

  return (
    <>
      <InstrumentFilter
        instruments={listed}
        chosen={instruments}
        isPhone={isPhone}
        onChoose={(next) => props.onChange({ instrumentSubscriptions: next })}
      />
      <LiveGrid
        label="Futures"
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
        message={messageFor(status, instruments !== null)}
        onRepaint={working.onChange}
        onRowSelect={select}
        onRowDoubleClick={onDoubleClick}
        onRowMenu={setMenu}
        onRowKey={onKey}
      />
      <PanelFooter>
        <span>{contracts.length} contracts</span>
        <FeedAge />
      </PanelFooter>
      <ActionMenu
        label={menu === null ? 'Contract' : menu.row.contract}
        at={menu === null ? null : { left: menu.anchor.left, top: menu.anchor.bottom }}
        onClose={() => setMenu(null)}
        items={menu === null ? [] : marketMenu(menu.row, menu.anchor, context)}
      />
    </>
  );
}

function messageFor(status: string, isFiltered: boolean): GridMessage {
  if (status === 'error')
    return {
      kind: 'error',
      title: 'The market could not be loaded.',
      detail:
        'The server did not send its contracts. They are asked for again when the connection is made anew.',
    };
  if (status !== 'success') return { kind: 'loading', title: 'Loading the market…' };
  return isFiltered
    ? {
        kind: 'empty',
        title: 'No futures of these instruments.',
        detail: 'The panel is limited to some instruments.',
      }
    : {
        kind: 'empty',
        title: 'No futures are listed.',
        detail: 'The exchange lists none in its reference data.',
      };
}
