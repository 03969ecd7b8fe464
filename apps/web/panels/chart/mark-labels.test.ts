import { describe, expect, it } from 'vitest';
import { type PlacedMark, shownLabels } from './mark-labels.ts';

const mark = (id: string, x: number | null, qty: number, time = 0): PlacedMark => ({
  id,
  x,
  qty,
  time,
  text: `Buy ${qty}`,
});

describe('the labels of own deals', () => {
  it('[PANEL-16] are shown for all deals that are far enough apart', () => {
    expect([...shownLabels([mark('a', 40, 5), mark('b', 140, 5), mark('c', null, 5)], 500)].sort()).toEqual([
      'a',
      'b',
    ]);
  });

  it('keep the larger deal where two would overlap, and the newer of two equal ones', () => {
    expect([...shownLabels([mark('small', 100, 2), mark('large', 110, 30)], 500)]).toEqual(['large']);
    expect([...shownLabels([mark('new', 100, 2, 9), mark('old', 110, 2, 1)], 500)]).toEqual(['new']);
  });

  it('leave the handles of own orders free', () => {
    expect([...shownLabels([mark('a', 100, 5), mark('b', 480, 5)], 490)]).toEqual(['a']);
  });

  it('never overlap, and no label that has room is left out', () => {
    // The font's digits are at most seven pixels wide at this size.
    const half = ({ text }: PlacedMark) => (text.length * 7) / 2;
    const gap = (a: PlacedMark, b: PlacedMark) => Math.abs((a.x ?? 0) - (b.x ?? 0)) - half(a) - half(b);
    let state = 7;
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    for (let run = 0; run < 200; run += 1) {
      const all = Array.from({ length: 1 + random(30) }, (_, at) =>
        mark(String(at), random(800), 1 + random(999), at),
      );
      const shown = shownLabels(all, 2_000);
      const labelled = all.filter(({ id }) => shown.has(id));
      const overlapping = labelled.filter((a) => labelled.some((b) => a !== b && gap(a, b) < 0));
      expect(overlapping).toEqual([]);
      const needless = all.filter((a) => !shown.has(a.id) && labelled.every((b) => gap(a, b) > 20));
      expect(needless).toEqual([]);
    }
  });
});
