// The first layout of a demonstration user: market, depth and own orders.
import type { LayoutDocument } from '@openpit/wire';

export const demoLayout: LayoutDocument = {
  name: 'Dealer desk',
  isMobile: false,
  spawnPoint: { x: 20, y: 20 },
  spawnPointMove: false,
  locked: false,
  resizeable: true,
  spawnPointConfirmations: { x: 50, y: 50 },
  columns: [
    panel('Futures', { x: 0, y: 0, w: 65.6, h: 62, z: 146 }),
    panel('Depth', { x: 66, y: 0, w: 34, h: 36, z: 147 }),
    panel('Positions', { x: 66, y: 36.6, w: 34, h: 25.4, z: 148 }),
    panel('ActiveOrders', { x: 0, y: 62.6, w: 65.6, h: 37.4, z: 149 }),
    panel('Deals', { x: 66, y: 62.6, w: 34, h: 37.4, z: 150 }),
  ],
};

function panel(component: string, coordinates: LayoutDocument['columns'][number]['coordinates']) {
  return {
    id: `${component}-dealer-desk`,
    component,
    coordinates,
    color: null,
    content: null,
    props: {},
    style: {},
  };
}
