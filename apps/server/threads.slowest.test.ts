// A server whose threads die: the market continues, the threads are restarted, and nothing prevents the server from stopping.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { crashThread } from './testing/crash-thread.ts';
import { type ServerOnAPort, serverOnAPort } from './testing/server-on-a-port.ts';

const patience = { timeout: 120_000, interval: 50 };

let server: ServerOnAPort;
/** The threads in the order the server starts them: journal, follower, history; then restarted threads. */
let workers: Worker[];
let isClosed: boolean;
const note = (worker: Worker) => void workers.push(worker);

beforeEach(async () => {
  workers = [];
  isClosed = false;
  process.on('worker', note);
  server = await serverOnAPort();
});
afterEach(async () => {
  process.off('worker', note);
  if (!isClosed) await server.close();
});

const places = { follower: 1, history: 2 };
type Name = keyof typeof places;

const kill = (name: Name): Promise<void> => crashThread(workers[places[name]]);

async function metric(name: string, thread: Name): Promise<number> {
  const { body } = await server.call('/metrics');
  return Number(new RegExp(`^${name}\\{thread="${thread}"\\} (\\d+)$`, 'm').exec(String(body))?.[1]);
}

const logged = async () => (await readFile(join(server.dataFolder, 'server.log'), 'utf8')).trim().split('\n');

describe.each(['follower', 'history'] as const)('the %s thread', (name) => {
  it('is logged and visible in the metrics when it dies, and is started again', async () => {
    expect(await metric('openpit_thread_running', name)).toBe(1);
    expect(await metric('openpit_thread_deaths_total', name)).toBe(0);
    await kill(name);
    // It may be running again by now.
    expect(await metric('openpit_thread_deaths_total', name)).toBe(1);
    await expect.poll(() => metric('openpit_thread_running', name)).toBe(1);
    expect(await metric('openpit_thread_deaths_total', name)).toBe(1);
    await vi.waitFor(async () => {
      const deaths = (await logged()).filter((line) => line.includes('a thread has died'));
      expect(deaths.map((line) => JSON.parse(line))).toMatchObject([
        { level: 50, thread: name, restartInMs: 1000, err: { message: expect.any(String) } },
      ]);
    }, patience);
  });

  it('does not keep the server from stopping when it has died before', async () => {
    await kill(name);
    await server.call('/metrics');
    await server.close();
    isClosed = true;
  });
});

it('history answers again after its thread has died, including the events in between', async () => {
  const thandi = await server.signIn('thandi');
  const call = '/api/History/Orders';
  expect((await server.call(call, { token: thandi })).status).toBe(200);
  await kill('history');
  const order = { contract: 'DEC26 WMAZ', side: 'B', type: 0, qty: 1, price: 4000, capacity: 'P' };
  const body = { requestId: 'while-history-is-down', ...order, principal: 'KAND' };
  const { status, body: reply } = await server.call('/api/Orders/InsertOrder', { body, token: thandi });
  expect(status).toBe(200);
  const { activeOrderSeq } = reply as { activeOrderSeq: number };
  const deletion = { requestId: 'delete-it', activeOrderSeq };
  await server.call('/api/Orders/DeleteActiveOrder', { body: deletion, token: thandi });
  await vi.waitFor(async () => {
    const { body: page } = await server.call(call, { token: thandi });
    expect(page).toMatchObject({ rows: [expect.objectContaining({ contract: 'DEC26 WMAZ' })] });
  }, patience);
  const { body: ready } = await server.call('/health/ready');
  expect(ready).toMatchObject({ history: 'readable', reasons: [] });
  expect((await logged()).some((line) => line.includes('The market runs without its history.'))).toBe(true);
});
