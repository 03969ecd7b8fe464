// The Unmatched deals panel in the registry, and its saved setting: its tab.
import * as z from 'zod/mini';
import { actionKeys } from '../../actions/action.ts';
import { itemActions } from '../../actions/unmatched-deals.ts';
import { UnmatchedIcon } from '../../ui/icons.tsx';
import { keyTable } from '../../ui/keys.ts';
import { loadedPanel, type PanelDefinition } from '../definition.ts';
import { contractKeys } from '../parts/market/keys.ts';

export const unmatchedTabs = ['For us', 'Ours'] as const;
export type UnmatchedTab = (typeof unmatchedTabs)[number];

export const unmatchedSettings = z.object({ tab: z.optional(z.enum(unmatchedTabs)) });

const unmatchedKeys = keyTable('Unmatched deals', actionKeys(itemActions));

export const unMatchedDealsPanel = {
  component: 'unMatchedDeals',
  title: 'Unmatched deals',
  icon: <UnmatchedIcon />,
  Panel: loadedPanel('UnmatchedDealsPanel', () => import('./panel.tsx')),
  phone: 'more',
  settings: unmatchedSettings,
  keys: [unmatchedKeys, contractKeys],
} as const satisfies PanelDefinition;
