// The figures of the option calculator for one ton, one contract or the quantity, as text.
import { hedgeLots, scaleGreeks } from '@openpit/pricing';
import { dash, formatLots, formatPrice, formatSigned } from '../../ui/format.ts';
import { toCents, toRand } from '../../ui/money.ts';
import type { GreekUnit } from './calculator-settings.ts';
import type { OptionValue } from './valuation.ts';

export interface AmountsOf {
  readonly per: GreekUnit;
  readonly tons: number;
  /** Below 0 when sold; null while the quantity is wrong. */
  readonly lots: number | null;
}

export interface Amounts {
  readonly value: string;
  readonly delta: string;
  readonly gamma: string;
  readonly vega: string;
  readonly theta: string;
  readonly rho: string;
}

export const noAmounts: Amounts = {
  value: dash,
  delta: dash,
  gamma: dash,
  vega: dash,
  theta: dash,
  rho: dash,
};

export function amountsOf({ premium, greeks }: OptionValue, { per, tons, lots }: AmountsOf): Amounts {
  if (per === 'ton')
    return {
      value: formatPrice(premium, 2),
      delta: `${formatSigned(greeks.delta * 100, 2)}\u00a0%`,
      gamma: formatSigned(greeks.gamma, 6),
      vega: formatSigned(greeks.vegaPerPoint, 4),
      theta: formatSigned(greeks.thetaPerDay, 4),
      rho: formatSigned(greeks.rhoPerPercent, 4),
    };
  const size = per === 'contract' ? 1 : lots;
  if (size === null) return noAmounts;
  const scaled = scaleGreeks(greeks, { lots: size, tons });
  return {
    // The premium at which the market deals, so that it can be multiplied out.
    value: formatPrice(toRand(toCents(premium) * tons * size), 2),
    delta: `${formatSigned(scaled.delta, 2)}\u00a0t`,
    gamma: formatSigned(scaled.gamma, 4),
    vega: formatSigned(scaled.vegaPerPoint, 2),
    theta: formatSigned(scaled.thetaPerDay, 2),
    rho: formatSigned(scaled.rhoPerPercent, 2),
  };
}

/** The order in the future that hedges the quantity: "sell 11". A bought call and a sold put gain when the future rises. */
export function hedgeText(delta: number, lots: number | null): string {
  if (lots === null) return dash;
  const hedged = hedgeLots(Math.abs(lots), delta);
  if (hedged === 0) return 'none';
  return `${delta > 0 === lots > 0 ? 'sell' : 'buy'} ${formatLots(hedged)}`;
}
