// The Depth panel (PANEL-17): the bids and offers of one contract, which is the active contract or the one
// that the panel is pinned to, and time and sales beside them. Instead of the levels it shows a price ladder if the
// user wants one.
import { lazy, Suspense, useMemo, useRef } from 'react';
import { useActiveContract } from '../../stores/chosen.ts';
import type { LoadStatus } from '../../stores/keyed-store.ts';
import { contractStore } from '../../stores/stores.ts';
import { LadderIcon, OrdersIcon, PinIcon, SumIcon } from '../../ui/icons.tsx';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import { PanelToggles } from '../../ui/panel-toggles.tsx';
import { ContractHeading } from '../market/contract-heading.tsx';
import type { PanelProps } from '../settings/panel-props.ts';
import { usePanelSettings } from '../settings/panel-settings.ts';
import { useSavedView } from '../settings/use-saved-view.ts';
import { useContract, usePrice } from '../sources/prices.ts';
import { useStoreStatus } from '../sources/use-store.ts';
import styles from './depth.module.css';
import { depthColumns } from './depth-columns.ts';
import { DepthOfContract } from './depth-of-contract.tsx';
import { depthSettings } from './depth-settings.ts';
import { createDepthSource, keyOfLevel } from './depth-source.ts';
import type { PriceLadderProps } from './ladder/price-ladder.tsx';
import { TimeAndSales } from './time-and-sales.tsx';
import { WaitingOrders } from './waiting-orders.tsx';

const PriceLadder = lazy(() =>
  import('./ladder/price-ladder.tsx').then((module) => ({ default: module.PriceLadder })),
);

/** The width of the panel from which time and sales is beside the depth; that of the style sheet. */
const salesBesidePx = 600;

export function DepthPanel(props: PanelProps) {
  const [settings, change] = usePanelSettings(depthSettings, props);
  const { view = 'order', showsSales = false, ladderIdleSeconds = 60 } = settings;
  const pinned = settings.contract || null;
  const savedView = useSavedView(props);
  const active = useActiveContract((state) => state.contract);
  const contract = pinned ?? active;
  const row = useContract(contract);
  const marketStatus = useStoreStatus(contractStore);
  const place = useRef<HTMLDivElement>(null);
  const toggleLadder = () => {
    if (view === 'ladder') {
      change({ view: 'order' });
      return;
    }
    // Below the ladder, time and sales would leave it only a few prices.
    const isBelow = (place.current?.clientWidth ?? 0) < salesBesidePx;
    change({ view: 'ladder', ...(showsSales && isBelow && { showsSales: false }) });
  };

  return (
    <>
      {contract !== null && <ContractHeading contract={contract} />}
      <PanelToggles
        toggles={[
          {
            id: 'byPrice',
            label: 'One line for each price',
            icon: <SumIcon />,
            isOn: view === 'price',
            onToggle: () => change({ view: view === 'price' ? 'order' : 'price' }),
          },
          {
            id: 'ladder',
            label: 'Price ladder',
            icon: <LadderIcon />,
            isOn: view === 'ladder',
            onToggle: toggleLadder,
          },
          {
            id: 'sales',
            label: 'Time and sales',
            icon: <OrdersIcon />,
            isOn: showsSales,
            onToggle: () => change({ showsSales: !showsSales }),
          },
          {
            id: 'pin',
            label: pinned === null ? 'Pin to this contract' : 'Follow the contract that is clicked',
            icon: <PinIcon />,
            isOn: pinned !== null,
            disabledReason: contract === null ? 'There is no contract to pin yet.' : null,
            onToggle: () => change({ contract: pinned === null ? contract : null }),
          },
        ]}
      />
      {row === undefined ? (
        <NoDepth contract={contract} marketStatus={marketStatus} />
      ) : (
        <>
          <WaitingOrders contract={row.contract} />
          <div ref={place} className={styles.place}>
            <div className={styles.beside}>
              {view === 'ladder' ? (
                <Suspense fallback={<p className={styles.fault}>Loading the price ladder…</p>}>
                  <LiveLadder
                    contract={row.contract}
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
        </>
      )}
    </>
  );
}

/** The ladder marks last, high and low on its axis and centres on the market: it is drawn from the row as it is now. */
function LiveLadder({
  contract,
  ...settings
}: Omit<PriceLadderProps, 'row'> & { readonly contract: string }) {
  const row = usePrice(contract);
  return row === undefined ? null : <PriceLadder row={row} {...settings} />;
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
