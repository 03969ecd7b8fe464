// The Options and Deltas panels in the registry. They save the series, the unit of bid and offer, and chain or flat list.
import * as z from 'zod/mini';
import { OptionsIcon } from '../../ui/icons.tsx';
import { keyTable } from '../../ui/keys.ts';
import { loadedPanel, type PanelDefinition } from '../definition.ts';
import { contractKeys, marketKeys } from '../parts/market/keys.ts';
import { settingText } from '../parts/panel-settings.ts';

/** The columns of the chain for each option. */
export const chainShows = ['volatility', 'premium', 'greeks'] as const;
export type ChainShow = (typeof chainShows)[number];

/** The unit of bid and offer, used by a new ticket. */
export const quotedIn = (show: ChainShow): 'volatility' | 'premium' =>
  show === 'premium' ? 'premium' : 'volatility';

export const chainSettings = z.object({
  show: z.optional(z.enum(chainShows)),
  /** The id of an `OptionSeries`. */
  series: z.optional(settingText(64)),
  look: z.optional(z.enum(['chain', 'list'])),
});

/** The keys of the form that lists a strike. */
export const addStrikeKeys = keyTable('Add strike', {
  add: { press: ['Enter'], label: 'List the strike' },
  close: { press: ['Escape'], label: 'Close the form' },
});

export const optionsPanel = {
  component: 'Options',
  title: 'Options',
  icon: <OptionsIcon />,
  Panel: loadedPanel('OptionsPanel', () => import('./panel.tsx')),
  phone: 'more',
  settings: chainSettings,
  keys: [marketKeys, contractKeys, addStrikeKeys],
} as const satisfies PanelDefinition;

export const deltasPanel = {
  component: 'Deltas',
  title: 'Deltas',
  icon: <OptionsIcon />,
  Panel: loadedPanel('DeltasPanel', () => import('./panel.tsx')),
  phone: 'more',
  settings: chainSettings,
  keys: [marketKeys, contractKeys, addStrikeKeys],
} as const satisfies PanelDefinition;
