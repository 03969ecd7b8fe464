// The Futures panel (PANEL-1): all futures, or the futures of the user's list, with their best bid and offer. A click makes a contract the
// active one, a double-click on a price opens the order form to deal at it.
import { classifyContract, type MarketRow } from '@openpit/wire';
import { useMemo } from 'react';
import { StaleAge } from '../../market/contract-heading.tsx';
import { usePrices } from '../../market/prices.ts';
import { useStoreKeys, useStoreStatus } from '../../market/use-store.ts';
import { useActiveContract } from '../../stores/chosen.ts';
import { isOld, useFeedState } from '../../stores/feed.ts';
import { usePreferences } from '../../stores/session.ts';
import { contractStore } from '../../stores/stores.ts';
import type { ActionMenuItem } from '../../ui/action-menu.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { columnsFor } from '../../ui/live-grid/grid-column.ts';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import { PanelFooter } from '../../ui/panel-frame.tsx';
import {
  byInstrument,
  contractOfCell,
  marketColumns,
  marketMessage,
  noContracts,
  useFittedColumns,
} from '../parts/market/columns.ts';
import { InstrumentFilter, useInstruments } from '../parts/market/instrument-filter.tsx';
import phone from '../parts/market/market-phone.module.css';
import { contractOfRow, useMarketRows } from '../parts/market/use-market-rows.tsx';
import { useWorkingLots } from '../parts/own/orders.ts';
import { useNetLots } from '../parts/own/positions.ts';
import type { PanelProps } from '../parts/panel-settings.ts';
import { usePanelSettings } from '../parts/panel-settings.ts';
import { onAnyChange } from '../parts/row-source.ts';
import { RowCount } from '../parts/rows/rows-panel.tsx';
import { useSavedView } from '../parts/saved-view.ts';
import { futuresColumns } from './columns.ts';
import { futuresSettings } from './definition.tsx';
import { futuresContracts, savedList, toggledInList } from './rules.ts';

const keyOf = (row: MarketRow) => row.contract;
export function FuturesPanel(props: PanelProps) {
  const { column, device } = props;
  const [{ showsList = false }, change] = usePanelSettings(futuresSettings, props);
  const savedView = useSavedView(props);
  const isPhone = device === 'mobile';
  const keys = useStoreKeys(contractStore);
  const status = useStoreStatus(contractStore);
  const feed = useFeedState();
  const working = useWorkingLots();
  const net = useNetLots();
  const active = useActiveContract((state) => state.contract);
  const flash = usePreferences((preferences) => preferences.document.defaults.colorOnUpdates);
  const list = useMemo(() => savedList(column), [column]);

  const { chosen: instruments, choose } = useInstruments(props);
  const contracts = useMemo(
    () =>
      futuresContracts(
        keys.flatMap((key) => contractStore.get(key) ?? []),
        instruments,
        showsList ? list : null,
      ),
    [keys, instruments, list, showsList],
  );
  const listed = useMemo(
    () =>
      keys.flatMap((key) => {
        const row = contractStore.get(key);
        return row !== undefined && classifyContract(row.contractDisplay) === 'futures'
          ? [row.instrument]
          : [];
      }),
    [keys],
  );
  const prices = usePrices(contracts, { line: 'Futures' });
  const onRepaint = useMemo(
    () => onAnyChange(working, net, { onChange: prices.onReception }),
    [working, net, prices],
  );

  const { groupBy } = savedView.view;
  const isUnderInstrument = groupBy === null || groupBy.id === byInstrument.groupKey;
  const own = useMemo(() => {
    const all = marketColumns(
      futuresColumns(working.current, net.current, isUnderInstrument),
      prices,
      contractOfCell,
    );
    return columnsFor(all, isPhone);
  }, [working, net, prices, isPhone, isUnderInstrument]);
  const texts = useMemo(
    () => ({
      contract: isUnderInstrument
        ? contracts.map((contract) => contractStore.get(contract)?.contractDate ?? '')
        : contracts,
    }),
    [contracts, isUnderInstrument],
  );
  const columns = useFittedColumns(own, texts);

  const { listeners, menu } = useMarketRows({
    isPhone,
    targetOf: contractOfRow,
    moreItems: ({ contract }): readonly ActionMenuItem[] => [
      {
        id: 'list',
        label: list.includes(contract) ? 'Remove from list' : 'Add to list',
        icon: <CheckIcon />,
        run: () => change({ list: toggledInList(list, contract) }),
      },
    ],
  });

  return (
    <>
      <InstrumentFilter
        instruments={listed}
        chosen={instruments}
        isPhone={isPhone}
        list={{ size: list.length, isShown: showsList, show: (next) => change({ showsList: next }) }}
        onChoose={choose}
      />
      <LiveGrid
        label="Futures"
        source={prices}
        rowKeys={contracts}
        keyOf={keyOf}
        columns={columns}
        grouping={byInstrument}
        {...savedView}
        isStacked={isPhone}
        className={isPhone ? phone.lines : undefined}
        flash={flash}
        isStale={isOld(feed)}
        selectedKey={active}
        message={marketMessage(status, emptyText(showsList, instruments))}
        onRepaint={onRepaint}
        {...listeners}
      />
      <PanelFooter>
        <RowCount count={contracts.length} one="contract" many="contracts" isKnown={status === 'success'} />
        <StaleAge />
      </PanelFooter>
      {menu}
    </>
  );
}

function emptyText(showsList: boolean, instruments: readonly string[] | null) {
  if (showsList)
    return {
      title: 'Your list has no contracts.',
      detail: 'A right click on a contract adds it. The filter in the header shows all contracts again.',
    };
  return noContracts('futures', instruments);
}
