// Candles of a part of the outcome log: 1, 5, 15 and 60 minutes by the time of the deal, and the business day
// (PANEL-16). A part may begin and end anywhere; the store merges the candles of one part with the previous
// part.
import type { DayEnded, DealMade } from '@openpit/venue';

export const candleMinutes = [1, 5, 15, 60] as const;
export type CandleMinutes = (typeof candleMinutes)[number];

/** Prices are cents, volume lots. */
export interface CandleFigures {
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  deals: number;
}

export interface MinuteCandle extends CandleFigures {
  readonly contract: string;
  readonly minutes: CandleMinutes;
  /** The start of the candle in epoch milliseconds, a multiple of its length. */
  readonly start: number;
  /** The business day of its first deal. */
  readonly businessDay: string;
}

/**
 * A business day's candle. `figures` are null for a day without a deal, `mtm` and `openInterest` until the
 * day has ended.
 */
export interface DayCandle {
  readonly contract: string;
  readonly businessDay: string;
  figures: CandleFigures | null;
  /** The part of the day's volume that is not in the figures: deals whose prices do not count. */
  unpriced: { lots: number; deals: number };
  mtm: number | null;
  /** The MTM of the day before. */
  previousMtm: number | null;
  openInterest: number | null;
}

const minuteMs = 60_000;

/** Starts a candle, or continues it. */
export function joinFigures(before: CandleFigures | null, deal: CandleFigures): CandleFigures {
  if (before === null) return { ...deal };
  before.high = Math.max(before.high, deal.high);
  before.low = Math.min(before.low, deal.low);
  before.close = deal.close;
  before.volume += deal.volume;
  before.deals += deal.deals;
  return before;
}

export const candleStart = (time: number, minutes: CandleMinutes): number =>
  Math.floor(time / (minutes * minuteMs)) * minutes * minuteMs;

export class Candles {
  readonly #minutes = new Map<string, MinuteCandle>();
  readonly #days = new Map<string, DayCandle>();
  /** Contracts that dealt, or whose open interest changed, in the running day. */
  readonly #active = new Set<string>();

  deal({ contract, price, lots }: DealMade, { at, businessDay }: { at: number; businessDay: string }): void {
    const figures = { open: price, high: price, low: price, close: price, volume: lots, deals: 1 };
    this.join(contract, { time: at, businessDay, figures });
    const day = this.#day(contract, businessDay);
    day.figures = joinFigures(day.figures, figures);
    this.#active.add(contract);
  }

  /** A deal that counts in the volume of the day only. */
  volume(contract: string, businessDay: string, lots: number): void {
    const { unpriced } = this.#day(contract, businessDay);
    unpriced.lots += lots;
    unpriced.deals += 1;
    this.#active.add(contract);
  }

  /** The open interest changed, which a final settlement does without a deal of the market. */
  openInterestChanged(contract: string): void {
    this.#active.add(contract);
  }

  /** Merges figures into the candles of every length that contain this time. */
  join(
    contract: string,
    {
      time,
      businessDay,
      figures,
    }: { readonly time: number; readonly businessDay: string; readonly figures: CandleFigures },
  ): void {
    for (const minutes of candleMinutes) {
      const start = candleStart(time, minutes);
      const key = `${minutes} ${start} ${contract}`;
      const before = this.#minutes.get(key);
      if (before === undefined) this.#minutes.set(key, { contract, minutes, start, businessDay, ...figures });
      else joinFigures(before, figures);
    }
  }

  /** Adds the MTM of contracts that dealt, are held, were closed today or have another MTM than the day before. */
  endDay(event: DayEnded, openInterestOf: (contract: string) => number): void {
    for (const { contract, mtm, previous } of event.marks) {
      const openInterest = openInterestOf(contract);
      // No candle for the thousands of strikes without a deal, a position or a change of the MTM.
      if (mtm === previous && openInterest === 0 && !this.#active.has(contract)) continue;
      const day = this.#day(contract, event.businessDay);
      day.mtm = mtm;
      day.previousMtm = previous;
      day.openInterest = openInterest;
    }
    this.#active.clear();
  }

  /** The state of the running day, without the candles that `take` has returned. */
  save(): readonly string[] {
    return [...this.#active];
  }

  load(active: readonly string[]): void {
    this.#minutes.clear();
    this.#days.clear();
    this.#active.clear();
    for (const contract of active) this.#active.add(contract);
  }

  /** The candles since the last call. */
  take(): { readonly minutes: MinuteCandle[]; readonly days: DayCandle[] } {
    const changes = { minutes: [...this.#minutes.values()], days: [...this.#days.values()] };
    this.#minutes.clear();
    this.#days.clear();
    return changes;
  }

  #day(contract: string, businessDay: string): DayCandle {
    const key = `${businessDay} ${contract}`;
    let day = this.#days.get(key);
    if (day === undefined) {
      day = {
        contract,
        businessDay,
        figures: null,
        unpriced: { lots: 0, deals: 0 },
        mtm: null,
        previousMtm: null,
        openInterest: null,
      };
      this.#days.set(key, day);
    }
    return day;
  }
}
