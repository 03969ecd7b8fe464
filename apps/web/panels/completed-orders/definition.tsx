// The Completed orders panel in the registry.
import { CompletedIcon } from '../../ui/icons.tsx';
import { loadedPanel, type PanelDefinition } from '../definition.ts';
import { contractKeys } from '../parts/market/keys.ts';

export const completedOrdersPanel = {
  component: 'CompletedOrders',
  title: 'Completed orders',
  icon: <CompletedIcon />,
  Panel: loadedPanel('CompletedOrdersPanel', () => import('./panel.tsx')),
  phone: 'more',
  keys: [contractKeys],
} as const satisfies PanelDefinition;
