// A curve through two points with given slopes, and one parameter that keeps it monotone and convex or
// concave: R. Delbourgo and J. A. Gregory, "Shape preserving piecewise rational interpolation" (1985).

export interface End {
  readonly x: number;
  readonly y: number;
  readonly slope: number;
}

/**
 * @param bend the second derivative at one end, used where it keeps the curve monotone and convex or concave
 * @returns the y of the curve at x
 */
export function rationalCubic(
  left: End,
  right: End,
  bend: { readonly at: 'left' | 'right'; readonly second: number },
  x: number,
): number {
  const width = right.x - left.x;
  const chord = (right.y - left.y) / width;
  const turn = right.slope - left.slope;
  const matchesSecond =
    (0.5 * width * bend.second + turn) / (bend.at === 'left' ? chord - left.slope : right.slope - chord);
  const keepsMonotone = (left.slope + right.slope) / chord;
  const keepsConvex = Math.max(Math.abs(turn / (right.slope - chord)), Math.abs(turn / (chord - left.slope)));
  // The values are not finite where the curve is a straight line, because any parameter fits a line.
  const parameter = Math.max(
    finiteOr(matchesSecond, 3),
    finiteOr(keepsMonotone, 3),
    finiteOr(keepsConvex, 3),
  );
  const after = (x - left.x) / width;
  const before = 1 - after;
  const numerator =
    right.y * after * after * after +
    (parameter * right.y - width * right.slope) * after * after * before +
    (parameter * left.y + width * left.slope) * after * before * before +
    left.y * before * before * before;
  return numerator / (1 + (parameter - 3) * after * before);
}

function finiteOr(value: number, otherwise: number): number {
  return Number.isFinite(value) ? value : otherwise;
}
