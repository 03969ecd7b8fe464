// The scenarios of the option calculator: the profit, value or delta of the call, the put or a strategy when the future and the volatility move.

import { type ScenarioGrid, type Strategy, type StrategyValuation, scenarioGrid } from '@openpit/pricing';
import { toCents, toRand } from '@openpit/wire';
import { useMemo, useState } from 'react';
import { ScrollRegion } from '../../ui/button.tsx';
import { formatPrice, formatSigned } from '../../ui/format.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import styles from './calculator.module.css';
import type { Calculation } from './rules.ts';
import { scenarioPercents, scenarioPoints, singleLeg } from './strategy.ts';

const scenarioFigures = ['profit', 'value', 'delta'] as const;
type ScenarioFigure = (typeof scenarioFigures)[number];

interface ScenarioTableProps {
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

function ScenarioTable({ strategy, forward, decimals, figure }: ScenarioTableProps) {
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
          {rows.map((cells, index) => {
            const percent = scenarioPercents[index] ?? 0;
            return (
              <tr key={percent} data-now={percent === 0 || undefined}>
                <th scope="row">{formatPrice(toRand(forwards[index] ?? 0), decimals)}</th>
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

type Subject = 'call' | 'put' | 'strategy';

interface ScenariosViewProps {
  readonly calculation: Calculation | null;
  /** `null` while there is none. */
  readonly strategy: Strategy | null;
  readonly tons: number;
  readonly decimals: number;
}

const subjectNames: Readonly<Record<Subject, string>> = { call: 'Call', put: 'Put', strategy: 'Strategy' };
const figureNames: Readonly<Record<ScenarioFigure, string>> = {
  profit: 'Profit',
  value: 'Value',
  delta: 'Delta',
};

export function ScenariosView({ calculation, strategy, tons, decimals }: ScenariosViewProps) {
  const [chosenSubject, setChosenSubject] = useState<Subject>('call');
  const [figure, setFigure] = useState<ScenarioFigure>('profit');
  const subjects: readonly Subject[] = strategy === null ? ['call', 'put'] : ['call', 'put', 'strategy'];
  const subject = subjects.includes(chosenSubject) ? chosenSubject : 'call';
  const shown = useMemo(() => {
    if (subject === 'strategy') return strategy;
    if (calculation === null || calculation.lots === null) return null;
    const { terms, volatility, lots } = calculation;
    return singleLeg(subject, { terms, volatility, lots, tons });
  }, [subject, strategy, calculation, tons]);
  return (
    <>
      <div className={styles.bar}>
        <SegmentedControl<Subject>
          label="Scenarios of"
          value={subject}
          onChange={setChosenSubject}
          segments={subjects.map((value) => ({ value, label: subjectNames[value] }))}
        />
        <SegmentedControl<ScenarioFigure>
          label="What is shown"
          value={figure}
          onChange={setFigure}
          segments={scenarioFigures.map((value) => ({ value, label: figureNames[value] }))}
        />
      </div>
      {shown === null || calculation === null ? (
        <p className={styles.note} role="status">
          A field above is empty or wrong.
        </p>
      ) : (
        <ScenarioTable strategy={shown} forward={calculation.terms.forward} {...{ decimals, figure }} />
      )}
    </>
  );
}
