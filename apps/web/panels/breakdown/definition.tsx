// The Breakdown panel in the registry, and its saved setting: the account that it shows.
import * as z from 'zod/mini';
import { BreakdownIcon } from '../../ui/icons.tsx';
import { loadedPanel, type PanelDefinition } from '../definition.ts';
import { contractKeys } from '../parts/market/keys.ts';
import { settingText } from '../parts/panel-settings.ts';

export const breakdownSettings = z.object({
  /** `null` or omitted for all accounts. */
  account: z.optional(z.nullable(settingText(32))),
});

export const breakdownPanel = {
  component: 'Breakdown',
  title: 'Breakdown',
  icon: <BreakdownIcon />,
  Panel: loadedPanel('BreakdownPanel', () => import('./panel.tsx')),
  phone: 'more',
  settings: breakdownSettings,
  keys: [contractKeys],
} as const satisfies PanelDefinition;
