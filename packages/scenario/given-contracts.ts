// Options, splits and spreads that a story takes for given: `options MAR27 WMAZ at 28.00 strikes 4000, 4060` (28 % at the money),
// `split DEC26-MAR27 WMAZ`, `spread DEC26 WMAZ-YMAZ`.
import {
  type Cents,
  type ContractMonth,
  cents,
  contractDateName,
  futureName,
  optionName,
  type ReferenceData,
  splitName,
  spreadName,
  volatility,
} from '@openpit/venue';
import { type Given, ScenarioError } from './scenario.ts';

type DerivedFact = Extract<Given, { phrase: 'options' | 'split' | 'spread' }>;

const grid = { near: cents(2_000), far: cents(10_000), nearSteps: 10 };
/** Numbers of the contracts: out of the way of futures, and a hundred strikes a month. */
const firstPair = 501;
const firstOption = 1_001;
const numbersASeries = 400;

/** Throws ScenarioError where the name is none of its kind. */
export function withDerived(data: ReferenceData, fact: DerivedFact, file: string): ReferenceData {
  const { CONTRACT: contract } = fact.said;
  const [dates = '', codes = ''] = contract.split(' ');
  const [date, farDate] = dates.split('-');
  const [first = '', second] = codes.split('-');
  const displaySeq = firstPair + (data.splits?.length ?? 0) + (data.spreads?.length ?? 0);
  const near = monthOf(date);
  const far = monthOf(farDate);
  if (fact.phrase === 'split' && near !== null && far !== null)
    return { ...data, splits: [...(data.splits ?? []), { instrument: first, near, far, displaySeq }] };
  if (fact.phrase === 'spread' && near !== null && second !== undefined)
    return { ...data, spreads: [...(data.spreads ?? []), { first, second, ...near, displaySeq }] };
  if (fact.phrase === 'options' && near !== null) {
    const strikes = (fact.said.NAMES ?? []).map((strike) => cents(Math.round(Number(strike) * 100)));
    const curve = {
      atTheMoney: volatility(fact.said.PRICE),
      skewBelow: volatility(50),
      skewAbove: volatility(30),
    };
    const seq = firstOption + (data.options?.length ?? 0) * numbersASeries;
    const series = { instrument: first, ...near, displaySeq: seq, strikes, curve };
    const instruments = data.instruments.map((one) => (one.code === first ? { ...one, strikes: grid } : one));
    return { ...data, instruments, options: [...(data.options ?? []), series] };
  }
  throw new ScenarioError(`${file}:${fact.line}: ${contract} has no such contracts.\n  ${fact.text}`);
}

/** `DEC26`, in this century. */
function monthOf(date: string | undefined): ContractMonth | null {
  const year = 2000 + Number(date?.slice(3));
  const months = Array.from({ length: 12 }, (_, at) => ({ year, month: at + 1 }));
  return months.find((month) => contractDateName(month) === date) ?? null;
}

/** Every contract of the market by name, also those to come, with the instrument in whose tons its positions count. */
export function contractNames(data: ReferenceData): { contract: string; instrument: string }[] {
  const futures = [...data.futures, ...futuresToCome(data)].map((future) => ({
    contract: futureName(future.instrument, future),
    instrument: future.instrument,
  }));
  const listed = (data.options ?? []).flatMap((series) =>
    optionsOn(futureName(series.instrument, series), series.instrument, series.strikes),
  );
  const splits = (data.splits ?? []).map(({ instrument, near, far }) => ({
    contract: splitName(instrument, near, far),
    instrument,
  }));
  const spreads = (data.spreads ?? []).map((spread) => ({
    contract: spreadName(spread),
    instrument: spread.first,
  }));
  const contracts = [...futures, ...listed, ...splits, ...spreads, ...dependentsToCome(data)];
  return [...new Map(contracts.map((one) => [one.contract, one])).values()];
}

const optionsOn = (future: string, instrument: string, strikes: readonly Cents[]) =>
  strikes.flatMap((strike) =>
    [false, true].flatMap((isDelta) =>
      (['call', 'put'] as const).map((type) => ({
        contract: optionName(future, { strike, type, isDelta }),
        instrument,
      })),
    ),
  );

/** Options, splits and spreads that can come with later months; strikes as far as marks may move in a story. */
function dependentsToCome(data: ReferenceData): { contract: string; instrument: string }[] {
  const ofInstrument = <One extends { instrument: string }>(all: readonly One[], code: string) =>
    all.filter(({ instrument }) => instrument === code);
  return data.instruments.flatMap(({ code, months = [] }) => {
    if (months.length === 0) return [];
    const futures = ofInstrument([...data.futures, ...futuresToCome(data)], code);
    const near = (mtm: number) => Math.round(mtm / grid.near) * grid.near;
    const strikes = ofInstrument(data.futures, code).flatMap(({ mtm }) =>
      Array.from({ length: 4 * grid.nearSteps + 1 }, (_, at) =>
        cents(near(mtm) + (at - 2 * grid.nearSteps) * grid.near),
      ),
    );
    const hasOptions = ofInstrument(data.options ?? [], code).length > 0;
    const hasSplits = ofInstrument(data.splits ?? [], code).length > 0;
    return futures.flatMap((future) => [
      ...(hasOptions ? optionsOn(futureName(code, future), code, strikes) : []),
      ...(hasSplits ? futures : []).map((far) => ({
        contract: splitName(code, future, far),
        instrument: code,
      })),
      ...(data.spreads ?? [])
        .filter(({ first }) => first === code)
        .map(({ first, second }) => ({
          contract: spreadName({ first, second, year: future.year, month: future.month }),
          instrument: code,
        })),
    ]);
  });
}

/** Months that will be listed when others have expired: as far as a story may reach. */
function futuresToCome({ futures, instruments }: ReferenceData): (ContractMonth & { instrument: string })[] {
  return instruments.flatMap(({ code, months = [] }) => {
    const listed = futures.filter(({ instrument }) => instrument === code);
    const last = Math.max(...listed.map(({ year, month }) => year * 12 + month));
    const years = [...new Set(listed.map(({ year }) => year))].flatMap((year) => [year, year + 1]);
    return [...new Set(years)]
      .flatMap((year) => months.map((month) => ({ instrument: code, year, month })))
      .filter(({ year, month }) => year * 12 + month > last);
  });
}
