// The soak: the built server under a constant rate of orders for an hour, or for `--minutes N`, over three business days, or
// `--days N`, with their ends, while hub clients stay, and others come and go. Prints a table of samples, the slopes of memory and handles,
// and whether the projections that are rebuilt from the journal equal the live server's.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BenchOptions } from './bench-options.ts';
import { BenchWorker } from './order-path/bench-worker.ts';
import type { HubReading, HubTask } from './order-path/hub-clients.ts';
import { futuresRows } from './order-path/market-rows.ts';
import type { LoadResult, LoadTask } from './order-path/order-load.ts';
import { dealers } from './order-path/order-mix.ts';
import { RunningServer } from './order-path/running-server.ts';
import { firstDate, firstTime, MarketDays, maxDays } from './soak/market-day.ts';
import { type Sample, slopePerHour, takeSample } from './soak/samples.ts';
import { percentile, printTable } from './table.ts';

const stayingClients = 40;
/** The number of clients that are closed and opened again in each round. */
const passingClients = 20;
const watchers = 3;
/** The dealers change sides after each round, so that their positions stay small. */
const roundSeconds = 20;
const load = { dealShare: 0.1, keptOrders: 500 };

interface SoakSample extends Sample {
  readonly day: number;
  readonly acceptedPerSecond: number;
  readonly acknowledgedP99Ms: number;
}

/** The length of the run: the business days share the minutes. */
interface Course {
  readonly minutes: number;
  readonly perSecond: number;
  readonly days: number;
}

interface Rebuilt {
  readonly replayed: number;
  readonly seconds: number;
  readonly liveSeq: number;
  readonly rebuiltSeq: number;
  readonly isVenueEqual: boolean;
  readonly projections: number;
  readonly bytes: number;
  readonly different: readonly string[];
}

export async function run(options: BenchOptions): Promise<void> {
  const minutes = positive(options.minutes ?? '60', '--minutes');
  const perSecond = positive(options.rate ?? '200', '--rate');
  const days = positive(options.days ?? '3', '--days');
  if (!Number.isInteger(days) || days > maxDays) {
    console.error(`--days must be a whole number up to ${maxDays}.`);
    process.exit(2);
  }
  // By default these signals end this process without its exit handlers, and the server would keep running.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const nodeOptions = ['--expose-gc', '--import', helper('./soak/collect-garbage.mjs').href];
  const start = ['--no-simulator', '--business-day', firstDate];
  const server = await RunningServer.start(nodeOptions, start, firstTime);
  const workers = { orders: new BenchWorker('./order-load.ts'), hub: new BenchWorker('./hub-clients.ts') };
  try {
    const { samples, results } = await trade(server, workers, { minutes, perSecond, days });
    await Promise.all(Object.values(workers).map((worker) => worker.end()));
    const code = await server.end();
    printSamples(samples, { minutes, perSecond, days });
    printDays(samples);
    printTotals(results);
    printSlopes(samples, minutes);
    console.log(`  the server ended with code ${code}`);
    printRebuilt(rebuild(server.folder));
  } finally {
    await Promise.all(Object.values(workers).map((worker) => worker.end()));
    await server.stop();
  }
}

async function trade(
  server: RunningServer,
  { orders, hub }: Readonly<Record<'orders' | 'hub', BenchWorker>>,
  { minutes, perSecond, days }: Course,
) {
  const emails = await server.addWatchers(watchers);
  const samples: SoakSample[] = [];
  const results: LoadResult[] = [];
  const market = new MarketDays(server);
  const sampleEvery = Math.min(1, minutes / 15);
  const begun = performance.now();
  const passed = () => (performance.now() - begun) / 60_000;
  let sampledAt = 0;
  let unsampled: LoadResult[] = [];
  let seed = 0;
  try {
    // After the last end of a day one more round: the projections are compared with orders and deals in them.
    for (let day = 1; day <= days + 1; day += 1) {
      market.open((error) => {
        console.error(error);
        process.exit(1);
      });
      // Everybody was signed out at the end of the day before.
      const tokens: Record<string, string> = {};
      for (const { userId, email } of dealers) tokens[userId] = await server.signIn(email);
      const rows = await futuresRows(server.url, tokens[dealers[0].userId] ?? '');
      const contracts = rows.flatMap(({ contract, mtm }) => (mtm === null ? [] : [{ contract, mtm }]));
      const connectOrders = () =>
        orders.ask({ kind: 'open', url: server.url, tokens, contracts } satisfies LoadTask);
      await connectOrders();
      const watching: string[] = [];
      for (const email of emails) watching.push(await server.signIn(email));
      const connect = (clients: number) =>
        hub.ask<HubReading>({
          kind: 'open',
          url: server.url,
          clients,
          tokens: watching,
          contracts: contracts.map(({ contract }) => contract),
        } satisfies HubTask);
      await connect(stayingClients + passingClients);
      // The number of connections that the load needs varies, and would hide a handle that is lost.
      const quieten = async () => {
        await orders.ask({ kind: 'clear' } satisfies LoadTask);
        await connectOrders();
      };
      for (let isOver = false; !isOver; ) {
        seed += 1;
        const rate = {
          perSecond,
          seconds: roundSeconds,
          seed,
          name: `soak-${seed}`,
          isSwapped: seed % 2 === 0,
        };
        const sent = orders.ask<LoadResult>({ kind: 'load', ...rate, ...load } satisfies LoadTask);
        await hub.ask({ kind: 'close', clients: passingClients } satisfies HubTask);
        const { open } = await connect(passingClients);
        if (open !== stayingClients + passingClients) throw new Error(`Only ${open} hub clients are left.`);
        unsampled.push(await sent);
        if (day > days) {
          results.push(...unsampled);
          break;
        }
        const now = passed();
        isOver = now >= (day * minutes) / days;
        if (isOver || now - sampledAt >= sampleEvery) {
          sampledAt = now;
          samples.push({ ...(await takeSample(server, sampledAt, quieten)), day, ...latencyOf(unsampled) });
          results.push(...unsampled);
          unsampled = [];
        } else await quieten();
      }
      if (day <= days) await market.end();
    }
  } finally {
    market.stop();
  }
  return { samples, results };
}

function latencyOf(results: readonly LoadResult[]) {
  const times = Float64Array.from(results.flatMap(({ ackMs }) => [...ackMs])).sort();
  const seconds = results.reduce((sum, { wallSeconds }) => sum + wallSeconds, 0);
  return { acceptedPerSecond: times.length / seconds, acknowledgedP99Ms: percentile(times, 0.99) };
}

function printSamples(samples: readonly SoakSample[], { minutes, perSecond, days }: Course): void {
  printTable(
    `Soak: ${minutes} minutes, ${perSecond} orders per second, ${days} business days, ${stayingClients} hub clients that stay and ${passingClients} that come and go`,
    [
      'minute',
      'day',
      'RSS MiB',
      'heap MiB',
      'handles',
      'sockets',
      'loop p99 ms',
      'history lag',
      'journal MiB',
      'accepted/s',
      'ack p99 ms',
    ],
    samples.map((sample) => [
      sample.minutes.toFixed(1),
      sample.day,
      round(sample.residentMiB),
      round(sample.heapMiB),
      sample.handles,
      sample.sockets,
      round(sample.eventLoopMs),
      sample.historyLag,
      round(sample.journalMiB),
      Math.round(sample.acceptedPerSecond),
      round(sample.acknowledgedP99Ms),
    ]),
  );
}

/** Prints the lowest and highest figures of each day. The memory of a day is released at its end, so days are comparable. */
function printDays(samples: readonly SoakSample[]): void {
  const rows = [...new Set(samples.map(({ day }) => day))].map((day) => {
    const ends = (of: (sample: SoakSample) => number) => {
      const figures = samples.filter((sample) => sample.day === day).map(of);
      return [round(Math.min(...figures)), round(Math.max(...figures))];
    };
    return [day, ...ends(({ heapMiB }) => heapMiB), ...ends(({ residentMiB }) => residentMiB)];
  });
  printTable('Memory in each day', ['day', 'heap lowest MiB', 'highest', 'RSS lowest MiB', 'highest'], rows);
}

function printTotals(results: readonly LoadResult[]): void {
  const sum = (of: (result: LoadResult) => number) =>
    results.reduce((total, result) => total + of(result), 0).toLocaleString('en-GB');
  const first = results.find(({ firstRejection }) => firstRejection !== null)?.firstRejection;
  console.log(`
  ${sum(({ inserted }) => inserted)} inserts and ${sum(({ deleted }) => deleted)} deletes accepted, ${sum(({ venueBusy }) => venueBusy)} venueBusy, ${sum(({ givenUp }) => givenUp)} never sent,
  ${sum(({ otherRejections }) => otherRejections)} otherwise rejected, such as deletes of orders that have dealt${first === undefined ? '' : ` (the first: ${first})`}`);
}

function printSlopes(samples: readonly Sample[], minutes: number): void {
  const afterMinutes = Math.min(10, minutes / 10);
  const figures = [
    ['RSS', 'residentMiB', 'MiB'],
    ['heap after a collection', 'heapMiB', 'MiB'],
    ['handles', 'handles', ''],
    ['sockets', 'sockets', ''],
    ['event loop p99', 'eventLoopMs', 'ms'],
    ['history lag', 'historyLag', 'commands'],
  ] as const;
  printTable(
    `Slopes by least squares, without the first ${afterMinutes} minutes`,
    ['what', 'per hour', 'unit'],
    figures.map(([what, figure, unit]) => {
      const slope = slopePerHour(samples, figure, afterMinutes);
      return [what, slope === null ? 'too few samples' : round(slope), unit];
    }),
  );
}

function printRebuilt(rebuilt: Rebuilt): void {
  const { replayed, seconds, liveSeq, rebuiltSeq, isVenueEqual, projections, bytes, different } = rebuilt;
  const isEqual = isVenueEqual && liveSeq === rebuiltSeq && different.length === 0;
  console.log(`
  rebuilt from ${replayed.toLocaleString('en-GB')} commands in another process in ${seconds.toFixed(1)} s, each with the outcome that was written
  venue after command ${liveSeq}: ${isVenueEqual && liveSeq === rebuiltSeq ? 'equal' : 'DIFFERENT'}
  ${projections} projections, ${(bytes / 1024 / 1024).toFixed(1)} MiB: ${different.length === 0 ? 'equal' : `DIFFERENT in ${different.join(', ')}`}`);
  if (!isEqual) process.exitCode = 1;
}

function rebuild(folder: string): Rebuilt {
  const script = fileURLToPath(helper('./soak/rebuild.ts'));
  const text = execFileSync(process.execPath, [...process.execArgv, script, folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(text.trim().split('\n').at(-1) ?? '') as Rebuilt;
}

function positive(text: string, option: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  console.error(`${option} must be a number above 0, such as 5.`);
  process.exit(2);
}

const helper = (file: string) => new URL(file, import.meta.url);
const round = (value: number) => Math.round(value * 10) / 10;
