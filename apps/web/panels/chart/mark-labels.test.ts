import fc from 'fast-check';
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
    const marks = fc.array(
      fc.record({ x: fc.integer({ min: 0, max: 800 }), qty: fc.integer({ min: 1, max: 999 }) }),
    );
    fc.assert(
      fc.property(marks, (placed) => {
        const all = placed.map(({ x, qty }, at) => mark(String(at), x, qty, at));
        const shown = shownLabels(all, 2_000);
        // The font's digits are at most seven pixels wide at this size.
        const half = ({ text }: PlacedMark) => (text.length * 7) / 2;
        const isClear = (a: PlacedMark, b: PlacedMark) =>
          Math.abs((a.x ?? 0) - (b.x ?? 0)) >= half(a) + half(b);
        const labelled = all.filter(({ id }) => shown.has(id));
        for (const a of labelled) for (const b of labelled) if (a !== b) expect(isClear(a, b)).toBe(true);
        const near = (a: PlacedMark, b: PlacedMark) =>
          Math.abs((a.x ?? 0) - (b.x ?? 0)) < half(a) + half(b) + 20;
        for (const one of all) if (!shown.has(one.id)) expect(labelled.some((b) => near(one, b))).toBe(true);
      }),
    );
  });
});
