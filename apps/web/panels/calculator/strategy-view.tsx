// The view of a strategy in the option calculator: up to four legs with their value, greeks and payoff diagram.
import { type Strategy, valueStrategy } from '@openpit/pricing';
import { type Side, toCents, toRand } from '@openpit/wire';
import { useMemo } from 'react';
import { Button, classNames, IconButton } from '../../ui/button.tsx';
import { formatPrice, formatSigned } from '../../ui/format.ts';
import { DeleteIcon, PlusIcon } from '../../ui/icons.tsx';
import styles from './calculator.module.css';
import {
  breakEvenText,
  type LegField,
  type LegFields,
  type LegType,
  maxLegs,
  type ParsedLeg,
  type ParsedLegs,
  payoffDiagramOf,
  payoffOf,
  payoffSentence,
  profitText,
} from './strategy.ts';

interface PayoffChartProps {
  readonly strategy: Strategy;
  /** Rand per ton. */
  readonly forward: number;
  readonly decimals: number;
}

function PayoffChart({ strategy, forward, decimals }: PayoffChartProps) {
  const payoff = useMemo(() => payoffOf(strategy, forward), [strategy, forward]);
  const picture = useMemo(() => payoffDiagramOf(payoff), [payoff]);
  const [first, last] = [payoff.atExpiry[0], payoff.atExpiry.at(-1)];
  const atX = (price: number) => `${Math.min(100, Math.max(0, picture.x(price)))}%`;
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>Most to gain</dt>
          <dd>{profitText(payoff.max)}</dd>
        </div>
        <div>
          <dt>Most to lose</dt>
          <dd>{profitText(payoff.min)}</dd>
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

interface StrategyViewProps {
  readonly legs: readonly LegFields[];
  readonly read: ParsedLegs;
  /** Rand per ton. */
  readonly forward: number;
  readonly decimals: number;
  readonly isPhone: boolean;
  readonly onChange: (legs: readonly LegFields[]) => void;
  readonly onAdd: () => void;
  /** The user's positions as legs. */
  readonly ownLegs: readonly LegFields[];
  /** The reason why there are none, as a sentence. */
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
  const { ownLegs, noOwn } = rest;
  const { strategy } = read;
  const change = (id: number, edit: Partial<LegFields>) =>
    onChange(legs.map((leg) => (leg.id === id ? { ...leg, ...edit } : leg)));
  return (
    <>
      <div className={styles.legs} role="group" aria-label="Legs" data-phone={isPhone || undefined}>
        {legs.length > 0 && !isPhone && (
          <p className={classNames(styles.leg, styles.captions)} aria-hidden="true">
            {legCaptions.map((caption) => (
              <span key={caption}>{caption}</span>
            ))}
          </p>
        )}
        {legs.map((leg, index) => (
          <LegLine
            key={leg.id}
            leg={leg}
            name={`Leg ${index + 1}`}
            read={read.legs[index]}
            isPhone={isPhone}
            onChange={(edit) => change(leg.id, edit)}
            onRemove={() => onChange(legs.filter(({ id }) => id !== leg.id))}
          />
        ))}
        <div className={styles.bar}>
          <Button
            size={isPhone ? 'large' : 'small'}
            icon={<PlusIcon />}
            disabledReason={legs.length >= maxLegs ? `A strategy has at most ${maxLegs} legs.` : null}
            onClick={onAdd}
          >
            Add leg
          </Button>
          <Button
            size={isPhone ? 'large' : 'small'}
            disabledReason={ownLegs.length === 0 ? noOwn : null}
            onClick={() => onChange(ownLegs)}
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

const legCaptions = ['Side', 'Lots', 'Type', 'Strike', 'Vol %', 'Price'] as const;
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
  readonly read: ParsedLeg | undefined;
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
        text('volatility', 'volatility in percent; empty for the market’s volatility', read?.volatilityText)}
      {text(
        'price',
        leg.type === 'future' ? 'price; empty for the current price' : 'premium; empty for its current value',
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
