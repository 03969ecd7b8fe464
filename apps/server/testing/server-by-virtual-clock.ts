// For tests: `node apps/server/dist/testing/server-by-virtual-clock.js TIME [options of npm start]` is the server with a clock that is
// stopped at TIME, such as 2026-11-18T08:40+02:00. Each line on standard input moves the clock forward to that time, so that only the
// process that has started the server can move it. With `running` after TIME the clock runs from there instead. The product never imports
// it.
import { createInterface } from 'node:readline';
import { epochMs } from '@openpit/venue';
import { main } from '../main.ts';
import { realClock } from '../schedule/real-clock.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';

const [start = '', ...argv] = process.argv.slice(2);
if (argv[0] === 'running') {
  const ahead = timeOf(start) - realClock.now();
  await main(argv.slice(1), {
    now: () => epochMs(realClock.now() + ahead),
    at: (time, call) => realClock.at(epochMs(time - ahead), call),
  });
} else {
  const clock = new VirtualClock(timeOf(start));
  await main(argv, clock);
  for await (const line of createInterface(process.stdin)) {
    clock.advance(timeOf(line) - clock.now());
    console.log(`The clock says ${line}`);
  }
}

function timeOf(text: string) {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Error(`"${text}" is not a time.`);
  return epochMs(time);
}
