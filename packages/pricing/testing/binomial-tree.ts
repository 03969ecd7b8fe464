// The reference model of the American value: the binomial tree of J. Cox, S. Ross and M. Rubinstein (1979),
// with the Black value in the last step (M. Broadie, J. Detemple 1996), which removes the oscillation, so
// that two sizes can be extrapolated.
import { black76Price, intrinsicValue, type OptionInputs } from '../black/black76.ts';

/** @returns the American value; error about 1e-6 of the future's price at 2,000 steps */
export function treePrice(option: OptionInputs, steps: number): number {
  return 2 * smoothTree(option, steps) - smoothTree(option, steps / 2);
}

function smoothTree(option: OptionInputs, steps: number): number {
  const { forward, years, volatility, rate = 0 } = option;
  const dt = years / steps;
  const up = Math.exp(volatility * Math.sqrt(dt));
  const probability = (1 - 1 / up) / (up - 1 / up);
  const discount = Math.exp(-rate * dt);
  const at = (step: number, ups: number) => ({ ...option, forward: forward * up ** (2 * ups - step) });
  const last = steps - 1;
  const values = Float64Array.from({ length: steps }, (_, ups) => {
    const node = at(last, ups);
    return Math.max(black76Price({ ...node, years: dt }), intrinsicValue(node));
  });
  for (let step = last - 1; step >= 0; step -= 1) {
    for (let ups = 0; ups <= step; ups += 1) {
      const held = discount * (probability * values[ups + 1]! + (1 - probability) * values[ups]!);
      values[ups] = Math.max(held, intrinsicValue(at(step, ups)));
    }
  }
  return values[0]!;
}
