// The MTM panel in the registry, and its saved setting: the kind of contracts that it shows.
import * as z from 'zod/mini';
import { MtmIcon } from '../../ui/icons.tsx';
import { loadedPanel, type PanelDefinition } from '../definition.ts';
import { contractKeys } from '../parts/market/keys.ts';

export const mtmKinds = ['Futures', 'Options', 'Deltas', 'Pairs', 'All'] as const;
export type MtmKind = (typeof mtmKinds)[number];

export const mtmSettings = z.object({ kind: z.optional(z.enum(mtmKinds)) });

export const mtmPanel = {
  component: 'MTM',
  title: 'MTM',
  icon: <MtmIcon />,
  Panel: loadedPanel('MtmPanel', () => import('./panel.tsx')),
  phone: 'more',
  settings: mtmSettings,
  keys: [contractKeys],
} as const satisfies PanelDefinition;
