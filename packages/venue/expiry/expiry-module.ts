// The end of contracts: exercise, abandon and lapse of options, the settlement of futures.
import { byUser, withSeed } from '../kernel/command-entry.ts';
import { type Abandonment, Abandonments } from './abandonments.ts';
import { endContracts, valuationOfEnds } from './end-contracts.ts';
import { abandonOption, exerciseOption } from './exercise-option.ts';
import { expiryEvents } from './expiry-events.ts';
import { expiryRejections } from './expiry-rejections.ts';

export const expiryModule = {
  name: 'abandonments',
  events: expiryEvents,
  slice: {
    empty: () => new Abandonments(),
    save: (abandonments: Abandonments): Abandonment[] => abandonments.save(),
    load: (saved: readonly Abandonment[]) => Abandonments.load(saved),
  },
  commands: {
    exerciseOption: withSeed(byUser(['exerciseOption'], exerciseOption)),
    abandonOption: byUser(['abandonOption'], abandonOption),
  },
  rejections: expiryRejections,
  endOfDay: { settle: endContracts },
  valuation: valuationOfEnds,
} as const;
