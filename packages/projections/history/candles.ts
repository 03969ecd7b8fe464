// Candles of a stretch of the outcome log: 1, 5, 15 and 60 minutes by the time of the deal, and the business day (PANEL-16,
// domain §4.14). A stretch may begin and end anywhere; who stores candles joins those of one stretch to those before.
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
  /** Where it begins, epoch milliseconds, a multiple of its length. */
  readonly start: number;
  /** The business day of its first deal. */
  readonly businessDay: string;
}

/** A business day's candle. Figures are null for a day without a deal, `mtm` until the day has ended. */
export interface DayCandle {
  readonly contract: string;
  readonly businessDay: string;
  figures: CandleFigures | null;
  mtm: number | null;
  openInterest: number | null;
}

const minuteMs = 60_000;

/** Begins a candle, or goes on with it. */
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
  /** Contracts that dealt in the running day. */
  readonly #dealt = new Set<string>();

  deal({ contract, price, lots }: DealMade, { at, businessDay }: { at: number; businessDay: string }): void {
    const figures = { open: price, high: price, low: price, close: price, volume: lots, deals: 1 };
    this.join(contract, { time: at, businessDay, figures });
    const day = this.#day(contract, businessDay);
    day.figures = joinFigures(day.figures, figures);
    this.#dealt.add(contract);
  }

  /** Joins figures to the candles of every length that hold this time. */
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

  /** Notes the marks with which a day ends, of contracts that dealt or moved. */
  endDay(event: DayEnded, openInterestOf: (contract: string) => number): void {
    for (const { contract, mtm, previous } of event.marks) {
      const openInterest = openInterestOf(contract);
      // A contract that nobody holds, deals in or marks anew has nothing to tell: thousands of strikes are like that.
      if (mtm === previous && openInterest === 0 && !this.#dealt.has(contract)) continue;
      const day = this.#day(contract, event.businessDay);
      day.mtm = mtm;
      day.openInterest = openInterest;
    }
    this.#dealt.clear();
  }

  /** What must be known of the running day besides the candles that were taken. */
  save(): readonly string[] {
    return [...this.#dealt];
  }

  load(dealt: readonly string[]): void {
    this.#minutes.clear();
    this.#days.clear();
    this.#dealt.clear();
    for (const contract of dealt) this.#dealt.add(contract);
  }

  /** The candles since the last call. */
  take(): { readonly minutes: MinuteCandle[]; readonly days: DayCandle[] } {
    const taken = { minutes: [...this.#minutes.values()], days: [...this.#days.values()] };
    this.#minutes.clear();
    this.#days.clear();
    return taken;
  }

  #day(contract: string, businessDay: string): DayCandle {
    const key = `${businessDay} ${contract}`;
    let day = this.#days.get(key);
    if (day === undefined) {
      day = { contract, businessDay, figures: null, mtm: null, openInterest: null };
      this.#days.set(key, day);
    }
    return day;
  }
}
