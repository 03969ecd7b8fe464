import { describe, expect, it } from 'vitest';
import { queueText } from './active-orders-columns.tsx';

describe('[PANEL-6] the queue position of an order', () => {
  it('says how many lots deal before it, or that it is next', () => {
    expect(queueText({ queuePosition: 1, lotsAhead: 0 })).toBe('next');
    expect(queueText({ queuePosition: 3, lotsAhead: 14 })).toBe('14 ahead');
  });

  it('counts the lots at better prices too', () => {
    expect(queueText({ queuePosition: 1, lotsAhead: 40 })).toBe('40 ahead');
  });

  it('is a dash while the order is not in the book, or its position is unknown', () => {
    expect(queueText({ queuePosition: null, lotsAhead: null })).toBe('–');
    expect(queueText({})).toBe('–');
  });
});
