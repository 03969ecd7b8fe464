// What the panels Silo certificates and Silo auction give to each of their tabs.
import type { SiloAuctionRow } from '@openpit/wire';
import type { ReactNode } from 'react';
import type { PanelProps } from '../settings/panel-props.ts';
import type { Answer } from '../sources/use-answer.ts';
import type { SiloData, SiloNames } from './silo-data.ts';
import type { SiloFilterValue } from './silo-filter.tsx';

interface TabProps {
  readonly panel: PanelProps;
  readonly names: SiloNames;
}

export interface SiloTabProps extends TabProps {
  readonly answer: Answer<SiloData>;
  readonly onReload: () => void;
  readonly settings: SiloFilterValue;
  readonly onFilter: (change: SiloFilterValue) => void;
  /** What the footer says while names could not be loaded. */
  readonly footer: ReactNode;
}

export interface AuctionTabProps extends TabProps {
  /** The deliveries of the newest day. */
  readonly auctions: readonly SiloAuctionRow[];
  /** What can be delivered now or next, as a sentence; null if the exchange lists nothing for delivery. */
  readonly next: string | null;
  /** Whether the deliveries are those of the present business day. */
  readonly isBegun: boolean;
}
