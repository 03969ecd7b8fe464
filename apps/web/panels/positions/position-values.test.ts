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

describe('an open position', () => {
  it('[PANEL-8] gains with the last price, a short one loses by it', () => {
    expect(openProfitOf(position({}), { last: 4036.2, mtm: 4000 })).toBe(500);
    expect(openProfitOf(position({ net: -5, cost: -20_176 }), { last: 4036.2, mtm: 4000 })).toBe(-500);
  });

  it('[PANEL-8] is valued at the MTM while nothing has dealt, and at nothing while there is no price', () => {
    expect(openProfitOf(position({}), { last: null, mtm: 4035 })).toBe(-100);
    expect(openProfitOf(position({}), { last: null, mtm: null })).toBeNull();
    expect(openProfitOf(position({}), undefined)).toBeNull();
  });

  it('that is flat gains nothing whatever the price', () => {
    expect(openProfitOf(position({ net: 0, cost: 0 }), undefined)).toBe(0);
  });
});

describe('the sums of positions', () => {
  it('are made in cents, and say how many positions they leave out', () => {
    const rows = [
      position({ realised: 0.1 }),
      position({ contract: 'MAR27 WMAZ', realised: 0.2, margin: 10_000 }),
    ];
    const market = { last: 4036.2, mtm: null };
    expect(positionSums(rows, (contract) => (contract === 'DEC26 WMAZ' ? market : undefined))).toEqual({
      open: 500,
      realised: 0.3,
      margin: 100_000,
      unpriced: 1,
    });
  });
});

describe('what a position weighs', () => {
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

  it('[PANEL-8] is its lots for a future, its lots times the delta for an option', () => {
    expect(deltaLotsOf({ net: -5 }, future)).toBe(-5);
    expect(deltaLotsOf({ net: 20 }, put)).toBeCloseTo(-11.224, 6);
    expect(deltaLotsOf({ net: 20 }, undefined)).toBeNull();
  });

  it('has a premium and lots to exercise only as an option, and those only when it is long', () => {
    expect(premiumValueOf({ net: 20, tons: 100 }, put)).toBe(576_800);
    expect(premiumValueOf({ net: 5, tons: 100 }, future)).toBeNull();
    expect(exercisableOf({ net: 20 }, put)).toBe(20);
    expect(exercisableOf({ net: -3 }, put)).toBe(0);
    expect(exercisableOf({ net: 3 }, future)).toBeNull();
  });

  it('gains or loses at the MTM whatever has been dealt since', () => {
    expect(mtmProfitOf(position({}), future)).toBe(-17_600);
    expect(mtmProfitOf(position({}), { mtm: null })).toBeNull();
    expect(mtmProfitOf(position({ net: 0 }), { mtm: null })).toBe(0);
  });
});
