// What the Silo auction panel saves: its tab.
import * as z from 'zod/mini';

export const siloAuctionTabs = ['Lots', 'Own bids', 'To deliver', 'Deliveries'] as const;
export type SiloAuctionTab = (typeof siloAuctionTabs)[number];

export const siloAuctionSettings = z.object({ tab: z.optional(z.enum(siloAuctionTabs)) });
