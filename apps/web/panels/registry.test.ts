import { describe, expect, it } from 'vitest';
import { mobileLayoutNames } from '../stores/layout-choice.ts';
import { starterLayout, starterLayouts } from '../stores/starter-layouts.ts';
import {
  layoutComponents,
  layoutSettings,
  newPanelSize,
  panelEntry,
  panels,
  panelsUnderMore,
  phoneTabs,
} from './registry.ts';

describe('the registry of panels', () => {
  it('has each component once', () => {
    expect(new Set(layoutComponents).size).toBe(layoutComponents.length);
    for (const entry of panels) expect(panelEntry(entry.component)).toBe(entry);
    expect(panelEntry('WeatherMap')).toBeUndefined();
  });

  it.each([
    ['Depth', 20, 40],
    ['Ladder', 24, 92],
    ['TVChartContainer', 40, 40],
    ['OptionCalculator', 30, 50],
    ['Clock', 19, 23],
    ['Futures', 48, 40],
    ['Something new', 48, 40],
  ])('[LAYOUT-4] gives a new %s %d x %d percent', (component, w, h) => {
    expect(newPanelSize(component)).toEqual({ w, h });
  });

  it('[LAYOUT-11] offers each panel once on a phone: as a tab, under “More” or as a sheet', () => {
    expect(phoneTabs.map(({ caption }) => caption)).toEqual(['Markets', 'Orders', 'Positions', 'Deals']);
    const sheets = panels.filter(({ phone }) => phone === 'sheet');
    expect(phoneTabs.length + panelsUnderMore.length + sheets.length).toBe(panels.length);
  });

  it('[LAYOUT-11] offers each of the sixteen layouts of a phone as a tab or under “More”; Depth is a sheet', () => {
    const offered: readonly string[] = [...phoneTabs, ...panelsUnderMore].map(({ component }) => component);
    expect(mobileLayoutNames).toHaveLength(16);
    for (const [, component] of mobileLayoutNames) expect(offered).toContain(component);
    expect(panelEntry('Depth')?.phone).toBe('sheet');
  });

  it('[LAYOUT-11] contains the panels of the sixteen layouts of a phone and of the starter layouts', () => {
    for (const [, component] of mobileLayoutNames) expect(layoutComponents).toContain(component);
    for (const starter of starterLayouts)
      for (const { component } of starterLayout(starter, (name) => name).columns)
        expect(layoutComponents).toContain(component);
  });

  it('[LAYOUT-2] lets a layout file contain only the settings of its panels and of their grids', () => {
    const settings = layoutSettings();
    for (const props of [
      { contract: 'DEC26 WMAZ', view: 'price', showsSales: true },
      { contract: null, interval: 'day', look: 'table' },
      { show: 'greeks', series: 'MAR27 WMAZ 2027-02-19', look: 'list' },
      { tab: 'Suspended', filter: { dealer: 'ABD' } },
      {
        list: ['DEC26 WMAZ'],
        showsList: true,
        filters: { bid: '>4000' },
        showsFilters: true,
        showsTotals: true,
      },
      { isConsolidated: true },
      { tab: 'Movements', account: 'KAND' },
      { account: null },
      { calculator: 'strategy', series: 'free', per: 'quantity', basis: 'NACA' },
    ])
      expect(settings.safeParse(props)).toMatchObject({ success: true, data: props });
    for (const props of [
      { dangerouslySetInnerHTML: { __html: '<b>' } },
      { filter: { colour: 'red' } },
      { filters: { 'on click': 'x' } },
      { contract: 'a\u0007' },
    ])
      expect(settings.safeParse(props).success).toBe(false);
  });
});
