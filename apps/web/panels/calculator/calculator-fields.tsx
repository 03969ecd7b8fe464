// The fields of the option calculator. Arrow keys, Page keys, the wheel and the buttons step them by the user's steps for prices,
// volatilities and rates.
import Big from 'big.js';
import {
  priceStep,
  rateStep,
  steppedPrice,
  tidiedPrice,
  volatilityStep,
  volatilityUnit,
} from '../../market/contract-terms.ts';
import { usePreferences } from '../../stores/session.ts';
import { formatPrice } from '../../ui/format.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import styles from './calculator.module.css';
import type { RateBasis } from './calculator-settings.ts';
import {
  type FieldName,
  type MarketFacts,
  type ReadFields,
  ranges,
  type TypedFields,
} from './read-fields.ts';
import { steppedNumber, steppedStrike } from './steps.ts';

export interface CalculatorFieldsProps {
  readonly read: ReadFields;
  readonly typed: TypedFields;
  readonly facts: MarketFacts;
  readonly strikes: readonly number[];
  readonly basis: RateBasis;
  readonly isPhone: boolean;
  /** The fields of the view, in their order. */
  readonly shown: readonly FieldName[];
  /** Whether the market's numbers are old. */
  readonly isStale: boolean;
  /** Whether the compounding of the rate can be chosen. */
  readonly hasBasis: boolean;
  readonly onBasis: (basis: RateBasis) => void;
  readonly onType: (name: FieldName, text: string) => void;
}

export function CalculatorFields(props: CalculatorFieldsProps) {
  const { read, typed, facts, strikes, basis, isPhone, onType } = props;
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
  const fields: Readonly<Record<FieldName, FieldLook>> = {
    forward: {
      label: 'Future',
      unit: typed.forward === null && facts.forward !== null ? 'R/t, market' : 'R/t',
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
      unit: typed.priced === null && facts.volatility !== null ? `${volatilityUnit}, MTM` : volatilityUnit,
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
        // There is no quantity of 0: the step passes over it.
        return next === '0' ? String(Math.sign(steps)) : next;
      },
    },
  };
  const isTyped = (name: FieldName) =>
    name === 'volatility' || name === 'call' || name === 'put'
      ? typed.priced?.by === name
      : typed[name] !== null;
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
