// A strategy of up to four legs: its legs, its value and greeks, its payoff.
import { type Strategy, valueStrategy } from '@openpit/pricing';
import type { Side } from '@openpit/wire';
import { useMemo } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatSigned } from '../../ui/format.ts';
import { DeleteIcon, PlusIcon } from '../../ui/icons.tsx';
import { toCents, toRand } from '../../ui/money.ts';
import styles from './calculator.module.css';
import { PayoffChart } from './payoff-chart.tsx';
import {
  type LegField,
  type LegFields,
  type LegType,
  mostLegs,
  type ReadLeg,
  type ReadLegs,
} from './strategy-legs.ts';

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
