// The scenarios of the call, the put or the strategy.
import type { Strategy } from '@openpit/pricing';
import { useMemo, useState } from 'react';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import styles from './calculator.module.css';
import type { Calculation } from './read-fields.ts';
import { type ScenarioFigure, ScenarioTable, scenarioFigures } from './scenario-table.tsx';
import { singleLeg } from './strategy-legs.ts';

type Subject = 'call' | 'put' | 'strategy';

export interface ScenariosViewProps {
  readonly calculation: Calculation | null;
  /** Null while there is none. */
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
  const [wanted, setWanted] = useState<Subject>('call');
  const [figure, setFigure] = useState<ScenarioFigure>('profit');
  const subjects: readonly Subject[] = strategy === null ? ['call', 'put'] : ['call', 'put', 'strategy'];
  const subject = subjects.includes(wanted) ? wanted : 'call';
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
          onChange={setWanted}
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
