// Generates American options for property tests: strikes up to three deviations away, a day to three years,
// volatilities of 3 to 150 %, rates from −5 to 40 %.
import fc from 'fast-check';
import type { OptionInputs } from '../black/black76.ts';
import type { Generated } from './generated.ts';

export const americanOptions = fc.record({
  type: fc.constantFrom<'call' | 'put'>('call', 'put'),
  forward: fc.double({ min: 100, max: 9000, noNaN: true }),
  moneyness: fc.double({ min: -3, max: 3, noNaN: true }),
  years: fc.double({ min: 1 / 365, max: 3, noNaN: true }),
  volatility: fc.double({ min: 0.03, max: 1.5, noNaN: true }),
  rate: fc.double({ min: -0.05, max: 0.4, noNaN: true }),
});
export const americanOptionOf = ({
  moneyness,
  ...rest
}: Generated<typeof americanOptions>): OptionInputs & { readonly rate: number } => ({
  ...rest,
  strike: rest.forward * Math.exp(moneyness * rest.volatility * Math.sqrt(rest.years)),
});
