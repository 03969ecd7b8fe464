// The additional fields of an option or a delta: the other of premium and volatility, each following the other as it is typed, the
// price of the future, and for a delta the hedge that is dealt with it. Loaded with the first such form.
import type { MarketRow, Side } from '@openpit/wire';
import Big from 'big.js';
import { useState } from 'react';
import { sideVerb } from '../actions/order-sentences.ts';
import { decimalsOf } from '../panels/market/market-text.ts';
import { dataSetStores } from '../stores/stores.ts';
import { numberIn } from '../ui/decimal-input.ts';
import { dash, formatPrice, formatSigned } from '../ui/format.ts';
import { NumberField } from '../ui/number-field.tsx';
import { fallbackTick, type PriceMeaning, volatilityLabel, volatilityUnit } from './contract-terms.ts';
import { deltaAt, hedgeOf, premiumAt, pricedOption, volatilityAt } from './option-terms.ts';
import styles from './order-form.module.css';
import { steppedPrice } from './stepping.ts';

export interface OptionFieldsProps {
  readonly row: MarketRow;
  readonly meaning: PriceMeaning;
  readonly of: 'Bid' | 'Offer' | undefined;
  readonly side: Side;
  readonly qtyText: string;
  readonly priceText: string;
  /** Of a delta: the price of the future at which its hedge is dealt. */
  readonly referenceText: string;
  readonly referenceError: string | undefined;
  readonly isLocked: boolean;
  readonly size: 'medium' | 'large';
  readonly onPrice: (text: string) => void;
  readonly onReference: (text: string) => void;
}

const volDecimals = 2;
const volStep = 0.25;

export default function OptionFields(props: OptionFieldsProps) {
  const { row, meaning, of, side, isLocked, size, onPrice } = props;
  const decimals = decimalsOf(row.instrument);
  const tick = dataSetStores.instruments.get(row.instrument)?.tick ?? fallbackTick;
  const isDelta = meaning === 'volatility';
  const reference = isDelta ? (numberIn(props.referenceText) ?? row.reference) : row.reference;
  const option = pricedOption(row, { reference, tick });
  /** The text of the other field, as long as the price that it gave is unchanged. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly gave: string } | null>(null);
  const price = numberIn(props.priceText);

  const other = isDelta
    ? { name: 'Premium', unit: 'R/t', decimals, step: tick }
    : { name: volatilityLabel, unit: volatilityUnit, decimals: volDecimals, step: volStep };
  const volatility = isDelta ? price : price === null || option === null ? null : volatilityAt(option, price);
  const computed =
    option === null || price === null
      ? null
      : isDelta
        ? premiumAt(option, price)
        : volatilityAt(option, price);
  const isTyped = typed !== null && typed.gave === props.priceText;
  const otherText = isTyped ? typed.text : computed === null ? '' : formatPrice(computed, other.decimals);

  const type = (text: string) => {
    const value = numberIn(text);
    const gives =
      option === null || value === null || value < 0
        ? null
        : isDelta
          ? volatilityAt(option, value)
          : premiumAt(option, value);
    const gave = gives === null ? props.priceText : formatPrice(gives, isDelta ? volDecimals : decimals);
    setTyped({ text, gave });
    if (gives !== null) onPrice(gave);
  };
  const label = of === undefined ? other.name : `${of} ${other.name.toLowerCase()}`;
  const lots = numberIn(props.qtyText);
  const hedge =
    isDelta && option !== null && price !== null && lots !== null && Number.isInteger(lots) && lots > 0
      ? hedgeOf(option, { side, lots, volatility: price })
      : null;
  const delta = option === null || volatility === null ? null : deltaAt(option, volatility);

  return (
    <>
      <div className={styles.numbers} data-single={isDelta && of !== 'Offer' ? undefined : ''}>
        <div data-step="">
          <NumberField
            label={label}
            unit={other.unit}
            text={otherText}
            onText={type}
            onStep={(steps) => {
              const text = steppedPrice(otherText, steps, {
                step: new Big(other.step),
                tick: isDelta ? tick : 0.01,
                decimals: other.decimals,
                fallback: isDelta ? null : (row.mtmVol ?? null),
              });
              if (text !== null) type(text);
            }}
            stepText={formatPrice(other.step, other.decimals)}
            error={
              price !== null && option !== null && computed === null
                ? 'No volatility gives this premium.'
                : undefined
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
              onStep={(steps) => {
                const fallback = row.reference ?? null;
                const rules = { step: new Big(tick), tick, decimals, fallback };
                const text = steppedPrice(props.referenceText, steps, rules);
                if (text !== null) props.onReference(text);
              }}
              stepText={formatPrice(tick, decimals)}
              error={props.referenceError}
              isReadOnly={isLocked}
              size={size}
            />
          </div>
        )}
      </div>
      <p className={styles.note} data-option-terms="">
        <span>
          {row.underlying ?? 'The future'} at {formatPrice(row.reference, decimals)}
          {row.daysToExpiry !== undefined && `, ${row.daysToExpiry} days`}
        </span>
        <span className={styles.limits}>
          delta {delta === null ? dash : `${formatSigned(delta * 100, 1)} %`}
        </span>
      </p>
      {isDelta && (
        <p className={styles.note} data-hedge="">
          {hedge === null
            ? 'The hedge shows here with quantity, volatility and reference.'
            : hedge.lots === 0
              ? 'No hedge: less than half a lot.'
              : `Hedge${of === undefined ? '' : ` of the ${of.toLowerCase()}`}: ${sideVerb(hedge.side).toLowerCase()} ${hedge.lots} ${row.underlying ?? ''} at ${formatPrice(option?.reference, decimals)}`}
        </p>
      )}
    </>
  );
}
