// The section of the reference data that lists the contracts of a file that are not listed yet and can still trade. Listed contracts stay
// until they end, whether or not the file contains them.
import { type ContractMonth, futureName, optionName, splitName, spreadName } from '@openpit/terms';
import { type Day, isoDate, parseIsoDate } from '../kernel/civil-date.ts';
import { amountText, type Price } from '../kernel/units.ts';
import type { PricingState } from '../pricing/curves.ts';
import { datesOf } from '../reference/make-contracts.ts';
import {
  type Addition,
  changeMarket,
  type Market,
  type MarketContext,
  nextDisplaySeq,
  seriesOn,
} from '../reference/market.ts';
import {
  beginningOn,
  type ComparedMarket,
  type ReferenceDifference,
  type ReferenceSection,
} from '../reference/reference-change.ts';
import type { Future, OptionSeries, ReferenceData, Split, Spread } from '../reference/reference-data.ts';
import { holidaysWith, listedOptions } from '../reference/reference-sections.ts';
import { type ContractsListed, listLater } from './list-addition.ts';

/** The contracts as in the file; the display numbers are not used, because others have got them since. */
type ContractsChange =
  | { readonly kind: 'future'; readonly future: Future }
  | { readonly kind: 'options'; readonly series: OptionSeries }
  | { readonly kind: 'split'; readonly split: Split }
  | { readonly kind: 'spread'; readonly spread: Spread };

type Listed = ReferenceDifference<ContractsChange>;

export const contractsSection: ReferenceSection<PricingState, ContractsChange> = {
  name: 'contracts',
  compare: (now, file) => {
    const { contracts } = now.market;
    const { futures, optionable } = tradedMonths(now, file);
    const areTraded = (...legs: readonly string[]) => legs.every((leg) => futures.has(leg));
    return [
      ...file.futures.flatMap((future): Listed[] => {
        const name = futureName(future.instrument, future);
        if (contracts.has(name) || !futures.has(name)) return [];
        return [
          { text: `${name} is listed at ${amountText(future.mtm)}`, change: { kind: 'future', future } },
        ];
      }),
      ...(file.options ?? []).flatMap((series): Listed[] => {
        const name = futureName(series.instrument, series);
        const strikes = newStrikes(now.market, series);
        const [joined] = series.expires === undefined ? listedOptions(now.market, series) : [];
        const expires = joined === undefined ? series.expires : isoDate(joined.expiry);
        const areTradable = expires === undefined ? optionable.has(name) : expires >= isoDate(now.from);
        if (!areTradable || strikes.length === 0) return [];
        const change = { kind: 'options', series: { ...series, strikes } } as const;
        return [{ text: `options on ${name} are listed at ${strikes.map(amountText).join(', ')}`, change }];
      }),
      ...(file.splits ?? []).flatMap((split): Listed[] => {
        const { instrument, near, far } = split;
        const name = splitName(instrument, near, far);
        const isNew =
          !contracts.has(name) && areTraded(futureName(instrument, near), futureName(instrument, far));
        return isNew ? [{ text: `${name} is listed`, change: { kind: 'split', split } }] : [];
      }),
      ...(file.spreads ?? []).flatMap((spread): Listed[] => {
        const name = spreadName(spread);
        const isNew =
          !contracts.has(name) &&
          areTraded(futureName(spread.first, spread), futureName(spread.second, spread));
        return isNew ? [{ text: `${name} is listed`, change: { kind: 'spread', spread } }] : [];
      }),
    ];
  },
};

/** The names of the futures that trade on the day and later, and of those whose options do: of the market and of the file. */
function tradedMonths(now: ComparedMarket<unknown>, file: ReferenceData) {
  const { market, from } = now;
  const holidays = holidaysWith(now, file);
  const futures = new Set<string>();
  const optionable = new Set<string>();
  const note = (name: string, { lastDay, optionExpiry }: { lastDay: Day; optionExpiry: Day }) => {
    if (lastDay >= from) futures.add(name);
    if (optionExpiry >= from) optionable.add(name);
  };
  for (const future of file.futures) {
    const name = futureName(future.instrument, future);
    const { lastTradingDay, optionExpiry } = datesOf(future, holidays);
    if (!market.contracts.has(name)) note(name, { lastDay: lastTradingDay, optionExpiry });
  }
  for (const contract of market.listed) if (contract.kind === 'future') note(contract.name, contract);
  return { futures, optionable };
}

const newStrikes = ({ contracts }: Market, series: OptionSeries): Price[] => {
  const name = futureName(series.instrument, series);
  return series.strikes.filter(
    (strike) => !contracts.has(optionName(name, { strike, type: 'call', isDelta: false })),
  );
};

/** Lists the contracts of the change that begins with the business day. Contracts that were listed since the change was set stay unchanged. */
export function listPlanned({ state, market, emit }: MarketContext<PricingState, ContractsListed>): void {
  const changes = beginningOn(state.reference, contractsSection, market.businessDay);
  if (changes.length === 0) return;
  changeMarket(market, { followed: followedBy(market, changes) });
  const contracts: ContractsListed['contracts'][number][] = [];
  for (const change of changes)
    for (const addition of additionsOf(market, change))
      for (const listing of listLater(state, market, addition)) contracts.push(listing);
  if (contracts.length > 0) emit({ kind: 'contractsListed', contracts });
}

/** The additions of an instrument that has had none of their kind: later months follow them by rule. */
function followedBy({ referenceData }: Market, changes: readonly ContractsChange[]) {
  const { futures, options = [], splits = [], spreads = [] } = referenceData;
  const has = (
    rows: readonly { readonly instrument: string }[],
    { instrument }: { readonly instrument: string },
  ) => rows.some((row) => row.instrument === instrument);
  return {
    futures: changes.flatMap((change) =>
      change.kind === 'future' && !has(futures, change.future) ? [change.future] : [],
    ),
    options: changes.flatMap((change) =>
      change.kind === 'options' && !has(options, change.series) ? [change.series] : [],
    ),
    splits: changes.flatMap((change) =>
      change.kind === 'split' && !has(splits, change.split) ? [change.split] : [],
    ),
    spreads: changes.flatMap((change) =>
      change.kind === 'spread' && !spreads.some(({ first }) => first === change.spread.first)
        ? [change.spread]
        : [],
    ),
  };
}

/** Each has its display number once the one before it is listed. */
function* additionsOf(market: Market, change: ContractsChange): Generator<Addition> {
  const { contracts } = market;
  const displaySeq = nextDisplaySeq(market);
  switch (change.kind) {
    case 'future': {
      const { future } = change;
      if (!contracts.has(nameOf(future))) yield { kind: 'future', future: { ...future, displaySeq } };
      return;
    }
    case 'options': {
      const { series } = change;
      const on = nameOf(series);
      const underlying = contracts.get(on);
      const strikes = newStrikes(market, series);
      if (underlying === undefined || strikes.length === 0) return;
      const [joined] = listedOptions(market, series);
      const expiry = parseIsoDate(series.expires ?? '') ?? joined?.expiry ?? underlying.optionExpiry;
      const isNew = seriesOn(market, underlying).every(({ option }) => option.expiry !== expiry);
      if (isNew) yield { kind: 'options', series: { ...series, strikes, displaySeq } };
      else
        for (const strike of strikes)
          yield {
            kind: 'strike',
            on,
            strike,
            expires: isoDate(expiry),
            displaySeq: nextDisplaySeq(market),
          };
      return;
    }
    case 'split': {
      const { instrument, near, far } = change.split;
      if (!contracts.has(splitName(instrument, near, far)))
        yield { kind: 'split', split: { ...change.split, displaySeq } };
      return;
    }
    case 'spread':
      if (!contracts.has(spreadName(change.spread)))
        yield { kind: 'spread', spread: { ...change.spread, displaySeq } };
  }
}

const nameOf = (future: ContractMonth & { readonly instrument: string }): string =>
  futureName(future.instrument, future);
