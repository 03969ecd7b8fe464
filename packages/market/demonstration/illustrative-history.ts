// The demonstration's charts before the first deal: generated candles for each future, ending at the market's opening price. The
// same seed produces the same candles. They are marked as illustrative, because there are no deals behind them.
import {
  type CandleFigures,
  Candles,
  candleStart,
  type DayCandle,
  joinFigures,
  type MinuteCandle,
} from '@openpit/projections';
import {
  businessDaysBefore,
  type ContractListing,
  type Day,
  hashText,
  type Instrument,
  isoDate,
  type MarketOpened,
  parseIsoDate,
} from '@openpit/venue';

const illustratedDays = 120;
const slotMs = 5 * 60_000;
/** The demonstration market trades around the clock: its last day before the opening has 24 hours. */
const slotsOfLastDay = 288;
/** Steps of the random walk behind a candle of five minutes, and behind one of a day. */
const stepsOfSlot = 4;
const stepsOfDay = 40;
/** The standard deviation of the walk inside a day, as a share of the price: a range of about one percent. */
const dailyDeviation = 0.006;

export interface IllustrativeHistory {
  readonly days: readonly DayCandle[];
  readonly minutes: readonly MinuteCandle[];
}

/**
 * Generates the candles of the business days before the market's first, and of the hours before `openedAt`.
 */
export function illustrativeHistory(
  seed: number,
  opened: Pick<MarketOpened, 'businessDay' | 'holidays' | 'instruments' | 'contracts'>,
  openedAt: number,
): IllustrativeHistory {
  const first = parseIsoDate(opened.businessDay);
  if (first === null) return { days: [], minutes: [] };
  const holidays = new Set(
    opened.holidays.map(({ date }) => parseIsoDate(date)).filter((day): day is Day => day !== null),
  );
  const calendar = Array.from({ length: illustratedDays }, (_, index) =>
    isoDate(businessDaysBefore(first, illustratedDays - index, holidays)),
  );
  const days: DayCandle[] = [];
  const minutes: MinuteCandle[] = [];
  for (const instrument of opened.instruments) {
    const futures = opened.contracts.filter(
      ({ kind, instrument: code }) => kind === 'future' && code === instrument.code,
    );
    // All months of an instrument share most of their moves; each also has small moves that the others do not have.
    const sharedMoves = deviations(`${seed} ${instrument.code}`, calendar.length);
    for (const [rank, listing] of futures.entries()) {
      const history = historyOf(listing, { seed, instrument, rank, calendar, sharedMoves, openedAt });
      days.push(...history.days);
      minutes.push(...history.minutes);
    }
  }
  return { days, minutes };
}

interface Setting {
  readonly seed: number;
  readonly instrument: Instrument;
  /** 0 for the nearest month, which trades most. */
  readonly rank: number;
  readonly calendar: readonly string[];
  readonly sharedMoves: readonly number[];
  readonly openedAt: number;
}

function historyOf(
  { contract, mtm, openInterest }: ContractListing,
  { seed, instrument, rank, calendar, sharedMoves, openedAt }: Setting,
): IllustrativeHistory {
  const { tick, dailyLimit } = instrument;
  const random = randomNumbers(`${seed} ${contract}`);
  const ownMoves = deviations(`${seed} ${contract} own`, calendar.length);
  const toTick = (price: number) => Math.max(tick, Math.round(price / tick) * tick);
  const liquidity = 1 / (1 + rank);

  // Backwards from the market's opening price, so that the last day ends there.
  const closes: number[] = [mtm];
  for (let day = calendar.length - 1; day > 0; day -= 1) {
    const close = closes[0] ?? mtm;
    const drift = (0.011 * (sharedMoves[day] ?? 0) + 0.003 * (ownMoves[day] ?? 0)) * close;
    const max = (dailyLimit ?? close / 10) * 0.9;
    closes.unshift(toTick(close - Math.min(max, Math.max(-max, drift))));
  }

  const days: DayCandle[] = [];
  for (const [index, businessDay] of calendar.entries()) {
    const close = closes[index] ?? mtm;
    const before = closes[index - 1] ?? close;
    const open = toTick(before + (close - before) * 0.3 * random());
    const path = priceWalk(stepsOfDay, { from: open, to: close, deviation: close * dailyDeviation, random });
    const deals = 1 + Math.floor(liquidity * (60 + 120 * random()));
    const figures: CandleFigures = {
      ...candleOf([open, ...path, close].map(toTick)),
      volume: deals * (2 + Math.floor(9 * random())),
      deals,
    };
    const grown = 0.6 + (0.4 * (index + 1)) / calendar.length;
    days.push({
      contract,
      businessDay,
      figures,
      unpriced: { lots: 0, deals: 0 },
      mtm: close,
      previousMtm: null,
      openInterest: Math.round(openInterest * grown),
    });
  }

  const last = days.at(-1);
  if (last === undefined || last.figures === null) return { days, minutes: [] };
  const deviation = mtm * dailyDeviation;
  const slots = slotsOf(last.figures, { random, liquidity, toTick, deviation });
  // Ends at a full hour before the opening, so that no real deal is merged into a generated candle.
  const end = candleStart(openedAt, 60);
  const candles = new Candles();
  last.figures = null;
  for (const { slot, figures } of slots) {
    const time = end - (slotsOfLastDay - slot) * slotMs;
    candles.join(contract, { time, businessDay: last.businessDay, figures });
    last.figures = joinFigures(last.figures, figures);
  }
  const minutes = candles.take().minutes.filter((candle) => candle.minutes !== 1);
  return { days, minutes };
}

/** Candles from the day's open to its close along one random walk, with gaps without deals. */
function slotsOf(
  day: CandleFigures,
  {
    random,
    liquidity,
    toTick,
    deviation,
  }: {
    readonly random: () => number;
    readonly liquidity: number;
    readonly toTick: (price: number) => number;
    /** The deviation of the day's walk, in the price's unit. */
    readonly deviation: number;
  },
): { readonly slot: number; readonly figures: CandleFigures }[] {
  const slots: { slot: number; figures: CandleFigures }[] = [];
  const path = priceWalk(slotsOfLastDay * stepsOfSlot, { from: day.open, to: day.close, deviation, random });
  for (let slot = 0; slot < slotsOfLastDay; slot += 1) {
    const isLast = slot === slotsOfLastDay - 1;
    if (slot > 0 && !isLast && random() > 0.25 + 0.6 * liquidity) continue;
    const first = slot * stepsOfSlot;
    const prices = path.slice(first, first + stepsOfSlot);
    if (slot === 0) prices.unshift(day.open);
    const deals = 1 + Math.floor(2 * liquidity * random());
    slots.push({
      slot,
      figures: {
        ...candleOf(prices.map(toTick)),
        volume: deals * (1 + Math.floor(4 * random())),
        deals,
      },
    });
  }
  return slots;
}

/**
 * A random walk of `steps` steps that ends at `to`. Its volatility changes over time, as in a market, and it is not confined to a range.
 */
function priceWalk(
  steps: number,
  walk: {
    readonly from: number;
    readonly to: number;
    /** The standard deviation of the whole walk. */
    readonly deviation: number;
    readonly random: () => number;
  },
): number[] {
  const { from, to, deviation, random } = walk;
  const free: number[] = [];
  let [at, pace] = [0, 0];
  for (let step = 0; step < steps; step += 1) {
    pace = 0.97 * pace + 0.12 * deviate(random);
    at += (deviate(random) * Math.exp(pace) * deviation) / Math.sqrt(steps);
    free.push(at);
  }
  // The random walk is bent to end at the target price.
  return free.map((price, step) => from + price + ((to - from - at) * (step + 1)) / steps);
}

function candleOf(prices: readonly number[]): Pick<CandleFigures, 'open' | 'high' | 'low' | 'close'> {
  const [open = 0] = prices;
  return { open, high: Math.max(...prices), low: Math.min(...prices), close: prices.at(-1) ?? open };
}

/**
 * Random numbers with mean 0 and a standard deviation of about 1: sums of four uniform ones, nearly normal.
 */
function deviations(text: string, count: number): number[] {
  const random = randomNumbers(text);
  return Array.from({ length: count }, () => deviate(random));
}

export const deviate = (random: () => number): number =>
  (random() + random() + random() + random() - 2) * 1.732;

/** Uniform random numbers from 0 to 1, the same for the same text (mulberry32). */
export function randomNumbers(text: string): () => number {
  let state = Number.parseInt(hashText(text).slice(0, 8), 16);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
