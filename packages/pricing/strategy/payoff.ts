// The profit of a strategy at expiry as a function of the future's price: its curve, its break-evens and
// its limits. When all options expire together this is a polygon with a corner at each strike, and
// everything is exact. Otherwise the profit is computed for the first expiry, with the
// other options at their value, and break-evens are found by a search.
import { bracketedRoot } from '../elementary/bracketed-root.ts';
import { checkStrategy, type OptionLeg, type Strategy, valueStrategy } from './strategy.ts';

/** A range of prices with a profit of 0; nearly always one price, with `from` equal to `to`. */
interface BreakEven {
  readonly from: number;
  /** Infinity when the range has no end. */
  readonly to: number;
}

interface ProfitRange {
  /** Infinity when there is no limit. */
  readonly max: number;
  /** Below 0 for a loss; −Infinity when there is no limit. */
  readonly min: number;
}

interface PayoffPoint {
  readonly forward: number;
  readonly profit: number;
}

/** Relative to the amounts at stake: a smaller profit is a rounded 0. */
const roundingError = 1e-11;
/** The search: steps between two strikes, and its end as a multiple of the last strike. */
const stepsBetween = 24;
const farOut = 4;

/** @returns the time to the first expiry; 0 for futures alone */
export function firstExpiryYears({ legs }: Strategy): number {
  const lives = legs.flatMap((leg) => (leg.type === 'future' ? [] : [leg.years]));
  return lives.length === 0 ? 0 : Math.min(...lives);
}

/**
 * @returns the profit of the whole strategy at the first expiry
 * @throws RangeError with a path such as `legs[1].lots`
 */
export function profitAtExpiry(strategy: Strategy, forward: number): number {
  return valueStrategy(strategy, { forward, elapsedYears: firstExpiryYears(strategy) }).profit;
}

/**
 * @returns the curve for a chart: a point at every given price and at every strike between them
 * @throws RangeError with a path such as `legs[1].lots`
 */
export function payoffCurve(strategy: Strategy, forwards: readonly number[]): readonly PayoffPoint[] {
  const [min, max] = [Math.min(...forwards), Math.max(...forwards)];
  const corners = cornersOf(strategy).filter((corner) => corner > min && corner < max);
  const places = [...new Set([...forwards, ...corners])].sort((a, b) => a - b);
  return places.map((forward) => ({ forward, profit: profitAtExpiry(strategy, forward) }));
}

/**
 * @returns the prices with a profit of 0 at the first expiry, in ascending order
 * @throws RangeError with a path such as `legs[1].lots`
 */
export function breakEvens(strategy: Strategy): readonly BreakEven[] {
  checkStrategy(strategy);
  const places = isLinear(strategy) ? cornersOf(strategy) : searchPlaces(strategy);
  const profits = places.map((place) => roundedProfit(strategy, place));
  const breakEvens: BreakEven[] = [];
  places.forEach((place, index) => {
    const profit = profits[index]!;
    if (profit === 0) breakEvens.push({ from: place, to: place });
    const next = profits[index + 1];
    if (next === undefined || next * profit >= 0) return;
    const at = crossing(strategy, { from: place, to: places[index + 1]! });
    breakEvens.push({ from: at, to: at });
  });
  return mergeFlat(strategy, [...breakEvens, ...beyond(strategy, places.at(-1)!, profits.at(-1)!)]);
}

/**
 * @returns the highest and lowest profit at the first expiry for any price of the future from 0; if options
 *   expire later, for the prices of the search
 * @throws RangeError with a path such as `legs[1].lots`
 */
export function profitRange(strategy: Strategy): ProfitRange {
  checkStrategy(strategy);
  const places = isLinear(strategy) ? cornersOf(strategy) : searchPlaces(strategy);
  const profits = places.map((place) => profitAtExpiry(strategy, place));
  const slope = slopeBeyond(strategy);
  return {
    max: slope > 0 ? Number.POSITIVE_INFINITY : Math.max(...profits),
    min: slope < 0 ? Number.NEGATIVE_INFINITY : Math.min(...profits),
  };
}

function optionsOf({ legs }: Strategy): readonly OptionLeg[] {
  return legs.filter((leg): leg is OptionLeg => leg.type !== 'future');
}

/** All options expire together. */
function isLinear(strategy: Strategy): boolean {
  const first = firstExpiryYears(strategy);
  return optionsOf(strategy).every((leg) => leg.years === first);
}

/** 0 and the strikes, in order. */
function cornersOf(strategy: Strategy): readonly number[] {
  return [...new Set([0, ...optionsOf(strategy).map((leg) => leg.strike)])].sort((a, b) => a - b);
}

function searchPlaces(strategy: Strategy): readonly number[] {
  const corners = cornersOf(strategy);
  const last = corners.at(-1)!;
  return [...corners, farOut * last].flatMap((corner, index, all) => {
    const before = all[index - 1];
    if (before === undefined) return [corner];
    return Array.from(
      { length: stepsBetween },
      (_, step) => before + ((corner - before) * (step + 1)) / stepsBetween,
    );
  });
}

function crossing(strategy: Strategy, { from, to }: { readonly from: number; readonly to: number }): number {
  const [low, high] = [profitAtExpiry(strategy, from), profitAtExpiry(strategy, to)];
  if (isLinear(strategy)) return from + ((to - from) * low) / (low - high);
  return bracketedRoot((forward) => profitAtExpiry(strategy, forward), { from, to, tolerance: 1e-14 });
}

/** The slope above the last corner, where only calls and futures change. */
function slopeBeyond({ legs, tons }: Strategy): number {
  return legs.reduce((sum, leg) => (leg.type === 'put' ? sum : sum + leg.lots * tons), 0);
}

function beyond(strategy: Strategy, last: number, profit: number): readonly BreakEven[] {
  const slope = slopeBeyond(strategy);
  if (profit === 0) return slope === 0 ? [{ from: last, to: Number.POSITIVE_INFINITY }] : [];
  const at = last - profit / slope;
  return slope !== 0 && at > last ? [{ from: at, to: at }] : [];
}

/** Merges neighbours with a profit of 0 between them. */
function mergeFlat(strategy: Strategy, breakEvens: readonly BreakEven[]): readonly BreakEven[] {
  const merged: BreakEven[] = [];
  for (const breakEven of breakEvens) {
    const before = merged.at(-1);
    const isFlat =
      before !== undefined &&
      (breakEven.from <= before.to || roundedProfit(strategy, 0.5 * (before.to + breakEven.from)) === 0);
    if (isFlat) merged[merged.length - 1] = { from: before.from, to: Math.max(before.to, breakEven.to) };
    else merged.push(breakEven);
  }
  return merged;
}

function roundedProfit(strategy: Strategy, forward: number): number {
  const profit = profitAtExpiry(strategy, forward);
  const stake = strategy.legs.reduce(
    (sum, leg) =>
      sum +
      Math.abs(leg.lots) * strategy.tons * (leg.type === 'future' ? leg.price : leg.strike + leg.premium),
    0,
  );
  return Math.abs(profit) <= roundingError * stake ? 0 : profit;
}
