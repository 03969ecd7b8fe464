// The Splits and Spreads panels in the registry.
import { SplitsIcon } from '../../ui/icons.tsx';
import { loadedPanel, type PanelDefinition } from '../definition.ts';
import { contractKeys, marketKeys } from '../parts/market/keys.ts';

export const splitsPanel = {
  component: 'Splits',
  title: 'Splits',
  icon: <SplitsIcon />,
  Panel: loadedPanel('SplitsPanel', () => import('./panel.tsx')),
  phone: 'more',
  keys: [marketKeys, contractKeys],
} as const satisfies PanelDefinition;

export const spreadsPanel = {
  component: 'Spreads',
  title: 'Spreads',
  icon: <SplitsIcon />,
  Panel: loadedPanel('SpreadsPanel', () => import('./panel.tsx')),
  phone: 'more',
  keys: [marketKeys, contractKeys],
} as const satisfies PanelDefinition;
