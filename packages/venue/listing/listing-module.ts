// The listing of contracts: the market's opening, new strikes, new months. Opening is the first command of a journal and is
// handled by the venue itself.
import { byUser } from '../kernel/command-entry.ts';
import { addStrike, strikeRejections } from './add-strike.ts';
import { listNewMonths } from './list-new-months.ts';
import { openingRejections } from './open-market.ts';

export const listingModule = {
  name: 'listing',
  commands: { addStrike: byUser(['insertOrderOrDouble'], addStrike) },
  rejections: { ...openingRejections, ...strikeRejections },
  endOfDay: { list: listNewMonths },
} as const;
