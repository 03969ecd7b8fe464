import {
  type HqAccess,
  type MarketRow,
  noPermissions,
  type PermissionFlag,
  type PositionRow,
} from '@openpit/wire';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ActionContext, OrderFormRequest } from '../../actions/action.ts';
import { useSession } from '../../stores/session.ts';
import { dataSetStores, marketStore } from '../../stores/stores.ts';
import { marketRow, positionRow } from '../../testing/rows.ts';
import { itemsOfOption } from './expiry-items.ts';

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

const opened: OrderFormRequest[] = [];
const context = (...granted: readonly PermissionFlag[]): ActionContext => ({
  flags: { ...noPermissions(), ...Object.fromEntries(granted.map((flag) => [flag, true])) },
  entryClosed: null,
  unreachable: null,
  workspace: {
    showOrderForm: (request) => opened.push(request),
    sendAtOnce: async () => undefined,
    showDepth: () => undefined,
    showChart: () => undefined,
    showPanel: () => undefined,
  },
});
const both = context('exerciseOption', 'abandonOption');

function hold(...positions: readonly PositionRow[]): void {
  dataSetStores.positions.replaceAll(positions);
  dataSetStores.positions.setStatus('success');
}
const inCall = (positionSeq: number, net: number, change: Partial<PositionRow> = {}) =>
  positionRow({ positionSeq, contract: name, net, ...change });
const shown = (row: MarketRow, at = both) =>
  itemsOfOption(row, null, at).map(({ label, disabledReason = null }) => [label, disabledReason]);

const ownOnly: HqAccess = {
  userId: 'u1',
  userName: 'Thandi Nkosi',
  email: 'thandi@kand.example',
  memberCode: 'KAND',
  memberName: 'Kandela Grain',
  branch: '',
  dealerCode: 'ABD',
  dealers: [],
  clients: [],
  subAccounts: [],
  twoFactorEnabled: false,
  scope: 'own',
};

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

  it('[PANEL-3] in the menu of a delta mean the option that it is on', () => {
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

  it('[AUTH-11] are disabled with the reason: no long position, no permission, not loaded, not shown', () => {
    hold(inCall(1, -3));
    const reasons = (at = both) => shown(call, at).map(([, reason]) => reason);
    const notLong = `You are not long ${name}: only a holder can exercise or abandon it.`;
    expect(reasons()).toEqual([notLong, notLong]);
    expect(reasons(context('exerciseOption'))).toEqual([notLong, expect.stringContaining('may not abandon')]);
    dataSetStores.positions.setStatus('loading');
    expect(reasons()[0]).toBe('Your positions are being loaded.');
    hold(inCall(1, 10));
    expect(reasons(context('exerciseOption'))).toEqual([null, expect.stringContaining('may not abandon')]);
    useSession.setState({ hqAccess: ownOnly });
    expect(reasons()[0]).toBe('Positions are not shown to you. Ask your operator to change that.');
  });

  it('are not in the menu of a future', () => {
    expect(itemsOfOption(marketRow('DEC26 WMAZ'), null, both)).toEqual([]);
  });
});
