// Moves the demonstration's contracts to a business day other than the file's (market/contracts.md, New months). Expired months are
// replaced by the following months, each with the price, strikes and volatility of the most similar month. On the file's own day
// nothing changes.
import {
  asPrice,
  type ContractMonth,
  civilOf,
  contractDates,
  type Day,
  type Future,
  type Holidays,
  type OptionSeries,
  type Price,
  parseIsoDate,
  type ReferenceData,
} from '@openpit/venue';

/** As many futures, series, splits and spreads as the file has, with its numbers, in months that trade on this day. */
export function demoListing(data: ReferenceData, businessDay: Day): ReferenceData {
  const holidays = holidaysOf(data);
  const datesOf = (month: ContractMonth) => contractDates(month, holidays);
  const futures = data.instruments.flatMap(({ code, months = [] }) => {
    const written = data.futures.filter(({ instrument }) => instrument === code);
    const trades = (month: ContractMonth) => datesOf(month).lastTradingDay >= businessDay;
    const listed = monthsFrom(businessDay, { months, count: written.length, isListed: trades });
    return written.map((future, rank) => inMonth(future, { written, month: listed[rank] ?? future }));
  });
  const options = instrumentsOf(data.options ?? []).flatMap((code) => {
    const written = (data.options ?? []).filter(({ instrument }) => instrument === code);
    const { months = [] } = data.instruments.find((instrument) => instrument.code === code) ?? {};
    const ownFutures = futures.filter(({ instrument }) => instrument === code);
    const trades = (month: ContractMonth) => datesOf(month).optionExpiry >= businessDay;
    const listed = monthsFrom(businessDay, { months, count: written.length, isListed: trades });
    return written.flatMap((series, rank) => {
      const future = ownFutures.find((future) => isSame(future, listed[rank] ?? series));
      return future === undefined
        ? []
        : [seriesOn(future, { series, written, before: data.futures, mtm: future.mtm })];
    });
  });
  const moved = (code: string, month: ContractMonth) => {
    const rank = data.futures
      .filter(({ instrument }) => instrument === code)
      .findIndex((future) => isSame(future, month));
    return futures.filter(({ instrument }) => instrument === code)[rank] ?? month;
  };
  return {
    ...data,
    futures,
    options,
    splits: (data.splits ?? []).map(({ near, far, ...split }) => ({
      ...split,
      near: monthOf(moved(split.instrument, near)),
      far: monthOf(moved(split.instrument, far)),
    })),
    spreads: (data.spreads ?? []).map((spread) => ({ ...spread, ...monthOf(moved(spread.first, spread)) })),
  };
}

export function holidaysOf({ holidays }: Pick<ReferenceData, 'holidays'>): Holidays {
  return new Set(holidays.map(({ date }) => parseIsoDate(date)).filter((day): day is Day => day !== null));
}

/** The first months of the cycle that are listed on a day; none for an instrument whose months follow no cycle. */
function monthsFrom(
  businessDay: Day,
  {
    months,
    count,
    isListed,
  }: {
    readonly months: readonly number[];
    readonly count: number;
    readonly isListed: (month: ContractMonth) => boolean;
  },
): ContractMonth[] {
  const listed: ContractMonth[] = [];
  if (months.length === 0) return listed;
  const cycle = [...months].sort((a, b) => a - b);
  for (let year = civilOf(businessDay).year; listed.length < count; year += 1)
    for (const month of cycle)
      if (listed.length < count && isListed({ year, month })) listed.push({ year, month });
  return listed;
}

/** A future of the file, moved to another month. */
function inMonth(
  place: Future,
  { written, month }: { readonly written: readonly Future[]; readonly month: ContractMonth },
): Future {
  return { ...place, ...monthOf(month), mtm: maxSimilar(written, month).mtm };
}

/** A series on this future, with strikes as far from its price as in the most similar series of the file. */
function seriesOn(
  future: Future,
  {
    series,
    written,
    before,
    mtm,
  }: {
    readonly series: OptionSeries;
    readonly written: readonly OptionSeries[];
    readonly before: readonly Future[];
    readonly mtm: Price;
  },
): OptionSeries {
  const model = maxSimilar(written, future);
  const priced = before.find((future) => future.instrument === model.instrument && isSame(future, model));
  const [first = asPrice(0), second = first] = model.strikes;
  const step = Math.max(second - first, 1);
  const moved = Math.round((mtm - (priced?.mtm ?? mtm)) / step) * step;
  return {
    ...series,
    ...monthOf(future),
    curve: model.curve,
    strikes: model.strikes.map((strike) => asPrice(strike + moved)),
  };
}

/** The same month, otherwise the latest month of the same name in another year, otherwise the furthest month. */
function maxSimilar<One extends ContractMonth>(all: readonly One[], month: ContractMonth): One {
  const named = all.filter((future) => future.month === month.month);
  const model = all.find((future) => isSame(future, month)) ?? named.at(-1) ?? all.at(-1);
  if (model === undefined) throw new RangeError('there is no month to copy');
  return model;
}

const isSame = (a: ContractMonth, b: ContractMonth): boolean => a.year === b.year && a.month === b.month;
const monthOf = ({ year, month }: ContractMonth): ContractMonth => ({ year, month });
const instrumentsOf = (all: readonly { readonly instrument: string }[]): string[] => [
  ...new Set(all.map(({ instrument }) => instrument)),
];
