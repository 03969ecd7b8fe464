// The tables of the Chart panel. One contains the candles, newest first, for users who cannot see
// the picture, and to export the numbers. The other is the trade history of a contract (DATA-1):
// its days with their figures, or its deals of all days. Today's row follows the market. All tables
// can be sorted, filtered and exported.
import type { Candle, CandleInterval, DailyTrendRow, DealPrint, MarketRow } from '@openpit/wire';
import { useEffect, useMemo } from 'react';
import { StaleAge } from '../../market/contract-heading.tsx';
import { useStoreKeys, useStoreStatus } from '../../market/use-store.ts';
import { serverNow } from '../../stores/connection.ts';
import { isOld, useFeedState } from '../../stores/feed.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { getPastPrints } from '../../transport/history.ts';
import { watchTrend } from '../../transport/hub/feeds.ts';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import { PanelFooter } from '../../ui/panel-frame.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { type PagedSource, usePagedFeed } from '../parts/paged-feed.ts';
import { useRowSource } from '../parts/row-source.ts';
import { PagedBar } from '../parts/rows/row-bars.tsx';
import { RowCount } from '../parts/rows/rows-panel.tsx';
import styles from './chart.module.css';
import { candleColumns, timeAndSalesColumns, trendColumns } from './columns.ts';
import { type HistoryTab, historyTabs } from './definition.tsx';

const keyOfCandle = (candle: Candle) => candle.time;

interface CandleTableProps {
  readonly contract: string;
  readonly interval: CandleInterval;
  readonly decimals: number;
  readonly candles: readonly Candle[];
  readonly isStale: boolean;
}

export function CandleTable({ contract, interval, decimals, candles, isStale }: CandleTableProps) {
  const newestFirst = useMemo(() => candles.toReversed(), [candles]);
  const { source, keys } = useRowSource(newestFirst, keyOfCandle);
  const columns = useMemo(() => candleColumns(interval, decimals), [interval, decimals]);
  return (
    <LiveGrid
      label={`Candles of ${contract}`}
      source={source}
      rowKeys={keys}
      keyOf={keyOfCandle}
      columns={columns}
      isStale={isStale}
    />
  );
}

/** The keys of a contract's days among all, the newest first. A key is `2026-11-18 DEC26 WMAZ`. */
export function trendKeysOf(contract: string, keys: readonly string[]): readonly string[] {
  return keys
    .filter((key) => key.slice(11) === contract)
    .toSorted()
    .reverse();
}

interface TradeHistoryProps {
  readonly row: Pick<MarketRow, 'contract' | 'instrument'>;
  readonly tab: HistoryTab;
  readonly isPhone: boolean;
  readonly onTab: (tab: HistoryTab) => void;
}

export function TradeHistory({ row, tab, isPhone, onTab }: TradeHistoryProps) {
  return (
    <>
      <div className={styles.intervals} data-phone={isPhone || undefined}>
        <SegmentedControl<HistoryTab>
          label="Trade history"
          look="tabs"
          value={tab}
          onChange={onTab}
          segments={historyTabs.map((value) => ({ value, label: value }))}
        />
      </div>
      {tab === 'Days' ? <Days row={row} /> : <Deals row={row} />}
    </>
  );
}

type OfContract = Pick<TradeHistoryProps, 'row'>;
const { dailyTrends } = dataSetStores;
const keyOfTrend = ({ uniqueKey }: DailyTrendRow) => uniqueKey;

function Days({ row }: OfContract) {
  const { contract, instrument } = row;
  useEffect(() => watchTrend(contract), [contract]);
  const all = useStoreKeys(dailyTrends);
  const keys = useMemo(() => trendKeysOf(contract, all), [contract, all]);
  const status = useStoreStatus(dailyTrends);
  const columns = useMemo(() => trendColumns({ contract, instrument }), [contract, instrument]);
  const isStale = isOld(useFeedState());
  return (
    <>
      <LiveGrid
        label={`Days of ${contract}`}
        source={dailyTrends}
        rowKeys={keys}
        keyOf={keyOfTrend}
        columns={columns}
        isStale={isStale}
        message={
          status === 'error'
            ? {
                kind: 'error',
                title: `The days of ${contract} could not be loaded.`,
                detail: 'They load again when the connection is restored.',
              }
            : status === 'success'
              ? {
                  kind: 'empty',
                  title: `No days of ${contract} yet.`,
                  detail: 'A day shows here with its first deal.',
                }
              : { kind: 'loading', title: `Loading the days of ${contract}…` }
        }
      />
      <PanelFooter>
        <RowCount count={keys.length} one="day" many="days" isKnown={status === 'success'} />
        <StaleAge />
      </PanelFooter>
    </>
  );
}

const keyOfPrint = ({ matchSeq }: DealPrint) => matchSeq;

/** Must be remounted for another contract. */
function Deals({ row }: OfContract) {
  const { contract, instrument } = row;
  const source = useMemo(
    (): PagedSource<{ readonly contract: string }, DealPrint> => ({
      first: { contract },
      getPage: getPastPrints,
      now: serverNow,
    }),
    [contract],
  );
  const { feed, state } = usePagedFeed(source);
  const { rows, status, fault } = state;
  const { source: prints, keys } = useRowSource(rows, keyOfPrint);
  const columns = useMemo(() => timeAndSalesColumns({ contract, instrument }), [contract, instrument]);
  const message: GridMessage =
    status === 'error'
      ? {
          kind: 'error',
          title: `The deals of ${contract} could not be loaded.`,
          detail: fault ?? undefined,
          action: { label: 'Try again', run: () => void feed.reload() },
        }
      : status === 'success'
        ? {
            kind: 'empty',
            title: `No deals in ${contract} yet.`,
            detail: 'Choose “Load again” after a deal.',
          }
        : { kind: 'loading', title: `Loading the deals of ${contract}…` };
  return (
    <>
      <LiveGrid
        label={`Deals in ${contract}`}
        source={prints}
        rowKeys={keys}
        keyOf={keyOfPrint}
        columns={columns}
        isStale={false}
        message={message}
      />
      <PagedBar state={state} feed={feed} rowsName="deals" />
      <PanelFooter>
        <RowCount count={rows.length} one="deal" many="deals" isKnown={status === 'success'} />
      </PanelFooter>
    </>
  );
}
