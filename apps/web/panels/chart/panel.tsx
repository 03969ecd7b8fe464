// The Chart panel (PANEL-16, component TVChartContainer): candles of 1, 5, 15 and 60 minutes and of days,
// volume, the previous MTM, the limits of the day, the user's orders and deals, or the trade history (DATA-1), of the
// active contract or the contract that the panel is pinned to.
import { type CandleInterval, type ContractFacts, candleIntervals } from '@openpit/wire';
import { type RefObject, Suspense, useEffect, useMemo, useRef } from 'react';
import { useActionContext } from '../../actions/action.ts';
import { ContractHeading, StaleAge } from '../../market/contract-heading.tsx';
import { isDelta, priceDecimals } from '../../market/market-text.ts';
import { useIsOld, usePrice } from '../../market/prices.ts';
import { useStoreRows } from '../../market/use-store.ts';
import type { LoadStatus } from '../../stores/keyed-store.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { AverageIcon, ColumnsIcon } from '../../ui/icons.tsx';
import { pressedKey, shownKey, takesText, withKey } from '../../ui/keys.ts';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';
import { GridMessageView } from '../../ui/live-grid/grid-message.tsx';
import { loadedOnDemand } from '../../ui/on-demand.tsx';
import { PanelFooter } from '../../ui/panel-frame.tsx';
import { PanelToggles } from '../../ui/panel-toggles.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useShownContract } from '../parts/market/shown-contract.tsx';
import { type PanelProps, usePanelSettings } from '../parts/panel-settings.ts';
import { RowCount } from '../parts/rows/rows-panel.tsx';
import { averageLengths, useCandles } from './candles.ts';
import styles from './chart.module.css';
import { type ChartPanelKey, chartPanelKeys, chartSettings } from './definition.tsx';

// Each is loaded when it is first shown; the picture brings the drawing library, which the table does not need.
const CandleTable = loadedOnDemand(() => import('./history.tsx').then((module) => module.CandleTable));
const TradeHistory = loadedOnDemand(() => import('./history.tsx').then((module) => module.TradeHistory));
const ChartPicture = loadedOnDemand(() => import('./picture.tsx').then((module) => module.ChartPicture));
const finestTick = 0.2;
const volatilityTick = 0.01;

export function ChartPanel(props: PanelProps) {
  const [settings, change] = usePanelSettings(chartSettings, props);
  const { interval = '5', look = 'picture', averages = false, history = 'Days' } = settings;
  const isHistory = look === 'history';
  const inside = useRef<HTMLDivElement>(null);
  const toggleHistory = () => change({ look: isHistory ? 'picture' : 'history' });
  const chooseInterval = (chosen: CandleInterval) =>
    change({ interval: chosen, ...(isHistory && { look: 'picture' }) });
  useChartKeys(inside, (entry) => {
    if (entry === 'averages') change({ averages: !averages });
    else if (entry === 'history') toggleHistory();
    else chooseInterval(entry);
  });
  const {
    contract,
    facts: row,
    pin,
    message,
  } = useShownContract('chart', settings.contract, (pinned) => change({ contract: pinned }));
  const isPhone = props.device === 'mobile';
  const intervals = (
    <SegmentedControl<CandleInterval | 'history'>
      label="Length of a candle, or the trade history"
      look="tabs"
      value={isHistory ? 'history' : interval}
      onChange={(chosen) => (chosen === 'history' ? toggleHistory() : chooseInterval(chosen))}
      segments={([...candleIntervals, 'history'] as const).map((value) => ({
        value,
        label: value === 'day' ? 'Day' : value === 'history' ? 'History' : value,
        tip: withKey(chartPanelKeys.keys[value].label, shownKey(chartPanelKeys.keys[value])),
      }))}
    />
  );
  return (
    <div ref={inside} className={styles.panel}>
      {contract !== null && <ContractHeading contract={contract} />}
      <PanelToggles
        toggles={[
          {
            id: 'averages',
            label: `Moving averages of ${averageLengths.join(' and ')} candles`,
            icon: <AverageIcon />,
            keyName: shownKey(chartPanelKeys.keys.averages),
            isOn: averages,
            disabledReason: look === 'picture' ? null : 'The picture of the chart shows them.',
            onToggle: () => change({ averages: !averages }),
          },
          {
            id: 'table',
            label: 'Show the candles as a table',
            icon: <ColumnsIcon />,
            isOn: look === 'table',
            onToggle: () => change({ look: look === 'table' ? 'picture' : 'table' }),
          },
          pin,
        ]}
      />
      <div className={styles.intervals} data-phone={isPhone || undefined}>
        {intervals}
      </div>
      {row === undefined ? (
        <GridMessageView message={message} />
      ) : isHistory ? (
        <Suspense
          fallback={
            <div data-loading-panel="" className={styles.chart}>
              <GridMessageView message={{ kind: 'loading', title: 'Loading the trade history…' }} />
            </div>
          }
        >
          <TradeHistory
            key={row.contract}
            row={row}
            tab={history}
            isPhone={isPhone}
            onTab={(tab) => change({ history: tab })}
          />
        </Suspense>
      ) : (
        <ChartOfContract
          key={`${row.contract} ${interval}`}
          row={row}
          interval={interval}
          look={look === 'table' ? 'table' : 'picture'}
          showsAverages={averages}
        />
      )}
    </div>
  );
}

/** Calls back for the keys of the panel, while the focus is anywhere in its frame. `inside` is an element of its content. */
function useChartKeys(inside: RefObject<HTMLElement | null>, onKey: (key: ChartPanelKey) => void): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const panel = inside.current?.closest<HTMLElement>('[data-panel]');
    if (!panel) return;
    const press = (event: KeyboardEvent) => {
      const key =
        event.defaultPrevented || takesText(event.target) ? null : pressedKey(chartPanelKeys, event);
      if (key === null) return;
      event.preventDefault();
      latest.current(key);
    };
    panel.addEventListener('keydown', press);
    return () => panel.removeEventListener('keydown', press);
  }, [inside]);
}

const noPrices = { mtm: null, limitLow: null, limitHigh: null };

interface ChartOfContractProps {
  readonly row: ContractFacts;
  readonly interval: CandleInterval;
  readonly look: 'picture' | 'table';
  readonly showsAverages: boolean;
}

function ChartOfContract({ row, interval, look, showsAverages }: ChartOfContractProps) {
  const { contract, instrument } = row;
  const market = usePrice(contract) ?? noPrices;
  const { state, feed } = useCandles(row, interval);
  const isStale = useIsOld(contract);
  const context = useActionContext();
  const allOrders = useStoreRows(dataSetStores.activeOrders);
  const allDeals = useStoreRows(dataSetStores.deals);
  const orders = useMemo(
    () => allOrders.filter((order) => order.contract === contract),
    [allOrders, contract],
  );
  const deals = useMemo(() => allDeals.filter((deal) => deal.contract === contract), [allDeals, contract]);
  const decimals = priceDecimals(row);
  const tick = isDelta(row)
    ? volatilityTick
    : (dataSetStores.instruments.get(instrument)?.tick ?? finestTick);
  const { candles, status, fault, isFetchingEarlier } = state;
  const hasIllustrative = candles.some(({ illustrative }) => illustrative);

  return (
    <>
      {candles.length === 0 ? (
        <GridMessageView message={messageFor(contract, status, fault, () => void feed.load())} />
      ) : (
        <Suspense
          fallback={
            <div data-loading-panel="" className={styles.chart}>
              <GridMessageView message={{ kind: 'loading', title: 'Loading the chart…' }} />
            </div>
          }
        >
          {look === 'table' ? (
            <CandleTable {...{ contract, interval, decimals, candles, isStale }} />
          ) : (
            <ChartPicture
              contract={contract}
              interval={interval}
              decimals={decimals}
              tick={tick}
              candles={candles}
              market={market}
              orders={orders}
              deals={deals}
              isStale={isStale}
              showsAverages={showsAverages}
              context={context}
              onEarliest={() => void feed.loadEarlier()}
            />
          )}
        </Suspense>
      )}
      <PanelFooter>
        <RowCount count={candles.length} one="candle" many="candles" isKnown={status === 'success'} />
        {isFetchingEarlier && <span>earlier candles are loading…</span>}
        {fault !== null && candles.length > 0 && <span className={styles.fault}>{fault}</span>}
        {hasIllustrative && <span>earlier candles are illustrative</span>}
        <StaleAge />
      </PanelFooter>
    </>
  );
}

function messageFor(
  contract: string,
  status: LoadStatus,
  fault: string | null,
  again: () => void,
): GridMessage {
  if (status === 'error')
    return {
      kind: 'error',
      title: `The candles of ${contract} could not be loaded.`,
      detail: fault ?? undefined,
      action: { label: 'Try again', run: again },
    };
  if (status !== 'success') return { kind: 'loading', title: `Loading the candles of ${contract}…` };
  return {
    kind: 'empty',
    title: `No deals in ${contract} yet.`,
    detail: 'The first deal draws the first candle. Longer candles go further back.',
  };
}
