import { describe, expect, it } from 'vitest';
import { dataSetIds, dataSetNameOf, orderTypeNames, orderTypes } from './enumerations.ts';

describe('the enumerations on the wire', () => {
  it('[MODEL-6] number the silo sets that the specification leaves open in the order of the auction: 22 to 26', () => {
    const open = Object.entries(dataSetIds).filter(([, id]) => id > 21 && id < 27);
    expect(open).toEqual([
      ['siloAuctions', 22],
      ['siloBids', 23],
      ['siloOffers', 24],
      ['siloAllocations', 25],
      ['siloInvoices', 26],
    ]);
  });

  it('[MODEL-6] number the data sets as the specification does, 1 to 21 and 27, and each number once', () => {
    const { siloPositions, ...others } = dataSetIds;
    expect(siloPositions).toBe(27);
    const named = Object.entries(others).filter(([, id]) => id <= 21);
    expect(named.map(([name]) => name)).toEqual([
      'activeOrders',
      'instruments',
      'holidays',
      'contractDate',
      'positions',
      'completedOrders',
      'deals',
      'unmatchedDeal',
      'mtm',
      'consPositions',
      'prices',
      'dailyTrends',
      'earlyValuations',
      'breakDownAnalysis',
      'margins',
      'bfProfiles',
      'movements',
      'clearingInfo',
      'preMarketOrders',
      'clearing',
      'siloCerts',
    ]);
    expect(named.map(([, id]) => id)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
    expect(new Set(Object.values(dataSetIds)).size).toBe(27);
    expect(dataSetNameOf(19)).toBe('preMarketOrders');
    expect([dataSetNameOf(0), dataSetNameOf(28)]).toEqual([undefined, undefined]);
  });

  it('[MODEL-1] number the order types 0, 1 and 2, and print them as NOR, TOK and FOK', () => {
    expect(orderTypes).toEqual({ Normal: 0, Tok: 1, Fok: 2 });
    expect(Object.values(orderTypes).map((type) => orderTypeNames[type])).toEqual(['NOR', 'TOK', 'FOK']);
  });
});
