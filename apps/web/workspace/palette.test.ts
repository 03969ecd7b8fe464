import { describe, expect, it } from 'vitest';
import { findContracts, wordsOf } from './palette.tsx';

const row = (contract: string, type: 1 | 2 | 3 | 4 | 5, flag: 'F' | 'C' | 'P' = 'F', displaySeq = 1) => ({
  contract,
  displaySeq,
  instrument: /WMAZ|YMAZ|WEAT/.exec(contract)?.[0] ?? '',
  contractDisplay: { flag, strike: 0, CONTRACT_TYPE: type },
});
const market = [
  row('DEC26 WMAZ 4000 C', 2, 'C', 1),
  row('DEC26 WMAZ 4000 P', 2, 'P', 2),
  row('DEC26 WMAZ 4000 C D', 5, 'C', 3),
  row('DEC26-MAR27 WMAZ', 4, 'F', 4),
  row('DEC26 WMAZ', 1, 'F', 5),
  row('DEC26 YMAZ', 1, 'F', 6),
  row('MAR27 WMAZ', 1, 'F', 7),
];
const names: Readonly<Record<string, string>> = { WMAZ: 'White maize', YMAZ: 'Yellow maize' };
const find = (text: string) =>
  findContracts(market, wordsOf(text), (instrument) => names[instrument] ?? '')
    .filter(({ rest }) => rest.length === 0)
    .map(({ row: { contract } }) => contract);

describe('the search for contracts', () => {
  it('finds a future by instrument, month and year in any order, before its options', () => {
    for (const text of ['wmaz dec 26', '26 dec wmaz', 'DEC26 WMAZ', 'december 2026 white', 'dec26 wm'])
      expect(find(text)[0], text).toBe('DEC26 WMAZ');
    expect(find('wmaz dec 26')).not.toContain('DEC26 YMAZ');
  });

  it('finds options by strike and C or P, or call or put', () => {
    expect(find('wmaz 4000 p')).toEqual(['DEC26 WMAZ 4000 P']);
    expect(find('4000 put')).toEqual(['DEC26 WMAZ 4000 P']);
    expect(find('call wmaz 4000')[0]).toBe('DEC26 WMAZ 4000 C');
    expect(find('delta wmaz')).toEqual(['DEC26 WMAZ 4000 C D']);
  });

  it('finds a split by either month and by its class', () => {
    expect(find('split mar')).toEqual(['DEC26-MAR27 WMAZ']);
    expect(find('wmaz dec mar')).toEqual(['DEC26-MAR27 WMAZ']);
  });

  it('returns the words that match no contract, which name the action', () => {
    const [first] = findContracts(market, wordsOf('wmaz dec 26 chart'), () => '');
    expect(first).toMatchObject({ row: { contract: 'DEC26 WMAZ' }, rest: ['chart'] });
    expect(find('zzz')).toEqual([]);
  });
});
