import { describe, expect, it } from 'vitest';
import { queueText } from './active-orders-columns.tsx';

describe('[PANEL-6] the queue position of an order', () => {
  it('says who is next, and how many lots deal before it', () => {
    expect(queueText({ queuePosition: 1, lotsAhead: 0 })).toBe('next');
    expect(queueText({ queuePosition: 3, lotsAhead: 14 })).toBe('3 after 14');
  });

  it('counts the lots at better prices too', () => {
    expect(queueText({ queuePosition: 1, lotsAhead: 40 })).toBe('1 after 40');
  });

  it('is a dash while the order is out of the book, or its place not worked out', () => {
    expect(queueText({ queuePosition: null, lotsAhead: null })).toBe('–');
    expect(queueText({})).toBe('–');
  });
});
