import { Suspense, useRef } from 'react';
import { ContractHeading } from '../../market/contract-heading.tsx';
import { usePrice } from '../../market/prices.ts';
import { LadderIcon, OrdersIcon, SplitDealIcon } from '../../ui/icons.tsx';
import { GridMessageView } from '../../ui/live-grid/grid-message.tsx';
import { loadedOnDemand } from '../../ui/on-demand.tsx';
import { PanelToggles } from '../../ui/panel-toggles.tsx';
import styles from '../parts/depth/depth.module.css';
import { DepthOfContract } from '../parts/depth/depth-of-contract.tsx';
import { WaitingOrders } from '../parts/depth/own-orders.tsx';
import { TimeAndSales } from '../parts/depth/time-and-sales.tsx';
import { useShownContract } from '../parts/market/shown-contract.tsx';
import { type PanelProps, usePanelSettings } from '../parts/panel-settings.ts';
import type { PriceLadderProps } from '../parts/price-ladder/price-ladder.tsx';
import { useSavedView } from '../parts/saved-view.ts';
import { depthSettings } from './definition.tsx';

const PriceLadder = loadedOnDemand(() =>
  import('../parts/price-ladder/price-ladder.tsx').then((module) => module.PriceLadder),
);

/** From this width of the panel on, time and sales is next to the depth; the same as in the style sheet. */
const salesBesidePx = 600;

export function DepthPanel(props: PanelProps) {
  const [settings, change] = usePanelSettings(depthSettings, props);
  const { view = 'order', showsSales = false, ladderIdleSeconds = 60 } = settings;
  const savedView = useSavedView(props);
  const {
    contract,
    facts: row,
    pin,
    message,
  } = useShownContract('depth', settings.contract, (pinned) => change({ contract: pinned }));
  const place = useRef<HTMLDivElement>(null);
  const toggleLadder = () => {
    if (view === 'ladder') {
      change({ view: 'price' });
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
            id: 'byOrder',
            label: 'One line for each order',
            icon: <SplitDealIcon />,
            isOn: view === 'order',
            onToggle: () => change({ view: view === 'order' ? 'price' : 'order' }),
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
          pin,
        ]}
      />
      {row === undefined ? (
        <GridMessageView message={message} />
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

/** The ladder marks last, high and low on its axis and centres on the market, so it needs the current row. */
function LiveLadder({
  contract,
  ...settings
}: Omit<PriceLadderProps, 'row'> & { readonly contract: string }) {
  const row = usePrice(contract);
  return row === undefined ? null : <PriceLadder row={row} {...settings} />;
}
