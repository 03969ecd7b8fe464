import type { ActiveOrderRow } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { activeOrder } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { readSettings } from '../parts/panel-settings.ts';
import { activeOrdersSettings, type OrderTab } from './definition.tsx';
import {
  countsOf,
  distanceToMarket,
  endsAt,
  filterChoices,
  filterLabel,
  isInTab,
  newestFirst,
  timeLeft,
  withDealerFilter,
} from './rules.ts';

const order = (activeOrderSeq: number, state: ActiveOrderRow['state'], time: number) =>
  activeOrder({ activeOrderSeq, state, time });
const orders = [
  order(1, 'Active', 100),
  order(2, 'Suspended', 200),
  order(3, 'Pre-market', 300),
  order(4, 'Active', 300),
];
const shown = (tab: OrderTab) =>
  orders
    .filter((order) => isInTab(order, tab))
    .sort(newestFirst)
    .map(({ activeOrderSeq }) => activeOrderSeq);

describe('the tabs of the Active orders panel', () => {
  it('[PANEL-6] count each order once in All and once in Active or Suspended', () => {
    expect(countsOf(orders)).toEqual({ All: 4, Active: 3, Suspended: 1 });
  });

  it('[PANEL-6] show the orders that they count, the newest first', () => {
    expect(shown('All')).toEqual([4, 3, 2, 1]);
    expect(shown('Active')).toEqual([4, 3, 1]);
    expect(shown('Suspended')).toEqual([2]);
  });
});

const savedFilter = (props: Record<string, unknown> | null) =>
  readSettings(activeOrdersSettings, props).filter;

describe('the filter of the Active orders panel', () => {
  it('[PANEL-6] offers the values that differ between the orders, and no value that all of them share', () => {
    const orders = [activeOrder(), activeOrder({ dealer: 'XYZ', contract: 'MAR27 WMAZ' })];
    expect(filterChoices(orders, {}).map(({ label }) => label)).toEqual([
      'Dealer ABD',
      'Dealer XYZ',
      'Contract DEC26 WMAZ',
      'Contract MAR27 WMAZ',
    ]);
  });

  it('[SHELL-10] offers instruments and contracts in the order of the market', () => {
    const of = (displaySeq: number, contract: string, instrument: string) =>
      activeOrder({ displaySeq, contract, instrument });
    const orders = [
      of(31, 'DEC26 SOYA', 'SOYA'),
      of(9, 'MAR27 CORN', 'CORN'),
      of(2, 'MAR27 WMAZ', 'WMAZ'),
      of(1, 'DEC26 WMAZ', 'WMAZ'),
    ];
    expect(filterChoices(orders, {}).map(({ label }) => label)).toEqual([
      'Instrument WMAZ',
      'Instrument CORN',
      'Instrument SOYA',
      'Contract DEC26 WMAZ',
      'Contract MAR27 WMAZ',
      'Contract MAR27 CORN',
      'Contract DEC26 SOYA',
    ]);
  });

  it('still offers the chosen value when none of its orders is left', () => {
    expect(filterChoices([], { dealer: 'XYZ' })).toEqual([
      { filter: { dealer: 'XYZ' }, label: 'Dealer XYZ' },
    ]);
  });

  it('is saved in the layout, and counts as none when it cannot be read', () => {
    expect(savedFilter({ filter: { principal: 'FARM1' } })).toEqual({ principal: 'FARM1' });
    expect(savedFilter({ filter: { principal: 7, colour: 'red' } })).toBeUndefined();
    expect(savedFilter({ filter: 'FARM1' })).toBeUndefined();
    expect(savedFilter(null)).toBeUndefined();
  });

  it('[PREF-7] has the dealers of the preferences, unless it chooses a dealer itself', () => {
    const branch = { label: 'Branch X', dealers: ['ABD', 'XYZ'] };
    expect(withDealerFilter({ principal: 'FARM1' }, branch)).toEqual({
      principal: 'FARM1',
      dealers: ['ABD', 'XYZ'],
    });
    expect(withDealerFilter({}, { label: 'Dealer ABD', dealers: ['ABD'] })).toEqual({ dealer: 'ABD' });
    expect(withDealerFilter({ dealer: 'DEN' }, branch)).toEqual({ dealer: 'DEN' });
    expect(withDealerFilter({ dealer: 'DEN' }, null)).toEqual({ dealer: 'DEN' });
  });

  it('is named in the header and the footer, unless it filters nothing', () => {
    expect(filterLabel({ principal: 'FARM1' })).toBe('Principal FARM1');
    expect(filterLabel({})).toBeNull();
  });
});

const market = { bid: 4034.8, offer: 4035.2 };

describe('the distance of an order to the market', () => {
  it('is measured to the offer for a buy and to the bid for a sell, without floating-point errors', () => {
    expect(distanceToMarket({ side: 'B', price: 4034.8, state: 'Active' }, market)).toBe(0.4);
    expect(distanceToMarket({ side: 'S', price: 4040, state: 'Active' }, market)).toBe(5.2);
  });

  it('is not positive when a suspended order would deal if it were resubmitted', () => {
    expect(distanceToMarket({ side: 'B', price: 4036, state: 'Suspended' }, market)).toBe(-0.8);
  });

  it('is unknown when the other side has no orders', () => {
    expect(
      distanceToMarket({ side: 'B', price: 4036, state: 'Active' }, { bid: 4034, offer: null }),
    ).toBeNull();
    expect(distanceToMarket({ side: 'B', price: 4036, state: 'Active' }, undefined)).toBeNull();
  });
});

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const expiringOrder = { time: 100_000, state: 'Active', dealer: 'ABD', holdOverUntil: null } as const;
const times = { ownDealer: 'ABD', timeoutSeconds: 0, dayEndsAt: 900_000 };

describe('the time that an order has left', () => {
  it('[PANEL-6] runs until the business day ends', () => {
    expect(timeLeft(expiringOrder, times, 805_000)).toBe('1:35');
  });

  it('[PREF-3] runs until the time-out of the user’s preferences, if that comes first', () => {
    expect(endsAt(expiringOrder, { ...times, timeoutSeconds: 30 })).toBe(130_000);
    expect(endsAt(expiringOrder, { ...times, timeoutSeconds: 3_000 })).toBe(900_000);
  });

  it('ignores the time-out for the orders of other dealers and for suspended orders', () => {
    expect(endsAt({ ...expiringOrder, dealer: 'DEN' }, { ...times, timeoutSeconds: 30 })).toBe(900_000);
    expect(endsAt({ ...expiringOrder, state: 'Suspended' }, { ...times, timeoutSeconds: 30 })).toBe(900_000);
  });

  it('continues past the end of the day for an order that is held over', () => {
    const held = { ...expiringOrder, holdOverUntil: '2026-11-25' };
    expect(endsAt(held, times)).toBeNull();
    expect(timeLeft(held, times, 0)).toBe('to 25/11/2026');
    expect(timeLeft(held, { ...times, timeoutSeconds: 30 }, 100_000)).toBe('0:30');
  });

  it('is a dash when the schedule does not say when the day ends', () => {
    expect(timeLeft(expiringOrder, { ...times, dayEndsAt: null }, 0)).toBe('–');
  });
});
