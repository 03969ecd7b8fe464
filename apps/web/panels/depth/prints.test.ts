import type { DealPrint } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { printColumns } from './print-columns.ts';
import { joinPrints, maxPrints, type Print } from './prints.ts';

const deal = (matchSeq: number, price: number, isCancelled = false): DealPrint => ({
  matchSeq,
  contract: 'DEC26 WMAZ',
  time: 1_795_000_000_000 + matchSeq,
  businessDay: '2026-11-18',
  price,
  qty: 1,
  aggressor: 'B',
  origin: 'screen',
  isCancelled,
  buyer: 'KAND',
  seller: 'VELD',
});
const join = (before: readonly Print[], page: readonly DealPrint[], limit = 50) =>
  joinPrints(before, page, { limit });
const moves = (prints: readonly Print[]) => prints.map(({ matchSeq, move }) => `${matchSeq} ${move}`);

describe('[PANEL-17] time and sales as a list', () => {
  it('gives each deal the direction since the deal before, and the first none', () => {
    const prints = join([], [deal(9, 4030), deal(7, 4030), deal(5, 4036), deal(2, 4035.8)]);
    expect(moves(prints)).toEqual(['9 same', '7 down', '5 up', '2 null']);
  });

  it('compares with the last deal that was not cancelled', () => {
    const prints = join([], [deal(4, 4031), deal(3, 4100, true), deal(2, 4030)]);
    expect(moves(prints)).toEqual(['4 up', '3 null', '2 null']);
    const before = join([], [deal(4, 4031), deal(3, 4100), deal(2, 4030)]);
    expect(moves(before)).toEqual(['4 down', '3 up', '2 null']);
    expect(moves(join(before, [deal(4, 4031), deal(3, 4100, true)]))).toEqual(['4 up', '3 null', '2 null']);
  });

  it('marks reported deals and those of deltas, whose prices move nothing', () => {
    const reported = { ...deal(4, 4100), origin: 'reported' };
    const prints = join([], [deal(5, 4030), reported, { ...deal(3, 3900), origin: 'delta' }, deal(2, 4030)]);
    expect(moves(prints)).toEqual(['5 same', '4 null', '3 null', '2 null']);
    const column = printColumns({ contract: 'DEC26 WMAZ', instrument: 'WMAZ' }).find(
      ({ id }) => id === 'move',
    );
    expect(prints.map((print) => [column?.text(print), column?.exported?.(print)])).toEqual([
      ['=', 'unchanged'],
      ['R', 'reported'],
      ['\u0394', 'delta'],
      ['', null],
    ]);
  });

  it('adds new deals in front, and the known ones stay the same objects', () => {
    const before = join([], [deal(3, 4030), deal(2, 4029)]);
    const prints = join(before, [deal(5, 4029), deal(4, 4030), deal(3, 4030)]);
    expect(moves(prints)).toEqual(['5 down', '4 same', '3 up', '2 null']);
    expect(prints.slice(2)).toEqual(before);
    expect(prints[2]).toBe(before[0]);
    expect(join(prints, [deal(5, 4029)])).toBe(prints);
  });

  it('leaves no gap: a full page that does not reach the known deals replaces them', () => {
    const before = join([], [deal(3, 4030), deal(2, 4029)]);
    expect(moves(join(before, [deal(9, 4031), deal(8, 4032)], 2))).toEqual(['9 down', '8 null']);
    expect(moves(join(before, [deal(9, 4031), deal(3, 4030)], 2))).toEqual(['9 up', '3 up', '2 null']);
  });

  it('drops the members of a deal, and keeps no more deals than a page of the server', () => {
    const many = Array.from({ length: maxPrints }, (_, at) => deal(maxPrints - at, 4030));
    const prints = join(join([], many, maxPrints), [deal(maxPrints + 1, 4031), deal(maxPrints, 4030)]);
    expect(prints).toHaveLength(maxPrints);
    expect(prints.at(-1)?.matchSeq).toBe(2);
    expect(JSON.stringify(prints)).not.toMatch(/KAND|VELD/);
  });
});
