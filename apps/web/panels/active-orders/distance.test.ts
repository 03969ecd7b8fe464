import { describe, expect, it } from 'vitest';
import { distanceToMarket } from './distance.ts';

const market = { bid: 4034.8, offer: 4035.2 };

describe('the distance of an order to the market', () => {
  it('is measured to the offer for a buy and to the bid for a sell, without floating-point errors', () => {
    expect(distanceToMarket({ side: 'B', price: 4034.8, state: 'Active' }, market)).toBe(0.4);
    expect(distanceToMarket({ side: 'S', price: 4040, state: 'Active' }, market)).toBe(5.2);
  });

  it('is not positive when a suspended order would deal if it were resubmitted', () => {
    expect(distanceToMarket({ side: 'B', price: 4036, state: 'Suspended' }, market)).toBe(-0.8);
  });

  it('is unknown when the other side has no orders', () => {
    expect(
      distanceToMarket({ side: 'B', price: 4036, state: 'Active' }, { bid: 4034, offer: null }),
    ).toBeNull();
    expect(distanceToMarket({ side: 'B', price: 4036, state: 'Active' }, undefined)).toBeNull();
  });
});
