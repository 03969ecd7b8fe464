// Finds a root of a function between two points where it has opposite signs: by inverse quadratic
// interpolation where it converges, otherwise by bisection (T. R. Chandrupatla, Advances in Engineering
// Software 28, 1997).

const maxSteps = 100;

/**
 * @param from f has opposite signs at `from` and `to`, or is 0 at one of them
 * @param tolerance of the root, relative to it
 */
export function bracketedRoot(
  f: (x: number) => number,
  { from, to, tolerance }: { readonly from: number; readonly to: number; readonly tolerance: number },
): number {
  let [a, b] = [to, from];
  let [fa, fb] = [f(to), f(from)];
  let [c, fc] = [a, fa];
  let part = 0.5;
  for (let steps = 0; steps < maxSteps; steps += 1) {
    const x = a + part * (b - a);
    const fx = f(x);
    if (Math.sign(fx) === Math.sign(fa)) [c, fc] = [a, fa];
    else [c, b, fc, fb] = [b, a, fb, fa];
    [a, fa] = [x, fx];
    const [best, fBest] = Math.abs(fa) < Math.abs(fb) ? [a, fa] : [b, fb];
    const smallest = (2 * tolerance * Math.abs(best)) / Math.abs(b - c) + Number.MIN_VALUE;
    if (smallest > 0.5 || fBest === 0) return best;
    const xi = (a - b) / (c - b);
    const phi = (fa - fb) / (fc - fb);
    const interpolates = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi;
    part = interpolates
      ? (fa / (fb - fa)) * (fc / (fb - fc)) + ((c - a) / (b - a)) * (fa / (fc - fa)) * (fb / (fc - fb))
      : 0.5;
    part = Math.min(Math.max(part, smallest), 1 - smallest);
  }
  return a;
}
