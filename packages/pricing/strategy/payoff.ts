// What a strategy makes at expiry, as a function of the future's price: its break-evens and how much can be won and lost.
// When all options expire together this is a line with a corner at each strike, and everything is exact. When they do not,
// it is looked at on the first expiry, where the options that live on have a value of their own, and searched.
import { bracketedRoot } from '../elementary/bracketed-root.ts';
import { checkStrategy, type OptionLeg, type Strategy, valueStrategy } from './strategy.ts';

/** A stretch of prices at which nothing is won or lost; nearly always one price, `from` and `to` being the same. */
export interface BreakEven {
  readonly from: number;
  /** Infinity when it never ends. */
  readonly to: number;
}

export interface ProfitRange {
  /** Infinity when there is no limit. */
  readonly most: number;
  /** The worst, a loss below 0; −Infinity when there is no limit. */
  readonly least: number;
}

export interface PayoffPoint {
  readonly forward: number;
  readonly profit: number;
}

/** Of the amounts at stake: what rounding leaves of a zero. */
const nothing = 1e-11;
/** Strikes between which a curve is searched, and how far out. */
const stepsBetween = 24;
const farOut = 4;

/** @returns how long it is to the first expiry; 0 for futures alone */
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
 * @returns the curve of a chart: a point at every given price and at every strike between them
 * @throws RangeError with a path such as `legs[1].lots`
 */
export function payoffCurve(strategy: Strategy, forwards: readonly number[]): readonly PayoffPoint[] {
  const [least, most] = [Math.min(...forwards), Math.max(...forwards)];
  const corners = cornersOf(strategy).filter((corner) => corner > least && corner < most);
  const places = [...new Set([...forwards, ...corners])].sort((a, b) => a - b);
  return places.map((forward) => ({ forward, profit: profitAtExpiry(strategy, forward) }));
}

/**
 * @returns where nothing is won or lost at the first expiry, in order of price
 * @throws RangeError with a path such as `legs[1].lots`
 */
export function breakEvens(strategy: Strategy): readonly BreakEven[] {
  checkStrategy(strategy);
  const places = isLinear(strategy) ? cornersOf(strategy) : searchPlaces(strategy);
  const profits = places.map((place) => roundedProfit(strategy, place));
  const found: BreakEven[] = [];
  places.forEach((place, index) => {
    const profit = profits[index]!;
    if (profit === 0) found.push({ from: place, to: place });
    const next = profits[index + 1];
    if (next === undefined || next * profit >= 0) return;
    const at = crossing(strategy, { from: place, to: places[index + 1]! });
    found.push({ from: at, to: at });
  });
  return joinFlat(strategy, [...found, ...beyond(strategy, places.at(-1)!, profits.at(-1)!)]);
}

/**
 * @returns the most that can be won and lost at the first expiry, the future's price being anything from 0 up; where
 *   options live on beyond it, over the prices that are searched
 * @throws RangeError with a path such as `legs[1].lots`
 */
export function profitRange(strategy: Strategy): ProfitRange {
  checkStrategy(strategy);
  const places = isLinear(strategy) ? cornersOf(strategy) : searchPlaces(strategy);
  const profits = places.map((place) => profitAtExpiry(strategy, place));
  const slope = slopeBeyond(strategy);
  return {
    most: slope > 0 ? Number.POSITIVE_INFINITY : Math.max(...profits),
    least: slope < 0 ? Number.NEGATIVE_INFINITY : Math.min(...profits),
  };
}

function optionsOf({ legs }: Strategy): readonly OptionLeg[] {
  return legs.filter((leg): leg is OptionLeg => leg.type !== 'future');
}

/** All options end together, so that none has a value of its own left. */
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

/** Above the last corner calls and futures alone still move. */
function slopeBeyond({ legs, tons }: Strategy): number {
  return legs.reduce((sum, leg) => (leg.type === 'put' ? sum : sum + leg.lots * tons), 0);
}

function beyond(strategy: Strategy, last: number, profit: number): readonly BreakEven[] {
  const slope = slopeBeyond(strategy);
  if (profit === 0) return slope === 0 ? [{ from: last, to: Number.POSITIVE_INFINITY }] : [];
  const at = last - profit / slope;
  return slope !== 0 && at > last ? [{ from: at, to: at }] : [];
}

/** Neighbours with nothing between them are one stretch. */
function joinFlat(strategy: Strategy, found: readonly BreakEven[]): readonly BreakEven[] {
  const joined: BreakEven[] = [];
  for (const one of found) {
    const before = joined.at(-1);
    const isFlat =
      before !== undefined &&
      (one.from <= before.to || roundedProfit(strategy, 0.5 * (before.to + one.from)) === 0);
    if (isFlat) joined[joined.length - 1] = { from: before.from, to: Math.max(before.to, one.to) };
    else joined.push(one);
  }
  return joined;
}

function roundedProfit(strategy: Strategy, forward: number): number {
  const profit = profitAtExpiry(strategy, forward);
  const stake = strategy.legs.reduce(
    (sum, leg) =>
      sum +
      Math.abs(leg.lots) * strategy.tons * (leg.type === 'future' ? leg.price : leg.strike + leg.premium),
    0,
  );
  return Math.abs(profit) <= nothing * stake ? 0 : profit;
}
