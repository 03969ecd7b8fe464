// The Consolidated positions panel in the registry.
import { ConsolidatedIcon } from '../../ui/icons.tsx';
import { loadedPanel, type PanelDefinition } from '../definition.ts';
import { contractKeys } from '../parts/market/keys.ts';

export const consolidatedPositionsPanel = {
  component: 'ConsolidatedPositions',
  title: 'Consolidated positions',
  icon: <ConsolidatedIcon />,
  Panel: loadedPanel('ConsolidatedPositionsPanel', () => import('./panel.tsx')),
  phone: 'more',
  keys: [contractKeys],
} as const satisfies PanelDefinition;
