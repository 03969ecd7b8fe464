// The layouts of the gallery.
import type { LayoutDocument } from '@openpit/wire';
import { blankLayout } from '../web/stores/layout-choice.ts';

/** A panel with its place in percent of the workspace: x, y, width, height, and its place in the stack unless it is on the ones before. */
type Place = readonly [
  component: string,
  at: readonly [x: number, y: number, w: number, h: number, z?: number],
  props?: Readonly<Record<string, unknown>>,
];

const layout = (name: string, ...places: Place[]): LayoutDocument => ({
  name,
  isMobile: false,
  columns: places.map(([component, [x, y, w, h, z], props], index) => ({
    id: `${component}${index + 1}`,
    component,
    coordinates: { x, y, w, h, z: z ?? 150 + index },
    ...(props && { props }),
  })),
});

/** The layout that is shown first; `last` is the component at its bottom right. */
export const dealerLayout = (last = 'Depth') =>
  layout(
    'Dealer desk',
    ['Futures', [0, 0, 68, 66]],
    ['Depth', [68.6, 0, 31.4, 52]],
    ['ActiveOrders', [0, 67, 68, 33]],
    [last, [68.6, 53, 20, 40, 149], { contract: 'MAR27 SUNS', view: 'price' }],
  );

const series = 'MAR27 WMAZ 2027-02-19';

/** By `layout` in the page's address. */
export const layoutsByName: Readonly<Record<string, LayoutDocument>> = {
  blank: blankLayout,
  own: layout(
    'Own',
    ['Deals', [0, 0, 66, 45]],
    ['Positions', [0, 45.6, 66, 27]],
    ['CompletedOrders', [0, 73.2, 66, 26.8]],
    ['Depth', [66.6, 0, 20, 65]],
  ),
  backOffice: layout(
    'Back office',
    ['MTM', [0, 0, 66, 38]],
    ['ConsolidatedPositions', [0, 38.6, 66, 30]],
    ['unMatchedDeals', [0, 69.2, 66, 30.8]],
    ['unMatchedDeals', [66.6, 0, 33.4, 38], { tab: 'Ours' }],
  ),
  market: layout(
    'Market',
    ['TVChartContainer', [0, 0, 40, 50]],
    ['TVChartContainer', [0, 51, 20.5, 49], { contract: 'MAR27 SUNS', interval: 'day' }],
    ['TVChartContainer', [40.6, 0, 24, 40], { look: 'table', interval: 'day' }],
    ['Options', [40.6, 40.6, 59.4, 23], { series }],
    ['Deltas', [65, 0, 35, 40]],
    ['Spreads', [40.6, 82, 59.4, 18]],
    ['Splits', [40.6, 64, 59.4, 17.6]],
    ['Clock', [21, 51, 19, 23]],
  ),
  sales: layout(
    'Tape',
    ['Depth', [0, 0, 46, 60], { showsSales: true }],
    ['Depth', [47, 0, 22, 90], { contract: 'MAR27 SUNS', view: 'price', showsSales: true }],
  ),
  money: layout(
    'Money',
    ['Clearing', [0, 0, 66, 34]],
    ['Clearing', [66.6, 0, 33.4, 49], { tab: 'Movements' }],
    ['Breakdown', [0, 35, 66, 65]],
    ['Clearing', [66.6, 50, 33.4, 50], { tab: 'Reports' }],
  ),
  rates: layout(
    'Rates',
    ['Clearing', [0, 0, 66, 49], { tab: 'Valuations' }],
    ['Clearing', [0, 50, 48, 50], { tab: 'Margins' }],
    ['Clearing', [48.6, 50, 51.4, 50], { tab: 'Fees' }],
  ),
  ladder: layout(
    'Ladders',
    ['Depth', [0, 0, 34, 90], { view: 'ladder' }],
    ['Depth', [35, 0, 20, 40], { contract: 'MAR27 SUNS', view: 'ladder' }],
    ['Ladder', [55.5, 0, 23, 92]],
    ['Ladder', [79, 0, 16, 92], { contract: 'MAR27 WMAZ' }],
  ),
  calculator: layout(
    'Calculators',
    ['OptionCalculator', [0, 0, 30, 50, 152], { series }],
    ['OptionCalculator', [30.5, 0, 34, 50, 151], { series, calculator: 'scenarios' }],
    ['OptionCalculator', [65, 0, 35, 80, 150], { series, calculator: 'strategy' }],
    ['Options', [0, 51, 64.5, 49, 149], { series }],
  ),
  /** The panels of members and accounts, each once, to see why a panel has no rows. */
  office: layout(
    'Office',
    ['MTM', [0, 0, 33, 33]],
    ['ConsolidatedPositions', [33.4, 0, 33, 33]],
    ['unMatchedDeals', [66.8, 0, 33, 33]],
    ['Clearing', [0, 33.4, 33, 33]],
    ['Breakdown', [33.4, 33.4, 33, 33]],
    ['SiloCerts', [66.8, 33.4, 33, 33]],
    ['SiloAuction', [0, 66.8, 33, 33]],
    ['SiloAuction', [33.4, 66.8, 33, 33], { tab: 'Own bids' }],
    ['SiloAuction', [66.8, 66.8, 33, 33], { tab: 'To deliver' }],
  ),
  silo: layout(
    'Silos',
    ['SiloAuction', [0, 0, 60, 34], { tab: 'Lots' }],
    ['SiloAuction', [0, 35, 40, 30], { tab: 'Own bids' }],
    ['SiloAuction', [0, 66, 40, 34], { tab: 'To deliver' }],
    ['SiloAuction', [41, 66, 38, 34], { tab: 'Deliveries' }],
    ['SiloCerts', [61, 0, 39, 34], { tab: 'Own' }],
    ['SiloCerts', [41, 35, 27, 30], { tab: 'Tendered' }],
    ['SiloCerts', [69, 35, 31, 30], { tab: 'Locations' }],
    ['SiloCerts', [80, 66, 20, 34], { tab: 'Grades' }],
  ),
};
