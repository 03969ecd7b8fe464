// A panel with a row for each contract of a kind: Futures, Splits, Spreads. A click makes a contract the active one, a double-click on a
// price opens the order form to deal at it.
import { type ContractClass, type ContractFacts, classifyContract, type MarketRow } from '@openpit/wire';
import { type ReactNode, useCallback, useMemo } from 'react';
import { StaleLine } from '../../../market/contract-heading.tsx';
import type { NetLots } from '../../../market/own-lots.ts';
import { usePrices } from '../../../market/prices.ts';
import { useStoreKeys, useStoreStatus } from '../../../market/use-store.ts';
import { useActiveContract } from '../../../stores/chosen.ts';
import { isOld, useFeedState } from '../../../stores/feed.ts';
import { usePreferences } from '../../../stores/session.ts';
import { contractStore } from '../../../stores/stores.ts';
import type { PriceLine } from '../../../transport/hub/screen-feeds.ts';
import { columnsFor, type GridColumn } from '../../../ui/live-grid/grid-column.ts';
import { LiveGrid } from '../../../ui/live-grid/live-grid.tsx';
import { PanelFooter } from '../../../ui/panel-frame.tsx';
import { joinStops } from '../../../ui/signal.ts';
import {
  byInstrument,
  contractOfCell,
  marketColumns,
  marketMessage,
  noContracts,
  useFittedColumns,
} from '../market/columns.ts';
import {
  InstrumentFilter,
  type InstrumentFilterProps,
  useInstruments,
} from '../market/instrument-filter.tsx';
import phone from '../market/market-phone.module.css';
import { contractOfRow, type MarketRowsOptions, useMarketRows } from '../market/use-market-rows.tsx';
import { useWorkingLots, type WorkingLots } from '../own/orders.ts';
import { useNetLots } from '../own/positions.ts';
import type { PanelProps } from '../panel-settings.ts';
import { useSavedView } from '../saved-view.ts';
import { RowCount, type RowCountProps } from './rows-panel.tsx';

export interface MarketColumnFacts {
  readonly working: () => WorkingLots;
  readonly net: () => NetLots;
  /** The rows are grouped by instrument, so that the name of a contract can omit it. */
  readonly isUnderInstrument: boolean;
}

/** The functions must stay the same from render to render. */
interface MarketPanelProps
  extends Pick<InstrumentFilterProps, 'list'>,
    Pick<MarketRowsOptions<MarketRow>, 'moreItems'>,
    Pick<RowCountProps, 'one' | 'many'> {
  readonly panel: PanelProps;
  readonly kind: Extract<ContractClass, 'futures' | 'splits' | 'spreads'>;
  readonly title: string;
  readonly line: PriceLine;
  /** The contracts to show of all contracts of the kind, limited to these instruments; null for no limit. */
  readonly contractsOf: (
    rows: readonly ContractFacts[],
    instruments: readonly string[] | null,
  ) => readonly string[];
  readonly columnsOf: (facts: MarketColumnFacts) => readonly GridColumn<MarketRow>[];
  /** The texts that columns must have room for, by column. */
  readonly textsOf: (
    rows: readonly ContractFacts[],
    isUnderInstrument: boolean,
  ) => Readonly<Record<string, readonly string[]>>;
  /** The message without a contract; by default the kind is not listed. */
  readonly empty?: Parameters<typeof marketMessage>[1] | undefined;
  readonly phoneClass?: string | undefined;
  /** More for the footer, between the number of rows and the age of the feed. */
  readonly footer?: ReactNode;
}

const keyOf = (row: MarketRow) => row.contract;

export function MarketPanel({ panel, kind, contractsOf, columnsOf, textsOf, ...props }: MarketPanelProps) {
  const savedView = useSavedView(panel);
  const isPhone = panel.device === 'mobile';
  const keys = useStoreKeys(contractStore);
  const status = useStoreStatus(contractStore);
  const feed = useFeedState();
  const working = useWorkingLots();
  const net = useNetLots();
  const active = useActiveContract((state) => state.contract);
  const flash = usePreferences((preferences) => preferences.document.defaults.colorOnUpdates);
  const { chosen: instruments, choose } = useInstruments(panel);
  const listed = useMemo(
    () =>
      keys
        .flatMap((key) => contractStore.get(key) ?? [])
        .filter((row) => classifyContract(row.contractDisplay) === kind),
    [keys, kind],
  );
  const contracts = useMemo(() => contractsOf(listed, instruments), [contractsOf, listed, instruments]);
  const prices = usePrices(contracts, { line: props.line });
  const onRepaint = useCallback(
    (listener: () => void) =>
      joinStops(working.onChange(listener), net.onChange(listener), prices.onReception(listener)),
    [working, net, prices],
  );
  const { groupBy } = savedView.view;
  const isUnderInstrument = groupBy === null || groupBy.id === byInstrument.groupKey;
  const own = useMemo(() => {
    const all = columnsOf({ working: working.current, net: net.current, isUnderInstrument });
    return columnsFor(marketColumns(all, prices, contractOfCell), isPhone);
  }, [columnsOf, working, net, prices, isPhone, isUnderInstrument]);
  const texts = useMemo(
    () =>
      textsOf(
        contracts.flatMap((contract) => contractStore.get(contract) ?? []),
        isUnderInstrument,
      ),
    [textsOf, contracts, isUnderInstrument],
  );
  const columns = useFittedColumns(own, texts);
  const { listeners, menu } = useMarketRows({
    isPhone,
    targetOf: contractOfRow,
    moreItems: props.moreItems,
  });
  return (
    <>
      <InstrumentFilter
        instruments={listed.map(({ instrument }) => instrument)}
        chosen={instruments}
        isPhone={isPhone}
        list={props.list}
        onChoose={choose}
      />
      <LiveGrid
        label={props.title}
        source={prices}
        rowKeys={contracts}
        keyOf={keyOf}
        columns={columns}
        grouping={byInstrument}
        {...savedView}
        isStacked={isPhone}
        className={isPhone ? (props.phoneClass ?? phone.lines) : undefined}
        flash={flash}
        isStale={isOld(feed)}
        selectedKey={active}
        message={marketMessage(status, props.empty ?? noContracts(kind, instruments))}
        onRepaint={onRepaint}
        {...listeners}
      />
      <PanelFooter>
        <RowCount count={contracts.length} one={props.one} many={props.many} isKnown={status === 'success'} />
        {props.footer}
        <StaleLine line={props.line} />
      </PanelFooter>
      {menu}
    </>
  );
}
