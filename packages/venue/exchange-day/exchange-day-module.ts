// The exchange day: phases, call auctions, halts, and the end of the day.

import { byOperator, withSeed } from '../kernel/command-entry.ts';
import { beginPhase, phaseRejections } from './begin-phase.ts';
import type { Closing, Closings } from './closings.ts';
import { beginNextDay, publishDayEnd } from './end-day.ts';
import { exchangeDayEvents } from './exchange-day-events.ts';
import { haltInstrument, haltRejections, resumeInstrument } from './halts.ts';
import { markContracts } from './mark-contracts.ts';

export const exchangeDayModule = {
  name: 'closings',
  events: exchangeDayEvents,
  slice: {
    empty: (): Closings => new Map(),
    save: (closings: Closings): (readonly [number, Closing])[] => [...closings],
    load: (saved: readonly (readonly [number, Closing])[]): Closings => new Map(saved),
  },
  commands: {
    beginPhase: withSeed(byOperator(beginPhase)),
    haltInstrument: byOperator(haltInstrument),
    resumeInstrument: byOperator(resumeInstrument),
  },
  rejections: { ...phaseRejections, ...haltRejections },
  endOfDay: { mark: markContracts, publish: publishDayEnd, open: beginNextDay },
} as const;
