// Starter layouts: for a dealer, for options, for the back office. Their panels are docked, so that none covers another, whatever
// the window. A starter layout is created on request and stored only when the user saves it.
import type { LayoutColumn, LayoutDocument } from '@openpit/wire';
import { newColumnId, newPanelProps, newPanelZ } from './layout-columns.ts';
import { dockAll } from './layout-docking.ts';

interface StarterPlace {
  readonly component: string;
  /** In percent of the workspace. Panels with the same coordinates are tabs, and the last tab is shown. */
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface StarterLayout {
  readonly id: 'dealer' | 'options' | 'backOffice';
  readonly name: string;
  readonly purpose: string;
  readonly places: readonly StarterPlace[];
}

export const starterLayouts: readonly StarterLayout[] = [
  {
    id: 'dealer',
    name: 'Dealer',
    purpose: 'Prices, depth, and one’s own orders, positions and deals side by side.',
    places: [
      { component: 'Futures', x: 0, y: 0, w: 65.6, h: 62 },
      { component: 'Depth', x: 66, y: 0, w: 34, h: 37.2 },
      { component: 'Positions', x: 66, y: 37.8, w: 34, h: 28.4 },
      { component: 'ActiveOrders', x: 0, y: 62.6, w: 65.6, h: 37.4 },
      { component: 'Deals', x: 66, y: 66.8, w: 34, h: 33.2 },
    ],
  },
  {
    id: 'options',
    name: 'Options desk',
    purpose: 'Options and deltas, a calculator, and one’s own orders and positions.',
    places: [
      { component: 'Options', x: 0, y: 0, w: 59.2, h: 39 },
      { component: 'Deltas', x: 59.6, y: 0, w: 40.4, h: 39 },
      { component: 'ActiveOrders', x: 0, y: 39.6, w: 59.2, h: 29.9 },
      { component: 'Positions', x: 0, y: 70.1, w: 59.2, h: 29.9 },
      { component: 'OptionCalculator', x: 59.6, y: 39.6, w: 40.4, h: 60.4 },
    ],
  },
  {
    id: 'backOffice',
    name: 'Back office',
    purpose: 'Deals, deals that await the other side, positions, prices and the money of accounts.',
    places: [
      { component: 'Deals', x: 0, y: 0, w: 56, h: 31 },
      { component: 'unMatchedDeals', x: 0, y: 31.6, w: 56, h: 26.8 },
      // Two tabs, because there are lines above the accounts, and a smaller panel would have no room for rows.
      { component: 'Breakdown', x: 0, y: 59, w: 56, h: 41 },
      { component: 'Clearing', x: 0, y: 59, w: 56, h: 41 },
      { component: 'ConsolidatedPositions', x: 56.4, y: 0, w: 43.6, h: 52 },
      { component: 'MTM', x: 56.4, y: 52.6, w: 43.6, h: 47.4 },
    ],
  },
];

/** The layout with new ids. */
export function starterLayout(
  { name, places }: StarterLayout,
  newId: (component: string) => string = newColumnId,
): LayoutDocument {
  const columns = places.map(
    ({ component, ...place }, at): LayoutColumn => ({
      id: newId(component),
      component,
      coordinates: { ...place, z: newPanelZ - places.length + 1 + at },
      ...newPanelProps(component),
    }),
  );
  return dockAll({ name, isMobile: false, columns }, { min: { w: 1, h: 1 } });
}
