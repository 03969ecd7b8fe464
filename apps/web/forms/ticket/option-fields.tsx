// The additional fields of an option or a delta: the other of premium and volatility, each following the other as it is typed, the
// price of the future, and the size of the order in greeks. Loaded with the first such form.
import type { MarketRow, Side } from '@openpit/wire';
import {
  priceStep,
  steppedPrice,
  volatilityLabel,
  volatilityStep,
  volatilityTick,
  volatilityUnit,
} from '../../market/contract-terms.ts';
import { usePreferences } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { numberIn } from '../../ui/decimal-input.ts';
import { NumberField } from '../../ui/fields.tsx';
import { dash, formatPrice, formatSigned } from '../../ui/format.ts';
import type { OptionEntry } from './option-entry.ts';
import { deltaAt, greeksAt, premiumAt, volatilityAt } from './option-terms.ts';
import { lotsIn } from './order-draft.ts';
import styles from './order-form.module.css';

export interface OptionFieldsProps {
  readonly row: MarketRow;
  readonly entry: OptionEntry;
  readonly of: 'Bid' | 'Offer' | undefined;
  readonly side: Side;
  readonly qtyText: string;
  readonly priceText: string;
  /** What was typed in the other field; empty where the price was. */
  readonly otherText: string;
  readonly otherError: string | undefined;
  /** Of a delta: the price of the future at which its hedge is dealt. */
  readonly referenceText: string;
  readonly referenceError: string | undefined;
  readonly isLocked: boolean;
  readonly size: 'medium' | 'large';
  readonly onOther: (text: string) => void;
  readonly onLeaveOther: () => void;
  readonly onReference: (text: string) => void;
  readonly onLeaveReference: () => void;
}

export default function OptionFields(props: OptionFieldsProps) {
  const { row, entry, of, side, isLocked, size } = props;
  const { option, premium } = entry;
  const isDelta = entry.terms.meaning === 'volatility';
  const defaults = usePreferences((preferences) => preferences.document.defaults);
  const premiumStep = priceStep({ tick: premium.tick, mop: defaults.priceChangeMop });
  const price = numberIn(props.priceText);
  const other = isDelta
    ? { name: 'Premium', unit: 'R/t', decimals: premium.decimals, step: premiumStep, tick: premium.tick }
    : {
        name: volatilityLabel,
        unit: volatilityUnit,
        decimals: 2,
        step: volatilityStep(defaults),
        tick: volatilityTick,
      };
  const computed =
    option === null || price === null
      ? null
      : isDelta
        ? premiumAt(option, price)
        : volatilityAt(option, price);
  const isTyped = props.otherText.trim() !== '';
  const otherText = isTyped
    ? props.otherText
    : computed === null
      ? ''
      : formatPrice(computed, other.decimals);
  const label = of === undefined ? other.name : `${of} ${other.name.toLowerCase()}`;
  const volatility = isDelta ? price : numberIn(otherText);
  const deltaText =
    option === null || volatility === null || volatility <= 0
      ? dash
      : `${formatSigned(deltaAt(option, volatility) * 100, 1)} %`;

  return (
    <>
      <div className={styles.numbers} data-even="" data-single={isDelta && of !== 'Offer' ? undefined : ''}>
        <div data-step="">
          <NumberField
            label={label}
            unit={other.unit}
            text={otherText}
            onText={props.onOther}
            onLeave={props.onLeaveOther}
            onStep={(steps) => {
              const text = steppedPrice(otherText, steps, {
                step: other.step,
                tick: other.tick,
                decimals: other.decimals,
                fallback: isDelta ? null : (row.mtmVol ?? null),
              });
              if (text !== null) props.onOther(text);
            }}
            stepText={formatPrice(other.step.toNumber(), other.decimals)}
            error={
              props.otherError ??
              (!isTyped && price !== null && option !== null && computed === null
                ? 'No volatility gives this premium.'
                : undefined)
            }
            isReadOnly={isLocked || option === null}
            size={size}
          />
        </div>
        {isDelta && of !== 'Offer' && (
          <div data-step="">
            <NumberField
              label="Reference"
              unit="R/t"
              text={props.referenceText}
              onText={props.onReference}
              onLeave={props.onLeaveReference}
              onStep={(steps) => {
                const rules = { step: premiumStep, ...premium, fallback: row.reference ?? null };
                const text = steppedPrice(props.referenceText, steps, rules);
                if (text !== null) props.onReference(text);
              }}
              stepText={formatPrice(premiumStep.toNumber(), premium.decimals)}
              error={props.referenceError}
              isReadOnly={isLocked}
              size={size}
            />
          </div>
        )}
      </div>
      <div className={styles.legs} data-option-terms="">
        <p className={styles.note}>
          {of !== 'Offer' && (
            <span>
              {row.underlying ?? 'The future'} at {formatPrice(row.reference, premium.decimals)}
              {row.daysToExpiry !== undefined && `, ${row.daysToExpiry} days`}
            </span>
          )}
          <span className={styles.limits}>delta {deltaText}</span>
        </p>
        <GreeksLine {...{ row, entry, side, volatility }} lots={lotsIn(props.qtyText)} />
      </div>
    </>
  );
}

/** "+5,3 lots, vega +790 R, theta −110 R": the order as it changes with the future, volatility and time. */
function GreeksLine({
  row,
  entry: { option },
  side,
  volatility,
  lots,
}: Pick<OptionFieldsProps, 'row' | 'entry' | 'side'> & {
  readonly volatility: number | null;
  readonly lots: number | null;
}) {
  const tons = dataSetStores.instruments.get(row.instrument)?.tonsPerContract;
  if (option === null || volatility === null || volatility <= 0 || lots === null || tons === undefined)
    return null;
  const signed = side === 'B' ? lots : -lots;
  const { vegaPerPoint, thetaPerDay } = greeksAt(option, volatility, { lots: signed, tons });
  return (
    <p className={styles.note}>
      <span>delta {formatSigned(deltaAt(option, volatility) * signed, 1)} lots</span>
      <span>vega {formatSigned(vegaPerPoint, 0)} R</span>
      <span>theta {formatSigned(thetaPerDay, 0)} R</span>
    </p>
  );
}
