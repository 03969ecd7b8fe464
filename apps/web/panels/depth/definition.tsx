// The Depth panel in the registry. It saves the pinned contract, one line per order or per price or the price ladder,
// whether it shows time and sales, and after how many seconds without use an armed ladder disarms.
import * as z from 'zod/mini';
import { DepthIcon } from '../../ui/icons.tsx';
import { loadedPanel, type PanelDefinition } from '../definition.ts';
import { depthKeys } from '../parts/depth/columns.ts';
import { contractSetting } from '../parts/panel-settings.ts';
import { idleChoices, ladderKeys } from '../parts/price-ladder/keys.ts';

export const depthSettings = z.object({
  contract: contractSetting,
  view: z.optional(z.enum(['order', 'price', 'ladder'])),
  showsSales: z.optional(z.boolean()),
  ladderIdleSeconds: z.optional(z.literal(idleChoices)),
});

export const depthPanel = {
  component: 'Depth',
  title: 'Depth',
  icon: <DepthIcon />,
  Panel: loadedPanel('DepthPanel', () => import('./panel.tsx')),
  phone: 'sheet',
  size: { w: 20, h: 40 },
  settings: depthSettings,
  keys: [depthKeys, ladderKeys],
} as const satisfies PanelDefinition;
