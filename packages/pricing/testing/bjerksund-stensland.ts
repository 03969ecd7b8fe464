// The approximation of P. Bjerksund and G. Stensland ("Closed-form approximation of American options",
// Scandinavian Journal of Management, 1993) for an option on a future: the value of exercise at one fixed
// price, which is too low. Up to 60 % and a year its error is up to 0.9 % of the larger of F and K. It is
// here because other systems quote it. Computed for a call in units of the strike and life; a put is a call
// with future and strike exchanged.

import type { UnitTerms } from '../american/barone-adesi-whaley.ts';
import { exp } from '../elementary/exponential.ts';
import { ln } from '../elementary/logarithm.ts';
import { normalDistribution } from '../normal/distribution.ts';
import { millsRatio } from '../normal/mills-ratio.ts';

/** √(2π), as a logarithm. */
const lnRoot2Pi = 0.9189385332046728;

/**
 * @param logForward ln(F/K)
 * @returns the value of the call in strikes; undefined if it is exercised immediately
 */
export function approximateAmericanCall(
  logForward: number,
  { interest, deviation }: UnitTerms,
): number | undefined {
  const root = Math.sqrt(0.25 + (2 * interest) / (deviation * deviation));
  const power = 0.5 + root;
  // From the strike, at expiry, to the exercise price of a perpetual call.
  const perpetualGain = 1 / (root - 0.5);
  const gain = perpetualGain * (1 - exp((-2 * deviation) / perpetualGain));
  const logTrigger = ln(1 + gain);
  if (logForward >= logTrigger) return undefined;
  const part = (gamma: number, logBarrier: number): number =>
    barrierValue({ gamma, logForward, logBarrier, logTrigger, interest, deviation });
  const scale = exp(-power * logTrigger) * gain;
  return (
    gain * exp(power * (logForward - logTrigger)) -
    scale * part(power, logTrigger) +
    part(1, logTrigger) -
    part(1, 0) -
    part(0, logTrigger) +
    part(0, 0)
  );
}

interface Barrier {
  readonly gamma: number;
  readonly logForward: number;
  readonly logBarrier: number;
  readonly logTrigger: number;
  readonly interest: number;
  readonly deviation: number;
}

/** E[e^−rT · F^γ; F below the barrier at expiry and never above the trigger] */
function barrierValue(barrier: Barrier): number {
  const { gamma, logForward, logBarrier, logTrigger, interest, deviation } = barrier;
  const drift = (gamma - 0.5) * deviation;
  const growth = 0.5 * gamma * (gamma - 1) * deviation * deviation - interest + gamma * logForward;
  const d = -(logForward - logBarrier) / deviation - drift;
  const reach = 2 * (logTrigger - logForward);
  const mirrored = d - reach / deviation;
  return exp(growth) * normalDistribution(d) - scaledTail(growth + (2 * gamma - 1) * reach * 0.5, mirrored);
}

/** e^exponent · N(z), even where the first factor overflows and the second underflows. */
function scaledTail(exponent: number, z: number): number {
  if (z > -5) return exp(exponent) * normalDistribution(z);
  return exp(exponent - 0.5 * z * z - lnRoot2Pi) * millsRatio(-z);
}
