// Measures group broadcasts, in received messages per second of server CPU time: the hub, bare `ws` that
// sends the same bytes, and socket.io.

import { BenchWorker } from '../order-path/bench-worker.ts';
import { printTable } from '../table.ts';

const systems = ['bare ws', 'signalr-server', 'socket.io'] as const;
type System = (typeof systems)[number];

interface Cell {
  readonly messageBytes: number;
  readonly clients: number;
  readonly perFrame: number;
}

interface Measured {
  readonly messages: number;
  readonly frames: number;
  readonly cpuMs: number;
  readonly wallMs: number;
}

const repetitions = Number(process.env.OPENPIT_BENCH_REPETITIONS ?? 3);
const warmUpMs = 1_000;
const measureMs = 2_000;
/** The messages in flight to all clients together, so that queues do not influence the result. */
const inFlight = 4_000;

const cells: readonly Cell[] = [1, 10].flatMap((perFrame) =>
  [100, 1_000].flatMap((messageBytes) =>
    [100, 1_000].map((clients) => ({ messageBytes, clients, perFrame })),
  ),
);

export async function measureBroadcast(): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const cell of cells) {
    // The systems take turns, so that a busy moment of the machine affects all of them.
    const rates: Record<System, number[]> = { 'bare ws': [], 'signalr-server': [], 'socket.io': [] };
    for (let i = 0; i < repetitions; i++) {
      for (const system of systems) rates[system].push(await rateOf(system, cell));
    }
    const [ws, hub, io] = systems.map((system) => median(rates[system]));
    rows.push([
      `${cell.messageBytes} B`,
      cell.clients,
      cell.perFrame,
      ...[ws, hub, io].map((rate) => Math.round(rate ?? 0)),
      ((hub ?? 0) / (ws ?? 1)).toFixed(2),
      ((hub ?? 0) / (io ?? 1)).toFixed(2),
    ]);
  }
  printTable(
    `Group broadcast: messages received per second of server CPU, median of ${repetitions} (socket.io cannot join messages to frames)`,
    [
      'message',
      'clients',
      'per frame',
      'bare ws',
      'signalr-server',
      'socket.io',
      'hub / ws',
      'hub / socket.io',
    ],
    rows,
  );
}

/** Received messages per second of server CPU time. */
async function rateOf(system: System, cell: Cell): Promise<number> {
  const server = new BenchWorker('../hub/broadcast-server.mjs');
  const clients = new BenchWorker('../hub/counting-clients.mjs');
  try {
    const ports = await server.ask<object>({ kind: 'open', system, ...cell });
    await clients.ask({ ...ports, ...cell, isSocketIo: system === 'socket.io' });
    const roundsInFlight = Math.max(4, Math.round(inFlight / cell.clients));
    const { messages, frames, cpuMs } = await server.ask<Measured>({
      kind: 'measure',
      ...cell,
      roundsInFlight,
      warmUpMs,
      measureMs,
    });
    const hasExpectedFrames =
      system === 'socket.io' || Math.abs(messages / frames - cell.perFrame) < 0.02 * cell.perFrame;
    if (!hasExpectedFrames) {
      throw new Error(`${system} sent ${messages / frames} messages per frame instead of ${cell.perFrame}.`);
    }
    return messages / (cpuMs / 1000);
  } finally {
    await clients.end();
    await server.end();
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
