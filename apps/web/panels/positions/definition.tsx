// The Positions panel in the registry, and the keys on a position.
import { actionKeys } from '../../actions/action.ts';
import { closeOut, reversePosition } from '../../actions/order-entry.ts';
import { PositionsIcon } from '../../ui/icons.tsx';
import { keyTable } from '../../ui/keys.ts';
import { loadedPanel, type PanelDefinition } from '../definition.ts';
import { contractKeys } from '../parts/market/keys.ts';

const positionKeys = keyTable('Positions', actionKeys([closeOut, reversePosition]));

export const positionsPanel = {
  component: 'Positions',
  title: 'Positions',
  icon: <PositionsIcon />,
  Panel: loadedPanel('PositionsPanel', () => import('./panel.tsx')),
  phone: { tab: 'Positions' },
  keys: [positionKeys, contractKeys],
} as const satisfies PanelDefinition;
