// The profit of the day as a line, in a dialog: the profit of all positions shown to the user since the previous day's MTM. It is derived
// from each position's opening lots, its deals, and five-minute candles, so every session draws the same line.
import { type Candle, type DealRow, type PositionRow, toCents, toRand } from '@openpit/wire';
import { useCallback, useId, useMemo } from 'react';
import { useCallState } from '../../market/answers.ts';
import { exchangeTime } from '../../market/market-text.ts';
import { usePhases } from '../../market/phases.ts';
import { ownPrices } from '../../market/prices.ts';
import { useDataSet } from '../../market/use-store.ts';
import { serverNow } from '../../stores/connection.ts';
import type { CallResult } from '../../transport/calls.ts';
import { getCandles } from '../../transport/history.ts';
import { CloseFooter, Dialog } from '../../ui/dialog.tsx';
import { formatSigned } from '../../ui/format.ts';
import type { PositionSums } from '../parts/own/positions.ts';
import styles from './positions.module.css';
import { dealsOfPosition, signedLotsOf } from './rules.ts';

const candleMs = 300_000;
/** More than the five-minute candles of a business day of any length. */
const candlesPerDay = 288;

type PricedCandle = Pick<Candle, 'time' | 'close'>;

/** A point of the line: epoch milliseconds and rand. */
interface DayProfitPoint {
  readonly time: number;
  readonly profit: number;
}

/**
 * The profit since the previous day's MTM, at the end of each candle and at each deal, oldest first. A contract is valued at the
 * close of its last candle, otherwise its MTM, otherwise the price of its next candle. A contract without any of these is
 * omitted.
 */
export function profitLine(
  positions: readonly PositionRow[],
  deals: readonly DealRow[],
  market: {
    readonly candlesOf: (contract: string) => readonly PricedCandle[];
    readonly mtmOf: (contract: string) => number | null;
    /** No point is later. */
    readonly now: number;
  },
): readonly DayProfitPoint[] {
  const valued = positions.map((position) => {
    const dealsOfRow = dealsOfPosition(position, deals);
    const prices = market
      .candlesOf(position.contract)
      .flatMap(({ time, close }) =>
        close === null ? [] : [{ time: Math.min(time + candleMs, market.now), price: close }],
      );
    const first = market.mtmOf(position.contract) ?? prices[0]?.price ?? null;
    return { position, own: dealsOfRow, prices, first };
  });
  const times = new Set(valued.flatMap(({ own, prices }) => [...own, ...prices].map(({ time }) => time)));
  return [...times]
    .filter((time) => time <= market.now)
    .sort((a, b) => a - b)
    .map((time) => {
      const units = valued.reduce((sum, { position, own, prices, first }) => {
        if (first === null) return sum;
        const price = prices.findLast((price) => price.time <= time)?.price ?? first;
        return (
          sum +
          unitsAt({ position, ownDeals: own.filter((deal) => deal.time <= time), all: own, price, first })
        );
      }, 0);
      return { time, profit: Math.round(units / 100) / 100 };
    });
}

/** In ten-thousandths of a rand, as the average price of cumulated deals has four decimals. */
function unitsAt({
  position: { net, tons },
  ownDeals,
  all,
  price,
  first,
}: {
  readonly position: PositionRow;
  readonly ownDeals: readonly DealRow[];
  readonly all: readonly DealRow[];
  readonly price: number;
  readonly first: number;
}): number {
  const units = (rand: number) => Math.round(rand * 10_000);
  // Lots without a deal were there at the beginning of the day.
  const opening = all.reduce((lots, deal) => lots - signedLotsOf(deal), net);
  const dealt = ownDeals.reduce(
    (sum, deal) => sum + signedLotsOf(deal) * (units(price) - units(deal.price)),
    0,
  );
  return (opening * (units(price) - units(first)) + dealt) * tons;
}

interface LoadedCandles {
  readonly byContract: ReadonlyMap<string, readonly Candle[]>;
  /** The reason why some candles are missing; null if all are there. */
  readonly fault: string | null;
}

/** The candles of the contracts on the business day, by contract. */
async function loadCandles(
  contracts: readonly string[],
  businessDay: string,
  signal: AbortSignal,
): Promise<LoadedCandles> {
  const byContract = new Map<string, readonly Candle[]>();
  let fault: string | null = null;
  for (const contract of contracts) {
    const answer = await getCandles({ contract, interval: '5', limit: candlesPerDay, signal });
    if (signal.aborted) break;
    if (answer.kind === 'ok')
      byContract.set(
        contract,
        answer.value.rows.filter((candle) => candle.businessDay === businessDay),
      );
    else fault = answer.message;
  }
  return { byContract, fault };
}

const everyMinute = { repeatAfterMs: () => 60_000 };

/** The candles of the contracts, again every minute; null until the first are there. */
function useDayCandles(contracts: readonly string[], businessDay: string | null): LoadedCandles | null {
  const names = contracts.join('\n');
  const ask = useCallback(
    async (signal: AbortSignal): Promise<CallResult<LoadedCandles>> => ({
      kind: 'ok',
      value: await loadCandles(names.split('\n'), businessDay ?? '', signal),
    }),
    [names, businessDay],
  );
  const [loaded] = useCallState(businessDay === null ? null : ask, everyMinute);
  return loaded.status === 'success' ? loaded.value : null;
}

interface DayProfitProps {
  readonly sums: PositionSums;
  readonly onClose: () => void;
}

export function DayProfit({ sums, onClose }: DayProfitProps) {
  const titleId = useId();
  const { rows: positions } = useDataSet('positions');
  const { rows: deals } = useDataSet('deals');
  const { phases } = usePhases();
  const contracts = useMemo(
    () => [...new Set(positions.map(({ contract }) => contract))].sort(),
    [positions],
  );
  const candles = useDayCandles(contracts, phases?.businessDay ?? null);
  const profit = toRand(toCents(sums.open) + toCents(sums.realised));
  // Again with each deal and each minute's candles. The sums change with every price, and move only the last point.
  const past = useMemo(
    () =>
      candles === null
        ? null
        : profitLine(positions, deals, {
            candlesOf: (contract) => candles.byContract.get(contract) ?? [],
            mtmOf: (contract) => ownPrices.get(contract)?.mtm ?? null,
            now: serverNow(),
          }),
    [positions, deals, candles],
  );
  const line = past === null ? [] : [...past, { time: serverNow(), profit }];
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <div className={styles.explained}>
        <h2 id={titleId}>Profit of the day</h2>
        {candles === null ? <p role="status">Loading the prices of the day…</p> : <Line points={line} />}
        {candles?.fault != null && (
          <p role="status" className={styles.missing}>
            Some prices are missing, so the line is not exact: {candles.fault}
          </p>
        )}
        <dl>
          <dt>Open profit, now</dt>
          <dd>{rand(sums.open)}</dd>
          <dt>Realised today</dt>
          <dd>{rand(sums.realised)}</dd>
          <dt>Together, since the MTM of the day before</dt>
          <dd>{rand(profit)}</dd>
          {line.length > 1 && <Extremes points={line} />}
        </dl>
        <CloseFooter onClose={onClose} />
      </div>
    </Dialog>
  );
}

const rand = (value: number): string => `R\u00a0${formatSigned(value, 2)}`;

const extremesOf = (points: readonly DayProfitPoint[]) => {
  const [first = { time: 0, profit: 0 }] = points;
  return points.reduce(
    ({ high, low }, point) => ({
      high: point.profit > high.profit ? point : high,
      low: point.profit < low.profit ? point : low,
    }),
    { high: first, low: first },
  );
};

function Extremes({ points }: { readonly points: readonly DayProfitPoint[] }) {
  const { high, low } = extremesOf(points);
  return (
    <>
      <dt>Highest, at {exchangeTime(high.time)}</dt>
      <dd>{rand(high.profit)}</dd>
      <dt>Lowest, at {exchangeTime(low.time)}</dt>
      <dd>{rand(low.profit)}</dd>
    </>
  );
}

const [width, height] = [448, 160];

/** Screen readers get the figures beneath it. */
function Line({ points }: { readonly points: readonly DayProfitPoint[] }) {
  const { high, low } = extremesOf(points);
  const [top, bottom] = [Math.max(0, high.profit), Math.min(0, low.profit)];
  const [from = 0, to = 0] = [points[0]?.time, points.at(-1)?.time];
  const x = (time: number) => ((time - from) / Math.max(1, to - from)) * width;
  const y = (profit: number) => 2 + ((top - profit) / Math.max(1, top - bottom)) * (height - 4);
  const last = points.at(-1)?.profit ?? 0;
  return (
    <figure className={styles.line}>
      <span>{rand(top)}</span>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <line x1="0" x2={width} y1={y(0)} y2={y(0)} />
        <polyline
          data-tone={last < 0 ? 'down' : 'up'}
          points={points.map(({ time, profit }) => `${x(time).toFixed(1)},${y(profit).toFixed(1)}`).join(' ')}
        />
      </svg>
      <span>{rand(bottom)}</span>
      <figcaption>
        <span>{exchangeTime(from)}</span>
        <span>{exchangeTime(to)}</span>
      </figcaption>
    </figure>
  );
}
