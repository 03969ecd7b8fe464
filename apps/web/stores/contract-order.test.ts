import { describe, expect, it } from 'vitest';
import { compareContracts, contractMonth, firstFuture } from './contract-order.ts';

describe('contracts', () => {
  it('[MODEL-3] have a date of a three-letter month and a number', () => {
    expect(contractMonth('DEC26')).toBe(26 * 12 + 11);
    expect(contractMonth('XXX26')).toBeNull();
    expect(contractMonth('DEC')).toBeNull();
  });

  it('[SHELL-10] are sorted by instrument WMAZ, YMAZ, CORN, WEAT, SUNS, SOYA, then the others, and by month', () => {
    const of = (text: string) => {
      const [contractDate = '', instrument = ''] = text.split(' ');
      return { text, instrument, contractDate };
    };
    const mixed = [
      'MAR27 SORG',
      'MAR27 WMAZ',
      'DEC26 SOYA',
      'JUL27 WMAZ',
      'DEC26 WMAZ',
      'DEC26 CORN',
      'MAY27 YMAZ',
    ];
    expect(
      mixed
        .map(of)
        .sort(compareContracts)
        .map((one) => one.text),
    ).toEqual([
      'DEC26 WMAZ',
      'MAR27 WMAZ',
      'JUL27 WMAZ',
      'MAY27 YMAZ',
      'DEC26 CORN',
      'DEC26 SOYA',
      'MAR27 SORG',
    ]);
  });

  it('begin with the first future, not with the first row that the server sends', () => {
    const future = { flag: 'F', strike: 0, CONTRACT_TYPE: 1 } as const;
    const row = (
      contract: string,
      contractDisplay: Parameters<typeof firstFuture>[0][0]['contractDisplay'],
    ) => {
      const [contractDate = '', instrument = ''] = contract.split(' ');
      return { contract, contractDate, instrument, contractDisplay };
    };
    expect(
      firstFuture([
        row('MAR27 SUNS', future),
        row('MAR27 WMAZ', future),
        row('DEC26 WMAZ', future),
        row('NOV26 WMAZ', { flag: 'C', strike: 4000, CONTRACT_TYPE: 2 }),
      ]),
    ).toBe('DEC26 WMAZ');
    expect(firstFuture([])).toBeNull();
  });
});
