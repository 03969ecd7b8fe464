// The options or deltas of one series as a flat list, to sort, filter and export like every other list. Its
// view is saved together with that of the chain.
import type { MarketRow } from '@openpit/wire';
import { useMemo } from 'react';
import type { Anchor } from '../../actions/action.ts';
import { useFeedState } from '../../actions/action.ts';
import type { ChainKind } from '../../market/market-text.ts';
import { useActiveContract } from '../../stores/chosen.ts';
import { usePreferences } from '../../stores/session.ts';
import { contractStore } from '../../stores/stores.ts';
import type { ActionMenuItem } from '../../ui/action-menu.tsx';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import { isOld } from '../market/feed-age.tsx';
import { useFittedColumns } from '../market/fitted-columns.ts';
import { marketMessage } from '../market/market-message.ts';
import { contractOfRow, useMarketRows } from '../market/use-market-rows.tsx';
import { useWorkingLots } from '../own-orders/use-working-lots.ts';
import { useNetLots } from '../own-positions/use-net-lots.ts';
import type { SavedView } from '../settings/use-saved-view.ts';
import { onAnyChange } from '../sources/derived-value.ts';
import { contractOfCell, marketColumns, type Prices } from '../sources/prices.ts';
import { useStoreStatus } from '../sources/use-store.ts';
import { listColumns } from './list-columns.ts';

export interface OptionListProps {
  readonly contracts: readonly string[];
  readonly prices: Prices;
  readonly kind: ChainKind;
  readonly label: string;
  /** The unit in which the ticket of an option opens. A delta's is always its volatility. */
  readonly quoted: 'volatility' | 'premium';
  readonly savedView: SavedView;
  readonly orderLots: number;
  readonly moreItems: (row: MarketRow, anchor: Anchor) => readonly ActionMenuItem[];
}

const keyOf = (row: MarketRow) => row.contract;

export function OptionList(props: OptionListProps) {
  const { contracts, prices, kind, label, quoted, savedView, orderLots, moreItems } = props;
  const status = useStoreStatus(contractStore);
  const working = useWorkingLots();
  const net = useNetLots();
  const onRepaint = useMemo(
    () => onAnyChange(working, net, { onChange: prices.onReception }),
    [working, net, prices],
  );
  const isStale = isOld(useFeedState());
  const active = useActiveContract((state) => state.contract);
  const flash = usePreferences((preferences) => preferences.document.defaults.colorOnUpdates);
  const own = useMemo(
    () =>
      marketColumns(
        listColumns({ kind, quoted, working: working.current, net: net.current, orderLots }),
        prices,
        contractOfCell,
      ),
    [kind, quoted, working, net, orderLots, prices],
  );
  const texts = useMemo(() => ({ contract: contracts }), [contracts]);
  const columns = useFittedColumns(own, texts);
  const sorted = useMemo(() => contracts.toSorted(compareStrikes), [contracts]);
  const { listeners, menu } = useMarketRows({
    isPhone: false,
    isByVolatility: kind === 'options' && quoted === 'volatility',
    targetOf: contractOfRow,
    moreItems,
  });
  return (
    <>
      <LiveGrid
        label={label}
        source={prices}
        rowKeys={sorted}
        keyOf={keyOf}
        columns={columns}
        {...savedView}
        flash={flash}
        isStale={isStale}
        selectedKey={active}
        message={marketMessage(status, { title: `No ${kind} are listed.` })}
        onRepaint={onRepaint}
        {...listeners}
      />
      {menu}
    </>
  );
}

/** By strike, each call before its put. */
function compareStrikes(a: string, b: string): number {
  const display = (contract: string) => contractStore.get(contract)?.contractDisplay;
  const [left, right] = [display(a), display(b)];
  return (left?.strike ?? 0) - (right?.strike ?? 0) || (left?.flag ?? '').localeCompare(right?.flag ?? '');
}
