import type { PermissionFlag } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { marketStore } from '../stores/stores.ts';
import { marketRow, positionRow } from '../testing/rows.ts';
import { reasonAgainst } from './action.ts';
import { abandonOption, exerciseOption } from './option-actions.ts';
import { contextWith, openedForms } from './testing/action-context.ts';

const opened = openedForms();
const context = (...granted: readonly PermissionFlag[]) =>
  contextWith(granted, {
    entryClosed: 'Order entry is closed: prices are old.',
  });
const contract = 'DEC26 WMAZ 4000 C';
const position = positionRow({ contract, net: 10 });

describe('exercise and abandon', () => {
  it('[ACT-18] [ACT-19] [AUTH-11] each need their own permission', () => {
    const target = { contract, position, anchor: null };
    const [both, one, other] = [
      context('exerciseOption', 'abandonOption'),
      context('exerciseOption'),
      context('abandonOption'),
    ];
    expect(reasonAgainst(exerciseOption, target, both)).toBeNull();
    expect(reasonAgainst(exerciseOption, target, one)).toBeNull();
    expect(reasonAgainst(exerciseOption, target, other)).toContain('may not exercise options');
    expect(reasonAgainst(abandonOption, target, other)).toBeNull();
    expect(reasonAgainst(abandonOption, target, one)).toContain('may not abandon options');
  });

  it('are for long positions only, and need a connection but no live prices', () => {
    const may = context('exerciseOption');
    for (const net of [0, -3])
      expect(reasonAgainst(exerciseOption, { position: { ...position, net } }, may)).toBe(
        'KAND is not long DEC26 WMAZ 4000 C: only a holder can exercise it.',
      );
    const lost = { ...may, unreachable: 'The connection to the market is lost.' };
    expect(reasonAgainst(exerciseOption, { position }, lost)).toBe(lost.unreachable);
  });

  it('[ACT-18] [ACT-19] open a form, which asks before anything is sent', () => {
    marketStore.replaceAll([marketRow(contract)]);
    for (const [action, kind] of [
      [exerciseOption, 'exercise'],
      [abandonOption, 'abandon'],
    ] as const) {
      action.perform({ contract, position, anchor: null });
      expect(opened.at(-1)).toEqual({ kind, contract, position, anchor: null });
    }
  });
});
