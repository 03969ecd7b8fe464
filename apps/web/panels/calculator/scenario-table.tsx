// The grid of scenarios: what a strategy makes or is worth when the future and the volatility move.
import { type ScenarioGrid, type Strategy, type StrategyValuation, scenarioGrid } from '@openpit/pricing';
import { useMemo } from 'react';
import { formatPrice, formatSigned } from '../../ui/format.ts';
import { toCents, toRand } from '../../ui/money.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import styles from './calculator.module.css';
import { scenarioPercents, scenarioPoints } from './strategy-legs.ts';

export const scenarioFigures = ['profit', 'value', 'delta'] as const;
export type ScenarioFigure = (typeof scenarioFigures)[number];

export interface ScenarioTableProps {
  readonly strategy: Strategy;
  /** Rand per ton. */
  readonly forward: number;
  readonly decimals: number;
  readonly figure: ScenarioFigure;
}

const texts: Readonly<Record<ScenarioFigure, (cell: StrategyValuation) => string>> = {
  profit: ({ profit }) => formatSigned(Math.round(toRand(profit)), 0),
  value: ({ value }) => formatPrice(Math.round(toRand(value)), 0),
  delta: ({ deltaLots }) => formatSigned(deltaLots, 2),
};

const captions: Readonly<Record<ScenarioFigure, string>> = {
  profit: 'Profit in rand',
  value: 'Value in rand',
  delta: 'Delta in lots of the future',
};

export function scenariosOf(strategy: Strategy, forward: number): ScenarioGrid {
  return scenarioGrid(strategy, {
    forwards: scenarioPercents.map((percent) => toCents(forward) * (1 + percent / 100)),
    volatilityShifts: scenarioPoints.map((points) => points / 100),
  });
}

export function ScenarioTable({ strategy, forward, decimals, figure }: ScenarioTableProps) {
  const { rows, forwards } = useMemo(() => scenariosOf(strategy, forward), [strategy, forward]);
  return (
    <ScrollRegion className={styles.scroller} aria-label="Scenarios">
      <table className={styles.scenarios}>
        <caption className="visually-hidden">
          {captions[figure]}, by the price of the future and the change of the volatility in points
        </caption>
        <thead>
          <tr>
            <th scope="col">Future</th>
            <th scope="col">
              <span className="visually-hidden">Change in percent</span>
            </th>
            {scenarioPoints.map((points) => (
              <th key={points} scope="col" aria-current={points === 0 || undefined}>
                {points === 0 ? 'vol now' : `${formatSigned(points, 1)} vol`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => {
            const percent = scenarioPercents[at] ?? 0;
            return (
              <tr key={percent} data-now={percent === 0 || undefined}>
                <th scope="row">{formatPrice(toRand(forwards[at] ?? 0), decimals)}</th>
                <td>{percent === 0 ? 'now' : `${formatSigned(percent, 0)} %`}</td>
                {cells.map((cell, column) => (
                  <td
                    key={scenarioPoints[column]}
                    data-tone={figure === 'profit' ? toneOf(cell.profit) : undefined}
                  >
                    {texts[figure](cell)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const toneOf = (cents: number) => (cents >= 50 ? 'up' : cents <= -50 ? 'down' : undefined);
