// The bare baseline of the order path: a server of Node alone that parses the same body, appends the same command to the same journal, as
// many together as arrive during an append, and replies when it is durable. It checks nothing and tells nobody.
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OwnedJournal, openLibsqlJournal } from '@openpit/storage';
import type { SequencedCommand } from '@openpit/venue';
import { type InsertOrderBody, userCommands } from '@openpit/wire';
import { encodeCommand } from '../../apps/server/sequencer/command-codec.ts';
import { deleteOf, insertOf, maxBatch } from './bare-commands.ts';
import { answerTasks, ownCpuSeconds } from './bench-worker.ts';
import { dealers } from './order-mix.ts';

export type BareServerTask =
  /** Answered with its address. */
  | { readonly kind: 'open' }
  /** Answered with the seconds of processor time that it has used. */
  | { readonly kind: 'cpu' }
  | { readonly kind: 'close' };

interface Waiting {
  readonly command: SequencedCommand;
  readonly response: ServerResponse;
}

const [{ userId }] = dealers;
let close = async (): Promise<void> => undefined;

answerTasks<BareServerTask>(async (task) => {
  switch (task.kind) {
    case 'open':
      return await open();
    case 'cpu':
      return ownCpuSeconds();
    case 'close':
      await close();
      return null;
  }
});

async function open(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'openpit-bare-server-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const journal = await openLibsqlJournal({ folder });
  const server = serve(journal);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = async () => {
    server.closeAllConnections();
    server.close();
    await journal.close();
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function serve(journal: OwnedJournal): Server {
  let waiting: Waiting[] = [];
  let isAppending = false;
  let lastSeq = 0;

  const appendAll = async () => {
    isAppending = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      const firstSeq = lastSeq + 1;
      const commands = batch.map(({ command }, at) => encodeCommand({ ...command, seq: firstSeq + at }));
      await journal.append({ firstSeq, commands });
      lastSeq += batch.length;
      for (const [at, { response }] of batch.entries()) {
        const seq = firstSeq + at;
        const text = JSON.stringify({ seq, activeOrderSeq: seq, state: 'Active', remaining: 1, dealt: 0 });
        const headers = { 'content-type': 'application/json', 'content-length': text.length };
        response.writeHead(200, headers).end(text);
      }
    }
    isAppending = false;
  };

  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString() ?? '';
      const command = commandOf(request.url, JSON.parse(text));
      waiting.push({ command, response });
      if (!isAppending) void appendAll();
    });
  });
}

function commandOf(path: string | undefined, body: { requestId: string; activeOrderSeq: number }) {
  return path === userCommands.insertOrder.path
    ? insertOf(userId, body as unknown as InsertOrderBody)
    : deleteOf(userId, body);
}
