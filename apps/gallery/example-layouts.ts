// The layouts of the gallery.
import type { LayoutDocument } from '@openpit/wire';
import { blankLayout } from '../web/stores/layout-choice.ts';

/** The layout that is shown first; `secondPanel` is the component at its bottom right. */
export function dealerLayout(secondPanel: string): LayoutDocument {
  return {
    name: 'Dealer desk',
    isMobile: false,
    columns: [
      { id: 'Futures1', component: 'Futures', coordinates: { x: 0, y: 0, w: 68, h: 66, z: 150 } },
      { id: 'Depth1', component: 'Depth', coordinates: { x: 68.6, y: 0, w: 31.4, h: 52, z: 151 } },
      {
        id: 'ActiveOrders1',
        component: 'ActiveOrders',
        coordinates: { x: 0, y: 67, w: 68, h: 33, z: 152 },
      },
      {
        id: 'Second1',
        component: secondPanel,
        coordinates: { x: 68.6, y: 53, w: 20, h: 40, z: 149 },
        props: { contract: 'MAR27 SUNS', view: 'price' },
      },
    ],
  };
}

/** The panels with the rows of the user's member. */
const ownLayout: LayoutDocument = {
  name: 'Own',
  isMobile: false,
  columns: [
    { id: 'Deals1', component: 'Deals', coordinates: { x: 0, y: 0, w: 66, h: 32, z: 150 } },
    { id: 'Positions1', component: 'Positions', coordinates: { x: 0, y: 33, w: 66, h: 32, z: 151 } },
    {
      id: 'CompletedOrders1',
      component: 'CompletedOrders',
      coordinates: { x: 0, y: 66, w: 66, h: 34, z: 152 },
    },
    { id: 'Depth1', component: 'Depth', coordinates: { x: 66.6, y: 0, w: 20, h: 65, z: 153 } },
  ],
};

/** The panels of the back office. */
const backOfficeLayout: LayoutDocument = {
  name: 'Back office',
  isMobile: false,
  columns: [
    { id: 'MTM1', component: 'MTM', coordinates: { x: 0, y: 0, w: 66, h: 38, z: 150 } },
    {
      id: 'ConsolidatedPositions1',
      component: 'ConsolidatedPositions',
      coordinates: { x: 0, y: 38.6, w: 66, h: 30, z: 151 },
    },
    {
      id: 'unMatchedDeals1',
      component: 'unMatchedDeals',
      coordinates: { x: 0, y: 69.2, w: 66, h: 30.8, z: 152 },
    },
    {
      id: 'unMatchedDeals2',
      component: 'unMatchedDeals',
      coordinates: { x: 66.6, y: 0, w: 33.4, h: 38, z: 153 },
      props: { tab: 'Ours' },
    },
  ],
};

/** Charts, clock, options, deltas, splits and spreads. */
const marketLayout: LayoutDocument = {
  name: 'Market',
  isMobile: false,
  columns: [
    {
      id: 'TVChartContainer1',
      component: 'TVChartContainer',
      coordinates: { x: 0, y: 0, w: 40, h: 50, z: 150 },
    },
    {
      id: 'TVChartContainer2',
      component: 'TVChartContainer',
      coordinates: { x: 0, y: 51, w: 20.5, h: 49, z: 151 },
      props: { contract: 'MAR27 SUNS', interval: 'day' },
    },
    {
      id: 'TVChartContainer3',
      component: 'TVChartContainer',
      coordinates: { x: 40.6, y: 0, w: 24, h: 40, z: 152 },
      props: { look: 'table', interval: 'day' },
    },
    { id: 'Clock1', component: 'Clock', coordinates: { x: 21, y: 51, w: 19, h: 23, z: 157 } },
    {
      id: 'Spreads1',
      component: 'Spreads',
      coordinates: { x: 40.6, y: 82, w: 59.4, h: 18, z: 155 },
    },
    {
      id: 'Splits1',
      component: 'Splits',
      coordinates: { x: 40.6, y: 64, w: 59.4, h: 17.6, z: 156 },
    },
    {
      id: 'Deltas1',
      component: 'Deltas',
      coordinates: { x: 65, y: 0, w: 35, h: 40, z: 154 },
    },
    {
      id: 'Options1',
      component: 'Options',
      coordinates: { x: 40.6, y: 40.6, w: 59.4, h: 23, z: 153 },
      props: { series: 'MAR27 WMAZ 2027-02-19' },
    },
  ],
};

/** The money of accounts, Clearing above the breakdown. */
const moneyLayout: LayoutDocument = {
  name: 'Money',
  isMobile: false,
  columns: [
    { id: 'Clearing1', component: 'Clearing', coordinates: { x: 0, y: 0, w: 66, h: 34, z: 150 } },
    {
      id: 'Clearing2',
      component: 'Clearing',
      coordinates: { x: 66.6, y: 0, w: 33.4, h: 49, z: 151 },
      props: { tab: 'Movements' },
    },
    { id: 'Breakdown1', component: 'Breakdown', coordinates: { x: 0, y: 35, w: 66, h: 65, z: 152 } },
    {
      id: 'Clearing3',
      component: 'Clearing',
      coordinates: { x: 66.6, y: 50, w: 33.4, h: 50, z: 153 },
      props: { tab: 'Reports' },
    },
  ],
};

/** The other tabs of Clearing. */
const ratesLayout: LayoutDocument = {
  name: 'Rates',
  isMobile: false,
  columns: [
    {
      id: 'Clearing1',
      component: 'Clearing',
      coordinates: { x: 0, y: 0, w: 66, h: 49, z: 150 },
      props: { tab: 'Valuations' },
    },
    {
      id: 'Clearing2',
      component: 'Clearing',
      coordinates: { x: 0, y: 50, w: 48, h: 50, z: 151 },
      props: { tab: 'Margins' },
    },
    {
      id: 'Clearing3',
      component: 'Clearing',
      coordinates: { x: 48.6, y: 50, w: 51.4, h: 50, z: 152 },
      props: { tab: 'Fees' },
    },
  ],
};

/** Depth with time and sales, wide and narrow. */
const salesLayout: LayoutDocument = {
  name: 'Tape',
  isMobile: false,
  columns: [
    {
      id: 'Depth1',
      component: 'Depth',
      coordinates: { x: 0, y: 0, w: 46, h: 60, z: 150 },
      props: { showsSales: true },
    },
    {
      id: 'Depth2',
      component: 'Depth',
      coordinates: { x: 47, y: 0, w: 22, h: 90, z: 151 },
      props: { contract: 'MAR27 SUNS', view: 'price', showsSales: true },
    },
  ],
};

/** Price ladders in Depth, wide and as narrow as a new one, and in their own panels. */
const ladderLayout: LayoutDocument = {
  name: 'Ladders',
  isMobile: false,
  columns: [
    {
      id: 'Depth1',
      component: 'Depth',
      coordinates: { x: 0, y: 0, w: 34, h: 90, z: 150 },
      props: { view: 'ladder' },
    },
    {
      id: 'Depth2',
      component: 'Depth',
      coordinates: { x: 35, y: 0, w: 20, h: 40, z: 151 },
      props: { contract: 'MAR27 SUNS', view: 'ladder' },
    },
    { id: 'Ladder1', component: 'Ladder', coordinates: { x: 55.5, y: 0, w: 23, h: 92, z: 152 } },
    {
      id: 'Ladder2',
      component: 'Ladder',
      coordinates: { x: 79, y: 0, w: 16, h: 92, z: 153 },
      props: { contract: 'MAR27 WMAZ' },
    },
  ],
};

/** Option calculators in each view, beside options that can be sent to them. */
const calculatorLayout: LayoutDocument = {
  name: 'Calculators',
  isMobile: false,
  columns: [
    {
      id: 'OptionCalculator1',
      component: 'OptionCalculator',
      coordinates: { x: 0, y: 0, w: 30, h: 50, z: 152 },
      props: { series: 'MAR27 WMAZ 2027-02-19' },
    },
    {
      id: 'OptionCalculator2',
      component: 'OptionCalculator',
      coordinates: { x: 30.5, y: 0, w: 34, h: 50, z: 151 },
      props: { series: 'MAR27 WMAZ 2027-02-19', calculator: 'scenarios' },
    },
    {
      id: 'OptionCalculator3',
      component: 'OptionCalculator',
      coordinates: { x: 65, y: 0, w: 35, h: 80, z: 150 },
      props: { series: 'MAR27 WMAZ 2027-02-19', calculator: 'strategy' },
    },
    { id: 'Options1', component: 'Options', coordinates: { x: 0, y: 51, w: 64.5, h: 49, z: 149 } },
  ],
};

/** Silo certificates and their auction in every tab. */
const siloLayout: LayoutDocument = {
  name: 'Silos',
  isMobile: false,
  columns: (
    [
      ['SiloAuction', 0, 0, 60, 34, 'Lots'],
      ['SiloAuction', 0, 35, 40, 30, 'Own bids'],
      ['SiloAuction', 0, 66, 40, 34, 'To deliver'],
      ['SiloAuction', 41, 66, 38, 34, 'Deliveries'],
      ['SiloCerts', 61, 0, 39, 34, 'Own'],
      ['SiloCerts', 41, 35, 27, 30, 'Tendered'],
      ['SiloCerts', 69, 35, 31, 30, 'Locations'],
      ['SiloCerts', 80, 66, 20, 34, 'Grades'],
    ] as const
  ).map(([component, x, y, w, h, tab], at) => ({
    id: `${component}${at + 1}`,
    component,
    coordinates: { x, y, w, h, z: 150 + at },
    props: { tab },
  })),
};

/** By `layout` in the page's address. */
export const layoutsByName: ReadonlyMap<string, LayoutDocument> = new Map([
  ['own', ownLayout],
  ['backOffice', backOfficeLayout],
  ['market', marketLayout],
  ['sales', salesLayout],
  ['money', moneyLayout],
  ['rates', ratesLayout],
  ['ladder', ladderLayout],
  ['calculator', calculatorLayout],
  ['silo', siloLayout],
  ['blank', blankLayout],
]);
