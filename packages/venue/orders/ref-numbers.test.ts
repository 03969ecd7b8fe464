import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksInMemory } from '../kernel/chunk-store.ts';
import { packedBytesOf } from '../kernel/long-list.ts';
import { asPrice } from '../kernel/units.ts';
import { anOrder, TestMarket } from '../testing/test-market.ts';
import { packedRefItems, RefNumbers } from './orders.ts';

describe('ref numbers', () => {
  it('become the next free one if the dealer has used them today, and the answer carries it', () => {
    const market = TestMarket.opened();
    const ref = (given: string, user = 'abdul') =>
      market.order(user, { ref: given, price: asPrice(403_000) }).ref;
    expect([ref('17'), ref('17'), ref('17'), ref('16')]).toEqual(['17', '18', '19', '16']);
    expect([ref('A009'), ref('A009'), ref('A100'), ref('A009')]).toEqual(['A009', 'A010', 'A100', 'A101']);
    expect([ref('B0'), ref('B0')]).toEqual(['B0', 'B1']);
    expect([ref('mine'), ref('mine'), ref('mine')]).toEqual(['mine', 'mine2', 'mine3']);
    expect([ref(''), ref('')]).toEqual(['', '']);
    expect(ref('17', 'denise')).toBe('17');
    market.operate({ kind: 'endDay' });
    expect(ref('17')).toBe('17');
  });

  it('stay free if the order is rejected', () => {
    const market = TestMarket.opened();
    market.by('abdul', { ...anOrder, ref: '5', price: asPrice(1) });
    expect(market.order('abdul', { ref: '5' }).ref).toBe('5');
  });
});

it('are the same after they were saved and read, as items and as bytes', () => {
  const owners = [
    { member: 'KAND', dealer: 'TM' },
    { member: 'VELD', dealer: 'PV' },
  ];
  const use = fc.record({
    owner: fc.constantFrom(...owners),
    ref: fc.constantFrom('1', '01', '9', 'A9', 'A 9', 'A', '', ' ', 'B999999999', 'C1234567890'),
    saved: fc.constantFrom('items', 'bytes', 'not'),
  });
  fc.assert(
    fc.property(fc.array(use), (uses) => {
      const kept = new RefNumbers();
      let saved = new RefNumbers();
      for (const { owner, ref, saved: as } of uses) {
        expect(saved.take(owner, ref)).toBe(kept.take(owner, ref));
        const state = saved.save();
        if (as === 'items') saved = RefNumbers.load([...state], chunksInMemory);
        if (as === 'bytes') saved = RefNumbers.load(state, chunksInMemory);
        const packed = packedBytesOf(state);
        expect(packed === null ? [] : [...packedRefItems(packed)]).toEqual([...state]);
      }
    }),
  );
});
