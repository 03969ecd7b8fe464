// Layouts that journeys and benchmarks save for a user before the screen opens.
import { type LayoutDocument, paths, type StoredLayout } from '@openpit/wire';
import type { MarketClient } from './market-client.ts';

/** Component, then x, y, w and h in percent. */
export type Place = readonly [component: string, x: number, y: number, w: number, h: number];

export function layoutOf(name: string, places: readonly Place[]): LayoutDocument {
  return {
    name,
    isMobile: false,
    columns: places.map(([component, x, y, w, h], index) => ({
      id: `${component}1`,
      component,
      coordinates: { x, y, w, h, z: 150 + index },
      ...(component === 'Depth' && { props: { showsSales: true } }),
    })),
  };
}

/** Every panel, without overlap. */
export const allPanels = layoutOf('All panels', [
  ['Futures', 0, 0, 34, 40],
  ['Depth', 34, 0, 33, 40],
  ['Ladder', 67, 0, 13, 40],
  ['TVChartContainer', 80, 0, 20, 40],
  ['Options', 0, 40, 25, 20],
  ['Deltas', 25, 40, 25, 20],
  ['OptionCalculator', 50, 40, 25, 20],
  ['MTM', 75, 40, 12, 20],
  ['Calendar', 87, 40, 13, 20],
  ['Splits', 0, 60, 17, 20],
  ['Spreads', 17, 60, 17, 20],
  ['Positions', 34, 60, 17, 20],
  ['ConsolidatedPositions', 51, 60, 17, 20],
  ['unMatchedDeals', 68, 60, 18, 20],
  ['Clock', 86, 60, 14, 20],
  ['ActiveOrders', 0, 80, 18, 20],
  ['CompletedOrders', 18, 80, 12, 20],
  ['Deals', 30, 80, 16, 20],
  ['Clearing', 46, 80, 14, 20],
  ['Breakdown', 60, 80, 12, 20],
  ['SiloCerts', 72, 80, 14, 20],
  ['SiloAuction', 86, 80, 14, 20],
]);

/** @returns the layout's id */
export async function saveLayout(
  client: Pick<MarketClient, 'post'>,
  userId: string,
  layout: LayoutDocument,
): Promise<string> {
  const { status, body } = await client.post(paths.createUserLayout, {
    userId,
    userLayoutJson: JSON.stringify(layout),
  });
  if (status !== 200) throw new Error(`The layout was answered ${status}: ${JSON.stringify(body)}`);
  return (body as StoredLayout)._id;
}
