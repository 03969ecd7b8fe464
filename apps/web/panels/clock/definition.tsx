// The Clock panel in the registry.
import { ClockIcon } from '../../ui/icons.tsx';
import { loadedPanel, type PanelDefinition } from '../definition.ts';

export const clockPanel = {
  component: 'Clock',
  title: 'Clock',
  icon: <ClockIcon />,
  Panel: loadedPanel('ClockPanel', () => import('./panel.tsx')),
  phone: 'more',
  size: { w: 19, h: 23 },
} as const satisfies PanelDefinition;
