// What a hostile signed-in client costs another dealer: the time until the acknowledgement of the dealer's orders without it and
// with it, alternating. The client may use half a core. Goal: the median of the dealer's p95 rises by less than half.
import { type InsertOrderBody, type OrderReply, userCommands } from '@openpit/wire';
import type { HostileResult, HostileTask } from './hostile/hostile-client.ts';
import { arrivalTimes, paceArrivals } from './order-path/arrivals.ts';
import { BenchWorker } from './order-path/bench-worker.ts';
import { KeepAliveClient } from './order-path/keep-alive-client.ts';
import { machineBusySeconds } from './order-path/machine-use.ts';
import { RunningServer } from './order-path/running-server.ts';
import { percentile, printTable } from './table.ts';

const rounds = Number(process.env.OPENPIT_BENCH_ROUNDS ?? 5);
const seconds = Number(process.env.OPENPIT_BENCH_SECONDS ?? 8);
/** Each is deleted again: twice as many calls, which is within the limits of the dealer. */
const ordersPerSecond = 40;
/** The defaults of the product, unless another choice is to be measured: `OPENPIT_BENCH_LIMITS=off` has none. */
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
  const dealer = new KeepAliveClient(server.url, await server.signIn('pieter@veld.example'));
  try {
    const token = await server.signIn('thandi@kand.example');
    await worker.ask({ kind: 'open', url: server.url, token, member: 'KAND' } satisfies HostileTask);
    await trade(dealer, { seed: 1, seconds: 3 });
    const quiet: Measured[] = [];
    const attacked: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(await measure(dealer, { seed: 2 * round + 2, worker: null }));
      attacked.push(await measure(dealer, { seed: 2 * round + 3, worker }));
    }
    print(quiet, attacked);
  } finally {
    dealer.close();
    await worker.end();
    await server.stop();
  }
}

async function measure(
  dealer: KeepAliveClient,
  { seed, worker }: { readonly seed: number; readonly worker: BenchWorker | null },
): Promise<Measured> {
  const busyBefore = machineBusySeconds();
  const attack = worker?.ask<HostileResult>({ kind: 'attack', seconds } satisfies HostileTask) ?? null;
  const ackMs = await trade(dealer, { seed, seconds });
  const hostile = await attack;
  const busyCores = (machineBusySeconds() - busyBefore) / seconds;
  return { p50: percentile(ackMs, 0.5), p95: percentile(ackMs, 0.95), busyCores, hostile };
}

/** The milliseconds from the due time of each order to its acknowledgement, ascending; infinite for one that was rejected. */
async function trade(
  dealer: KeepAliveClient,
  { seed, seconds: length }: { readonly seed: number; readonly seconds: number },
): Promise<Float64Array> {
  const times = arrivalTimes({ perSecond: ordersPerSecond, seconds: length, seed });
  const ackMs: number[] = [];
  const orders: Promise<void>[] = [];
  await paceArrivals(times, (index, dueAtMs) => {
    orders.push(
      order(dealer, `${seed}-${index}`).then((remove) => {
        ackMs.push(remove === null ? Number.POSITIVE_INFINITY : performance.now() - dueAtMs);
        return remove?.();
      }),
    );
  });
  await Promise.all(orders);
  return Float64Array.from(ackMs).sort();
}

/** Resolves when the order is acknowledged, with a function that deletes it; null when the market was too busy for it. */
async function order(dealer: KeepAliveClient, id: string): Promise<(() => Promise<void>) | null> {
  const body: InsertOrderBody = {
    requestId: `dealer-${id}`,
    contract: 'MAR27 WMAZ',
    side: 'S',
    type: 0,
    qty: 1,
    price: 4100,
    capacity: 'P',
    principal: 'VELD',
  };
  const { status, text } = await dealer.post(userCommands.insertOrder.path, body);
  if (status === 503) return null;
  if (status !== 200) throw new Error(`An order of the dealer was rejected: ${status} ${text}`);
  const { activeOrderSeq } = JSON.parse(text) as OrderReply;
  return async () => {
    const deletion = { requestId: `delete-${id}`, activeOrderSeq };
    const reply = await dealer.post(userCommands.deleteActiveOrder.path, deletion);
    if (reply.status !== 200) throw new Error(`A delete was rejected: ${reply.status} ${reply.text}`);
  };
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
    quiet.flatMap((one, round) => [
      row(`${round + 1} quiet`, one),
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
