import { afterEach, beforeEach, expect, it } from 'vitest';
import { marketRow } from '../../../testing/rows.ts';
import { setFormatLocale } from '../../../ui/format.ts';
import { atTheOpening } from './own-orders.tsx';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const opening = marketRow('DEC26 WMAZ', { indicative: 4031, indicativeQty: 5 });

it.each([
  ['B', 4032, 'would deal at 4,031.00'],
  ['B', 4031, 'may deal at 4,031.00, oldest orders first'],
  ['B', 4030, 'would rest: the opening is at 4,031.00'],
  ['S', 4030, 'would deal at 4,031.00'],
  ['S', 4031, 'may deal at 4,031.00, oldest orders first'],
  ['S', 4032, 'would rest: the opening is at 4,031.00'],
] as const)('[MODEL-6] an order of side %s at %d in the call auction %s', (side, price, words) => {
  expect(atTheOpening({ side, price }, opening)).toBe(words);
});

it('no opening price is known while nothing would deal, or before the row is received', () => {
  expect(atTheOpening({ side: 'B', price: 4031 }, marketRow('DEC26 WMAZ', { indicative: null }))).toBe(
    'no opening price yet',
  );
  expect(atTheOpening({ side: 'B', price: 4031 }, undefined)).toBe('no opening price yet');
});
