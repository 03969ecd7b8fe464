import type { MarketRow, PermissionFlag, PositionRow } from '@openpit/wire';
import { beforeEach, describe, expect, it } from 'vitest';
import { contextWith, openedForms } from '../../../actions/testing/action-context.ts';
import { netLotsOf } from '../../../market/own-lots.ts';
import { useSession } from '../../../stores/session.ts';
import { dataSetStores, marketStore } from '../../../stores/stores.ts';
import { accountOfUser, marketRow, positionRow } from '../../../testing/rows.ts';
import {
  deltaLotsOf,
  exercisableOf,
  itemsOfOption,
  mtmProfitOf,
  netColumn,
  openProfitOf,
  positionSums,
  positionsMessage,
  premiumValueOf,
} from './positions.ts';

const positions = [
  { contract: 'DEC26 WMAZ', net: 5 },
  { contract: 'DEC26 WMAZ', net: -12 },
  { contract: 'MAR27 WMAZ', net: 3 },
];

describe('the net position in the grids of the market', () => {
  it('is the sum over all accounts, signed and in the colour of its side', () => {
    const column = netColumn<string>(
      () => netLotsOf(positions),
      (contract) => contract,
    );
    const cells = ['DEC26 WMAZ', 'MAR27 WMAZ', 'MAY27 WMAZ'].map((contract) => [
      column.text(contract),
      column.tone?.(contract),
    ]);
    expect(cells).toEqual([
      ['−7', 'sell'],
      ['+3', 'buy'],
      ['–', 'second'],
    ]);
  });
});

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

  it('is zero for a flat position at any price', () => {
    expect(openProfitOf(position({ net: 0, cost: 0 }), undefined)).toBe(0);
  });
});

describe('the sums of positions', () => {
  it('are exact to the cent, and count the positions that they leave out or value at an old price', () => {
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

  it('has a premium only for an option, and lots to exercise only for a long position', () => {
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

const name = 'DEC26 WMAZ 4000 C';
const terms = { underlying: 'DEC26 WMAZ', optionExpiry: '2026-11-20' };
const call = marketRow(name, { contractDisplay: { flag: 'C', strike: 4000, CONTRACT_TYPE: 2 }, ...terms });
const put = marketRow('DEC26 WMAZ 4000 P', {
  contractDisplay: { flag: 'P', strike: 4000, CONTRACT_TYPE: 2 },
  ...terms,
});
const delta = marketRow(`${name} D`, {
  contractDisplay: { flag: 'C', strike: 4000, CONTRACT_TYPE: 5 },
  ...terms,
});

const opened = openedForms();
const context = (...granted: readonly PermissionFlag[]) => contextWith(granted);
const both = context('exerciseOption', 'abandonOption');

function hold(...positions: readonly PositionRow[]): void {
  dataSetStores.positions.replaceAll(positions);
  dataSetStores.positions.setStatus('success');
}
const inCall = (positionSeq: number, net: number, change: Partial<PositionRow> = {}) =>
  positionRow({ positionSeq, contract: name, net, ...change });
const shown = (row: MarketRow, at = both) =>
  itemsOfOption(row, null, at).map(({ label, disabledReason = null }) => [label, disabledReason]);

const ownOnly = accountOfUser({ scope: 'own' });

beforeEach(() => {
  useSession.setState({ hqAccess: null });
  marketStore.replaceAll([put, call, delta]);
  hold();
});

describe('exercise and abandon in the menu of an option', () => {
  it('[PANEL-2] [ACT-18] [ACT-19] open the form of the position that is long', () => {
    hold(inCall(1, 10), positionRow({ positionSeq: 2, contract: put.contract, net: 3 }));
    const items = itemsOfOption(call, null, both);
    expect(shown(call)).toEqual([
      ['Exercise…', null],
      ['Abandon…', null],
    ]);
    for (const item of items) item.run();
    expect(opened.splice(0)).toMatchObject([
      { kind: 'exercise', contract: name, position: { positionSeq: 1 } },
      { kind: 'abandon', contract: name, position: { positionSeq: 1 } },
    ]);
  });

  it('[PANEL-3] act on the option behind the delta in the menu of a delta', () => {
    hold(inCall(1, 10));
    itemsOfOption(delta, null, both)[0]?.run();
    expect(opened.splice(0)).toMatchObject([{ kind: 'exercise', contract: name }]);
  });

  it('name the account where several are long', () => {
    hold(inCall(1, 10), inCall(2, 4, { principal: 'FARM1', subAccount: 'S2' }), inCall(3, -2));
    expect(shown(call).map(([label]) => label)).toEqual([
      'Exercise for KAND…',
      'Exercise for FARM1 S2…',
      'Abandon for KAND…',
      'Abandon for FARM1 S2…',
    ]);
  });

  it('[AUTH-11] are disabled with the reason: no long position, no permission, not loaded', () => {
    hold(inCall(1, -3));
    const reasons = (at = both) => shown(call, at).map(([, reason]) => reason);
    const notLong = `You are not long ${name}: only a holder can exercise or abandon it.`;
    expect(reasons()).toEqual([notLong, notLong]);
    expect(reasons(context('exerciseOption'))).toEqual([notLong, expect.stringContaining('may not abandon')]);
    dataSetStores.positions.setStatus('loading');
    expect(reasons()[0]).toBe('Your positions are being loaded.');
    hold(inCall(1, 10));
    expect(reasons(context('exerciseOption'))).toEqual([null, expect.stringContaining('may not abandon')]);
  });

  it('[ACT-18] [ACT-19] open the form without a position for a dealer who sees none', () => {
    useSession.setState({ hqAccess: ownOnly });
    expect(shown(call)).toEqual([
      ['Exercise…', null],
      ['Abandon…', null],
    ]);
    expect(shown(call, context())[0]).toEqual(['Exercise…', expect.stringContaining('may not exercise')]);
    for (const item of itemsOfOption(delta, null, both)) item.run();
    expect(opened.splice(0)).toMatchObject([
      { kind: 'exercise', contract: name, position: null },
      { kind: 'abandon', contract: name, position: null },
    ]);
  });

  it('are not in the menu of a future', () => {
    expect(itemsOfOption(marketRow('DEC26 WMAZ'), null, both)).toEqual([]);
  });
});

describe('the message in place of positions', () => {
  it('tells a dealer with own-only visibility that positions are not shown, and who can change that', () => {
    expect(positionsMessage('own')).toMatchObject({
      kind: 'notPermitted',
      detail: expect.stringContaining('Ask your operator'),
    });
  });

  it('is the usual one for every other dealer', () => {
    expect(positionsMessage('member')).toBeUndefined();
    expect(positionsMessage(undefined)).toBeUndefined();
  });
});
