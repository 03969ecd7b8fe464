// The entry of this panel in the registry.
import { ConsolidatedIcon } from '../../ui/icons.tsx';
import { loaded, type PanelDefinition } from '../definition.ts';
import { contractKeys } from '../parts/market/keys.ts';

export const consolidatedPositionsPanel = {
  component: 'ConsolidatedPositions',
  title: 'Consolidated positions',
  icon: <ConsolidatedIcon />,
  Panel: loaded('ConsolidatedPositionsPanel', () => import('./panel.tsx')),
  phone: 'more',
  keys: [contractKeys],
} as const satisfies PanelDefinition;
