// The Futures panel (PANEL-1): all futures, or the futures of the user's list, with their best bid and offer. A click makes a contract the
// active one, a double-click on a price opens the order form to deal at it.
import { classifyContract, type MarketRow } from '@openpit/wire';
import { useMemo } from 'react';
import { useFeedState } from '../../actions/action.ts';
import { useActiveContract } from '../../stores/chosen.ts';
import { usePreferences } from '../../stores/session.ts';
import { contractStore } from '../../stores/stores.ts';
import type { ActionMenuItem } from '../../ui/action-menu.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { columnsFor } from '../../ui/live-grid/grid-column.ts';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import { PanelFooter } from '../../ui/panel-frame.tsx';
import { byInstrument, marketMessage, noneOf, useFittedColumns } from '../market/columns.ts';
import { isOld, StaleAge } from '../market/contract-heading.tsx';
import { InstrumentFilter, useInstruments } from '../market/instrument-filter.tsx';
import phone from '../market/market-phone.module.css';
import { contractOfRow, useMarketRows } from '../market/use-market-rows.tsx';
import { useWorkingLots } from '../own/orders.ts';
import { useNetLots } from '../own/positions.ts';
import { RowCount } from '../rows/rows-panel.tsx';
import type { PanelProps } from '../settings/panel-settings.ts';
import { usePanelSettings } from '../settings/panel-settings.ts';
import { useSavedView } from '../settings/saved-view.ts';
import { contractOfCell, marketColumns, usePrices } from '../sources/prices.ts';
import { onAnyChange } from '../sources/row-source.ts';
import { useStoreKeys, useStoreStatus } from '../sources/use-store.ts';
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
  return noneOf('futures', instruments);
}
