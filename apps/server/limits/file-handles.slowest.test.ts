// A server, in a separate process, that the operating system gives few file handles.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPassword } from '@openpit/market';
import { paths, userCommands } from '@openpit/wire';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { requestOf } from '../testing/request-of.ts';
import { Screen } from '../testing/screen.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

const patience = { timeout: 120_000, interval: 100 };

/** Enough for the server, but fewer than the connections that it assumes it can accept. */
const handles = { openFiles: 500, takenFiles: 300 };

let folder: string;
let server: ServerProcess;
let sockets: Socket[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-handles-'));
  const options = ['--data', folder, '--no-simulator', '--business-day', '2026-11-18'];
  server = await startServerProcess([...options, '--limits', 'anonymousConnections=500'], handles);
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  server.child.kill('SIGTERM');
  await server.ended;
  await rm(folder, { recursive: true, force: true });
});

async function post(path: string, body: object, token?: string): Promise<{ status: number; body: unknown }> {
  const reply = await fetch(server.url + path, requestOf({ body, token }));
  return { status: reply.status, body: await reply.json() };
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

function flood(count: number): void {
  const { hostname, port } = new URL(server.url);
  for (let opened = 0; opened < count; opened += 1) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    sockets.push(socket);
  }
}

const logged = () => readFile(join(folder, 'server.log'), 'utf8');

it('continues without file handles, logs this, reports it in the metrics, and later accepts connections again', async () => {
  const login = { email: 'thandi@kand.example', password: demoPassword };
  const { token } = (await post(paths.login, login)).body as { token: string };
  const screen = new Screen(server.url, token, {});
  await screen.connection.start();

  // All at the same time, and again, because the server makes room by closing idle ones.
  await vi.waitFor(async () => {
    flood(300);
    await screen.settle();
    expect(await logged()).toContain('there are no file handles left');
  }, patience);
  await screen.settle();
  expect(screen.isClosed).toBe(false);

  await expect.poll(() => logged()).toContain('there are file handles again');
  const order = { contract: 'DEC26 WMAZ', side: 'B', type: 0, qty: 1, price: 4000, capacity: 'P' };
  const body = { requestId: 'after-the-flood', ...order, principal: 'KAND' };
  expect((await post(userCommands.insertOrder.path, body, token)).status).toBe(200);
  expect(await metric('openpit_file_handles_out_total')).toBeGreaterThanOrEqual(1);
  expect(await metric('openpit_file_handles_out')).toBe(0);
  await screen.connection.stop();
});
