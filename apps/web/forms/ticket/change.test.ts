import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFormatLocale } from '../../ui/format.ts';
import { type ChangeEdits, parseChange } from './change.ts';

const rules = { tick: 0.2, decimals: 2, maxQty: 500, limitLow: 3835, limitHigh: 4235 };
const order = { qty: 10, remaining: 10, price: 4035.2, principal: 'KAND', capacity: 'P' } as const;
const edits: ChangeEdits = {
  qtyText: '10',
  priceText: '4,035.20',
  principal: 'KAND',
  capacity: 'P',
  dealt: 0,
};
const parse = (kind: 'reduce' | 'edit' | 'amend', change: Partial<ChangeEdits>) =>
  parseChange(kind, { ...edits, ...change }, order, rules);

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('a reduction', () => {
  it('[ACT-6] asks for the remaining lots, at least one and fewer than now', () => {
    expect(parse('reduce', { qtyText: '4' })).toMatchObject({ kind: 'change', terms: { qty: 4 } });
    expect(parse('reduce', { qtyText: '10' })).toEqual({ kind: 'unchanged' });
    expect(parse('reduce', { qtyText: '11' })).toEqual({
      kind: 'errors',
      errors: { qty: 'Enter fewer than the 10 lots that remain.' },
    });
    expect(parse('reduce', { qtyText: '0' }).kind).toBe('errors');
  });

  it('never changes the price, regardless of the content of its field', () => {
    expect(parse('reduce', { qtyText: '4', priceText: 'x' })).toMatchObject({
      terms: { qty: 4 },
      price: 4035.2,
    });
  });
});

describe('an edit', () => {
  it('[ACT-8] sends only the terms that differ', () => {
    expect(parse('edit', { priceText: '4030' })).toMatchObject({ kind: 'change', terms: { price: 4030 } });
    expect(parse('amend', { qtyText: '12' })).toMatchObject({ kind: 'change', terms: { qty: 12 } });
    expect(parse('edit', { principal: 'FARM1', capacity: 'A' })).toMatchObject({
      terms: { principal: 'FARM1', capacity: 'A' },
    });
    expect(parse('edit', {})).toEqual({ kind: 'unchanged' });
  });

  it('[ACT-8] holds the order over to another day, or removes the hold-over', () => {
    expect(parse('edit', { holdOver: '2026-11-25' })).toMatchObject({
      terms: { holdOverUntil: '2026-11-25' },
    });
    expect(parse('edit', { holdOver: '' })).toEqual({ kind: 'unchanged' });
    const held = { ...order, holdOverUntil: '2026-11-25' };
    expect(parseChange('edit', { ...edits, holdOver: '' }, held, rules)).toMatchObject({
      terms: { holdOverUntil: null },
    });
    expect(parseChange('edit', { ...edits, holdOver: '2026-11-25' }, held, rules)).toEqual({
      kind: 'unchanged',
    });
    expect(parse('edit', { holdOver: 'friday' })).toMatchObject({
      errors: { holdOver: expect.stringContaining('is not a date') },
    });
  });

  it('[ACT-8] keeps to the tick, the limits of the day and the maximum', () => {
    expect(parse('edit', { priceText: '4030.10' })).toMatchObject({ errors: { price: expect.any(String) } });
    expect(parse('edit', { priceText: '4300' })).toMatchObject({
      errors: { price: "Above today's upper limit, 4,235.00." },
    });
    expect(parse('edit', { qtyText: '501' })).toMatchObject({ errors: { qty: expect.any(String) } });
  });
});
