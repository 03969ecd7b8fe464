// The MTM procedure: the books at the end of trading, valuations, the operator's corrections and approval, and the marks of
// the end of a day.
import { byOperator } from '../kernel/command-entry.ts';
import { markContracts } from './mark-contracts.ts';
import { mtmEvents } from './mtm-events.ts';
import { emptyMtmDay, loadMtmDay, saveMtmDay } from './mtm-state.ts';
import { approveMtm, correctMtm, mtmRejections, valuation, valueMarket } from './valuations.ts';

export const mtmModule = {
  name: 'mtm',
  events: mtmEvents,
  slice: { empty: emptyMtmDay, save: saveMtmDay, load: loadMtmDay },
  commands: {
    valueMarket: byOperator(valueMarket),
    correctMtm: byOperator(correctMtm),
    approveMtm: byOperator(approveMtm),
  },
  rejections: mtmRejections,
  endOfDay: { mark: markContracts },
  valuation,
} as const;
