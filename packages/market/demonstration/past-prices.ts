// The prices of the demonstration's past. Each instrument has one path that drifts, jumps a few times a day and moves most in the morning.
// Each month has its own small path around it. The same seed produces the same path, however far it is followed.
import { asPrice, type Price } from '@openpit/venue';
import type { ScheduleCalendar } from '../schedule/schedule-calendar.ts';
import { deviate, randomNumbers } from './illustrative-history.ts';

export const slotMs = 5 * 60_000;
const slotsOfDay = 288;
/** The standard deviation of a day's move, as a share of the price. */
const dailyMove = 0.008;
/** The average number of jumps a day, and the largest jump as a share of the price. */
const jumpsPerDay = 1.5;
const largestJump = 0.007;
/** The standard deviation of the difference between two months of an instrument, as a share of the price. */
const ownMove = 0.0015;
/** The share of the moves that all instruments of a group have in common. */
const common = 0.75;

const groups: Readonly<Record<string, string>> = {
  WMAZ: 'maize',
  YMAZ: 'maize',
  SORG: 'maize',
  QWMZ: 'maize',
  CORN: 'chicago',
  REDW: 'wheat',
  KANS: 'wheat',
  WEAT: 'wheat',
  SOYA: 'oilseeds',
  SUNS: 'oilseeds',
  BEAN: 'oilseeds',
  MEAL: 'oilseeds',
  OILS: 'oilseeds',
};

/** Deals per hour at each hour of the market's day, where 1 is the average: busy mornings, a quiet lunch, quiet nights. */
const busyness = [
  0.1, 0.08, 0.06, 0.06, 0.08, 0.15, 0.3, 0.6, 1.4, 3.6, 3.0, 3.1, 0.9, 0.7, 1.9, 2.4, 2.0, 1.1, 0.6, 0.5,
  0.4, 0.3, 0.25, 0.15,
] as const;
/** For weekends and holidays, because the demonstration also trades then. */
const idleShare = 0.12;

/** Returns how busy the market is at a time, where 1 is the average of a business day. */
export function busynessBy(
  calendar: Pick<ScheduleCalendar, 'isBusinessDay' | 'hourOf'>,
): (at: number) => number {
  const byDay = new Map<number, number>();
  return (at) => {
    const hour = Math.floor(at / 3_600_000);
    let weight = byDay.get(hour);
    if (weight === undefined) {
      weight = (busyness[calendar.hourOf(at)] ?? 1) * (calendar.isBusinessDay(at) ? 1 : idleShare);
      byDay.set(hour, weight);
    }
    return weight;
  };
}

export class PastPrices {
  readonly #seed: string;
  readonly #start: number;
  readonly #activity: (at: number) => number;
  readonly #walks = new Map<string, { readonly random: () => number; readonly points: number[] }>();

  /** `activity`: how busy the market is at a time, 1 on average. */
  constructor(seed: string, start: number, activity: (at: number) => number) {
    this.#seed = seed;
    this.#start = start;
    this.#activity = activity;
  }

  /** The price of a future at a time, not rounded: it was `price` at the time `from`. */
  of(
    { contract, instrument }: { readonly contract: string; readonly instrument: string },
    { price, from, at }: { readonly price: number; readonly from: number; readonly at: number },
  ): number {
    const moved = this.#moves(instrument, contract, at) - this.#moves(instrument, contract, from);
    return price * Math.exp(moved);
  }

  #moves(instrument: string, contract: string, at: number): number {
    const group = groups[instrument] ?? instrument;
    return (
      Math.sqrt(common) * dailyMove * this.#walk(`group ${group}`, at, true) +
      Math.sqrt(1 - common) * dailyMove * this.#walk(`instrument ${instrument}`, at, true) +
      ownMove * this.#walk(`own ${contract}`, at, false)
    );
  }

  /** A walk with a standard deviation of about 1 a day; without `jumps` it returns to 0. */
  #walk(name: string, at: number, jumps: boolean): number {
    const walk = this.#walks.get(name) ?? { random: randomNumbers(`${this.#seed} ${name}`), points: [0] };
    this.#walks.set(name, walk);
    const position = Math.max(0, (at - this.#start) / slotMs);
    const slot = Math.floor(position);
    const { random, points } = walk;
    while (points.length < slot + 2) {
      const time = this.#start + points.length * slotMs;
      const scale = Math.sqrt(this.#activity(time) / slotsOfDay);
      const last = points.at(-1) ?? 0;
      const before = points.at(-2) ?? last;
      const step = deviate(random) * scale;
      const isJump = random() < (jumpsPerDay / slotsOfDay) * this.#activity(time);
      const jump = (random() < 0.5 ? -1 : 1) * (0.4 + 0.6 * random()) * (largestJump / dailyMove);
      // A move lasts for a while: prices trend rather than flicker.
      if (jumps)
        points.push(
          last +
            0.35 * (last - before) * (Math.abs(last - before) < 0.15 ? 1 : 0) +
            step +
            (isJump ? jump : 0),
        );
      else points.push(0.98 * last + step * 2);
    }
    const [left = 0, right = 0] = [points[slot], points[slot + 1]];
    return left + (right - left) * (position - slot);
  }
}

export const onTick = (price: number, tick: Price): Price =>
  asPrice(Math.max(1, Math.round(price / tick)) * tick);
