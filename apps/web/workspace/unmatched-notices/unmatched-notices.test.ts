import type { UnmatchedDealRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { createKeyedStore } from '../../stores/keyed-store.ts';
import { createManualScheduler } from '../../stores/testing/manual-scheduler.ts';
import { unmatchedRow } from '../../testing/rows.ts';
import { createItemChanges } from './item-changes.ts';
import { unmatchedToast } from './unmatched-toasts.ts';

const priceText = ({ price }: UnmatchedDealRow) => price.toFixed(2);
const message = (item: Partial<UnmatchedDealRow>, before?: Partial<UnmatchedDealRow>) =>
  unmatchedToast(
    { item: unmatchedRow(item), before: before === undefined ? undefined : unmatchedRow(before) },
    priceText,
  )?.message ?? null;

describe('changes of unmatched deals', () => {
  it('[PANEL-11] are those after the first snapshot, each once', () => {
    const store = createKeyedStore<UnmatchedDealRow, number>(
      (row) => row.unmatchedSeq,
      createManualScheduler(),
    );
    const changes = createItemChanges(store);
    store.replaceAll([unmatchedRow()]);
    store.setStatus('success');
    expect(changes.take()).toEqual([]);
    store.merge([{ unmatchedSeq: 12, version: 2, qty: 4 }, unmatchedRow({ unmatchedSeq: 13 })]);
    expect(changes.take()).toMatchObject([
      { before: { version: 1 }, item: { version: 2, qty: 4 } },
      { before: undefined, item: { unmatchedSeq: 13 } },
    ]);
    expect(changes.take()).toEqual([]);
    store.setStatus('loading');
    expect(changes.take()).toEqual([]);
  });
});

describe('the toast of an unmatched deal', () => {
  it('[PANEL-11] asks the addressed member to accept a report or an assigned deal, before other toasts', () => {
    expect(message({})).toBe('To accept: VELD reports “Sell 5 MAR27 WMAZ at 4060.00 to VELD”.');
    expect(message({ type: 'assign', side: 'B' })).toBe(
      'To accept: VELD assigns to you “Buy 5 MAR27 WMAZ at 4060.00 from VELD”.',
    );
    expect(unmatchedToast({ item: unmatchedRow(), before: undefined }, priceText)).toMatchObject({
      type: 'warning',
      priority: 'urgent',
      subject: 'unmatched deal 12',
    });
  });

  it('[PANEL-11] says to the addressed member what has changed, that it was withdrawn, or that it has expired', () => {
    expect(message({ qty: 4, version: 2 }, {})).toBe(
      'To accept: VELD has changed it to “Sell 4 MAR27 WMAZ at 4060.00 to VELD”.',
    );
    expect(message({ state: 'Withdrawn' }, {})).toBe(
      'VELD has withdrawn “Sell 5 MAR27 WMAZ at 4060.00 to VELD”.',
    );
    expect(message({ state: 'Expired' }, {})).toContain('Expired, because it was not accepted in time');
    expect(message({ state: 'Accepted' }, {})).toBeNull();
  });

  it('[PANEL-11] says to the addressed member that a tripartite deal was passed on, which nobody accepts', () => {
    expect(message({ type: 'tripartite', state: 'Accepted' })).toBe(
      'VELD has passed on to you: Sell 5 MAR27 WMAZ at 4060.00 to VELD.',
    );
  });

  it('[PANEL-11] says to the capturing member that the other has accepted, and nothing of its own changes', () => {
    const captured = { role: 'captured' } as const;
    expect(message({ ...captured, state: 'Accepted' }, captured)).toBe(
      'VELD has accepted: Sell 5 MAR27 WMAZ at 4060.00 to VELD.',
    );
    expect(message(captured)).toBeNull();
    expect(message({ ...captured, version: 2 }, captured)).toBeNull();
    expect(message({ ...captured, state: 'Withdrawn' }, captured)).toBeNull();
    const cross = { role: 'cross', counterparty: 'KAND' } as const;
    expect(message({ ...cross, state: 'Accepted' }, cross)).toBeNull();
    expect(message(cross)).toContain('To accept');
  });
});
