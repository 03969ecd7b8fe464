import type { UnmatchedDealRow } from '@openpit/wire';
import { afterEach, describe, expect, it } from 'vitest';
import { unmatchedRow } from '../testing/rows.ts';
import { reasonAgainst } from './action.ts';
import { closeDialog, useDialogs } from './dialogs.ts';
import { contextWith } from './testing/action-context.ts';
import {
  deleteUnmatchedDeal,
  itemActions,
  itemSentence,
  openAcceptForm,
  openEditUnmatchedForm,
  openReportForm,
} from './unmatched-deals.ts';

afterEach(() => closeDialog());

const all = contextWith([
  'insertUnmatchedDeal',
  'acceptUnmatchedDeal',
  'editUnmatchedDeal',
  'deleteUnmatchedDeal',
]);
const target = (change: Partial<UnmatchedDealRow> = {}) => ({
  item: unmatchedRow(change),
});
const reasons = (change: Partial<UnmatchedDealRow>) =>
  itemActions.map((action) => reasonAgainst(action, target(change), all));

describe('the actions on an unmatched deal', () => {
  it('[ACT-11] let the addressed member accept, and only that', () => {
    expect(reasons({})).toEqual([
      null,
      'Only VELD, which reported it, can do that.',
      'Only VELD, which reported it, can do that.',
    ]);
    expect(reasons({ type: 'assign' })[2]).toBe('Only VELD, which assigned it, can do that.');
  });

  it('[ACT-10] [ACT-12] let the reporting member change and withdraw a report, and withdraw a deal that it passes on', () => {
    const ours = { role: 'captured' } as const;
    expect(reasons(ours)).toEqual(['VELD must accept it, not your member.', null, null]);
    expect(reasons({ ...ours, type: 'assign' })).toEqual([
      'VELD must accept it, not your member.',
      'A deal that is passed on keeps its terms: withdraw it instead.',
      null,
    ]);
    expect(reasons({ role: 'cross', counterparty: 'KAND' })).toEqual([null, null, null]);
  });

  it('[PANEL-11] do nothing with an item that no longer waits, and say why', () => {
    for (const [state, reason] of [
      ['Accepted', 'It is already accepted.'],
      ['Withdrawn', 'It was withdrawn.'],
      ['Expired', 'It has expired.'],
    ] as const)
      expect(reasons({ state })).toEqual([reason, reason, reason]);
  });

  it('[AUTH-11] need their permission each, and a connection', () => {
    for (const action of itemActions) {
      const role = action.id === 'acceptUnmatchedDeal' ? 'addressed' : 'captured';
      expect(reasonAgainst(action, target({ role }), contextWith(action.permission?.flags ?? []))).toBeNull();
      expect(reasonAgainst(action, target({ role }), contextWith([]))).toContain('your account may not');
    }
    expect(reasonAgainst(openReportForm, { contract: null }, contextWith([]))).toContain(
      'your account may not report unmatched deals',
    );
    expect(reasonAgainst(openAcceptForm, target(), { ...all, unreachable: 'Lost.' })).toBe('Lost.');
  });

  it('[ACT-9] [ACT-11] [ACT-12] open the form of a report, of an acceptance and of a change', () => {
    openReportForm.perform({ contract: 'MAR27 WMAZ' }, all);
    expect(useDialogs.getState().dialog).toEqual({
      kind: 'unmatchedForm',
      form: { kind: 'insert', contract: 'MAR27 WMAZ' },
    });
    openAcceptForm.perform(target(), all);
    expect(useDialogs.getState().dialog).toMatchObject({
      kind: 'unmatchedForm',
      form: { kind: 'accept', item: { unmatchedSeq: 12 } },
    });
    const cross = { role: 'cross', side: 'B', principal: 'FARM1', theirPrincipal: 'MILL7' } as const;
    openAcceptForm.perform(target(cross), all);
    expect(useDialogs.getState().dialog).toMatchObject({
      kind: 'unmatchedForm',
      form: {
        item: { side: 'S', principal: 'MILL7', theirPrincipal: 'FARM1' },
      },
    });
    openEditUnmatchedForm.perform(target(), all);
    expect(useDialogs.getState().dialog).toMatchObject({ kind: 'unmatchedForm', form: { kind: 'edit' } });
  });

  it('[ACT-10] ask before they withdraw, and state the consequence for the deal', () => {
    expect(deleteUnmatchedDeal.question?.(target(), all)).toMatchObject({
      sentence: '12: Sell 5 MAR27 WMAZ at 4,060.00 to VELD. VELD can no longer accept it.',
      cancelLabel: 'Keep it',
      isDestructive: true,
    });
    expect(deleteUnmatchedDeal.question?.(target({ type: 'assign' }), all)?.sentence).toContain(
      'The deal stays with your member',
    );
  });
});

describe('the description of an unmatched deal', () => {
  it('names the member that sells or buys it', () => {
    expect(itemSentence(unmatchedRow(), '4,060.00')).toBe('Sell 5 MAR27 WMAZ at 4,060.00 to VELD');
    expect(itemSentence(unmatchedRow({ side: 'B' }), '4,060.00')).toBe(
      'Buy 5 MAR27 WMAZ at 4,060.00 from VELD',
    );
  });
});
