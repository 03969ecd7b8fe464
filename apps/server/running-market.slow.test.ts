import { chmod, copyFile, cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { JournalHeldError, openLibsql } from '@openpit/storage';
import { epochMs } from '@openpit/venue';
import { anOrder } from '@openpit/venue/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMarketIn } from './data-folder.ts';
import type { RunningMarket } from './running-market.ts';
import { VirtualClock } from './schedule/virtual-clock.ts';
import { crashThread } from './testing/crash-thread.ts';
import { operate, seedSmallMarket, send } from './testing/seed-small-market.ts';

let folder: string;
const clock = new VirtualClock(epochMs(1_795_000_000_000));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-market-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (dataFolder = folder) =>
  openMarketIn({ dataFolder }, { clock, onStopped: (cause) => expect.fail(cause.message) });

async function seeded() {
  const market = await open();
  await seedSmallMarket(market, ['abdul']);
  return market;
}

const published = (market: RunningMarket) =>
  market.view.rowsFor('activeOrders', { userId: 'abdul', member: 'KAND' }).rows;

/** The user's orders with their current places in the queue. */
const orders = (market: RunningMarket) => {
  Array.from(market.view.takeQueuePlaces());
  return published(market);
};

/** A copy of the folder as kill -9 leaves it: everything that is on disk, and only that. */
async function copyAsKilled(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'openpit-killed-'));
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile()) await copyFile(join(folder, entry.name), join(copy, entry.name));
  return copy;
}

describe('a market', () => {
  it('loads its snapshot after a clean stop, with nothing to replay', async () => {
    const first = await seeded();
    await send(first, 'abdul', anOrder);
    const before = orders(first);
    const { lastSeq } = first.view;
    await first.close();
    const second = await open();
    expect(second.recovered).toMatchObject({ replayed: 0, snapshotSeq: lastSeq, damagedSnapshots: [] });
    expect(orders(second)).toEqual(before);
    expect((await send(second, 'abdul', anOrder)).seq).toBe(lastSeq + 1);
    await second.close();
  });

  it('replays every acknowledged command after kill -9, and handles a repeated request once', async () => {
    const first = await seeded();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => send(first, 'abdul', anOrder, `r-${at}`)),
    );
    const before = orders(first);
    const copy = await copyAsKilled();
    await first.close();
    const second = await open(copy);
    expect(second.recovered.replayed).toBe(44);
    expect(orders(second)).toEqual(before);
    const again = await send(second, 'abdul', anOrder, 'r-7');
    expect(again).toMatchObject({ repeats: answers[7]?.seq, events: [] });
    expect(orders(second)).toHaveLength(40);
    await second.close();
    await rm(copy, { recursive: true });
  });

  it('[HUB-3] includes the place of each order in its queue when it opens, and publishes no change to it', async () => {
    const first = await seeded();
    for (const ref of ['a', 'b']) await send(first, 'abdul', { ...anOrder, ref });
    await first.gateway.outcomesWritten();
    const killed = await copyAsKilled();
    await first.close();
    for (const dataFolder of [killed, folder]) {
      const market = await open(dataFolder);
      const places = published(market).map(({ ref, queuePosition }) => [ref, queuePosition]);
      expect(places).toEqual([
        ['a', 1],
        ['b', 2],
      ]);
      expect(Array.from(market.view.takeQueuePlaces())).toEqual([]);
      await market.close();
    }
    await rm(killed, { recursive: true });
  });

  it('skips a damaged snapshot, reports it, and replays instead', async () => {
    const first = await seeded();
    await send(first, 'abdul', anOrder);
    await first.close();
    const [snapshot = ''] = (await readdir(join(folder, 'snapshots'))).filter((name) =>
      name.startsWith('snapshot'),
    );
    await writeFile(join(folder, 'snapshots', snapshot), 'rubbish');
    const second = await open();
    expect(second.recovered.damagedSnapshots).toHaveLength(1);
    expect(second.recovered.replayed).toBe(5);
    expect(orders(second)).toHaveLength(1);
    await second.close();
  });

  it('has one owner: a second process is rejected immediately with the id of the first', async () => {
    const first = await seeded();
    await expect(open()).rejects.toThrow(JournalHeldError);
    await expect(open()).rejects.toThrow(String(process.pid));
    await first.close();
    await (await open()).close();
  });

  it('closes its folder and all files in it to other users of the machine', async () => {
    await chmod(folder, 0o755);
    const before = process.umask(0o022);
    try {
      const market = await seeded();
      await market.close();
    } finally {
      process.umask(before);
    }
    const files = await readdir(folder, { recursive: true });
    expect(files).toEqual(expect.arrayContaining(['journal.db', 'journal.tail', 'snapshots']));
    const open: string[] = [];
    for (const file of ['.', ...files])
      if (((await stat(join(folder, file))).mode & 0o077) !== 0) open.push(file);
    expect(open).toEqual([]);
  });

  it('is followed on another thread that takes snapshots, so that a start replays only the rest', async () => {
    // The thread begins with the state that the clean stop wrote.
    const seeding = await seeded();
    await seeding.close();
    const first = await openMarketIn(
      { dataFolder: folder },
      {
        clock,
        snapshotEvery: 25,
        onStopped: (cause) => expect.fail(cause.message),
        onSnapshotFailed: (cause) => expect.fail(cause.message),
      },
    );
    for (let at = 0; at < 30; at += 1) await send(first, 'abdul', anOrder, `f-${at}`);
    const snapshotFolder = join(folder, 'snapshots');
    const newest = async () =>
      Math.max(
        ...(await readdir(snapshotFolder)).map((name) =>
          Number(/^snapshot-(\d+)\.bin$/.exec(name)?.[1] ?? 0),
        ),
      );
    await expect.poll(newest).toBeGreaterThanOrEqual(25);
    for (let at = 0; at < 5; at += 1) await send(first, 'abdul', anOrder, `g-${at}`);
    const copy = await copyAsKilled();
    await cp(snapshotFolder, join(copy, 'snapshots'), { recursive: true });
    const before = orders(first);
    await first.close();
    const second = await open(copy);
    expect(second.recovered.snapshotSeq).toBeGreaterThanOrEqual(25);
    expect(second.recovered.replayed).toBe(39 - second.recovered.snapshotSeq);
    expect(orders(second)).toEqual(before);
    expect((await send(second, 'abdul', anOrder, 'f-7')).repeats).not.toBeNull();
    await second.close();
    await rm(copy, { recursive: true });
  });

  it('writes a snapshot if a replay would take long, even after few commands', async () => {
    const first = await openMarketIn(
      { dataFolder: folder },
      {
        clock,
        // Half a thousand commands take longer on any machine.
        snapshotAfterMs: 1,
        onStopped: (cause) => expect.fail(cause.message),
        onSnapshotFailed: (cause) => expect.fail(cause.message),
      },
    );
    await seedSmallMarket(first, ['abdul']);
    for (let at = 0; at < 600; at += 1) await send(first, 'abdul', anOrder, `f-${at}`);
    const snapshotFolder = join(folder, 'snapshots');
    const written = async () =>
      (await readdir(snapshotFolder)).filter((name) => /^snapshot-\d+\.bin$/.test(name));
    await expect.poll(async () => (await written()).length).toBeGreaterThan(0);
    await first.close();
  });

  it('restarts a dead follower from the market’s state, which then writes snapshots as before', async () => {
    const workers: Worker[] = [];
    const note = (worker: Worker) => void workers.push(worker);
    process.on('worker', note);
    const starts: string[] = [];
    const first = await openMarketIn(
      { dataFolder: folder },
      {
        clock,
        snapshotEvery: 25,
        onStopped: (cause) => expect.fail(cause.message),
        onSnapshotFailed: (cause) => expect.fail(cause.message),
        watch: {
          restart: { firstMs: 50, longestMs: 60_000 },
          started: (name) => void starts.push(name),
          died: () => undefined,
        },
      },
    );
    await seedSmallMarket(first, ['abdul']);
    for (let at = 0; at < 10; at += 1) await send(first, 'abdul', anOrder, `f-${at}`);
    await crashThread(workers.at(-1));
    process.off('worker', note);
    // The first of these commands are sent while the follower is down, the last command in the turn of its start.
    for (let at = 0; starts.length < 2; at += 1) await send(first, 'abdul', anOrder, `g-${at}`);
    for (let at = 0; at < 40; at += 1) await send(first, 'abdul', anOrder, `h-${at}`);
    const snapshotFolder = join(folder, 'snapshots');
    const written = async () =>
      (await readdir(snapshotFolder)).filter((name) => /^snapshot-\d+\.bin$/.test(name));
    await expect.poll(async () => (await written()).length).toBeGreaterThan(0);
    await first.gateway.outcomesWritten();
    const copy = await copyAsKilled();
    await cp(snapshotFolder, join(copy, 'snapshots'), { recursive: true });
    const before = orders(first);
    await first.close();
    const second = await open(copy);
    expect(second.recovered.snapshotSeq).toBeGreaterThanOrEqual(25);
    expect(second.recovered.damagedSnapshots).toEqual([]);
    expect(orders(second)).toEqual(before);
    await second.close();
    await rm(copy, { recursive: true });
  });

  it('stops when the thread of its journal dies, closes nevertheless, and has lost nothing that was acknowledged', async () => {
    const workers: Worker[] = [];
    const note = (worker: Worker) => void workers.push(worker);
    process.on('worker', note);
    const causes: string[] = [];
    const first = await openMarketIn(
      { dataFolder: folder },
      { clock, onStopped: ({ message }) => causes.push(message) },
    );
    process.off('worker', note);
    await seedSmallMarket(first, ['abdul']);
    await send(first, 'abdul', anOrder, 'before');
    const before = orders(first);
    await first.gateway.outcomesWritten();
    const [journalThread] = workers;
    await crashThread(journalThread);
    await expect(send(first, 'abdul', anOrder, 'after')).rejects.toThrow(
      'The market has stopped because its journal cannot be written',
    );
    expect(causes).toEqual([
      "the journal accepts no more writes: Cannot read properties of null (reading 'kind')",
    ]);
    await first.close();
    const second = await open();
    expect(orders(second)).toEqual(before);
    await second.close();
  });

  it('has a new epoch after each start', async () => {
    const first = await seeded();
    const { epoch } = first.journal;
    await first.close();
    const second = await open();
    expect(second.journal.epoch).toBeGreaterThan(epoch);
    await second.close();
  });
});

describe('a day that has ended', () => {
  it('is packed in the journal, and the same market opens again from the journal alone', async () => {
    const market = await openMarketIn(
      { dataFolder: folder },
      { clock, packAfterMs: 0, onStopped: (cause) => expect.fail(cause.message) },
    );
    await seedSmallMarket(market, ['abdul']);
    await Promise.all(Array.from({ length: 1100 }, () => send(market, 'abdul', anOrder)));
    await operate(market, { kind: 'endDay' });
    await send(market, 'abdul', anOrder);
    const journal = openLibsql(join(folder, 'journal.db'), { busyTimeoutMs: 2000 });
    const packs = () => journal.get('select count(*) as packs from pack')?.packs;
    await expect.poll(packs).toBe(2);
    journal.close();
    const before = orders(market);
    await market.close();
    await rm(join(folder, 'snapshots'), { recursive: true });
    const again = await open();
    expect(again.recovered.replayed).toBe(market.view.lastSeq);
    expect(orders(again)).toEqual(before);
    await again.close();
  });

  it('is reported when its commands are damaged, and the market continues', async () => {
    const reported: string[] = [];
    const market = await openMarketIn(
      { dataFolder: folder },
      {
        clock,
        packAfterMs: 0,
        onDamagedDay: ({ message }) => reported.push(message),
        onStopped: (cause) => expect.fail(cause.message),
      },
    );
    await seedSmallMarket(market, ['abdul']);
    await Promise.all(Array.from({ length: 600 }, () => send(market, 'abdul', anOrder)));
    const journal = openLibsql(join(folder, 'journal.db'), { busyTimeoutMs: 2000 });
    journal.run('update command set checksum = checksum + 1 where seq = 7');
    journal.close();
    await operate(market, { kind: 'endDay' });
    await expect
      .poll(() => reported)
      .toEqual([expect.stringMatching(/^command 7 is damaged \(its checksum does not match\): /)]);
    await send(market, 'abdul', anOrder);
    await market.close();
  });
});
