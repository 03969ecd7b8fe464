// The HTTP calls of an overloaded market: its journal does not keep up because another connection holds the lock of the real file, or more
// orders arrive at the same time than it can handle.
import { connect } from 'node:net';
import { join } from 'node:path';
import { openLibsql } from '@openpit/storage';
import { userCommands } from '@openpit/wire';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exampleOrder } from '../testing/body-examples.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';

/** Limits so high that a single user can overload the server. */
const limits = [
  'connectionsPerUser',
  'callsPerSecond',
  'callBurst',
  'leavingPerSecond',
  'leavingBurst',
  'bytesPerSecond',
  'byteBurst',
  'expensivePerSecond',
  'expensiveBurst',
  'rejectionsPerMinute',
  'rejectionBurst',
]
  .map((name) => `${name}=1000000000`)
  .concat('anonymousConnections=100');

let server: ServerOnAPort;
/** How far the server's monotonic clock is ahead of the process, in milliseconds. */
let aheadMs: number;
let token: string;
beforeEach(async () => {
  aheadMs = 0;
  const monotonicMs = () => performance.now() + aheadMs;
  server = await serverOnAPort({ monotonicMs, options: ['--limits', limits.join(',')] });
  token = await server.signIn('thandi');
});
afterEach(() => server.close());

async function send(path: string, body: object, sender = token) {
  const reply = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sender}` },
    body: JSON.stringify(body),
  });
  const { code, activeOrderSeq } = (await reply.json()) as { code?: string; activeOrderSeq?: number };
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), code, activeOrderSeq };
}

const insert = (requestId: string) => send(userCommands.insertOrder.path, { ...exampleOrder, requestId });

const text = async (path: string) => String((await server.call(path)).body);

/** Commands in front of the journal. */
async function waiting(): Promise<number> {
  return Number(/^openpit_queue_commands (\d+)$/m.exec(await text('/metrics'))?.[1]);
}

it('answers orders that wait for the journal with 503 and Retry-After, and still takes deletes and suspends', async () => {
  const [a, b] = [await insert('one'), await insert('other')];
  const { lastSeq } = server.view;
  const journal = openLibsql(join(server.dataFolder, 'journal.db'));
  journal.execScript('begin immediate');
  const orders: ReturnType<typeof send>[] = [];
  const leaving: ReturnType<typeof send>[] = [];
  let written = 0;
  try {
    // The first append waits for the file; later entries wait in the queue.
    while ((await waiting()) === 0) orders.push(insert(`waits-${orders.length}`));
    aheadMs = 2_500;
    while ((await waiting()) > 0);
    const { deleteActiveOrder, suspendActiveOrder } = userCommands;
    leaving.push(send(deleteActiveOrder.path, { requestId: 'delete', activeOrderSeq: a.activeOrderSeq }));
    leaving.push(send(suspendActiveOrder.path, { requestId: 'suspend', activeOrderSeq: b.activeOrderSeq }));
    while ((await waiting()) < 2);
    aheadMs = 5_100;
    expect(await insert('late')).toMatchObject({ status: 503, code: 'venueBusy', retryAfter: '1' });
    expect(server.view.lastSeq).toBe(lastSeq);
  } finally {
    journal.execScript('rollback');
    journal.close();
  }
  for (const reply of await Promise.all(orders))
    if (reply.status === 200) written += 1;
    else expect(reply).toMatchObject({ status: 503, code: 'venueBusy', retryAfter: '1' });
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(orders.length);
  expect((await Promise.all(leaving)).map(({ status }) => status)).toEqual([200, 200]);
  // The rejected orders were not written: the same request is now a new one.
  expect(server.view.lastSeq).toBe(lastSeq + written + leaving.length);
  expect(await insert('late')).toMatchObject({ status: 200 });
});

it('answers each order of an overload, even on connections that have not sent an order before', async () => {
  const journal = openLibsql(join(server.dataFolder, 'journal.db'));
  journal.execScript('begin immediate');
  const orders: ReturnType<typeof send>[] = [];
  const sendMore = (count: number) => {
    for (let sent = 0; sent < count; sent += 1) orders.push(insert(`order-${orders.length}`));
  };
  try {
    while ((await waiting()) === 0) sendMore(1);
    // Few enough at a time that all of these connections are a signed-in user's before the next connections are opened.
    for (let lot = 1; lot <= 3; lot += 1) {
      const before = await waiting();
      sendMore(30);
      while ((await waiting()) < before + 25);
    }
    aheadMs = 400;
    sendMore(30);
    // The next connections exceed the number that may be open without a signed-in user.
    const late = orders.length;
    sendMore(150);
    await Promise.race(orders.slice(late));
  } finally {
    journal.execScript('rollback');
    journal.close();
  }
  // No connection was closed instead.
  for (const { status } of await Promise.all(orders)) expect([200, 503]).toContain(status);
});

it('rejects orders beyond those that it can answer soon with 503 and Retry-After, and still takes a delete', async () => {
  const pieter = await server.signIn('pieter');
  const bid = { ...exampleOrder, principal: 'VELD', price: 3990, requestId: 'rests' };
  const { activeOrderSeq } = await send(userCommands.insertOrder.path, bid, pieter);
  const { lastSeq } = server.view;
  const connections = 32;
  const each = 150;
  const flood = Array.from({ length: connections }, (_, at) => pipelined(`flood-${at}`, each));
  const leaving = { requestId: 'leaves', activeOrderSeq };
  await Promise.any(flood.map(({ rejected }) => rejected));
  expect(await send(userCommands.deleteActiveOrder.path, leaving, pieter)).toMatchObject({ status: 200 });
  const replies = (await Promise.all(flood.map(({ all }) => all))).join('');
  const count = (pattern: RegExp) => (replies.match(pattern) ?? []).length;
  const rejected = count(/HTTP\/1\.1 503 /g);
  expect(rejected).toBeGreaterThan(0);
  expect(count(/HTTP\/1\.1 200 /g)).toBe(connections * each - rejected);
  expect(count(/^retry-after: 1\r$/gim)).toBe(rejected);
  expect(count(/"code":"venueBusy"/g)).toBe(rejected);
  expect(count(/^x-request-id: \S+\r$/gim)).toBe(rejected);
  expect(count(/^content-security-policy: /gim)).toBe(connections * each);
  // The delete is one more command.
  expect(server.view.lastSeq).toBe(lastSeq + connections * each - rejected + 1);
  expect(await text('/metrics')).toContain(
    `openpit_commands_not_taken_total{code="venueBusy"} ${rejected}\n`,
  );
  expect(await insert('later')).toMatchObject({ status: 200 });
});

/** Sends orders on one connection without waiting for replies. `rejected` resolves at the first 503, `all` with all replies. */
function pipelined(name: string, count: number) {
  const requests = Array.from({ length: count }, (_, at) => {
    const body = JSON.stringify({ ...exampleOrder, requestId: `${name}-${at}` });
    return `POST ${userCommands.insertOrder.path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('latin1');
  socket.write(requests.join(''));
  let replies = '';
  const until = (holds: () => boolean) =>
    new Promise<string>((resolve, reject) => {
      socket.once('close', () => reject(new Error(`The connection was closed after ${replies}`)));
      socket.on('data', () => {
        if (holds()) resolve(replies);
      });
    });
  socket.on('data', (part: string) => {
    replies += part;
  });
  const rejected = until(() => replies.includes('HTTP/1.1 503 '));
  // A connection may have none.
  rejected.catch(() => undefined);
  const all = until(() => replies.split('HTTP/1.1 ').length > count && replies.endsWith('}'));
  return { rejected, all: all.finally(() => socket.destroy()) };
}
