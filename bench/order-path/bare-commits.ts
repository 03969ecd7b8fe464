// The process that measures the bare commit: appends the commands of the same orders, with the same kind of arrival times, to a
// journal and does nothing else. As in the sequencer, commands that arrive during an append are in the next one.
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OwnedJournal, openLibsqlJournal } from '@openpit/storage';
import type { SequencedCommand } from '@openpit/venue';
import { encodeCommand } from '../../apps/server/sequencer/command-codec.ts';
import { type ArrivalRate, arrivalTimes, paceArrivals } from './arrivals.ts';
import { deleteOf, insertOf, maxBatch } from './bare-commands.ts';
import { answerTasks } from './bench-worker.ts';
import { dealers, OrderMix, type QuotedContract } from './order-mix.ts';

export type BareTask =
  | { readonly kind: 'open'; readonly contracts: readonly QuotedContract[] }
  | ({ readonly kind: 'commit'; readonly name: string } & ArrivalRate)
  | { readonly kind: 'close' };

export interface BareResult {
  /** Milliseconds from due to durable, unordered. */
  readonly commitMs: Float64Array;
  readonly meanBytes: number;
  readonly commandsPerCommit: number;
}

let folder = '';
let journal: OwnedJournal | null = null;
let contracts: readonly QuotedContract[] = [];
let lastSeq = 0;

answerTasks<BareTask>(async (task) => {
  switch (task.kind) {
    case 'open':
      contracts = task.contracts;
      folder = await mkdtemp(join(tmpdir(), 'openpit-bare-commits-'));
      process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
      journal = await openLibsqlJournal({ folder });
      return null;
    case 'commit':
      return commitAll(task);
    case 'close':
      await journal?.close();
      return null;
  }
});

async function commitAll(task: ArrivalRate & { readonly name: string }): Promise<BareResult> {
  const log = journal;
  if (log === null) throw new Error('The journal is not open.');
  const times = arrivalTimes(task);
  const mix = new OrderMix(contracts, task);
  const commitMs = new Float64Array(times.length);
  let waiting: { readonly index: number; readonly dueAtMs: number; readonly command: SequencedCommand }[] =
    [];
  let bytes = 0;
  let commits = 0;
  let running: Promise<void> | null = null;

  const appendAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      const firstSeq = lastSeq + 1;
      const commands = batch.map(({ command }, at) => encodeCommand({ ...command, seq: firstSeq + at }));
      for (const command of commands) bytes += command.length;
      await log.append({ firstSeq, commands });
      lastSeq += batch.length;
      commits += 1;
      const now = performance.now();
      for (const { index, dueAtMs } of batch) commitMs[index] = now - dueAtMs;
    }
    running = null;
  };

  await paceArrivals(times, (index, dueAtMs) => {
    const command = index % 2 === 0 ? insertOfMix(mix) : deleteOfMix(mix, index);
    waiting.push({ index, dueAtMs, command });
    running ??= appendAll();
  });
  await running;
  return { commitMs, meanBytes: bytes / times.length, commandsPerCommit: times.length / commits };
}

/** The command that the server makes of the body (packages/market/calls/command-of-body.ts). */
function insertOfMix(mix: OrderMix): SequencedCommand {
  const { dealer, body } = mix.nextOrder();
  return insertOf(dealer.userId, body);
}

function deleteOfMix(mix: OrderMix, index: number): SequencedCommand {
  const { userId } = dealers[index % dealers.length] ?? dealers[0];
  return deleteOf(userId, { requestId: mix.nextRequestId(), activeOrderSeq: 100_000 + index });
}
