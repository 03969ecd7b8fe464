// The Depth panel (PANEL-17): the bids and offers of one contract, which is the active contract or the one
// that the panel is pinned to, and time and sales beside them. Instead of the levels it shows a price ladder if the
// user wants one.
import { lazy, Suspense, useMemo } from 'react';
import { useActiveContract } from '../../stores/active-contract.ts';
import type { LoadStatus } from '../../stores/keyed-store.ts';
import { marketStore } from '../../stores/stores.ts';
import { IconButton } from '../../ui/button.tsx';
import { LadderIcon, OrdersIcon, PinIcon, SumIcon } from '../../ui/icons.tsx';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import { PanelTools } from '../../ui/panel-slots.tsx';
import { ContractHeading } from '../market/contract-heading.tsx';
import type { PanelProps } from '../settings/panel-props.ts';
import { usePanelSettings } from '../settings/panel-settings.ts';
import { useSavedView } from '../settings/use-saved-view.ts';
import { useStoreKeys, useStoreStatus } from '../sources/use-store.ts';
import styles from './depth.module.css';
import { depthColumns } from './depth-columns.ts';
import { DepthOfContract } from './depth-of-contract.tsx';
import { depthSettings } from './depth-settings.ts';
import { createDepthSource, keyOfLevel } from './depth-source.ts';
import { TimeAndSales } from './time-and-sales.tsx';

const PriceLadder = lazy(() =>
  import('./ladder/price-ladder.tsx').then((module) => ({ default: module.PriceLadder })),
);

export function DepthPanel(props: PanelProps) {
  const [settings, change] = usePanelSettings(depthSettings, props);
  const { view = 'order', showsSales = false, ladderIdleSeconds = 60 } = settings;
  const pinned = settings.contract || null;
  const savedView = useSavedView(props);
  const active = useActiveContract((state) => state.contract);
  const contract = pinned ?? active;
  // Renders again when rows are added or removed: the contract may be listed after the panel was opened.
  useStoreKeys(marketStore);
  const row = contract === null ? undefined : marketStore.get(contract);
  const marketStatus = useStoreStatus(marketStore);

  return (
    <>
      {contract !== null && <ContractHeading contract={contract} />}
      <PanelTools>
        <IconButton
          icon={<SumIcon />}
          label="One line for each price"
          aria-pressed={view === 'price'}
          onClick={() => change({ view: view === 'price' ? 'order' : 'price' })}
        />
        <IconButton
          icon={<LadderIcon />}
          label="Price ladder"
          aria-pressed={view === 'ladder'}
          onClick={() => change({ view: view === 'ladder' ? 'order' : 'ladder' })}
        />
        <IconButton
          icon={<OrdersIcon />}
          label="Time and sales"
          aria-pressed={showsSales}
          onClick={() => change({ showsSales: !showsSales })}
        />
        <IconButton
          icon={<PinIcon />}
          label={pinned === null ? 'Pin to this contract' : 'Follow the contract that is clicked'}
          aria-pressed={pinned !== null}
          disabledReason={contract === null ? 'There is no contract to pin yet.' : null}
          onClick={() => change({ contract: pinned === null ? contract : null })}
        />
      </PanelTools>
      {row === undefined ? (
        <NoDepth contract={contract} marketStatus={marketStatus} />
      ) : (
        <div className={styles.place}>
          <div className={styles.beside}>
            {view === 'ladder' ? (
              <Suspense fallback={<p className={styles.fault}>Loading the price ladder…</p>}>
                <PriceLadder
                  row={row}
                  idleSeconds={ladderIdleSeconds}
                  onIdleSeconds={(seconds) => change({ ladderIdleSeconds: seconds })}
                />
              </Suspense>
            ) : (
              <DepthOfContract key={`depth ${row.contract}`} row={row} view={view} savedView={savedView} />
            )}
            {showsSales && <TimeAndSales key={`sales ${row.contract}`} row={row} />}
          </div>
        </div>
      )}
    </>
  );
}

function NoDepth({ contract, marketStatus }: { contract: string | null; marketStatus: LoadStatus }) {
  const message = messageWithoutContract(contract, marketStatus);
  const columns = useMemo(() => depthColumns({ contract: '', instrument: '' }, () => []), []);
  const source = useMemo(createDepthSource, []);
  return (
    <LiveGrid
      label="Depth"
      className={styles.depth}
      source={source}
      rowKeys={source.keys()}
      keyOf={keyOfLevel}
      columns={columns}
      message={message}
    />
  );
}

function messageWithoutContract(contract: string | null, marketStatus: LoadStatus): GridMessage {
  if (contract === null)
    return {
      kind: 'empty',
      title: 'No contract yet.',
      detail: 'Click a contract in Futures and its depth shows here.',
    };
  if (marketStatus === 'error')
    return {
      kind: 'error',
      title: 'The market could not be loaded.',
      detail: `The depth of ${contract} loads again when the connection is restored.`,
    };
  if (marketStatus !== 'success') return { kind: 'loading', title: 'Loading the market…' };
  return {
    kind: 'empty',
    title: `${contract} is not listed.`,
    detail: 'It may have expired. Unpin the panel to follow the contract that is clicked.',
  };
}
