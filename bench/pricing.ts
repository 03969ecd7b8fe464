// Options: prices, implied volatilities and American values per CPU-second, beside the npm packages black-scholes and
// implied-volatility in one run, and the worst errors of the functions beneath in units in the last place. What is measured
// is the compiled code, as it runs in production. CPU time of the whole process counts (garbage collection and compilation
// too), so that a busy machine does not change the answer much. A goal that is missed, or a wrong value, is an exit code.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { OptionInputs } from '@openpit/pricing';
import { type ElementaryRow, worstOf } from '../packages/pricing/testing/ulp-error.ts';
import { type Cell, printTable } from './table.ts';

type Pricing = typeof import('@openpit/pricing');
type SpotPrice = (s: number, k: number, t: number, v: number, r: number, type: string) => number;
type SpotVolatility = (price: number, s: number, k: number, t: number, r: number, type: string) => number;

const count = 2000;
const secondsEach = 1;
const repeats = 3;

/** Prints what an option calculator and a margin run can count on. */
export async function run(): Promise<void> {
  const pricing = await loadCompiled();
  const { black76Price } = pricing;
  const options = someOptions();
  const prices = options.map(black76Price);
  const { blackScholes, getImpliedVolatility } = loadPeers();

  const volatilityAt = (index: number): number => {
    const implied = pricing.impliedVolatility({ ...options[index]!, price: prices[index]! });
    return implied.kind === 'found' ? implied.volatility : Number.NaN;
  };
  const theirPriceAt = (index: number): number => {
    const { forward, strike, years, volatility, type } = options[index]!;
    return blackScholes(forward, strike, years, volatility, 0, type);
  };
  const theirVolatilityAt = (index: number): number => {
    const { forward, strike, years, type } = options[index]!;
    return getImpliedVolatility(prices[index]!, forward, strike, years, 0, type);
  };
  const repricedBy = (at: (index: number) => number) => (index: number) =>
    black76Price({ ...options[index]!, volatility: at(index) });
  const upFront = options.map((option) => ({ ...option, rate: 0.0825 }));

  const rows = [
    measure(['prices', 'openpit'], (index) => black76Price(options[index]!), 1e6),
    measure(['prices', 'black-scholes'], theirPriceAt),
    measure(['prices and greeks', 'openpit'], (index) => pricing.black76(options[index]!).theta),
    measure(['implied volatilities', 'openpit'], volatilityAt, 3e5),
    measure(['implied volatilities', 'implied-volatility'], theirVolatilityAt),
    measure(['American prices, 8.25 %', 'openpit'], (index) => pricing.americanPrice(upFront[index]!)),
    measure(['American with greeks', 'openpit'], (index) => pricing.american(upFront[index]!).theta),
  ];
  printTable(
    `Options per CPU-second, best of ${repeats}`,
    ['what', 'who', 'per CPU-s', 'goal', 'reached'],
    rows,
  );
  printTable(
    `The same ${count} options: how far apart, on a future of 4,000`,
    ['what', 'largest difference'],
    [
      ['black-scholes, price', apart(theirPriceAt, prices)],
      ['openpit, implied volatility priced again', apart(repricedBy(volatilityAt), prices)],
      ['implied-volatility, priced again', apart(repricedBy(theirVolatilityAt), prices)],
    ],
  );
  printErrors(pricing);
}

/** @throws Error when the package has not been compiled */
async function loadCompiled(): Promise<Pricing> {
  const compiled = new URL('../packages/pricing/dist/index.js', import.meta.url);
  if (!existsSync(compiled)) {
    throw new Error(
      'packages/pricing is not compiled, and only then is it as fast as in production: npm run build',
    );
  }
  return (await import(compiled.href)) as Pricing;
}

/** Neither package has types. */
function loadPeers(): { readonly blackScholes: SpotPrice; readonly getImpliedVolatility: SpotVolatility } {
  const require = createRequire(import.meta.url);
  const { blackScholes }: { blackScholes: SpotPrice } = require('black-scholes');
  const { getImpliedVolatility }: { getImpliedVolatility: SpotVolatility } = require('implied-volatility');
  return { blackScholes, getImpliedVolatility };
}

/** Calls and puts on 4000, strikes to 25 % away, a week to a year, volatility 10 to 50 %. */
function someOptions(): readonly OptionInputs[] {
  return Array.from({ length: count }, (_, index) => {
    const part = (factor: number): number => ((index + 1) * 0.6180339887498949 * factor) % 1;
    return {
      type: index % 2 === 0 ? 'call' : 'put',
      forward: 4000,
      strike: 20 * Math.round(200 * Math.exp(0.5 * part(1) - 0.25)),
      years: (7 + Math.floor(358 * part(3))) / 365,
      volatility: 0.1 + 0.4 * part(7),
      rate: 0,
    };
  });
}

function measure(
  [what, who]: readonly [what: string, who: string],
  at: (index: number) => number,
  goal?: number,
): readonly Cell[] {
  const best = Math.max(...Array.from({ length: repeats }, () => speed(at)));
  if (goal === undefined) return [what, who, Math.round(best), '', ''];
  if (best < goal) process.exitCode = 1;
  return [what, who, Math.round(best), goal, best < goal ? 'NO' : 'yes'];
}

function speed(at: (index: number) => number): number {
  const begin = process.cpuUsage();
  let done = 0;
  let sum = 0;
  let batch = 16;
  for (;;) {
    for (let step = 0; step < batch; step += 1) sum += at((done + step) % count);
    done += batch;
    const { user, system } = process.cpuUsage(begin);
    if (user + system > secondsEach * 1e6) {
      if (Number.isNaN(sum)) throw new Error('A value is not a number: nothing was measured.');
      return done / ((user + system) / 1e6);
    }
    // Until looking at the clock costs nothing beside it, and no more: some do 500 a second.
    if (user + system < 0.01 * secondsEach * 1e6) batch *= 2;
  }
}

function apart(at: (index: number) => number, wanted: readonly number[]): string {
  return Math.max(...wanted.map((price, index) => Math.abs(at(index) - price))).toExponential(1);
}

function printErrors(pricing: Pricing): void {
  const values: Readonly<Record<string, readonly ElementaryRow[]>> = JSON.parse(
    readFileSync(new URL('../packages/pricing/testing/elementary-values.json', import.meta.url), 'utf8'),
  );
  const { exp, expMinus1, ln, lnOf1Plus, normalDensity, normalDistribution, normalQuantile } = pricing;
  const functions = { exp, expMinus1, ln, lnOf1Plus, normalDensity, normalDistribution, normalQuantile };
  printTable(
    'Worst error in units in the last place, against values of 60 digits (0.5 is the best there is)',
    ['function', 'ulp', 'at', 'values'],
    Object.entries(functions).map(([name, f]) => {
      const worst = worstOf(f, values[name] ?? []);
      return [name, worst.ulp.toFixed(3), String(worst.x), values[name]?.length ?? 0];
    }),
  );
}
