import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatPrice, setFormatLocale } from '../../../ui/format.ts';
import { type DragFacts, dragWords } from './drag-words.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const quantities = {
  bids: new Map([
    [100, 12],
    [99, 5],
  ]),
  offers: new Map([
    [103, 2],
    [104, 9],
  ]),
  largest: 12,
};

const words = (ticks: number, more: Partial<DragFacts> = {}) =>
  dragWords({
    order: { side: 'B', price: 98, remaining: 7 },
    ticks,
    priceText: formatPrice(ticks, 2),
    tick: 1,
    isArmed: true,
    against: null,
    quantities,
    ...more,
  });

describe('the words beside an own order that is being dragged', () => {
  it('[PANEL-17] name the new price and the lots before it', () => {
    expect(words(100)).toBe('Release: amends 7 lots to 100.00, behind 12.');
    expect(words(101)).toBe('Release: amends 7 lots to 101.00.');
    expect(words(97, { order: { side: 'B', price: 98, remaining: 1 } })).toBe(
      'Release: amends 1 lot to 97.00.',
    );
  });

  it('[PANEL-17] say how many lots can deal where the price reaches the other side', () => {
    expect(words(103)).toBe('Release: amends 7 lots to 103.00; 2 can deal now.');
    expect(words(104)).toBe('Release: amends 7 lots to 104.00; 7 can deal now.');
    const offer = { side: 'S', price: 104, remaining: 20 } as const;
    expect(words(99, { order: offer })).toBe('Release: amends 20 lots to 99.00; 17 can deal now.');
    expect(words(103, { order: offer })).toBe('Release: amends 20 lots to 103.00, behind 2.');
  });

  it('[PANEL-17] say that a form opens while the ladder is not armed', () => {
    expect(words(100, { isArmed: false })).toBe(
      'Release: opens the form that amends 7 lots to 100.00, behind 12.',
    );
  });

  it('[PANEL-17] say that nothing changes at the same price, or why the order cannot be amended', () => {
    expect(words(98)).toBe('Release: nothing changes.');
    expect(words(100, { against: 'Prices are not live.' })).toBe(
      'Release: nothing changes. Prices are not live.',
    );
  });
});
