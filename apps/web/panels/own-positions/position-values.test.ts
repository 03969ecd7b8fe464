import { describe, expect, it } from 'vitest';
import { positionRow } from '../../testing/rows.ts';
import {
  deltaLotsOf,
  exercisableOf,
  mtmProfitOf,
  openProfitOf,
  positionSums,
  premiumValueOf,
} from './position-values.ts';

const position = positionRow;

describe('the open profit of a position', () => {
  it('[PANEL-8] rises with the last price, and falls with it for a short position', () => {
    expect(openProfitOf(position({}), { last: 4036.2, mtm: 4000 })).toBe(500);
    expect(openProfitOf(position({ net: -5, cost: -20_176 }), { last: 4036.2, mtm: 4000 })).toBe(-500);
  });

  it('[PANEL-8] is taken at the MTM before the first deal, and is unknown without a price', () => {
    expect(openProfitOf(position({}), { last: null, mtm: 4035 })).toBe(-100);
    expect(openProfitOf(position({}), { last: null, mtm: null })).toBeNull();
    expect(openProfitOf(position({}), undefined)).toBeNull();
  });

  it('is zero for a flat position, whatever the price', () => {
    expect(openProfitOf(position({ net: 0, cost: 0 }), undefined)).toBe(0);
  });
});

describe('the sums of positions', () => {
  it('[review 13] are exact to the cent, and count the positions that they leave out or value at an old price', () => {
    const rows = [
      position({ realised: 0.1 }),
      position({ contract: 'MAR27 WMAZ', realised: 0.2, margin: 10_000 }),
    ];
    const market = { last: 4036.2, mtm: null };
    const prices = {
      get: (contract: string) => (contract === 'DEC26 WMAZ' ? market : undefined),
      isLive: () => true,
    };
    const sums = {
      open: 500,
      realised: 0.3,
      margin: 100_000,
      futures: 10,
      deltaLots: 10,
      unpriced: 1,
      stale: 0,
    };
    expect(positionSums(rows, prices)).toEqual(sums);
    expect(positionSums(rows, { ...prices, isLive: () => false })).toEqual({
      ...sums,
      stale: 1,
    });
  });

  it('[PANEL-8] [PANEL-9] do not add calls to futures: 15 short and 21 calls are net 15 short, delta 3.9 short', () => {
    const call = 'DEC26 WMAZ 4000 C';
    const rows = [position({ net: -15, cost: -60_000 }), position({ contract: call, net: 21, cost: 2_100 })];
    const sums = (delta?: number) =>
      positionSums(rows, {
        get: () => ({ last: 4000, mtm: 4000, ...(delta !== undefined && { delta }) }),
        isLive: () => true,
      });
    expect(sums(0.5286)).toMatchObject({ futures: -15, deltaLots: -3.9 });
    expect(sums()).toMatchObject({ futures: -15, deltaLots: null });
  });
});

describe('the values of a position', () => {
  const future = {
    contractDisplay: { flag: 'F', strike: 0, CONTRACT_TYPE: 1 },
    last: 4036.2,
    mtm: 4000,
  } as const;
  const put = {
    contractDisplay: { flag: 'P', strike: 4200, CONTRACT_TYPE: 2 },
    delta: -0.5612,
    last: null,
    mtm: 288.4,
  } as const;

  it('[PANEL-8] has delta lots: the lots of a future, the lots times the delta of an option', () => {
    const inPut = { contract: 'MAR27 WMAZ 4200 P', net: 20 };
    expect(deltaLotsOf({ contract: 'DEC26 WMAZ', net: -5 }, undefined)).toBe(-5);
    expect(deltaLotsOf(inPut, put)).toBeCloseTo(-11.224, 6);
    expect(deltaLotsOf(inPut, undefined)).toBeNull();
    expect(deltaLotsOf({ ...inPut, net: 0 }, undefined)).toBe(0);
  });

  it('has a premium only for an option, and lots to exercise only for a long one', () => {
    expect(premiumValueOf({ net: 20, tons: 100 }, put)).toBe(576_800);
    expect(premiumValueOf({ net: 5, tons: 100 }, future)).toBeNull();
    expect(exercisableOf({ net: 20 }, put)).toBe(20);
    expect(exercisableOf({ net: -3 }, put)).toBe(0);
    expect(exercisableOf({ net: 3 }, future)).toBeNull();
  });

  it('has a profit at the MTM that later deals do not change', () => {
    expect(mtmProfitOf(position({}), future)).toBe(-17_600);
    expect(mtmProfitOf(position({}), { mtm: null })).toBeNull();
    expect(mtmProfitOf(position({ net: 0, cost: 0 }), { mtm: null })).toBe(0);
  });
});
