// The Silo certificates panel in the registry. It saves its tab and its filter.
import * as z from 'zod/mini';
import { actionKeys } from '../../actions/action.ts';
import { siloActionNames } from '../../actions/silo-actions.ts';
import { SiloIcon } from '../../ui/icons.tsx';
import { keyTable } from '../../ui/keys.ts';
import { loadedPanel, type PanelDefinition } from '../definition.ts';
import { settingText } from '../parts/panel-settings.ts';

export const siloCertsTabs = ['Own', 'Tendered', 'Locations', 'Grades'] as const;
export type SiloCertsTab = (typeof siloCertsTabs)[number];

const code = z.optional(z.nullable(settingText(16)));

export const siloCertsSettings = z.object({
  tab: z.optional(z.enum(siloCertsTabs)),
  /** `null` or omitted for all. */
  instrument: code,
  location: code,
  grade: code,
});

/** The keys on a certificate are the keys of its actions. */
const { tender, withdraw, history } = siloActionNames;
const certKeys = keyTable('Silo certificates', actionKeys([tender, withdraw, history]));

export const siloCertsPanel = {
  component: 'SiloCerts',
  title: 'Silo certificates',
  icon: <SiloIcon />,
  Panel: loadedPanel('SiloCertsPanel', () => import('./panel.tsx')),
  phone: 'more',
  settings: siloCertsSettings,
  keys: [certKeys],
} as const satisfies PanelDefinition;
