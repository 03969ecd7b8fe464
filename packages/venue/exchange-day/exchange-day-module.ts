// The exchange day: phases, call auctions, halts, and the end of the day.

import { byOperator, withSeed } from '../kernel/command-entry.ts';
import { beginPhase, phaseRejections } from './begin-phase.ts';
import { beginNextDay, publishDayEnd } from './end-day.ts';
import { exchangeDayEvents } from './exchange-day-events.ts';
import { haltInstrument, haltRejections, resumeInstrument } from './halts.ts';

export const exchangeDayModule = {
  name: 'exchangeDay',
  events: exchangeDayEvents,
  commands: {
    beginPhase: withSeed(byOperator(beginPhase)),
    haltInstrument: byOperator(haltInstrument),
    resumeInstrument: byOperator(resumeInstrument),
  },
  rejections: { ...phaseRejections, ...haltRejections },
  endOfDay: { publish: publishDayEnd, open: beginNextDay },
} as const;
