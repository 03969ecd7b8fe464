// The two ways in which an interest rate is quoted here: NACC, compounded continuously, which the formulas take, and NACA,
// compounded once a year. As fractions: 0.08 is 8 %.
import { expMinus1 } from '../elementary/exponential.ts';
import { lnOf1Plus } from '../elementary/logarithm.ts';

/** @param naca above −1 */
export function naccFromNaca(naca: number): number {
  return lnOf1Plus(naca);
}

export function nacaFromNacc(nacc: number): number {
  return expMinus1(nacc);
}
