// Starter layouts: for a dealer, for options, for the back office. They are created on request and not stored until the user
// saves them.
import type { LayoutColumn, LayoutDocument } from '@openpit/wire';
import { newPanelZ } from './layout-columns.ts';

interface StarterPlace {
  readonly component: string;
  /** Percent of the workspace. */
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly props?: Readonly<Record<string, string>>;
}

export interface Starter {
  readonly id: 'dealer' | 'options' | 'backOffice';
  readonly name: string;
  readonly purpose: string;
  readonly places: readonly StarterPlace[];
}

export const starters: readonly Starter[] = [
  {
    id: 'dealer',
    name: 'Dealer',
    purpose: 'Prices, depth, and one’s own orders, positions and deals side by side.',
    places: [
      { component: 'Futures', x: 0, y: 0, w: 65.6, h: 62 },
      { component: 'Depth', x: 66, y: 0, w: 34, h: 36 },
      { component: 'Positions', x: 66, y: 36.6, w: 34, h: 25.4 },
      { component: 'ActiveOrders', x: 0, y: 62.6, w: 65.6, h: 37.4 },
      { component: 'Deals', x: 66, y: 62.6, w: 34, h: 37.4 },
    ],
  },
  {
    id: 'options',
    name: 'Options desk',
    purpose: 'Options and deltas, a calculator, and one’s own orders and positions.',
    places: [
      { component: 'Options', x: 0, y: 0, w: 59.2, h: 46 },
      { component: 'Deltas', x: 59.6, y: 0, w: 40.4, h: 36 },
      { component: 'ActiveOrders', x: 0, y: 46.6, w: 59.2, h: 26.4 },
      { component: 'Positions', x: 0, y: 73.6, w: 59.2, h: 26.4 },
      { component: 'OptionCalculator', x: 59.6, y: 36.6, w: 40.4, h: 63.4 },
    ],
  },
  {
    id: 'backOffice',
    name: 'Back office',
    purpose: 'Deals, deals that await the other side, positions, prices and the money of accounts.',
    places: [
      { component: 'Deals', x: 0, y: 0, w: 55, h: 39.6 },
      { component: 'unMatchedDeals', x: 55.4, y: 0, w: 44.6, h: 39.6 },
      { component: 'Clearing', x: 0, y: 40.2, w: 55, h: 29.6 },
      { component: 'ConsolidatedPositions', x: 55.4, y: 40.2, w: 44.6, h: 29.6 },
      { component: 'Breakdown', x: 0, y: 70.4, w: 55, h: 29.6 },
      { component: 'MTM', x: 55.4, y: 70.4, w: 44.6, h: 29.6 },
    ],
  },
];

/** The layout with new ids. */
export function starterLayout(
  { name, places }: Starter,
  newId: (component: string) => string,
): LayoutDocument {
  const columns = places.map(
    ({ component, props, ...place }, at): LayoutColumn => ({
      id: newId(component),
      component,
      coordinates: { ...place, z: newPanelZ - places.length + 1 + at },
      ...(props && { props: { ...props } }),
    }),
  );
  return { name, isMobile: false, columns };
}
