// The cost of a hostile signed-in client to another dealer: the time until the acknowledgement of the dealer's orders without it and
// with it, alternating. The client may use half a core. Goal: the median of the dealer's p95 rises by less than half.
import { machineBusySeconds } from './cpu-rate.ts';
import type { HostileResult, HostileTask } from './hostile/hostile-client.ts';
import { BenchWorker } from './order-path/bench-worker.ts';
import type { LoadResult, LoadTask } from './order-path/order-load.ts';
import { dealers } from './order-path/order-mix.ts';
import { RunningServer } from './order-path/running-server.ts';
import { percentile, printTable } from './table.ts';

const rounds = Number(process.env.OPENPIT_BENCH_ROUNDS ?? 5);
const seconds = Number(process.env.OPENPIT_BENCH_SECONDS ?? 8);
/** Each is deleted again: twice as many calls, which is within the limits of the dealer. */
const ordersPerSecond = 40;
const [, dealer] = dealers;
/** Above the MTM of the contract: the orders do not deal. */
const contracts = [{ contract: 'MAR27 WMAZ', mtm: 4_080 }];
/** The product's defaults; `OPENPIT_BENCH_LIMITS=off` measures without limits. */
const isLimited = process.env.OPENPIT_BENCH_LIMITS !== 'off';

interface Measured {
  readonly p50: number;
  readonly p95: number;
  readonly busyCores: number;
  readonly hostile: HostileResult | null;
}

export async function run(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const server = await RunningServer.start(
    [],
    ['--no-simulator', '--business-day', '2026-11-18', ...(isLimited ? ['--limits', ''] : [])],
  );
  const worker = new BenchWorker('../hostile/hostile-client.ts');
  const orders = new BenchWorker('./order-load.ts');
  try {
    const token = await server.signIn('thandi@kand.example');
    await worker.ask({ kind: 'open', url: server.url, token, member: 'KAND' } satisfies HostileTask);
    const tokens = { [dealer.userId]: await server.signIn(dealer.email) };
    await orders.ask({ kind: 'open', url: server.url, tokens, contracts } satisfies LoadTask);
    await trade(orders, { seed: 1, seconds: 3 });
    const quiet: Measured[] = [];
    const attacked: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(await measure(orders, { seed: 2 * round + 2, worker: null }));
      attacked.push(await measure(orders, { seed: 2 * round + 3, worker }));
    }
    print(quiet, attacked);
  } finally {
    await orders.end();
    await worker.end();
    await server.stop();
  }
}

async function measure(
  orders: BenchWorker,
  { seed, worker }: { readonly seed: number; readonly worker: BenchWorker | null },
): Promise<Measured> {
  const busyBefore = machineBusySeconds();
  const attack = worker?.ask<HostileResult>({ kind: 'attack', seconds } satisfies HostileTask) ?? null;
  const ackMs = await trade(orders, { seed, seconds });
  const hostile = await attack;
  const busyCores = (machineBusySeconds() - busyBefore) / seconds;
  return { p50: percentile(ackMs, 0.5), p95: percentile(ackMs, 0.95), busyCores, hostile };
}

/** The milliseconds from the due time of each call to its acknowledgement, ascending; infinite for a rejected order. */
async function trade(
  orders: BenchWorker,
  { seed, seconds: length }: { readonly seed: number; readonly seconds: number },
): Promise<Float64Array> {
  const rate = { perSecond: 2 * ordersPerSecond, seconds: length, seed, name: `dealer-${seed}` };
  const load = { kind: 'load', ...rate, only: dealer.userId } satisfies LoadTask;
  const { ackMs, venueBusy, givenUp, firstRejection } = await orders.ask<LoadResult>(load);
  if (firstRejection !== null) throw new Error(`An order of the dealer was rejected: ${firstRejection}`);
  await orders.ask({ kind: 'clear' } satisfies LoadTask);
  const missed = Array.from({ length: venueBusy + givenUp }, () => Number.POSITIVE_INFINITY);
  return Float64Array.from([...ackMs, ...missed]).sort();
}

function print(quiet: readonly Measured[], attacked: readonly Measured[]): void {
  const row = (name: string, { p50, p95, busyCores, hostile }: Measured) => [
    name,
    p50.toFixed(1),
    p95.toFixed(1),
    busyCores.toFixed(2),
    hostile === null ? '' : hostile.cpuShare.toFixed(2),
    hostile === null
      ? ''
      : `${Object.entries(hostile.replies)
          .map(([status, count]) => `${count} × ${status}`)
          .join(', ')}; ${hostile.hubMessages} hub messages; ${hostile.opened} connections`,
  ];
  printTable(
    `Hostile client: ${ordersPerSecond} orders a second of another dealer, for ${seconds} s, ${isLimited ? 'with' : 'without'} limits`,
    ['round', 'ack p50 ms', 'ack p95 ms', 'machine cores', 'client cores', 'what the client got'],
    quiet.flatMap((measured, round) => [
      row(`${round + 1} quiet`, measured),
      ...attacked.slice(round, round + 1).map((other) => row(`${round + 1} attacked`, other)),
    ]),
  );
  const [before, after] = [median(quiet), median(attacked)];
  const rise = Math.round((after / before - 1) * 100);
  console.log(
    `Median p95: ${before.toFixed(1)} ms, attacked ${after.toFixed(1)} ms: ${rise} % more. Goal: less than 50 % more: ${rise < 50 ? 'met' : 'missed'}.`,
  );
}

function median(measured: readonly Measured[]): number {
  return percentile(Float64Array.from(measured.map(({ p95 }) => p95)).sort(), 0.5);
}
