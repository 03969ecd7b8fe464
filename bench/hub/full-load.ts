// Measures the hub under full load: how long writing blocks the event loop, and how much stalled clients
// delay the others.

import { BenchWorker } from '../order-path/bench-worker.ts';
import { printTable } from '../table.ts';

interface Load {
  readonly clients: number;
  readonly contracts: number;
  /** The number of contracts that each client watches. */
  readonly watched: number;
  readonly messageBytes: number;
  /** The number of clients that read nothing. */
  readonly stalled: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

interface ServerReport {
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  readonly sliceBoundsMs: readonly number[];
  readonly slices: readonly number[];
  readonly framesPerSecond: number;
  readonly messagesPerSecond: number;
  readonly cpuShare: number;
  readonly grownBytes: number;
  readonly slowClients: number;
  readonly connections: number;
}

interface ClientReport {
  readonly frames: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

const perSecond = 20;
const mebibyte = 1024 * 1024;

export async function measureFullLoad(): Promise<void> {
  await measureManyClients();
  await measureStalledClients();
}

async function measureManyClients(): Promise<void> {
  const { server, clients } = await run({
    clients: 1_000,
    contracts: 1_000,
    watched: 50,
    messageBytes: 100,
    stalled: 0,
    warmUpMs: 2_000,
    measureMs: 10_000,
  });
  const total = server.slices.reduce((sum, count) => sum + count, 0);
  printTable(
    '1,000 clients, each on 50 of 1,000 contracts that change 20 times per second (goal: slice ≤ 2 ms, delay p99 < 20 ms)',
    ['what', 'value'],
    [
      ['messages/s', Math.round(server.messagesPerSecond)],
      ['frames/s', Math.round(server.framesPerSecond)],
      ['server CPU', `${(server.cpuShare * 100).toFixed(0)} %`],
      ...server.slices.map((count, i) => [sliceName(server.sliceBoundsMs, i), share(count, total)]),
      ['event-loop delay p99', `${server.delayP99Ms.toFixed(1)} ms`],
      ['event-loop delay max', `${server.delayMaxMs.toFixed(1)} ms`],
      ['age at the client p99', `${clients.p99Ms.toFixed(0)} ms`],
    ],
  );
}

async function measureStalledClients(): Promise<void> {
  const rows: (string | number)[][] = [];
  const grown: number[] = [];
  for (const stalled of [0, 20]) {
    const { server, clients } = await run({
      clients: 200,
      contracts: 100,
      watched: 25,
      messageBytes: 1_000,
      stalled,
      warmUpMs: 15_000,
      measureMs: 8_000,
    });
    grown.push(server.grownBytes);
    rows.push([
      stalled,
      server.slowClients,
      server.connections,
      `${clients.p50Ms.toFixed(0)} ms`,
      `${clients.p99Ms.toFixed(0)} ms`,
      `${(server.grownBytes / mebibyte).toFixed(1)} MiB`,
    ]);
  }
  const perStalled = ((grown[1] ?? 0) - (grown[0] ?? 0)) / 20 / mebibyte;
  printTable(
    `200 clients, of which some are stalled (goal: p99 < 250 ms for the others, memory < 4 MiB per stalled client; measured ${perStalled.toFixed(2)} MiB)`,
    ['stalled', 'slow', 'connected', 'age p50', 'age p99', 'memory growth'],
    rows,
  );
}

async function run(load: Load): Promise<{ server: ServerReport; clients: ClientReport }> {
  const server = new BenchWorker('../hub/load-server.mjs');
  const clients = new BenchWorker('../hub/load-clients.mjs');
  try {
    const { port } = await server.ask<{ port: number }>({ kind: 'open', ...load });
    await clients.ask({ kind: 'open', port, ...load });
    const report = server.ask<ServerReport>({ kind: 'run', perSecond, ...load });
    await new Promise((resolve) => setTimeout(resolve, load.warmUpMs));
    await clients.ask({ kind: 'measure' });
    return { server: await report, clients: await clients.ask<ClientReport>({ kind: 'report' }) };
  } finally {
    await clients.end();
    await server.end();
  }
}

function sliceName(boundsMs: readonly number[], index: number): string {
  const bound = boundsMs[index];
  return bound === undefined ? `slices over ${boundsMs.at(-1)} ms` : `slices up to ${bound} ms`;
}

function share(count: number, total: number): string {
  return `${((count / Math.max(1, total)) * 100).toFixed(2)} %`;
}
