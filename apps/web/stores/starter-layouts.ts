// Starter layouts: for a dealer, for options, for the back office. They are created on request and not stored until the user
// saves them. A place whose panel does not exist in this version gets its second choice.
import type { LayoutColumn, LayoutDocument } from '@openpit/wire';
import { newPanelZ } from './layout-columns.ts';

interface StarterPlace {
  /** In order of preference. */
  readonly components: readonly string[];
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
      { components: ['Futures'], x: 0, y: 0, w: 65.6, h: 62 },
      { components: ['Depth'], x: 66, y: 0, w: 34, h: 36 },
      { components: ['Positions'], x: 66, y: 36.6, w: 34, h: 25.4 },
      { components: ['ActiveOrders'], x: 0, y: 62.6, w: 65.6, h: 37.4 },
      { components: ['Deals'], x: 66, y: 62.6, w: 34, h: 37.4 },
    ],
  },
  {
    id: 'options',
    name: 'Options desk',
    purpose: 'Options beside the futures that they are on, with positions under them.',
    places: [
      { components: ['Options', 'Futures'], x: 0, y: 0, w: 59.2, h: 62 },
      { components: ['Deltas', 'Depth'], x: 59.6, y: 0, w: 40.4, h: 40 },
      { components: ['ActiveOrders'], x: 59.6, y: 40.6, w: 40.4, h: 59.4 },
      { components: ['Positions'], x: 0, y: 62.6, w: 28.8, h: 37.4 },
      { components: ['OptionCalculator', 'Deals'], x: 29.2, y: 62.6, w: 30, h: 37.4 },
    ],
  },
  {
    id: 'backOffice',
    name: 'Back office',
    purpose: 'Deals, positions and the result of every order today.',
    places: [
      { components: ['Deals'], x: 0, y: 0, w: 60, h: 49.7 },
      { components: ['ConsolidatedPositions', 'Positions'], x: 60.4, y: 0, w: 39.6, h: 49.7 },
      { components: ['CompletedOrders'], x: 0, y: 50.3, w: 60, h: 49.7 },
      { components: ['unMatchedDeals', 'ActiveOrders'], x: 60.4, y: 50.3, w: 39.6, h: 49.7 },
    ],
  },
];

/** The layout with new ids; `exists` returns whether this version has a panel. */
export function starterLayout(
  { name, places }: Starter,
  exists: (component: string) => boolean,
  newId: (component: string) => string,
): LayoutDocument {
  const columns = places.flatMap(({ components, props, ...place }, at): LayoutColumn[] => {
    const component = components.find(exists);
    if (component === undefined) return [];
    return [
      {
        id: newId(component),
        component,
        coordinates: { ...place, z: newPanelZ - places.length + 1 + at },
        ...(props && { props: { ...props } }),
      },
    ];
  });
  return { name, isMobile: false, columns };
}
