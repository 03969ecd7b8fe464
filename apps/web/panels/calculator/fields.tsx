// The fields of the option calculator: the series or free input, and the figures that the user may type.
import Big from 'big.js';
import {
  priceStep,
  rateStep,
  steppedPrice,
  tidiedPrice,
  volatilityStep,
  volatilityUnit,
} from '../../market/contract-terms.ts';
import { seriesName } from '../../market/market-text.ts';
import { usePreferences } from '../../stores/session.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField } from '../../ui/fields.tsx';
import { formatPrice } from '../../ui/format.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import styles from './calculator.module.css';
import { freeInput, type RateBasis } from './definition.tsx';
import type { CalculatorMarket } from './market.ts';
import {
  type CalculatorFieldName,
  type CalculatorInput,
  type MarketFacts,
  type ParsedFields,
  ranges,
  steppedNumber,
  steppedStrike,
} from './rules.ts';

interface CalculatorSourceProps {
  readonly market: Pick<CalculatorMarket, 'all' | 'status'>;
  /** A series, or `freeInput`. */
  readonly chosenId: string;
  /** The instrument of free input; null for a series. */
  readonly instrument: string | null;
  readonly instruments: readonly string[];
  readonly isPhone: boolean;
  /** Lets the fields follow the market again; null while they do. */
  readonly follow: (() => void) | null;
  readonly onSeries: (id: string) => void;
  readonly onInstrument: (instrument: string) => void;
}

/** The base of the calculation: a series of the market, or free input with the tick and tons of an instrument. */
export function CalculatorSource(props: CalculatorSourceProps) {
  const { market, chosenId, instrument, instruments, isPhone, follow } = props;
  return (
    <>
      <div className={styles.bar}>
        <select
          aria-label="Underlying and expiry"
          value={chosenId}
          onChange={({ target }) => props.onSeries(target.value)}
        >
          {market.all.map((series) => (
            <option key={series.id} value={series.id}>
              {seriesName(series)}
            </option>
          ))}
          <option value={freeInput}>Free input</option>
        </select>
        {instrument !== null && (
          <select
            aria-label="Instrument, for its tick and tons"
            value={instrument}
            onChange={({ target }) => props.onInstrument(target.value)}
          >
            {instruments.map((instrument) => (
              <option key={instrument} value={instrument}>
                {instrument}
              </option>
            ))}
          </select>
        )}
        {follow !== null && (
          <Button size={isPhone ? 'large' : 'small'} onClick={follow}>
            Follow the market
          </Button>
        )}
      </div>
      {market.status !== 'success' && (
        <p className={styles.note} role={market.status === 'error' ? 'alert' : 'status'}>
          {market.status === 'error'
            ? 'The market could not be loaded. It loads again when the connection is restored. Free input works.'
            : 'Loading the market… Free input works.'}
        </p>
      )}
      {market.status === 'success' && market.all.length === 0 && (
        <p className={styles.note} role="status">
          No options are listed. Free input works.
        </p>
      )}
    </>
  );
}

interface CalculatorFieldsProps {
  readonly read: ParsedFields;
  readonly input: CalculatorInput;
  readonly facts: MarketFacts;
  readonly strikes: readonly number[];
  readonly basis: RateBasis;
  readonly isPhone: boolean;
  /** The fields of the view, in their order. */
  readonly shown: readonly CalculatorFieldName[];
  /** True if the market's numbers are old. */
  readonly isStale: boolean;
  /** True if the compounding of the rate can be chosen. */
  readonly hasBasis: boolean;
  readonly onBasis: (basis: RateBasis) => void;
  readonly onType: (name: CalculatorFieldName, text: string) => void;
}

/** Arrow keys, Page keys, the wheel and the buttons step the fields by the user's steps for prices, volatilities and rates. */
export function CalculatorFields(props: CalculatorFieldsProps) {
  const { read, input, facts, strikes, basis, isPhone, onType } = props;
  const defaults = usePreferences((preferences) => preferences.document.defaults);
  const { tick, decimals } = facts;
  const priceBy = priceStep({ tick, mop: defaults.priceChangeMop });
  const rateBy = rateStep(defaults);
  const volBy = volatilityStep(defaults).toNumber();
  const price: Steps = {
    by: priceBy.toNumber(),
    decimals,
    stepped: (text, steps) => steppedPrice(text, steps, { step: priceBy, tick, decimals, fallback: null }),
  };
  const number = (by: number, shown: number, name: keyof typeof ranges): Steps => ({
    by,
    decimals: shown,
    stepped: (text, steps) => steppedNumber(text, steps, { ...ranges[name], step: by, decimals: shown }),
  });
  const fields: Readonly<Record<CalculatorFieldName, FieldLook>> = {
    forward: {
      label: 'Future',
      unit: input.forward === null && facts.forward !== null ? 'R/t, market' : 'R/t',
      ...price,
    },
    strike: {
      label: 'Strike',
      unit: 'R/t',
      by: tick,
      decimals,
      stepped: (text, steps) => steppedStrike(text, steps, { strikes, tick, decimals }),
    },
    days: { label: 'Days', unit: 'to expiry', ...number(1, 0, 'days') },
    volatility: {
      label: 'Volatility',
      unit: input.priced === null && facts.volatility !== null ? `${volatilityUnit}, MTM` : volatilityUnit,
      ...number(volBy, 2, 'volatility'),
    },
    call: { label: 'Call premium', unit: 'R/t', ...price },
    put: { label: 'Put premium', unit: 'R/t', ...price },
    rate: { label: 'Rate', unit: `% ${basis}`, ...number(rateBy, Math.max(2, decimalsIn(rateBy)), 'rate') },
    lots: {
      label: 'Quantity',
      unit: 'lots',
      by: 1,
      decimals: 0,
      stepped: (text, steps) => {
        const next = steppedNumber(text, steps, { ...ranges.lots, step: 1, decimals: 0 });
        // A quantity is never 0: the step skips it.
        return next === '0' ? String(Math.sign(steps)) : next;
      },
    },
  };
  const isTyped = (name: CalculatorFieldName) =>
    name === 'volatility' || name === 'call' || name === 'put'
      ? input.priced?.by === name
      : input[name] !== null;
  return (
    <div className={styles.fields} data-stale={props.isStale || undefined}>
      {props.shown.map((name) => {
        const { label, unit, by, decimals: shown, stepped } = fields[name];
        const { text, error } = read.fields[name];
        return (
          <NumberField
            key={name}
            {...{ label, unit, text, error }}
            mayBeNegative={name === 'lots'}
            stepText={formatPrice(by, shown)}
            size={isPhone ? 'large' : 'small'}
            onText={(next) => onType(name, next)}
            onStep={(steps) => {
              const next = stepped(text, steps);
              if (next !== null) onType(name, next);
            }}
            onLeave={() => {
              if (isTyped(name)) onType(name, tidiedPrice(text, shown));
            }}
          />
        );
      })}
      {props.hasBasis && (
        <div className={styles.basis}>
          <span aria-hidden="true">Compounding</span>
          <SegmentedControl<RateBasis>
            label="Compounding of the rate"
            value={basis}
            onChange={props.onBasis}
            segments={[
              { value: 'NACC', label: 'NACC', tip: 'The rate is compounded continuously' },
              { value: 'NACA', label: 'NACA', tip: 'The rate is compounded once a year' },
            ]}
          />
        </div>
      )}
    </div>
  );
}

interface Steps {
  /** The size of a step. */
  readonly by: number;
  readonly decimals: number;
  readonly stepped: (text: string, steps: number) => string | null;
}

interface FieldLook extends Steps {
  readonly label: string;
  readonly unit: string;
}

function decimalsIn(step: number): number {
  return (new Big(step).toFixed().split('.')[1] ?? '').length;
}
