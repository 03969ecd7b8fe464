import { describe, expect, it } from 'vitest';
import { createRowSource } from './row-source.ts';

interface Line {
  readonly strike: number;
  readonly bid: number;
}

describe('a source of derived rows', () => {
  it('notifies the listeners of a row only when that row has changed or was removed', () => {
    const source = createRowSource<Line, number>(
      ({ strike }) => strike,
      (a, b) => a.bid === b.bid,
    );
    source.set([
      { strike: 1, bid: 10 },
      { strike: 2, bid: 20 },
    ]);
    const seen: string[] = [];
    source.onRow(1, (row) => seen.push(`1 ${row?.bid}`));
    const stop = source.onRow(2, (row, before) => seen.push(`2 ${row?.bid} after ${before?.bid}`));
    source.set([
      { strike: 1, bid: 10 },
      { strike: 2, bid: 21 },
    ]);
    expect(seen).toEqual(['2 21 after 20']);
    stop();
    source.set([{ strike: 2, bid: 22 }]);
    expect(seen).toEqual(['2 21 after 20', '1 undefined']);
    expect(source.get(1)).toBeUndefined();
  });
});
