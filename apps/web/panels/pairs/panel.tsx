// The Splits and Spreads panels (PANEL-4, PANEL-5): pairs of months and pairs of instruments, which have
// their own books. A double-click on a price opens the ticket to deal at it.
import { type ContractFacts, classifyContract, type MarketRow } from '@openpit/wire';
import { useMemo } from 'react';
import { StaleAge } from '../../market/contract-heading.tsx';
import { usePrices } from '../../market/prices.ts';
import { useStoreKeys, useStoreStatus } from '../../market/use-store.ts';
import { useActiveContract } from '../../stores/chosen.ts';
import { isOld, useFeedState } from '../../stores/feed.ts';
import { compareContracts } from '../../stores/market-days.ts';
import { usePreferences } from '../../stores/session.ts';
import { contractStore } from '../../stores/stores.ts';
import { classNames } from '../../ui/button.tsx';
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
import { InstrumentFilter, isOfInstruments, useInstruments } from '../parts/market/instrument-filter.tsx';
import phone from '../parts/market/market-phone.module.css';
import { contractOfRow, useMarketRows } from '../parts/market/use-market-rows.tsx';
import { useWorkingLots } from '../parts/own/orders.ts';
import type { PanelProps } from '../parts/panel-settings.ts';
import { onAnyChange } from '../parts/row-source.ts';
import { RowCount } from '../parts/rows/rows-panel.tsx';
import { useSavedView } from '../parts/saved-view.ts';
import { buyingMeans, legText, type PairKind, pairColumns } from './columns.ts';

const keyOf = (row: MarketRow) => row.contract;
const panelTexts = {
  splits: { title: 'Splits', component: 'Splits' },
  spreads: { title: 'Spreads', component: 'Spreads' },
} as const;

export const SplitsPanel = (props: PanelProps) => <PairsPanel {...props} kind="splits" />;
export const SpreadsPanel = (props: PanelProps) => <PairsPanel {...props} kind="spreads" />;

function PairsPanel(props: PanelProps & { readonly kind: PairKind }) {
  const { device, kind } = props;
  const { title, component } = panelTexts[kind];
  const savedView = useSavedView(props);
  const isPhone = device === 'mobile';
  const keys = useStoreKeys(contractStore);
  const status = useStoreStatus(contractStore);
  const feed = useFeedState();
  const working = useWorkingLots();
  const active = useActiveContract((state) => state.contract);
  const flash = usePreferences((preferences) => preferences.document.defaults.colorOnUpdates);
  const { chosen: instruments, choose } = useInstruments(props);
  const all = useMemo(() => pairRows(keys, kind), [keys, kind]);
  const contracts = useMemo(
    () => all.filter((row) => isOfInstruments(row, instruments)).map(({ contract }) => contract),
    [all, instruments],
  );
  const prices = usePrices(contracts, { line: component });
  const onRepaint = useMemo(() => onAnyChange(working, { onChange: prices.onReception }), [working, prices]);
  const own = useMemo(() => {
    const whole = marketColumns(pairColumns(kind, working.current), prices, contractOfCell);
    return columnsFor(whole, isPhone);
  }, [kind, working, prices, isPhone]);
  const texts = useMemo(() => {
    const rows = contracts.flatMap((contract) => contractStore.get(contract) ?? []);
    return {
      contract: contracts,
      near: rows.map((row) => legText(row, 'near')),
      far: rows.map((row) => legText(row, 'far')),
    };
  }, [contracts]);
  const columns = useFittedColumns(own, texts);
  const { listeners, menu } = useMarketRows({ isPhone, targetOf: contractOfRow });

  return (
    <>
      <InstrumentFilter
        instruments={all.map(({ instrument }) => instrument)}
        chosen={instruments}
        isPhone={isPhone}
        onChoose={choose}
      />
      <LiveGrid
        label={title}
        source={prices}
        rowKeys={contracts}
        keyOf={keyOf}
        columns={columns}
        grouping={byInstrument}
        {...savedView}
        isStacked={isPhone}
        className={isPhone ? classNames(phone.lines, phone.pairs) : undefined}
        flash={flash}
        isStale={isOld(feed)}
        selectedKey={active}
        message={marketMessage(status, noContracts(kind, instruments))}
        onRepaint={onRepaint}
        {...listeners}
      />
      <PanelFooter>
        <RowCount count={contracts.length} one="pair" many="pairs" isKnown={status === 'success'} />
        {!isPhone && <span>{buyingMeans(kind)}</span>}
        <StaleAge />
      </PanelFooter>
      {menu}
    </>
  );
}

/** The pairs of this kind, in the order of the market. */
function pairRows(keys: readonly string[], kind: PairKind): ContractFacts[] {
  return keys
    .flatMap((key) => contractStore.get(key) ?? [])
    .filter((row) => classifyContract(row.contractDisplay) === kind)
    .sort((a, b) => compareContracts(a, b) || (a.contract < b.contract ? -1 : 1));
}
