// The Splits and Spreads panels (PANEL-4, PANEL-5): pairs of months and pairs of instruments, which have
// their own books. A double-click on a price opens the ticket to deal at it.
import { type ContractFacts, classifyContract, type MarketRow } from '@openpit/wire';
import { useMemo } from 'react';
import { useFeedState } from '../../actions/action.ts';
import { useActiveContract } from '../../stores/chosen.ts';
import { compareContracts } from '../../stores/market-days.ts';
import { usePreferences } from '../../stores/session.ts';
import { contractStore } from '../../stores/stores.ts';
import { cx } from '../../ui/button.tsx';
import { columnsFor } from '../../ui/live-grid/grid-column.ts';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import { PanelFooter } from '../../ui/panel-frame.tsx';
import { byInstrument, marketMessage, noneOf, useFittedColumns } from '../market/columns.ts';
import { isOld, StaleAge } from '../market/contract-heading.tsx';
import { InstrumentFilter, isOfInstruments, useInstruments } from '../market/instrument-filter.tsx';
import phone from '../market/market-phone.module.css';
import { contractOfRow, useMarketRows } from '../market/use-market-rows.tsx';
import { useWorkingLots } from '../own/orders.ts';
import { RowCount } from '../rows/rows-panel.tsx';
import type { PanelProps } from '../settings/panel-settings.ts';
import { useSavedView } from '../settings/saved-view.ts';
import { contractOfCell, marketColumns, usePrices } from '../sources/prices.ts';
import { onAnyChange } from '../sources/row-source.ts';
import { useStoreKeys, useStoreStatus } from '../sources/use-store.ts';
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
        className={isPhone ? cx(phone.lines, phone.pairs) : undefined}
        flash={flash}
        isStale={isOld(feed)}
        selectedKey={active}
        message={marketMessage(status, noneOf(kind, instruments))}
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
