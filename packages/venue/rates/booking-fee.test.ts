import { describe, expect, it } from 'vitest';
import { asPrice } from '../kernel/units.ts';
import { bookingFee, contractFees } from './booking-fee.ts';

const perTon = {
  own: { future: asPrice(20), option: asPrice(15) },
  client: { future: asPrice(25), option: asPrice(20) },
};
const vat = { vatPercent: 15 };

describe('the booking fee', () => {
  it('is an amount per ton with VAT, by future or option and by own book or client', () => {
    const maize = { bookingFee: perTon, tonsPerContract: 100 };
    expect(contractFees(maize, 'future', vat)).toEqual({ own: 2_300, client: 2_875 });
    expect(contractFees(maize, 'option', vat)).toEqual({ own: 1_725, client: 2_300 });
    expect(contractFees(maize, 'delta', vat)).toEqual({ own: 1_725, client: 2_300 });
    expect(contractFees(maize, 'future', {})).toEqual({ own: 2_000, client: 2_500 });
  });

  it('agrees with the exchange’s figure: R14.00 without VAT for 50 t is 28 cents per ton', () => {
    const anchor = { future: asPrice(28), option: asPrice(0) };
    const wheat = { bookingFee: { own: anchor, client: anchor }, tonsPerContract: 50 };
    expect(contractFees(wheat, 'future', {})?.client).toBe(1_400);
  });

  it('is rounded for one contract, half a cent upwards, so that the parts of a deal add up to the whole', () => {
    const wheat = { bookingFee: perTon, tonsPerContract: 50 };
    const fees = contractFees(wheat, 'future', vat);
    expect(fees).toEqual({ own: 1_150, client: 1_438 });
    const fee = (lots: number) => bookingFee(fees, { origin: 'screen', lots, capacity: 'A' });
    expect((fee(3) ?? 0) + (fee(7) ?? 0)).toBe(fee(10));
    expect(fee(10)).toBe(14_380);
  });

  it('is charged once for each deal, and not at all in a market without fees', () => {
    const fees = contractFees({ bookingFee: perTon, tonsPerContract: 100 }, 'future', vat);
    const of = (origin: Parameters<typeof bookingFee>[1]['origin']) =>
      bookingFee(fees, { origin, lots: 2, capacity: 'P' });
    expect((['screen', 'split', 'spread', 'delta', 'reported'] as const).map(of)).toEqual([
      4600, 4600, 4600, 4600, 4600,
    ]);
    expect((['package', 'assigned', 'tripartite'] as const).map(of)).toEqual([0, 0, 0]);
    expect(contractFees({ tonsPerContract: 100 }, 'future', vat)).toBeNull();
    expect(bookingFee(null, { origin: 'screen', lots: 2, capacity: 'P' })).toBeNull();
  });
});
