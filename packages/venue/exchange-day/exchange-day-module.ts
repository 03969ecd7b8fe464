// The exchange day: phases, call auctions, halts, the end of the day, and the removal of items when somebody may no longer trade.

import { byOperator, withSeed } from '../kernel/command-entry.ts';
import { beginPhase, phaseRejections } from './begin-phase.ts';
import { beginNextDay, publishDayEnd } from './end-day.ts';
import { exchangeDayEvents } from './exchange-day-events.ts';
import { haltInstrument, haltRejections, resumeInstrument } from './halts.ts';
import { changeClient, changeMember, stopTrading } from './take-out.ts';

export const exchangeDayModule = {
  name: 'exchangeDay',
  events: exchangeDayEvents,
  commands: {
    beginPhase: withSeed(byOperator(beginPhase)),
    haltInstrument: byOperator(haltInstrument),
    resumeInstrument: byOperator(resumeInstrument),
    stopTrading: byOperator(stopTrading),
    putMember: byOperator(changeMember),
    putClient: byOperator(changeClient),
  },
  rejections: { ...phaseRejections, ...haltRejections },
  endOfDay: { publish: publishDayEnd, open: beginNextDay },
} as const;
