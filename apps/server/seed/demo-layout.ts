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
    panel('Futures', { x: 0.6, y: 1, w: 63.8, h: 60, z: 150 }),
    panel('Depth', { x: 65, y: 1, w: 34.4, h: 60, z: 151 }),
    panel('ActiveOrders', { x: 0.6, y: 62, w: 98.8, h: 37, z: 152 }),
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
