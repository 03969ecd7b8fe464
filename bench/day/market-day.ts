// The process of the day bench: a market of the compiled server with its sequencer, venue, projections and follower, without a disk for
// its journal. It handles the commands of a day as fast as it can and sends a sample to its parent after each part of the day.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openChunkFile, openSnapshots } from '@openpit/storage';
import { type Clock, chunkSize, epochMs, type Submission } from '@openpit/venue';
import { runMarket } from '../../apps/server/dist/running-market.js';
import { hashOfState, marketOf } from '../../apps/server/dist/sequencer/snapshot-contents.js';
import { DayMix } from './day-mix.ts';
import { openDroppingJournal } from './dropping-journal.ts';

export interface DaySample {
  readonly commands: number;
  readonly openOrders: number;
  /** MiB, after a collection of garbage of the main thread. */
  readonly heap: number;
  /** MiB outside the heap of the main thread. */
  readonly outside: number;
  /** MiB of the process with all its threads. */
  readonly rss: number;
  readonly failedSnapshots: number;
}

/** The last message. */
export interface DayStopped {
  /** A clean stop, which writes a snapshot. */
  readonly stopSeconds: number;
  readonly snapshotMib: number;
  /** The snapshot read again, with all its hashes: most of the next start. */
  readonly loadSeconds: number;
  /** The highest RSS, including the stop and the load. */
  readonly highestMib: number;
}

const perSecond = 1_000;
const openedAt = 1_795_000_000_000;

async function runDay(seconds: number, samples: number): Promise<void> {
  const snapshotFolder = await mkdtemp(join(tmpdir(), 'openpit-day-'));
  let [handled, failedSnapshots] = [0, 0];
  const clock: Clock = {
    now: () => epochMs(openedAt + Math.floor((handled * 1_000) / perSecond)),
    at: () => () => undefined,
  };
  const { gateway, close } = await runMarket({
    journal: openDroppingJournal(),
    snapshotFolder,
    clock,
    onSnapshotFailed: () => {
      failedSnapshots += 1;
    },
    onStopped: (cause) => {
      throw cause;
    },
  });
  // Otherwise nothing would keep the process running while it waits for the follower's thread.
  process.on('message', () => undefined);
  const mix = new DayMix(42);
  const send = async (submissions: readonly Submission[]) => {
    const outcomes = await Promise.all(submissions.map((submission) => gateway.submit(submission)));
    for (const outcome of outcomes) mix.learn(outcome);
    handled += outcomes.length;
  };
  await send(mix.opening());
  const commands = seconds * perSecond;
  for (let part = 1; part <= samples; part += 1) {
    const until = Math.floor((commands * part) / samples);
    // Commands of one batch do not see one another's outcomes.
    while (handled < until)
      await send(Array.from({ length: Math.min(200, until - handled) }, () => mix.next()));
    // Outcomes that wait to be written for the follower do not count as memory that the market keeps.
    await gateway.outcomesWritten();
    await nextTurn();
    globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    const mib = (bytes: number) => bytes / 1024 / 1024;
    const { openOrders } = mix;
    const sample = { heap: mib(heapUsed), outside: mib(external), rss: mib(rss) };
    process.send?.({ commands: handled, openOrders, ...sample, failedSnapshots } satisfies DaySample);
  }
  const stoppingAt = performance.now();
  await close();
  const loadingAt = performance.now();
  const { snapshot } = await (await openSnapshots(snapshotFolder)).latest();
  if (snapshot === undefined) throw new Error('The market left no snapshot.');
  const { sections, stateHash } = snapshot;
  const chunks = openChunkFile({ folder: snapshotFolder, chunkSize });
  const { lastSeq } = marketOf(snapshot, chunks).venue;
  if (hashOfState(sections) !== stateHash || lastSeq !== snapshot.seq)
    throw new Error('The snapshot cannot be used.');
  const bytes = Object.values(sections).reduce((sum, { length }) => sum + length, 0);
  process.send?.({
    stopSeconds: (loadingAt - stoppingAt) / 1_000,
    snapshotMib: bytes / 1024 / 1024,
    loadSeconds: (performance.now() - loadingAt) / 1_000,
    highestMib: process.resourceUsage().maxRSS / 1024,
  } satisfies DayStopped);
  await chunks.close();
  await rm(snapshotFolder, { recursive: true });
  process.disconnect();
}

const [seconds = '60', samples = '10'] = process.argv.slice(2);
await runDay(Number(seconds), Number(samples));
