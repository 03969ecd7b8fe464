// The clock of the wall. Time enters the market only through the sequencer, which reads it here.
import { type Clock, type EpochMs, epochMs } from '@openpit/venue';

/** The longest that a timer of Node can wait. */
const longestWaitMs = 2_147_483_647;

export const realClock: Clock = {
  now: () => epochMs(Date.now()),
  at(time: EpochMs, call: () => void) {
    let timer: NodeJS.Timeout;
    const wait = () => {
      const left = time - Date.now();
      if (left <= 0) timer = setTimeout(call, 0);
      else timer = setTimeout(left > longestWaitMs ? wait : call, Math.min(left, longestWaitMs));
      timer.unref();
    };
    wait();
    return () => clearTimeout(timer);
  },
};
