// The Silo auction panel in the registry. It saves its tab.
import * as z from 'zod/mini';
import { actionKeys } from '../../actions/action.ts';
import { siloActionNames } from '../../actions/silo-actions.ts';
import { AuctionIcon } from '../../ui/icons.tsx';
import { keyTable } from '../../ui/keys.ts';
import { loadedPanel, type PanelDefinition } from '../definition.ts';
import { contractKeys } from '../parts/market/keys.ts';

export const siloAuctionTabs = ['Lots', 'Own bids', 'To deliver', 'Deliveries'] as const;
export type SiloAuctionTab = (typeof siloAuctionTabs)[number];

export const siloAuctionSettings = z.object({ tab: z.optional(z.enum(siloAuctionTabs)) });

/** The keys on a lot, on the user's bid, and on a position that must deliver are the keys of their actions. */
const { bid, deleteBid, tender } = siloActionNames;
const lotKeys = keyTable('Silo auction', actionKeys([bid, deleteBid, tender]));

export const siloAuctionPanel = {
  component: 'SiloAuction',
  title: 'Silo auction',
  icon: <AuctionIcon />,
  Panel: loadedPanel('SiloAuctionPanel', () => import('./panel.tsx')),
  phone: 'more',
  settings: siloAuctionSettings,
  keys: [lotKeys, contractKeys],
} as const satisfies PanelDefinition;
