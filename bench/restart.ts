// A start after kill -9, until the address is printed, on files and in PostgreSQL. It is measured with resting orders
// that were sent together, and after a day of many commands, half of them inserts and half deletes.
import { startPostgres } from '@openpit/storage/testing';
import { type OrderReply, userCommands } from '@openpit/wire';
import type { BenchOptions } from './bench-options.ts';
import { KeepAliveClient } from './order-path/keep-alive-client.ts';
import { RunningServer } from './order-path/running-server.ts';
import { printTable } from './table.ts';

const orderCounts = [1_000, 10_000, 30_000];
/** The goal is for 2,000,000, which take about ten minutes to send. */
const defaultCommands = 200_000;
const restarts = 5;
const senders = 40;
const goalMs = 3_000;

type Row = readonly (string | number)[];

export async function run({ commands = String(defaultCommands) }: BenchOptions): Promise<void> {
  const ofDay = Number(commands);
  if (!Number.isSafeInteger(ofDay) || ofDay < 1)
    throw new Error(`--commands wants a whole number of commands, not ${commands}.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const rows: Row[] = [];
  const postgres = await startPostgres();
  try {
    for (const store of ['files', 'PostgreSQL']) {
      const database = async () =>
        store === 'files' ? [] : ['--database', await postgres.createDatabase(() => undefined)];
      rows.push(...(await measure(store, await database(), orderCounts, rest)));
      rows.push(...(await measure(store, await database(), [ofDay], comeAndGo)));
    }
  } finally {
    postgres.kill();
  }
  printTable(
    `Start after kill -9, ${restarts} times each, goal ${goalMs.toLocaleString('en-GB')} ms`,
    ['journal', 'what', 'median ms', 'longest ms', 'goal'],
    rows,
  );
}

/** Fills a new market up to each of the counts, and kills and starts its server there. */
async function measure(
  store: string,
  database: readonly string[],
  counts: readonly number[],
  fill: typeof rest | typeof comeAndGo,
): Promise<Row[]> {
  const options = ['--no-simulator', '--business-day', '2026-11-18', ...database];
  let server = await RunningServer.start([], options);
  const { folder } = server;
  const rows: Row[] = [];
  let sent = 0;
  try {
    for (const count of counts) {
      await fill(server, sent, count);
      sent = count;
      const times: number[] = [];
      for (let start = 0; start < restarts; start += 1) {
        await server.kill();
        const begunAt = performance.now();
        server = await RunningServer.start([], options, null, folder);
        times.push(Math.round(performance.now() - begunAt));
      }
      times.sort((x, y) => x - y);
      const longest = times.at(-1) ?? 0;
      const what = `${count.toLocaleString('en-GB')} ${fill === rest ? 'resting orders' : 'commands in the day'}`;
      rows.push([store, what, times[restarts >> 1] ?? 0, longest, longest <= goalMs ? 'met' : 'MISSED']);
    }
  } finally {
    await server.stop();
  }
  return rows;
}

/** Sends bids that do not deal, from this number to that one. */
async function rest(server: RunningServer, from: number, to: number): Promise<void> {
  await inLanes(server, from, to, async (client, number) => void (await insert(client, number)));
}

/** Sends bids that do not deal, and deletes each. */
async function comeAndGo(server: RunningServer, from: number, to: number): Promise<void> {
  await inLanes(server, from, Math.ceil(to / 2), async (client, number) => {
    const { activeOrderSeq } = await insert(client, number);
    await post(client, userCommands.deleteActiveOrder.path, { requestId: `gone-${number}`, activeOrderSeq });
  });
}

async function inLanes(
  server: RunningServer,
  from: number,
  to: number,
  work: (client: KeepAliveClient, number: number) => Promise<void>,
): Promise<void> {
  const client = new KeepAliveClient(server.url, await server.signIn('thandi@kand.example'));
  let next = from;
  const lane = async () => {
    while (next < to) await work(client, next++);
  };
  await Promise.all(Array.from({ length: senders }, lane));
  client.close();
}

async function insert(client: KeepAliveClient, number: number): Promise<OrderReply> {
  const text = await post(client, userCommands.insertOrder.path, {
    requestId: `restart-${number}`,
    contract: 'DEC26 WMAZ',
    side: 'B',
    type: 0,
    qty: 1,
    price: 3900 + (number % 100) * 0.2,
    capacity: 'P',
    principal: 'KAND',
  });
  return JSON.parse(text) as OrderReply;
}

async function post(client: KeepAliveClient, path: string, body: object): Promise<string> {
  const { status, text } = await client.post(path, body);
  if (status !== 200) throw new Error(`An order was answered ${status}: ${text}`);
  return text;
}
