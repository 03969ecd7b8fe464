// The two conventions for interest rates: NACC, compounded continuously, which the formulas use, and NACA,
// compounded once a year. Rates are fractions: 0.08 is 8 %.
import { lnOf1Plus } from '../elementary/logarithm.ts';

/** @param naca above −1 */
export function naccFromNaca(naca: number): number {
  return lnOf1Plus(naca);
}
