// Loaded into every thread of the measured server (`node --import`): profiles the thread between two messages of the bench and
// writes the profile and the processor time of the thread. The bench reaches the main thread by signals, which that passes on; a file
// says that a profile has begun and is not written yet.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import threads, { BroadcastChannel, isMainThread, threadId, Worker } from 'node:worker_threads';

const folder = process.env.OPENPIT_BENCH_PROFILES ?? '.';
const begun = join(folder, `${threadId}.begun`);
const session = new Session();
let cpuBefore = 0;

/** The time of this thread only; exact, unlike the times in `stat`. */
function ownCpuSeconds() {
  const [nanoseconds] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
  return Number(nanoseconds) / 1e9;
}

async function begin() {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 1_000 });
  cpuBefore = ownCpuSeconds();
  await session.post('Profiler.start');
  writeFileSync(begun, '');
}

async function end() {
  const cpuSeconds = ownCpuSeconds() - cpuBefore;
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const name = isMainThread ? 'main' : process.argv[2];
  writeFileSync(begun, JSON.stringify({ name, cpuSeconds, profile }));
  renameSync(begun, join(folder, `${threadId}.json`));
}

// The server starts its threads without the options of the process.
threads.Worker = class extends Worker {
  constructor(file, options) {
    const execArgv = [...(options?.execArgv ?? []), '--import', import.meta.url];
    super(file, { ...options, execArgv, argv: [options?.name ?? 'unnamed'] });
  }
};
syncBuiltinESMExports();

const channel = new BroadcastChannel('openpit-bench-profile');
const perform = (what) => (what === 'begin' ? begin() : end());
channel.onmessage = ({ data }) => void perform(data);
channel.unref();
if (isMainThread)
  for (const [signal, what] of [
    ['SIGUSR2', 'begin'],
    ['SIGWINCH', 'end'],
  ])
    process.on(signal, () => {
      channel.postMessage(what);
      void perform(what);
    });
