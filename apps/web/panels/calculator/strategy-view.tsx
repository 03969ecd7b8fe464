// The views of scenarios and strategies in the option calculator: a grid of the profit of the call, the put or a strategy when the future
// and the volatility move, and a strategy of up to four legs with its value, greeks and payoff diagram.
import {
  type ScenarioGrid,
  type Strategy,
  type StrategyValuation,
  scenarioGrid,
  valueStrategy,
} from '@openpit/pricing';
import type { Side } from '@openpit/wire';
import { useMemo, useState } from 'react';
import { Button, IconButton, ScrollRegion } from '../../ui/button.tsx';
import { formatPrice, formatSigned, toCents, toRand } from '../../ui/format.ts';
import { DeleteIcon, PlusIcon } from '../../ui/icons.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import styles from './calculator.module.css';
import type { Calculation } from './rules.ts';
import {
  breakEvenText,
  type LegField,
  type LegFields,
  type LegType,
  mostLegs,
  payoffOf,
  payoffSentence,
  pictureOf,
  profitText,
  type ReadLeg,
  type ReadLegs,
  scenarioPercents,
  scenarioPoints,
  singleLeg,
} from './strategy.ts';

export interface PayoffChartProps {
  readonly strategy: Strategy;
  /** Rand per ton. */
  readonly forward: number;
  readonly decimals: number;
}

function PayoffChart({ strategy, forward, decimals }: PayoffChartProps) {
  const payoff = useMemo(() => payoffOf(strategy, forward), [strategy, forward]);
  const picture = useMemo(() => pictureOf(payoff), [payoff]);
  const [first, last] = [payoff.atExpiry[0], payoff.atExpiry.at(-1)];
  const atX = (price: number) => `${Math.min(100, Math.max(0, picture.x(price)))}%`;
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>Most to gain</dt>
          <dd>{profitText(payoff.most)}</dd>
        </div>
        <div>
          <dt>Most to lose</dt>
          <dd>{profitText(payoff.least)}</dd>
        </div>
        <div>
          <dt>Break-even</dt>
          <dd>{breakEvenText(payoff, decimals)}</dd>
        </div>
        <div>
          <dt>Now</dt>
          <dd>{profitText(payoff.presentProfit)}</dd>
        </div>
      </dl>
      <figure className={styles.payoff}>
        <div className={styles.plot}>
          <svg
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            role="img"
            aria-label={payoffSentence(payoff, decimals)}
          >
            <line className={styles.zero} x1="0" x2="100" y1={picture.zero} y2={picture.zero} />
            <line
              className={styles.present}
              x1={picture.x(forward)}
              x2={picture.x(forward)}
              y1="0"
              y2="100"
            />
            <polyline className={styles.now} points={picture.now} />
            <polyline className={styles.atExpiry} points={picture.atExpiry} />
          </svg>
          <span className={styles.top} aria-hidden="true">
            {profitText(picture.top)}
          </span>
          <span className={styles.bottom} aria-hidden="true">
            {profitText(picture.bottom)}
          </span>
        </div>
        <p className={styles.axis} aria-hidden="true">
          <span>{formatPrice(first?.forward, decimals)}</span>
          <span className={styles.atPresent} style={{ left: atX(forward) }}>
            {formatPrice(forward, decimals)}
          </span>
          <span>{formatPrice(last?.forward, decimals)}</span>
        </p>
        <figcaption className={styles.legend}>
          <span className={styles.keyExpiry}>at expiry</span>
          <span className={styles.keyNow}>now</span>
        </figcaption>
      </figure>
    </>
  );
}

const scenarioFigures = ['profit', 'value', 'delta'] as const;
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

type Subject = 'call' | 'put' | 'strategy';

export interface ScenariosViewProps {
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

export interface StrategyViewProps {
  readonly legs: readonly LegFields[];
  readonly read: ReadLegs;
  /** Rand per ton. */
  readonly forward: number;
  readonly decimals: number;
  readonly isPhone: boolean;
  readonly onChange: (legs: readonly LegFields[]) => void;
  readonly onAdd: () => void;
  /** The user's positions as legs. */
  readonly own: readonly LegFields[];
  /** Why there are none, as a sentence. */
  readonly noOwn: string;
}

export function StrategyView({
  legs,
  read,
  forward,
  decimals,
  isPhone,
  onChange,
  onAdd,
  ...rest
}: StrategyViewProps) {
  const { own, noOwn } = rest;
  const { strategy } = read;
  const change = (id: number, edit: Partial<LegFields>) =>
    onChange(legs.map((leg) => (leg.id === id ? { ...leg, ...edit } : leg)));
  return (
    <>
      <div className={styles.legs} role="group" aria-label="Legs" data-phone={isPhone || undefined}>
        {legs.map((leg, at) => (
          <LegLine
            key={leg.id}
            leg={leg}
            name={`Leg ${at + 1}`}
            read={read.legs[at]}
            isPhone={isPhone}
            onChange={(edit) => change(leg.id, edit)}
            onRemove={() => onChange(legs.filter(({ id }) => id !== leg.id))}
          />
        ))}
        <div className={styles.bar}>
          <Button
            size={isPhone ? 'large' : 'small'}
            icon={<PlusIcon />}
            disabledReason={legs.length >= mostLegs ? `A strategy has at most ${mostLegs} legs.` : null}
            onClick={onAdd}
          >
            Add leg
          </Button>
          <Button
            size={isPhone ? 'large' : 'small'}
            disabledReason={own.length === 0 ? noOwn : null}
            onClick={() => onChange(own)}
          >
            Take my positions
          </Button>
        </div>
      </div>
      {strategy === null ? (
        <p className={styles.note} role="status">
          {legs.length === 0
            ? 'Add up to four legs: options and futures on the future above.'
            : 'A field of a leg is empty or wrong.'}
        </p>
      ) : (
        <>
          <StrategySums strategy={strategy} forward={forward} />
          <PayoffChart strategy={strategy} forward={forward} decimals={decimals} />
        </>
      )}
    </>
  );
}

const typeNames: Readonly<Record<LegType, string>> = { call: 'Call', put: 'Put', future: 'Future' };

function LegLine({
  leg,
  name,
  read,
  isPhone,
  onChange,
  onRemove,
}: {
  readonly leg: LegFields;
  readonly name: string;
  readonly read: ReadLeg | undefined;
  readonly isPhone: boolean;
  readonly onChange: (edit: Partial<LegFields>) => void;
  readonly onRemove: () => void;
}) {
  const errors = Object.values(read?.errors ?? {});
  const text = (field: LegField, label: string, placeholder = '') => (
    <input
      type="text"
      inputMode={field === 'lots' ? 'text' : 'decimal'}
      autoComplete="off"
      aria-label={`${name}: ${label}`}
      data-tip={label}
      data-field={field}
      value={leg[field]}
      placeholder={placeholder}
      aria-invalid={read?.errors[field] !== undefined || undefined}
      aria-description={read?.errors[field]}
      onChange={(event) => onChange({ [field]: event.target.value })}
    />
  );
  return (
    <div className={styles.leg} role="group" aria-label={name}>
      <select
        aria-label={`${name}: side`}
        value={leg.side}
        data-side={leg.side}
        onChange={({ target }) => onChange({ side: sideIn(target.value) })}
      >
        <option value="B">Buy</option>
        <option value="S">Sell</option>
      </select>
      {text('lots', 'lots')}
      <select
        aria-label={`${name}: type`}
        value={leg.type}
        onChange={({ target }) => onChange({ type: typeIn(target.value) })}
      >
        {Object.entries(typeNames).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {leg.type !== 'future' && text('strike', 'strike')}
      {leg.type !== 'future' &&
        text('volatility', 'volatility in percent; empty for that of the market', read?.volatilityText)}
      {text(
        'price',
        leg.type === 'future' ? 'price; empty for the present one' : 'premium; empty for its present value',
        read?.priceText,
      )}
      <IconButton
        size={isPhone ? 'large' : 'small'}
        icon={<DeleteIcon />}
        label={`Remove ${name.toLowerCase()}`}
        onClick={onRemove}
      />
      {errors.length > 0 && <p className={styles.error}>{errors.join(' ')}</p>}
    </div>
  );
}

const sideIn = (value: string): Side => (value === 'S' ? 'S' : 'B');
const typeIn = (value: string): LegType => (value === 'put' || value === 'future' ? value : 'call');

function StrategySums({ strategy, forward }: { readonly strategy: Strategy; readonly forward: number }) {
  const sums = useMemo(() => valueStrategy(strategy, { forward: toCents(forward) }), [strategy, forward]);
  const rand = (cents: number, decimals = 0) => formatSigned(toRand(cents), decimals);
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Value, R</dt>
        <dd>{rand(sums.value)}</dd>
      </div>
      <div>
        <dt>Delta, lots</dt>
        <dd>{formatSigned(sums.deltaLots, 2)}</dd>
      </div>
      <div>
        <dt>Vega, R</dt>
        <dd>{rand(sums.vega / 100)}</dd>
      </div>
      <div>
        <dt>Theta, R</dt>
        <dd>{rand(sums.theta / 365)}</dd>
      </div>
    </dl>
  );
}
