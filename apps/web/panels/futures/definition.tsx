// The Futures panel in the registry, and its saved settings: the user's list of contracts, and whether the panel shows only that list.
import * as z from 'zod/mini';
import { MarketsIcon } from '../../ui/icons.tsx';
import { loadedPanel, type PanelDefinition } from '../definition.ts';
import { contractKeys, marketKeys } from '../parts/market/keys.ts';
import { settingText } from '../parts/panel-settings.ts';

export const futuresSettings = z.object({
  list: z.optional(z.array(settingText(64)).check(z.maxLength(500))),
  showsList: z.optional(z.boolean()),
});

export const futuresPanel = {
  component: 'Futures',
  title: 'Futures',
  icon: <MarketsIcon />,
  Panel: loadedPanel('FuturesPanel', () => import('./panel.tsx')),
  phone: { tab: 'Markets' },
  settings: futuresSettings,
  keys: [marketKeys, contractKeys],
} as const satisfies PanelDefinition;
