// Options: prices, implied volatilities and American values per CPU-second, compared with the npm packages black-scholes and
// implied-volatility in the same run, and the largest errors of the elementary functions in units in the last place. The
// compiled code is measured, with the CPU time of the entire process (garbage collection and compilation included), so that
// a busy machine changes the result little. A missed goal or a wrong value sets the exit code.
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
    ['what', 'package', 'per CPU-s', 'goal', 'met'],
    rows,
  );
  printTable(
    `The same ${count} options: largest differences, on a future of 4,000`,
    ['what', 'largest difference'],
    [
      ['black-scholes, price', apart(theirPriceAt, prices)],
      ['openpit, implied volatility priced again', apart(repricedBy(volatilityAt), prices)],
      ['implied-volatility, priced again', apart(repricedBy(theirVolatilityAt), prices)],
    ],
  );
  printErrors(pricing);
}

/** Throws an Error when the package has not been compiled. */
async function loadCompiled(): Promise<Pricing> {
  const compiled = new URL('../packages/pricing/dist/index.js', import.meta.url);
  if (!existsSync(compiled)) {
    throw new Error(
      'packages/pricing is not compiled, so its speed would not be that of production. Run npm run build.',
    );
  }
  return (await import(compiled.href)) as Pricing;
}

/** The packages have no types. */
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
    // Larger batches until reading the clock takes a negligible share; some functions do only 500 per second.
    if (user + system < 0.01 * secondsEach * 1e6) batch *= 2;
  }
}

function apart(at: (index: number) => number, expected: readonly number[]): string {
  return Math.max(...expected.map((price, index) => Math.abs(at(index) - price))).toExponential(1);
}

function printErrors(pricing: Pricing): void {
  const values: Readonly<Record<string, readonly ElementaryRow[]>> = JSON.parse(
    readFileSync(new URL('../packages/pricing/testing/elementary-values.json', import.meta.url), 'utf8'),
  );
  const { exp, expMinus1, ln, lnOf1Plus, normalDensity, normalDistribution, normalQuantile } = pricing;
  const functions = { exp, expMinus1, ln, lnOf1Plus, normalDensity, normalDistribution, normalQuantile };
  printTable(
    'Largest error in units in the last place, compared with values of 60 digits (0.5 is the best possible)',
    ['function', 'ulp', 'at', 'values'],
    Object.entries(functions).map(([name, f]) => {
      const worst = worstOf(f, values[name] ?? []);
      return [name, worst.ulp.toFixed(3), String(worst.x), values[name]?.length ?? 0];
    }),
  );
}
