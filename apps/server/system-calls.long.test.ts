// The journal as seen by the operating system: no acknowledgement leaves before its command is flushed to the disk, and none after the disk
// has failed (architecture.md, Follow one order). Only `npm run test:long -- system-calls` runs these tests, because they need strace.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPassword, demoUsers } from '@openpit/market';
import { paths, userCommands } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exampleOrder } from './testing/body-examples.ts';
import { requestOf } from './testing/request-of.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';
import { callsOf, detach, type SystemCall, trace } from './testing/traced-server.ts';

const faults = 50;
vi.setConfig({ testTimeout: 60_000 + faults * 20_000 });

let folder: string;
let server: ServerProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-system-calls-'));
});
afterEach(async () => {
  server?.child.kill('SIGKILL');
  await server?.ended;
  await rm(folder, { recursive: true, force: true });
});

describe('the journal and the disk', () => {
  it('flush each command before its reply is sent', async () => {
    const { url, child } = await start(folder);
    const token = await signIn(url);
    const file = join(folder, 'trace');
    const tracer = await trace(pidOf(child), file, [
      '-e',
      'trace=write,writev,sendto,sendmsg,pwrite64,fsync,fdatasync',
    ]);
    const sent: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      // Alone, and together: a batch has one flush.
      const refs = Array.from({ length: 1 + (round % 5) * 2 }, (_, at) => `R${round}x${at}y`);
      const replies = await Promise.all(refs.map((ref) => order(url, token, ref)));
      expect(replies).toEqual(refs.map(() => 200));
      sent.push(...refs);
    }
    await detach(tracer);

    const calls = await callsOf(file);
    const flushes = calls.filter(isFlush);
    const early = sent.filter((ref) => {
      const written = calls.find((call) => isOf(call, 'journal.db-wal') && call.text.includes(ref));
      const reply = calls.find(
        ({ name, text }) => name !== 'pwrite64' && isReply(text) && text.includes(`"ref\\":\\"${ref}`),
      );
      if (written === undefined || reply === undefined) return true;
      return !flushes.some(({ began, ended }) => began > written.ended && ended < reply.began);
    });
    expect(early).toEqual([]);
    expect(sent.length).toBeGreaterThan(90);
  });

  it.each([
    ['EIO', 'fdatasync,fsync'],
    ['ENOSPC', 'pwrite64'],
  ])(
    `acknowledge nothing after %s, end with a sentence, and start again with all that was acknowledged (${faults / 2} times)`,
    async (error, call) => {
      const acknowledged: string[] = [];
      for (let fault = 0; fault < faults / 2; fault += 1) {
        const { url, child, ended, output } = await start(folder);
        const token = await signIn(url);
        const lost: string[] = [];
        for (const ref of acknowledged) {
          const status = await outcome(url, token, ref);
          if (status !== 200) lost.push(`${ref}: ${status}`);
        }
        expect(lost).toEqual([]);

        const file = join(folder, `trace-${fault}`);
        const tracer = await trace(pidOf(child), file, [
          '-e',
          `trace=${call}`,
          '-P',
          join(folder, 'data', 'journal.db-wal'),
          '-e',
          // Another call each time.
          `inject=${call}:error=${error}:when=${1 + fault * 2}+`,
        ]);
        const acks: { readonly ref: string; readonly sentAt: number }[] = [];
        const sending = Array.from({ length: 4 }, async (_, sender) => {
          for (let count = 0; ; count += 1) {
            const ref = `F${fault}s${sender}n${count}`;
            const sentAt = Date.now();
            const status = await order(url, token, ref).catch(() => null);
            if (status !== 200) return;
            acks.push({ ref, sentAt });
          }
        });
        const { code } = await ended;
        await Promise.all(sending);
        await detach(tracer);

        expect(code, output()).not.toBe(0);
        expect(output()).toMatch(/journal/);
        const [first] = (await callsOf(file)).filter(({ isInjected }) => isInjected);
        if (first === undefined) throw new Error(`no call failed:\n${output()}`);
        expect(acks.filter(({ sentAt }) => sentAt > first.at + 1)).toEqual([]);
        acknowledged.push(...acks.map(({ ref }) => ref));
      }
      expect(acknowledged.length).toBeGreaterThan(faults);
    },
  );
});

const isOf = ({ text }: SystemCall, file: string): boolean => text.includes(`/${file}>`);
const isFlush = (call: SystemCall): boolean =>
  ['fsync', 'fdatasync'].includes(call.name) && isOf(call, 'journal.db-wal') && call.text.endsWith('= 0');
const isReply = (text: string): boolean => text.includes('HTTP/1.1 200');

async function start(folder: string): Promise<ServerProcess> {
  server = await startServerProcess([
    '--data',
    join(folder, 'data'),
    '--no-simulator',
    '--business-day',
    '2026-11-18',
  ]);
  return server;
}

function pidOf({ pid }: ServerProcess['child']): number {
  if (pid === undefined) throw new Error('the server has no process');
  return pid;
}

async function signIn(url: string): Promise<string> {
  const [user] = demoUsers;
  const reply = await fetch(url + paths.login, post({ email: user?.email, password: demoPassword }));
  return ((await reply.json()) as { token: string }).token;
}

/** Returns the status of the reply; rejects when there is none. */
async function order(url: string, token: string, ref: string): Promise<number> {
  const body = {
    requestId: ref,
    ref,
    ...exampleOrder,
    price: 3900,
  };
  const reply = await fetch(url + userCommands.insertOrder.path, post(body, token));
  await reply.text();
  return reply.status;
}

async function outcome(url: string, token: string, ref: string): Promise<number> {
  const { status } = await fetch(`${url}${paths.orderByRequestId}?requestId=${ref}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return status;
}

const post = (body: object, token?: string): RequestInit => requestOf({ body, token });
