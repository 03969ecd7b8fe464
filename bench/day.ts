// A business day at 1,000 commands a second through the compiled server's own parts, as fast as they can: the memory that the market
// keeps, and its growth for each command once the number of open orders is constant. `--minutes N` runs a part of the day.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BenchOptions } from './bench-options.ts';
import type { DaySample, DayStopped } from './day/market-day.ts';
import { printTable } from './table.ts';

const minutesOfDay = 8 * 60;
/** MiB: with more the process ends. */
const heapLimit = 1_536;
const rssGoal = 2_253;
/** kB of heap for each command. */
const slopeGoal = 0.02;
const samples = 16;

export async function run({ minutes = String(minutesOfDay) }: BenchOptions): Promise<void> {
  const length = Number(minutes);
  if (!Number.isFinite(length) || length <= 0) throw new Error(`--minutes must be above 0, not ${minutes}.`);
  const file = fileURLToPath(new URL('./day/market-day.ts', import.meta.url));
  const execArgv = [...process.execArgv, '--expose-gc', `--max-old-space-size=${heapLimit}`];
  const child = fork(file, [String(length * 60), String(samples)], { execArgv });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  process.once('exit', () => child.kill());
  const taken: DaySample[] = [];
  let stopped: DayStopped | null = null as DayStopped | null;
  child.on('message', (sent: DaySample | DayStopped) => {
    if ('stopSeconds' in sent) stopped = sent;
    else {
      taken.push(sent);
      const { commands, heap, outside, rss } = sent;
      const [inHeap, besideHeap, inProcess] = [heap, outside, rss].map((mib) => Math.round(mib));
      console.info(`${commands} commands: heap ${inHeap}, outside ${besideHeap}, RSS ${inProcess} MiB`);
    }
  });
  const code = await ended(child);
  printTable(
    `${length.toLocaleString('en-GB')} minutes at 1,000 commands a second, at most ${heapLimit.toLocaleString('en-GB')} MiB of heap`,
    ['commands', 'open orders', 'heap MiB', 'outside MiB', 'RSS MiB', 'snapshots failed'],
    taken.map(({ commands, openOrders, heap, outside, rss, failedSnapshots }) => [
      commands,
      openOrders,
      round(heap),
      round(outside),
      Math.round(rss),
      failedSnapshots,
    ]),
  );
  // The first eighth of the day is its first hour. In a short run it is also enough to fill the books.
  const later = taken.slice(samples / 8 - 1);
  const highest = Math.max(...taken.map(({ rss }) => rss));
  printTable(
    'After the first eighth',
    ['what', 'figure', 'unit', 'goal'],
    [
      ['heap', kbPerCommand(later, 'heap'), 'kB per command', `under ${slopeGoal}`],
      ['outside the heap', kbPerCommand(later, 'outside'), 'kB per command', ''],
      ['RSS, all threads', kbPerCommand(later, 'rss'), 'kB per command', ''],
      ['highest RSS', Math.round(highest), 'MiB', `at most ${rssGoal.toLocaleString('en-GB')}`],
      ['clean stop', round(stopped?.stopSeconds ?? Number.NaN), 's', ''],
      ['its snapshot', round(stopped?.snapshotMib ?? Number.NaN), 'MiB', ''],
      ['snapshot read again', round(stopped?.loadSeconds ?? Number.NaN), 's', ''],
      ['highest RSS, with stop and load', Math.round(stopped?.highestMib ?? Number.NaN), 'MiB', ''],
    ],
  );
  if (code !== 0) {
    console.error(
      `The market ended with ${code} after ${(taken.at(-1)?.commands ?? 0).toLocaleString('en-GB')} commands.`,
    );
    process.exitCode = 1;
  }
}

const ended = (child: ChildProcess): Promise<number | string> =>
  new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal ?? 'no code')));

/** The slope by least squares. */
function kbPerCommand(of: readonly DaySample[], figure: 'heap' | 'outside' | 'rss'): string {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(of.map(({ commands }) => commands)), mean(of.map((daySample) => daySample[figure]))];
  let [products, squares] = [0, 0];
  for (const daySample of of) {
    products += (daySample.commands - x) * (daySample[figure] - y);
    squares += (daySample.commands - x) ** 2;
  }
  return ((products / squares) * 1_048.576).toFixed(3);
}

const round = (value: number) => Math.round(value * 10) / 10;
