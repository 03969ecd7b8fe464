// The end of contracts: exercise, abandon and lapse of options, the settlement of futures.
import { byUser, withSeed } from '../kernel/command-entry.ts';
import { endContracts, valuationOfEnds } from './end-contracts.ts';
import { abandonOption, exerciseOption } from './exercise-option.ts';
import { expiryEvents } from './expiry-events.ts';
import { expiryRejections } from './expiry-rejections.ts';

export const expiryModule = {
  name: 'expiry',
  events: expiryEvents,
  commands: {
    exerciseOption: withSeed(byUser(exerciseOption)),
    abandonOption: byUser(abandonOption),
  },
  rejections: expiryRejections,
  endOfDay: { settle: endContracts },
  valuation: valuationOfEnds,
} as const;
