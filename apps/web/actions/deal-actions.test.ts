import type { DealOrigin, DealRow, Phase } from '@openpit/wire';
import { beforeEach, describe, expect, it } from 'vitest';
import { dealRow } from '../testing/rows.ts';
import { reasonAgainst } from './action.ts';
import {
  alikeDeals,
  assignDealToMember,
  correctDealPrinciple,
  cumulateDeal,
  type DealTarget,
  dealActions,
  showDealDetails,
  splitDeal,
  subAccountChange,
} from './deal-actions.ts';
import { closeDialog, useDialogs } from './dialogs.ts';
import { contextWith } from './testing/action-context.ts';

const context: typeof contextWith = (granted, change) =>
  contextWith(granted, { entryClosed: 'Order entry is closed: prices are old.', ...change });
const allowed = context(dealActions.flatMap(({ permission }) => permission.flags));

/** A client's deal that every action applies to, with another like it. */
const clientDeal = (change: Partial<DealRow> = {}) =>
  dealRow({ dealSeq: 41, principal: '9996S', capacity: 'A', ...change });
const other = clientDeal({ dealSeq: 42 });

function target(
  deals: readonly DealRow[],
  change: Partial<DealTarget> & { phase?: Phase | null } = {},
): DealTarget {
  const { phase = 'continuous', ...rest } = change;
  return {
    deals,
    all: [...deals, other],
    phaseOf: () => phase,
    hqAccess: { subAccounts: [{ code: 'EAST', principal: '9996S' }] },
    ...rest,
  };
}

beforeEach(() => {
  closeDialog();
});

describe('actions on a deal', () => {
  it('[AUTH-11] [ACT-13] [ACT-14] [ACT-15] [ACT-16] [ACT-17] [ACT-20] are each denied without their own flag, with the reason', () => {
    expect(dealActions).toHaveLength(6);
    for (const action of dealActions) {
      const { flags, phrase } = action.permission;
      expect(flags).toEqual([action.id]);
      const others = dealActions.flatMap((dealAction) =>
        dealAction === action ? [] : dealAction.permission.flags,
      );
      const deal = target([clientDeal()]);
      expect(reasonAgainst(action, deal, context(others))).toContain(`your account may not ${phrase}`);
      expect(reasonAgainst(action, deal, context(flags))).toBeNull();
    }
  });

  it('are disabled when nothing can reach the market, and stay possible on old prices', () => {
    const cut = { ...allowed, unreachable: 'lost' };
    for (const action of dealActions) expect(reasonAgainst(action, target([clientDeal()]), cut)).toBe('lost');
  });

  it('open their form for the chosen deals and send nothing', () => {
    for (const action of dealActions) {
      action.perform(target([clientDeal()]), allowed);
      expect(useDialogs.getState().dialog).toEqual({
        kind: 'dealForm',
        request: { kind: action.id, deals: [clientDeal()] },
      });
    }
  });

  it.each<[Phase, RegExp | null]>([
    ['preOpen', null],
    ['continuous', null],
    ['admin', null],
    ['closed', /from its pre-open to the end of its administration; now it is closed\.$/],
    ['delivery', /from its pre-open to the end of its administration; now delivery is being processed\.$/],
  ])('in the phase %s follow the time limit of the market', (phase, reason) => {
    for (const action of dealActions) {
      const actual = reasonAgainst(action, target([clientDeal()], { phase }), allowed);
      if (reason === null) expect(actual).toBeNull();
      else expect(actual).toMatch(reason);
    }
  });

  it('leave the time limit to the market while the phase is not known', () => {
    expect(reasonAgainst(splitDeal, target([clientDeal()], { phase: null }), allowed)).toBeNull();
  });

  it('exclude deals of an exercise, and no other origin', () => {
    const origins: readonly DealOrigin[] = [
      'screen',
      'split',
      'spread',
      'delta',
      'reported',
      'assigned',
      'tripartite',
    ];
    for (const origin of origins)
      expect(reasonAgainst(splitDeal, target([clientDeal({ origin })]), allowed)).toBeNull();
    expect(reasonAgainst(splitDeal, target([clientDeal({ origin: 'exercise' })]), allowed)).toBe(
      'Deal 41 comes from an exercise and cannot be changed. Ask your operator to cancel the exercise.',
    );
  });

  it('exclude deals that are not open any more, and name the state of each', () => {
    const reasons = (['Assigning', 'Split', 'Cumulated', 'Assigned', 'Tripartite', 'Cancelled'] as const).map(
      (state) => reasonAgainst(assignDealToMember, target([clientDeal({ state })]), allowed),
    );
    expect(reasons).toEqual([
      'Deal 41 is offered to another member, which has not accepted it yet. Withdraw the offer first.',
      'Deal 41 was split. Use the deals that replaced it.',
      'Deal 41 was cumulated. Use the deal that replaced it.',
      'Deal 41 was passed on to another member.',
      'Deal 41 was passed on to another member.',
      'Deal 41 was cancelled as an error trade.',
    ]);
  });

  it('exclude every deal of the history', () => {
    for (const action of dealActions)
      expect(reasonAgainst(action, target([clientDeal()], { isHistory: true }), allowed)).toMatch(
        /^History cannot be changed/,
      );
  });

  it('accept one deal, except that cumulate accepts several similar ones', () => {
    const none = target([]);
    const two = target([clientDeal(), other]);
    for (const action of dealActions) {
      expect(reasonAgainst(action, none, allowed)).toMatch(/^Choose a deal first/);
      if (action !== cumulateDeal) expect(reasonAgainst(action, two, allowed)).toMatch(/^One deal at a time/);
    }
    expect(reasonAgainst(cumulateDeal, two, allowed)).toBeNull();
  });
});

describe('the conditions of a deal action on the deal', () => {
  it('[ACT-13] do not allow a deal of one lot to be split', () => {
    expect(reasonAgainst(splitDeal, target([clientDeal({ qty: 1 })]), allowed)).toBe(
      'A deal of one lot cannot be split.',
    );
  });

  it.each<[string, Partial<DealRow>]>([
    ['contract', { contract: 'MAR27 WMAZ' }],
    ['side', { side: 'S' }],
    ['principal', { principal: 'KAND' }],
    ['sub-account', { subAccount: 'EAST' }],
    ['dealer', { dealer: 'JVM' }],
    ['origin', { origin: 'reported' }],
  ])('[ACT-16] cumulates no deals of another %s', (what, change) => {
    const odd = clientDeal({ dealSeq: 43, ...change });
    const deal = clientDeal();
    expect(reasonAgainst(cumulateDeal, target([deal, odd]), allowed)).toBe(
      `Deal 43 differs from deal 41 in its ${what}.`,
    );
    expect(alikeDeals(deal, [deal, odd])).toEqual([]);
    expect(reasonAgainst(cumulateDeal, target([deal], { all: [deal, odd] }), allowed)).toMatch(
      /^No other open deal has the same contract/,
    );
  });

  it('[ACT-16] offer only open deals for a cumulation, in the order of their numbers', () => {
    const deal = clientDeal();
    const all = [clientDeal({ dealSeq: 44 }), clientDeal({ dealSeq: 43, state: 'Split' }), other, deal];
    expect(alikeDeals(deal, all).map(({ dealSeq }) => dealSeq)).toEqual([42, 44]);
  });

  it('[ACT-17] allow only the deal of a client to be corrected', () => {
    const own = dealRow({ dealSeq: 41 });
    expect(reasonAgainst(correctDealPrinciple, target([own]), allowed)).toBe(
      'The principal of deal 41 is KAND, which is not a client: only a client’s deal can be corrected.',
    );
  });

  it('[ACT-20] allow a move where the principal has a sub-account, or out of the current sub-account', () => {
    const without = { hqAccess: { subAccounts: [] } };
    expect(reasonAgainst(subAccountChange, target([clientDeal()], without), allowed)).toBe(
      '9996S has no sub-accounts.',
    );
    const inside = clientDeal({ subAccount: 'EAST' });
    expect(reasonAgainst(subAccountChange, target([inside], without), allowed)).toBeNull();
  });
});

describe('the details of a deal', () => {
  it('[PANEL-10] open without any permission, for one deal of any state', () => {
    const deal = clientDeal({ state: 'Split' });
    expect(reasonAgainst(showDealDetails, target([deal]), context([]))).toBeNull();
    expect(reasonAgainst(showDealDetails, target([deal, other]), context([]))).toMatch(/^One deal at a time/);
    showDealDetails.perform(target([deal]), context([]));
    expect(useDialogs.getState().dialog).toEqual({ kind: 'dealDetails', request: { deal } });
  });

  it('look for linked deals of the history in the history', () => {
    const deal = clientDeal();
    showDealDetails.perform(target([deal], { all: [deal, other], isHistory: true }), context([]));
    expect(useDialogs.getState().dialog).toEqual({
      kind: 'dealDetails',
      request: { deal, among: [deal, other] },
    });
  });
});
