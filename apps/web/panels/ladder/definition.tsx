// The Ladder panel in the registry. It saves the pinned contract, and after how many seconds without use an armed ladder disarms.
import * as z from 'zod/mini';
import { LadderIcon } from '../../ui/icons.tsx';
import { loadedPanel, type PanelDefinition } from '../definition.ts';
import { contractSetting } from '../parts/panel-settings.ts';
import { idleChoices, ladderKeys, stripKeys } from '../parts/price-ladder/keys.ts';

export const ladderSettings = z.object({
  contract: contractSetting,
  ladderIdleSeconds: z.optional(z.literal(idleChoices)),
});

export const ladderPanel = {
  component: 'Ladder',
  title: 'Ladder',
  icon: <LadderIcon />,
  Panel: loadedPanel('LadderPanel', () => import('./panel.tsx')),
  phone: 'more',
  // At 1600×900 more than thirty prices.
  size: { w: 24, h: 92 },
  settings: ladderSettings,
  keys: [ladderKeys, stripKeys],
} as const satisfies PanelDefinition;
