// A start after kill -9, until the address is printed, by the number of commands that it replays: the market has no snapshot, and
// its orders rest.
import { userCommands } from '@openpit/wire';
import { KeepAliveClient } from './order-path/keep-alive-client.ts';
import { RunningServer } from './order-path/running-server.ts';
import { printTable } from './table.ts';

const commandCounts = [1_000, 10_000, 30_000];
const restarts = 5;
const senders = 40;

export async function run(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  let server = await RunningServer.start();
  const { folder } = server;
  const rows: (readonly number[])[] = [];
  let sent = 0;
  try {
    for (const commands of commandCounts) {
      await rest(server, sent, commands);
      sent = commands;
      const times: number[] = [];
      for (let count = 0; count < restarts; count += 1) {
        await server.kill();
        const begunAt = performance.now();
        server = await RunningServer.start([], undefined, null, folder);
        times.push(Math.round(performance.now() - begunAt));
      }
      times.sort((x, y) => x - y);
      rows.push([commands, times[restarts >> 1] ?? 0, times.at(-1) ?? 0]);
    }
  } finally {
    await server.stop();
  }
  printTable(`Start after kill -9, ${restarts} times each`, ['orders', 'median ms', 'longest ms'], rows);
}

/** Sends bids that do not deal, from this number to that one. */
async function rest(server: RunningServer, from: number, to: number): Promise<void> {
  const client = new KeepAliveClient(server.url, await server.signIn('thandi@kand.example'));
  let next = from;
  const send = async () => {
    while (next < to) {
      const number = next++;
      const { status, text } = await client.post(userCommands.insertOrder.path, {
        requestId: `restart-${number}`,
        contract: 'DEC26 WMAZ',
        side: 'B',
        type: 0,
        qty: 1,
        price: 3900 + (number % 100) * 0.2,
        capacity: 'P',
        principal: 'KAND',
      });
      if (status !== 200) throw new Error(`An order was answered ${status}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: senders }, send));
  client.close();
}
