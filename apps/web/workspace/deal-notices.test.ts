// @vitest-environment happy-dom
import {
  type ActiveOrderRow,
  type DealRow,
  newPreferenceDocument,
  type UnmatchedDealRow,
} from '@openpit/wire';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { noToasts, useToasts } from '../notices/toasts.ts';
import { createKeyedStore } from '../stores/keyed-store.ts';
import { usePreferences } from '../stores/session.ts';
import { dataSetStores } from '../stores/stores.ts';
import { createManualScheduler } from '../stores/testing/manual-scheduler.ts';
import { activeOrder, dealRow, unmatchedRow } from '../testing/rows.ts';
import { rowsReceived } from '../transport/hub/data-sets.ts';
import {
  createItemChanges,
  createNewDeals,
  dealtNow,
  type FillSources,
  fillToasts,
  isOwnDeal,
  unmatchedToast,
  useDealNotices,
} from './deal-notices.ts';

const deal = (dealSeq: number, change: Partial<DealRow> = {}) =>
  dealRow({ dealSeq, matchSeq: dealSeq, qty: 5, value: 2_017_600, activeOrderSeq: 41, ...change });
const orderRow = (change: Partial<ActiveOrderRow>) => activeOrder({ contract: 'DEC26 WMAZ', ...change });
const priceText = (price: number) => price.toFixed(2);
const newStore = () => createKeyedStore<DealRow, number>((row) => row.dealSeq, createManualScheduler());

describe('new deals', () => {
  it('[PREF-3] are those after the first snapshot, each once', () => {
    const store = newStore();
    const deals = createNewDeals(store);
    store.replaceAll([deal(1), deal(2)]);
    store.setStatus('success');
    expect(deals.take()).toEqual([]);
    store.merge([deal(3)]);
    expect(deals.take().map(({ dealSeq }) => dealSeq)).toEqual([3]);
    expect(deals.take()).toEqual([]);
  });

  it('include the contents of a snapshot after a lost connection, but nothing after a restart of the server', () => {
    const store = newStore();
    const deals = createNewDeals(store);
    store.setStatus('success');
    deals.take();
    store.replaceAll([deal(1)]);
    expect(deals.take().map(({ dealSeq }) => dealSeq)).toEqual([1]);
    store.clear();
    store.setStatus('loading');
    expect(deals.take()).toEqual([]);
    store.replaceAll([deal(1), deal(2)]);
    store.setStatus('success');
    expect(deals.take()).toEqual([]);
  });

  it("are the dealer's own, or the member's where the account names no dealer", () => {
    expect(isOwnDeal(deal(1), 'ABD')).toBe(true);
    expect(isOwnDeal(deal(1), 'XYZ')).toBe(false);
    expect(isOwnDeal(deal(1), '')).toBe(true);
  });

  it('[ACT-13] [ACT-14] [ACT-15] [ACT-16] are not those that a deal action has made from other deals', () => {
    const numbersOf = (deals: readonly DealRow[], all: readonly DealRow[]) =>
      dealtNow(deals, all).map(({ dealSeq }) => dealSeq);
    for (const state of ['Split', 'Cumulated', 'Assigned', 'Tripartite'] as const) {
      const made = [deal(2, { linkedGroup: 7 }), deal(3, { linkedGroup: 7 })];
      expect(numbersOf(made, [deal(1, { linkedGroup: 7, state }), ...made])).toEqual([]);
    }
    for (const origin of ['reported', 'assigned', 'tripartite'] as const)
      expect(numbersOf([deal(1, { origin })], [])).toEqual([]);
    const legs = [deal(2, { linkedGroup: 7 }), deal(3, { linkedGroup: 7 })];
    expect(numbersOf(legs, legs)).toEqual([2, 3]);
  });

  it('include deals of the market itself: an assigned option has no dealer', () => {
    expect(isOwnDeal(deal(1, { dealer: '' }), 'ABD')).toBe(true);
  });
});

const sources = (deals: readonly DealRow[], change: Partial<FillSources> = {}): FillSources => ({
  deals,
  orderOf: () => undefined,
  priceText,
  averageText: priceText,
  ...change,
});
const messages = (newDeals: readonly DealRow[], from: FillSources) =>
  fillToasts(newDeals, from).map(({ message }) => message);

describe('the toasts of fills', () => {
  it('say what was bought or sold, and the contract and price, before other toasts', () => {
    const deals = [deal(1), deal(2, { side: 'S', price: 4036, activeOrderSeq: 42 })];
    expect(messages(deals, sources(deals))).toEqual([
      'Bought 5 DEC26 WMAZ at 4035.20',
      'Sold 5 DEC26 WMAZ at 4036.00',
    ]);
    expect(fillToasts(deals, sources(deals)).map(({ priority }) => priority)).toEqual(['urgent', 'urgent']);
  });

  it('[ACT-18] say that a deal is from an exercise', () => {
    const exercised = { origin: 'exercise', activeOrderSeq: null, dealer: '' } as const;
    const deals = [deal(1, { ...exercised, side: 'S', price: 4000 })];
    expect(messages(deals, sources(deals))).toEqual(['Sold 5 DEC26 WMAZ at 4000.00 by exercise']);
  });

  it('count up with each fill of an order and name the average price', () => {
    const orderOf = () => orderRow({ qty: 500, remaining: 400, price: 4173 });
    const first = deal(1, { qty: 100, price: 4160 });
    const second = deal(2, { qty: 151, price: 4173 });
    const [newToast] = fillToasts([first], sources([first], { orderOf }));
    const [two] = fillToasts([second], sources([first, second], { orderOf }));
    expect(newToast?.message).toBe('Bought 100 of 500 DEC26 WMAZ at 4160.00, 400 rest at 4173.00');
    expect(two?.message).toBe('Bought 251 of 500 DEC26 WMAZ, average 4167.82, 400 rest at 4173.00');
    expect(two?.subject).toBe(newToast?.subject);
  });

  it('say how much of its order a fill is only while some of the order is left', () => {
    const deals = [deal(1, { qty: 10 })];
    const order = orderRow({ qty: 10, remaining: 0 });
    expect(messages(deals, sources(deals, { orderOf: () => order }))).toEqual([
      'Bought 10 DEC26 WMAZ at 4035.20',
    ]);
  });

  it('are separate for each contract of an order: the legs of a pair fill in two', () => {
    const legs = [deal(1, { contract: 'MAR27 WMAZ', side: 'S' }), deal(2, { contract: 'MAY27 WMAZ' })];
    const orderOf = () => orderRow({ contract: 'MAR27-MAY27 WMAZ', qty: 50, remaining: 45 });
    expect(messages(legs, sources(legs, { orderOf }))).toEqual([
      'Sold 5 MAR27 WMAZ at 4035.20',
      'Bought 5 MAY27 WMAZ at 4035.20',
    ]);
  });

  it('[PANEL-17] warn that lots rest of an order that was to deal now, and not of a resting order', () => {
    const toastOf = (remaining: number, isAggressor: boolean, state: 'Active' | 'Suspended' = 'Active') => {
      const sold = deal(1, { side: 'S', qty: 4, price: 3984.8, isAggressor });
      const order = orderRow({ qty: 44, remaining, price: 3984.8, state });
      const [shown] = fillToasts([sold], sources([sold], { orderOf: () => order }));
      return [shown?.type, shown?.message];
    };
    const dealt = 'Sold 4 of 44 DEC26 WMAZ at 3984.80';
    expect(toastOf(40, true)).toEqual(['warning', `${dealt}, 40 rest at 3984.80`]);
    expect(toastOf(1, false)).toEqual(['success', `${dealt}, 1 rests at 3984.80`]);
    expect(toastOf(40, true, 'Suspended')).toEqual(['success', dealt]);
  });

  it('still warn if some of the lots that rest have dealt a moment later', () => {
    const sold = (dealSeq: number, time: number, isAggressor: boolean) =>
      deal(dealSeq, { side: 'S', qty: 4, price: 3984.8, isAggressor, time });
    const first = sold(1, 1_000, true);
    const order = orderRow({ qty: 44, remaining: 36, price: 3984.8 });
    const typeOf = (later: DealRow) =>
      fillToasts([later], sources([first, later], { orderOf: () => order }))[0]?.type;
    expect(typeOf(sold(2, 3_000, false))).toBe('warning');
    expect(typeOf(sold(2, 60_000, false))).toBe('success');
  });

  it('do not count deals that others have replaced', () => {
    const split = deal(1, { qty: 10, state: 'Split' });
    const parts = [deal(2, { qty: 6 }), deal(3, { qty: 4 })];
    expect(messages(parts, sources([split, ...parts]))).toEqual(['Bought 10 DEC26 WMAZ at 4035.20']);
  });

  it('are one toast when many orders are filled at the same time', () => {
    const many = [1, 2, 3, 4].map((seq) => deal(seq, { price: 4035 + seq, activeOrderSeq: seq }));
    const deals = [...many, deal(5, { side: 'S', contract: 'MAR27 SUNS', activeOrderSeq: 5 })];
    expect(messages(deals, sources(deals))).toEqual(['5 deals: bought 20 DEC26 WMAZ, sold 5 MAR27 SUNS']);
  });

  it('replace the toast of the resting order', () => {
    const deals = [deal(1)];
    expect(fillToasts(deals, sources(deals))[0]?.supersedes).toEqual(['order 41']);
  });
});

const twoDecimals = ({ price }: UnmatchedDealRow) => price.toFixed(2);
const message = (item: Partial<UnmatchedDealRow>, before?: Partial<UnmatchedDealRow>) =>
  unmatchedToast(
    { item: unmatchedRow(item), before: before === undefined ? undefined : unmatchedRow(before) },
    twoDecimals,
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
    expect(unmatchedToast({ item: unmatchedRow(), before: undefined }, twoDecimals)).toMatchObject({
      type: 'warning',
      priority: 'urgent',
      subject: 'unmatched deal 12',
    });
  });

  it('[PANEL-11] tells the addressed member what has changed, that it was withdrawn, or that it has expired', () => {
    expect(message({ qty: 4, version: 2 }, {})).toBe(
      'To accept: VELD has changed it to “Sell 4 MAR27 WMAZ at 4060.00 to VELD”.',
    );
    expect(message({ state: 'Withdrawn' }, {})).toBe(
      'VELD has withdrawn “Sell 5 MAR27 WMAZ at 4060.00 to VELD”.',
    );
    expect(message({ state: 'Expired' }, {})).toContain('Expired, because it was not accepted in time');
    expect(message({ state: 'Accepted' }, {})).toBeNull();
  });

  it('[PANEL-11] tells the addressed member that a tripartite deal was passed on, which needs no acceptance', () => {
    expect(message({ type: 'tripartite', state: 'Accepted' })).toBe(
      'VELD has passed on to you: Sell 5 MAR27 WMAZ at 4060.00 to VELD.',
    );
  });

  it('[PANEL-11] tells the reporting member that the other member has accepted, but not its own changes', () => {
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

describe('the notice of a deal', () => {
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    dataSetStores.deals.clear();
    usePreferences.setState({ document: newPreferenceDocument() });
    useToasts.setState(noToasts);
  });

  it.each([
    [0, 3_000],
    [20, 20_000],
  ])('[PREF-3] [PREF-7] shows, with %i s in the preferences, for %i ms', (seconds, length) => {
    vi.useFakeTimers();
    dataSetStores.deals.setStatus('success');
    renderHook(useDealNotices);
    const { defaults, ...document } = newPreferenceDocument();
    // Saved after the notices have begun.
    usePreferences.setState({
      document: { ...document, defaults: { ...defaults, defaultPopupNotificationTime: seconds } },
    });
    dataSetStores.deals.merge([deal(1)]);
    rowsReceived.emit('deals');
    vi.runAllTimers();
    expect(useToasts.getState().showing).toMatchObject({ type: 'success', length });
  });
});
