import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dealRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { firstParts, lotsLeft, parseSplit, type SplitPartInput, withPart } from './split-parts.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const deal = dealRow({ qty: 11, principal: '9996S', subAccount: 'EAST', dealer: 'THN', capacity: 'A' });
const typed = (...texts: string[]): SplitPartInput[] =>
  texts.map((qtyText, at) => ({ id: at, qtyText, principal: 'KAND', subAccount: '', dealer: 'THN' }));
const reasonOf = (...texts: string[]) => {
  const parsed = parseSplit(deal, typed(...texts));
  return parsed.kind === 'missing' ? parsed.reason : null;
};

describe('the parts of a split deal', () => {
  it('[ACT-13] begin as two halves in the account of the deal, the first with the odd lot', () => {
    expect(firstParts(deal)).toEqual([
      { id: 1, qtyText: '6', principal: '9996S', subAccount: 'EAST', dealer: 'THN' },
      { id: 2, qtyText: '5', principal: '9996S', subAccount: 'EAST', dealer: 'THN' },
    ]);
    expect(parseSplit(deal, firstParts(deal)).kind).toBe('parts');
  });

  it('[ACT-13] give an added part the remaining lots, and its own number', () => {
    const parts = withPart(deal, typed('3', '4'));
    expect(parts.map(({ qtyText }) => qtyText)).toEqual(['3', '4', '4']);
    expect(new Set(parts.map(({ id }) => id)).size).toBe(3);
    expect(withPart(deal, typed('6', '5')).map(({ qtyText }) => qtyText)).toEqual(['6', '5', '']);
    expect(lotsLeft(deal, typed('6', 'x'))).toBe(5);
  });

  it('[ACT-13] are complete when they add up to the deal, and leave out an empty sub-account or dealer', () => {
    const parts = [
      { id: 1, qtyText: '6', principal: '9996S', subAccount: 'WEST', dealer: 'JVM' },
      { id: 2, qtyText: '5', principal: 'KAND', subAccount: '', dealer: ' ' },
    ];
    expect(parseSplit(deal, parts)).toEqual({
      kind: 'parts',
      parts: [
        { qty: 6, principal: '9996S', subAccount: 'WEST', dealer: 'JVM' },
        { qty: 5, principal: 'KAND' },
      ],
    });
  });

  it('name the missing input', () => {
    expect(reasonOf('6', '')).toBe('Part 2: How many lots?');
    expect(reasonOf('6', '4.5')).toBe('Part 2: A quantity is a whole number of lots, at least 1.');
    expect(reasonOf('12', '1')).toBe('Part 1 has more lots than the deal.');
    expect(reasonOf('6', '4')).toBe('1 lot of 11 is not in any part yet.');
    expect(reasonOf('6', '3')).toBe('2 lots of 11 are not in any part yet.');
    expect(reasonOf('6', '6')).toBe('The parts have 1 lot more than the deal.');
  });
});
