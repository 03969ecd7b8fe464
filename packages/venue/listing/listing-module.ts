// The listing of contracts: the market's opening, new strikes, new months. Opening is the first command of a journal and is
// handled by the venue itself.

import { byUser } from '../kernel/command-entry.ts';
import type { EventKinds } from '../kernel/venue-module.ts';
import type { PricingState } from '../pricing/curves.ts';
import type { MarketContext } from '../reference/market.ts';
import { addStrike, type StrikeAdded, strikeRejections } from './add-strike.ts';
import { contractsSection, listPlanned } from './contracts-section.ts';
import type { ContractsListed } from './list-addition.ts';
import { listNewMonths } from './list-new-months.ts';
import { type MarketOpened, openingRejections } from './open-market.ts';

export const listingModule = {
  name: 'listing',
  events: { marketOpened: true, strikeAdded: true, contractsListed: true } satisfies EventKinds<
    MarketOpened | StrikeAdded | ContractsListed
  >,
  commands: { addStrike: byUser(addStrike) },
  rejections: { ...openingRejections, ...strikeRejections },
  referenceSections: [contractsSection],
  endOfDay: {
    list: (context: MarketContext<PricingState, ContractsListed>): void => {
      listPlanned(context);
      listNewMonths(context);
    },
  },
} as const;
