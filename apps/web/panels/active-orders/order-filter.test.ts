import { describe, expect, it } from 'vitest';
import { activeOrder } from '../../testing/rows.ts';
import { readSettings } from '../settings/panel-settings.ts';
import { activeOrdersSettings } from './active-orders-settings.ts';
import { filterChoices, filterLabel, withDealerFilter } from './order-filter.ts';

const savedFilter = (props: Record<string, unknown> | null) =>
  readSettings(activeOrdersSettings, props).filter;

describe('the filter of the Active orders panel', () => {
  it('[PANEL-6] offers the values in which the orders differ, and no value that all of them share', () => {
    const orders = [activeOrder(), activeOrder({ dealer: 'XYZ', contract: 'MAR27 WMAZ' })];
    expect(filterChoices(orders, {}).map(({ label }) => label)).toEqual([
      'Dealer ABD',
      'Dealer XYZ',
      'Contract DEC26 WMAZ',
      'Contract MAR27 WMAZ',
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
