// The HTTP calls of a market whose journal does not keep up: another connection holds the lock of the real file, so that appends wait.
import { join } from 'node:path';
import { openLibsql } from '@openpit/storage';
import { userCommands } from '@openpit/wire';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';

let server: ServerOnAPort;
let token: string;
beforeEach(async () => {
  server = await serverOnAPort();
  token = await server.signIn('thandi');
});
afterEach(() => server.close());

async function send(path: string, body: object) {
  const reply = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const { code, activeOrderSeq } = (await reply.json()) as { code?: string; activeOrderSeq?: number };
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), code, activeOrderSeq };
}

const insert = (requestId: string) =>
  send(userCommands.insertOrder.path, {
    requestId,
    contract: 'DEC26 WMAZ',
    side: 'B',
    type: 0,
    qty: 1,
    price: 4000,
    capacity: 'P',
    principal: 'KAND',
  });

/** Commands in front of the journal. */
async function waiting(): Promise<number> {
  const { body } = await server.call('/metrics');
  return Number(/^openpit_queue_commands (\d+)$/m.exec(String(body))?.[1]);
}

it('rejects orders at once with 503 and Retry-After, and still takes deletes and suspends', async () => {
  const [one, other] = [await insert('one'), await insert('other')];
  const { lastSeq } = server.view;
  const journal = openLibsql(join(server.dataFolder, 'journal.db'));
  journal.execScript('begin immediate');
  const taken: ReturnType<typeof send>[] = [];
  try {
    // The first append waits for the file; what follows waits in the queue.
    while ((await waiting()) === 0) taken.push(insert(`waits-${taken.length}`));
    server.clock.advance(2_500);

    expect(await insert('late')).toMatchObject({ status: 503, code: 'venueBusy', retryAfter: '1' });
    expect(server.view.lastSeq).toBe(lastSeq);
    const before = await waiting();
    const { deleteActiveOrder, suspendActiveOrder } = userCommands;
    taken.push(send(deleteActiveOrder.path, { requestId: 'delete', activeOrderSeq: one.activeOrderSeq }));
    taken.push(send(suspendActiveOrder.path, { requestId: 'suspend', activeOrderSeq: other.activeOrderSeq }));
    const limit = Date.now() + 1_000;
    while ((await waiting()) < before + 2)
      if (Date.now() > limit) expect.fail('Deletes and suspends do not wait.');
  } finally {
    journal.execScript('rollback');
    journal.close();
  }
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual(taken.map(() => 200));
  // The rejected order was not written: the same request is now a new one.
  expect(server.view.lastSeq).toBe(lastSeq + taken.length);
  expect(await insert('late')).toMatchObject({ status: 200 });
});
