import { describe, expect, it } from 'vitest';
import { effectivePrice, invoiceOf, nearestFutures } from './silo.ts';

const lot = { spotPrice: 4010, tons: 300, storagePaidUntil: '2026-12-01', businessDay: '2026-12-01' };

describe('the invoice of a lot', () => {
  it('[SILO-3] is the worked example: R1 206 600', () => {
    expect(invoiceOf(lot, { premium: 12, storageRate: 0.77 })).toEqual({
      perTon: 4022,
      storageDays: 0,
      storage: 0,
      amount: 1_206_600,
    });
  });

  it('[SILO-3] adds storage that is paid ahead and deducts unpaid storage', () => {
    const ahead = invoiceOf({ ...lot, storagePaidUntil: '2026-12-31' }, { premium: 12, storageRate: 0.77 });
    expect(ahead).toMatchObject({ storageDays: 30, storage: 6_930, amount: 1_213_530 });
    const unpaid = invoiceOf({ ...lot, storagePaidUntil: '2026-11-21' }, { premium: 12, storageRate: 0.77 });
    expect(unpaid).toMatchObject({ storageDays: -10, storage: -2_310, amount: 1_204_290 });
  });

  it('is exact where sums of decimals are not', () => {
    expect(invoiceOf({ ...lot, spotPrice: 0.1, tons: 3 }, { premium: 0.2, storageRate: 0 }).amount).toBe(0.9);
  });
});

describe('the effective price', () => {
  it('is the MTM less differential and discount', () => {
    expect(effectivePrice(4100, { differential: 90, discount: 0 })).toBe(4010);
    expect(effectivePrice(4100.2, { differential: 90.1, discount: 25.05 })).toBe(3985.05);
  });

  it('is not known without an MTM', () => {
    expect(effectivePrice(null, { differential: 90, discount: 0 })).toBeNull();
  });
});

describe('the nearest future', () => {
  const dates = [
    { uniqueKey: 'MAR27 WMAZ', instrument: 'WMAZ', lastTradingDay: '2027-03-23' },
    { uniqueKey: 'DEC26 WMAZ', instrument: 'WMAZ', lastTradingDay: '2026-12-18' },
    { uniqueKey: 'DEC26 SOYA', instrument: 'SOYA', lastTradingDay: '2026-12-18' },
  ];
  const mtm = { mtmToday: 4100, mtmPrevious: 4080, status: 'official' } as const;

  it('is the first of its instrument to end that has an MTM', () => {
    const nearest = nearestFutures(dates, [
      { ...mtm, contract: 'MAR27 WMAZ', mtmToday: 4150 },
      { ...mtm, contract: 'DEC26 WMAZ' },
      { ...mtm, contract: 'DEC26 SOYA', mtmToday: null, mtmPrevious: null },
    ]);
    expect([...nearest]).toEqual([['WMAZ', { contract: 'DEC26 WMAZ', mtm: 4100 }]]);
  });

  it('keeps its listing MTM until its first day has ended', () => {
    const nearest = nearestFutures(dates, [{ ...mtm, contract: 'DEC26 WMAZ', mtmToday: null }]);
    expect(nearest.get('WMAZ')?.mtm).toBe(4080);
  });

  it.each(['provisional', 'approved'] as const)(
    'does not count a %s valuation of the running day',
    (status) => {
      const nearest = nearestFutures(dates, [{ ...mtm, contract: 'DEC26 WMAZ', status }]);
      expect(nearest.get('WMAZ')?.mtm).toBe(4080);
    },
  );
});
