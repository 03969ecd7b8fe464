// The parts of the ticket that only options and deltas have: linked fields for premium and volatility, the price of the future,
// the order in greeks, and the button that opens its hedge. This chunk is loaded with the first such ticket.

import { hedgeLots } from '@openpit/pricing';
import type { MarketRow, Side } from '@openpit/wire';
import { useActionContext } from '../../actions/action.ts';
import type { Account } from '../../actions/dialogs.ts';
import { openOrderForm } from '../../actions/order-entry.ts';
import type { SentOrder } from '../../actions/send.ts';
import {
  priceStep,
  steppedPrice,
  volatilityLabel,
  volatilityStep,
  volatilityTick,
  volatilityUnit,
} from '../../market/contract-terms.ts';
import { sideVerb } from '../../market/market-text.ts';
import { usePrice } from '../../market/prices.ts';
import { usePreferences } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { Button } from '../../ui/button.tsx';
import { numberIn } from '../../ui/decimal-input.ts';
import { NumberField } from '../../ui/fields.tsx';
import { dash, formatPrice, formatSigned } from '../../ui/format.ts';
import { lotsIn } from '../parse-fields.ts';
import {
  deltaAt,
  greeksAt,
  type OptionConversion,
  type PricedOption,
  premiumAt,
  volatilityAt,
} from './option-entry.ts';
import { useOrderNow } from './order-now.ts';
import type { SideInput } from './parse-ticket.ts';
import styles from './ticket.module.css';

interface OptionFieldsProps {
  readonly row: MarketRow;
  readonly entry: OptionConversion;
  readonly sideName: 'Bid' | 'Offer' | undefined;
  readonly input: SideInput;
  readonly otherError: string | undefined;
  /** The price of the future at which the hedge of a delta is dealt. */
  readonly referenceText: string;
  readonly referenceError: string | undefined;
  readonly isLocked: boolean;
  readonly size: 'medium' | 'large';
  readonly onOther: (text: string) => void;
  readonly onLeaveOther: () => void;
  readonly onReference: (text: string) => void;
  readonly onLeaveReference: () => void;
}

export function OptionFields(props: OptionFieldsProps) {
  const { row, entry, sideName, isLocked, size, input } = props;
  const { option, premium } = entry;
  const isDelta = entry.terms.meaning === 'volatility';
  const defaults = usePreferences((preferences) => preferences.document.defaults);
  const premiumStep = priceStep({ tick: premium.tick, mop: defaults.priceChangeMop });
  const price = numberIn(input.priceText);
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
  const isTyped = input.otherText.trim() !== '';
  const otherText = isTyped
    ? input.otherText
    : computed === null
      ? ''
      : formatPrice(computed, other.decimals);
  const label = sideName === undefined ? other.name : `${sideName} ${other.name.toLowerCase()}`;
  const volatility = isDelta ? price : numberIn(otherText);
  const deltaText =
    option === null || volatility === null || volatility <= 0
      ? dash
      : `${formatSigned(deltaAt(option, volatility) * 100, 1)} %`;

  return (
    <>
      <div
        className={styles.numbers}
        data-even=""
        data-single={isDelta && sideName !== 'Offer' ? undefined : ''}
      >
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
        {isDelta && sideName !== 'Offer' && (
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
          {sideName !== 'Offer' && (
            <span>
              {row.underlying ?? 'The future'} at {formatPrice(row.reference, premium.decimals)}
              {row.daysToExpiry !== undefined && `, ${row.daysToExpiry} days`}
            </span>
          )}
          <span className={styles.limits}>delta {deltaText}</span>
        </p>
        <GreeksLine {...{ row, entry, volatility }} side={input.side} lots={lotsIn(input.qtyText)} />
      </div>
    </>
  );
}

/** "+5,3 lots, vega +790 R, theta −110 R": the order's sensitivity to the future, volatility and time. */
function GreeksLine({
  row,
  entry: { option },
  side,
  volatility,
  lots,
}: Pick<OptionFieldsProps, 'row' | 'entry'> & {
  readonly side: Side;
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

interface HedgeButtonProps {
  readonly row: Pick<MarketRow, 'underlying' | 'contractDisplay'>;
  readonly option: PricedOption | null;
  readonly sent: SentOrder;
  readonly side: Side;
  readonly account: Account;
  readonly size: 'medium' | 'large';
}

/** The button that opens the ticket for the hedging future after an option has dealt. It sends nothing. */
export function HedgeButton({ row, option, sent, side, account, size }: HedgeButtonProps) {
  const context = useActionContext();
  const { dealt, averagePrice = null } = useOrderNow(sent.activeOrderSeq) ?? sent;
  const { underlying } = row;
  const market = usePrice(underlying ?? null);
  if (option === null || underlying === undefined) return null;
  const hedge = hedgeOf(option, { side, lots: dealt, premium: averagePrice });
  if (hedge === null) return null;
  const open = () => {
    const price = (hedge.side === 'B' ? market?.offer : market?.bid) ?? market?.last ?? market?.mtm ?? null;
    const order = {
      contract: underlying,
      side: hedge.side,
      qty: hedge.lots,
      price,
      type: 'Normal',
      account,
    } as const;
    openOrderForm.perform({ kind: 'order', ...order, anchor: null }, context);
  };
  return (
    <Button size={size} variant={hedge.side === 'B' ? 'buy' : 'sell'} onClick={open}>
      Hedge: {sideVerb(hedge.side).toLowerCase()} {hedge.lots} {underlying}…
    </Button>
  );
}

/** The order in the future that hedges these lots at their dealt premium, or null for less than half a lot. */
export function hedgeOf(
  option: PricedOption,
  { side, lots, premium }: { readonly side: Side; readonly lots: number; readonly premium: number | null },
): { readonly side: Side; readonly lots: number } | null {
  const volatility = premium === null ? null : volatilityAt(option, premium);
  if (volatility === null) return null;
  const hedged = hedgeLots(lots, deltaAt(option, volatility));
  if (hedged === 0) return null;
  // A long call and a short put gain when the future rises.
  return { side: (option.type === 'call') === (side === 'B') ? 'S' : 'B', lots: hedged };
}
