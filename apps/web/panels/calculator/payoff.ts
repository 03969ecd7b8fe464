// The payoff diagram of a strategy: its profit at expiry and now, by the price of the future, and the same in a sentence. Prices are
// rand per ton, profits rand.
import {
  breakEvens,
  evenlyAround,
  payoffCurve,
  profitRange,
  type Strategy,
  valueStrategy,
} from '@openpit/pricing';
import { formatPrice, formatSigned } from '../../ui/format.ts';
import { toCents, toRand } from '../../ui/money.ts';

export interface ProfitPoint {
  readonly forward: number;
  readonly profit: number;
}

export interface Payoff {
  /** From the lowest to the highest price of the future. */
  readonly atExpiry: readonly ProfitPoint[];
  readonly now: readonly ProfitPoint[];
  /** Infinity without a limit. */
  readonly most: number;
  readonly least: number;
  /** A range where the profit is 0 between two prices; `to` is Infinity for one without an end. */
  readonly breakEvens: readonly { readonly from: number; readonly to: number }[];
  /** At the present price of the future. */
  readonly presentProfit: number;
}

const stepsPerSide = 20;
/** At least this share of the future's price to each side. */
const leastReach = 0.15;

export function payoffOf(strategy: Strategy, forward: number): Payoff {
  const centre = toCents(forward);
  const farthest = Math.max(
    0,
    ...strategy.legs.map((leg) => (leg.type === 'future' ? 0 : Math.abs(leg.strike - centre))),
  );
  const reach = Math.min(Math.max(leastReach * centre, 1.4 * farthest), 0.95 * centre);
  const forwards = evenlyAround({ centre, reach, steps: stepsPerSide });
  const profitNow = (at: number) => valueStrategy(strategy, { forward: at }).profit;
  const { most, least } = profitRange(strategy);
  return {
    atExpiry: payoffCurve(strategy, forwards).map(inRand),
    now: forwards.map((at) => inRand({ forward: at, profit: profitNow(at) })),
    most: toRand(most),
    least: toRand(least),
    breakEvens: breakEvens(strategy).map(({ from, to }) => ({ from: toRand(from), to: toRand(to) })),
    presentProfit: toRand(profitNow(centre)),
  };
}

const inRand = ({ forward, profit }: ProfitPoint): ProfitPoint => ({
  forward: toRand(forward),
  profit: toRand(profit),
});

/** Whole rand are enough for a profit of a strategy. */
export const profitText = (profit: number) =>
  profit === Number.POSITIVE_INFINITY || profit === Number.NEGATIVE_INFINITY
    ? 'no limit'
    : `R\u00a0${formatSigned(Math.round(profit), 0)}`;

export function breakEvenText({ breakEvens: prices }: Payoff, decimals: number): string {
  if (prices.length === 0) return 'none';
  return prices
    .map(({ from, to }) => {
      const first = formatPrice(from, decimals);
      if (to === Number.POSITIVE_INFINITY) return `from ${first}`;
      return to === from ? first : `${first} to ${formatPrice(to, decimals)}`;
    })
    .join(' and ');
}

/** The diagram in words. */
export function payoffSentence(payoff: Payoff, decimals: number): string {
  const [first, last] = [payoff.atExpiry[0], payoff.atExpiry.at(-1)];
  if (first === undefined || last === undefined) return '';
  const at = ({ forward, profit }: ProfitPoint) =>
    `${profitText(profit)} with the future at ${formatPrice(forward, decimals)}`;
  return `Profit at expiry from ${at(first)} to ${at(last)}. Highest ${profitText(payoff.most)}, lowest ${profitText(payoff.least)}, break-even ${breakEvenText(payoff, decimals)}. Now ${profitText(payoff.presentProfit)}.`;
}

/** Where points are in a picture of 100 by 100 units, x to the right and y downwards. */
export interface Picture {
  readonly atExpiry: string;
  readonly now: string;
  /** Of a profit of 0; between 0 and 100. */
  readonly zero: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: (forward: number) => number;
}

export function pictureOf({ atExpiry, now }: Pick<Payoff, 'atExpiry' | 'now'>): Picture {
  const profits = [...atExpiry, ...now].map(({ profit }) => profit);
  const [most, least] = [Math.max(0, ...profits), Math.min(0, ...profits)];
  const margin = (most - least || 1) * 0.06;
  const [top, bottom] = [most + margin, least - margin];
  const [from, to] = [atExpiry[0]?.forward ?? 0, atExpiry.at(-1)?.forward ?? 1];
  const x = (forward: number) => ((forward - from) / (to - from)) * 100;
  const y = (profit: number) => ((top - profit) / (top - bottom)) * 100;
  const line = (points: readonly ProfitPoint[]) =>
    points.map(({ forward, profit }) => `${x(forward).toFixed(2)},${y(profit).toFixed(2)}`).join(' ');
  return { atExpiry: line(atExpiry), now: line(now), zero: y(0), top: most, bottom: least, x };
}
