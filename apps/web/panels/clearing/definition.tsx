// The Clearing panel in the registry, and its saved settings: the tab, and the account of its movements and valuations.
import * as z from 'zod/mini';
import { ClearingIcon } from '../../ui/icons.tsx';
import { loadedPanel, type PanelDefinition } from '../definition.ts';
import { settingText } from '../parts/panel-settings.ts';

export const clearingTabs = ['Accounts', 'Movements', 'Valuations', 'Margins', 'Fees', 'Reports'] as const;
export type ClearingTab = (typeof clearingTabs)[number];

export const clearingSettings = z.object({
  tab: z.optional(z.enum(clearingTabs)),
  /** `null` or omitted for all accounts. */
  account: z.optional(z.nullable(settingText(32))),
});

export const clearingPanel = {
  component: 'Clearing',
  title: 'Clearing',
  icon: <ClearingIcon />,
  Panel: loadedPanel('ClearingPanel', () => import('./panel.tsx')),
  phone: 'more',
  settings: clearingSettings,
} as const satisfies PanelDefinition;
