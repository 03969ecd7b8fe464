// The Deals panel in the registry, and its saved settings: whether it shows today's deals or the history, and whether it shows the deals
// consolidated.
import * as z from 'zod/mini';
import { actionKeys } from '../../actions/action.ts';
import { dealActions, showDealDetails } from '../../actions/deal-actions.ts';
import { DealsIcon } from '../../ui/icons.tsx';
import { keyTable } from '../../ui/keys.ts';
import { loadedPanel, type PanelDefinition } from '../definition.ts';
import { contractKeys } from '../parts/market/keys.ts';

export const dealViews = ['Today', 'History'] as const;
export type DealView = (typeof dealViews)[number];

export const dealsSettings = z.object({
  dealView: z.optional(z.enum(dealViews)),
  isConsolidated: z.optional(z.boolean()),
});

const dealKeys = keyTable('Deals', actionKeys([...dealActions, showDealDetails]));

export const dealsPanel = {
  component: 'Deals',
  title: 'Deals',
  icon: <DealsIcon />,
  Panel: loadedPanel('DealsPanel', () => import('./panel.tsx')),
  phone: { tab: 'Deals' },
  settings: dealsSettings,
  keys: [dealKeys, contractKeys],
} as const satisfies PanelDefinition;
