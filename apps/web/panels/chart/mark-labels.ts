// Which marks of own deals have their label: labels never overlap each other or the handles of own orders, and where there is
// no room for all, the larger and then the newer deals keep theirs. The arrow of each deal stays.

export interface PlacedMark {
  readonly id: string;
  readonly text: string;
  readonly qty: number;
  /** Epoch milliseconds. */
  readonly time: number;
  /** The middle of its label, in pixels from the left; null while it is out of view. */
  readonly x: number | null;
}

/** The widest figure or letter of the chart's type, in pixels, so that a label is never wider than this says. */
const letterPx = 7.5;
const gapPx = 6;
const widthOf = ({ text }: PlacedMark) => text.length * letterPx + gapPx;

/** The ids of the marks whose labels are shown; `rightEdge` is where the handles of own orders begin. */
export function shownLabels(marks: readonly PlacedMark[], rightEdge: number): ReadonlySet<string> {
  const kept: { readonly x: number; readonly width: number }[] = [];
  const shown = new Set<string>();
  for (const mark of [...marks].sort((a, b) => b.qty - a.qty || b.time - a.time)) {
    const { x } = mark;
    const width = widthOf(mark);
    if (x === null || x + width / 2 > rightEdge) continue;
    if (kept.some((other) => Math.abs(other.x - x) < (other.width + width) / 2)) continue;
    kept.push({ x, width });
    shown.add(mark.id);
  }
  return shown;
}
