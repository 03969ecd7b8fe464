// The system clock.
import { type Clock, type EpochMs, epochMs } from '@openpit/venue';
import { maxTimerMs } from '@openpit/wire';

export const realClock: Clock = {
  now: () => epochMs(Date.now()),
  at(time: EpochMs, call: () => void) {
    let timer: NodeJS.Timeout;
    const wait = () => {
      const left = time - Date.now();
      if (left <= 0) timer = setTimeout(call, 0);
      else timer = setTimeout(left > maxTimerMs ? wait : call, Math.min(left, maxTimerMs));
      timer.unref();
    };
    wait();
    return () => clearTimeout(timer);
  },
};
