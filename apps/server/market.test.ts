import { copyFile, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JournalHeldError } from '@openpit/storage';
import { type Command, epochMs, lots, type Outcome } from '@openpit/venue';
import { anOrder, orderFlags, smallMarket } from '@openpit/venue/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMarketIn } from './data-folder.ts';
import type { Market } from './market.ts';
import { VirtualClock } from './schedule/virtual-clock.ts';

let folder: string;
const clock = new VirtualClock(epochMs(1_795_000_000_000));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-market-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (dataFolder = folder): Promise<Market> =>
  openMarketIn(dataFolder, { clock, onStopped: (cause) => expect.fail(cause.message) });

const operate = (market: Market, command: Command) =>
  market.floor.submit({ by: testOperator, requestId: null, command });
const send = (market: Market, command: Command, requestId: string | null = null): Promise<Outcome> =>
  market.floor.submit({ by: { kind: 'user', userId: 'abdul' }, requestId, command });

async function seeded(): Promise<Market> {
  const market = await open();
  await operate(market, { kind: 'openMarket', businessDay: '2026-11-18', referenceData: smallMarket });
  await operate(market, { kind: 'registerUser', userId: 'abdul', member: 'KAND', dealer: 'ABD' });
  await operate(market, { kind: 'grantPermissions', userId: 'abdul', flags: orderFlags });
  await send(market, { kind: 'setOwnMaxOrderQuantity', maxLots: lots(100) });
  return market;
}

const asTold = (market: Market) =>
  market.view.activeOrders.rows.image({ userId: 'abdul', member: 'KAND' }).rows;

/** The own orders, with where they stand now. */
const orders = (market: Market) => {
  market.view.standInQueues();
  return asTold(market);
};

/** The folder as a kill would leave it: everything that is on disk, nothing that is not. */
async function asKilled(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'openpit-killed-'));
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile()) await copyFile(join(folder, entry.name), join(copy, entry.name));
  return copy;
}

describe('a market', () => {
  it('stopped cleanly comes back from its snapshot with nothing to replay', async () => {
    const first = await seeded();
    await send(first, anOrder);
    const before = orders(first);
    const { lastSeq } = first.view;
    await first.close();
    const second = await open();
    expect(second.recovered).toMatchObject({ replayed: 0, snapshotSeq: lastSeq, damagedSnapshots: [] });
    expect(orders(second)).toEqual(before);
    expect((await send(second, anOrder)).seq).toBe(lastSeq + 1);
    await second.close();
  });

  it('killed comes back by replay with every acknowledged command, and a repeated request does nothing twice', async () => {
    const first = await seeded();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => send(first, anOrder, `r-${at}`)));
    const before = orders(first);
    const copy = await asKilled();
    await first.close();
    const second = await open(copy);
    expect(second.recovered.replayed).toBe(44);
    expect(orders(second)).toEqual(before);
    const again = await send(second, anOrder, 'r-7');
    expect(again).toMatchObject({ repeats: answers[7]?.seq, events: [] });
    expect(orders(second)).toHaveLength(40);
    await second.close();
    await rm(copy, { recursive: true });
  });

  it('[HUB-3] knows at once where each order stands in its queue when it comes back, and has nothing to tell of it', async () => {
    const first = await seeded();
    for (const ref of ['a', 'b']) await send(first, { ...anOrder, ref });
    await first.floor.outcomesWritten();
    const killed = await asKilled();
    await first.close();
    for (const dataFolder of [killed, folder]) {
      const market = await open(dataFolder);
      const places = asTold(market).map(({ ref, queuePosition }) => [ref, queuePosition]);
      expect(places).toEqual([
        ['a', 1],
        ['b', 2],
      ]);
      expect(Array.from(market.view.takeQueuePlaces())).toEqual([]);
      await market.close();
    }
    await rm(killed, { recursive: true });
  });

  it('passes over a damaged snapshot, says so, and replays instead', async () => {
    const first = await seeded();
    await send(first, anOrder);
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

  it('is held by one owner: a second is rejected at once and told who has it', async () => {
    const first = await seeded();
    await expect(open()).rejects.toThrow(JournalHeldError);
    await expect(open()).rejects.toThrow(String(process.pid));
    await first.close();
    await (await open()).close();
  });

  it('is followed on another thread that takes snapshots on the way; killed after one it replays only the rest', async () => {
    const first = await openMarketIn(folder, {
      clock,
      snapshotEvery: 25,
      onStopped: (cause) => expect.fail(cause.message),
      onFollowerFailed: (cause) => expect.fail(cause.message),
    });
    await operate(first, { kind: 'openMarket', businessDay: '2026-11-18', referenceData: smallMarket });
    await operate(first, { kind: 'registerUser', userId: 'abdul', member: 'KAND', dealer: 'ABD' });
    await operate(first, { kind: 'grantPermissions', userId: 'abdul', flags: orderFlags });
    await send(first, { kind: 'setOwnMaxOrderQuantity', maxLots: lots(100) });
    for (let at = 0; at < 30; at += 1) await send(first, anOrder, `f-${at}`);
    const snapshotFolder = join(folder, 'snapshots');
    const written = async () =>
      (await readdir(snapshotFolder)).filter((name) => /^snapshot-\d+\.bin$/.test(name));
    await expect.poll(async () => (await written()).length, { timeout: 5000 }).toBeGreaterThan(0);
    for (let at = 0; at < 5; at += 1) await send(first, anOrder, `g-${at}`);
    const copy = await asKilled();
    await cp(snapshotFolder, join(copy, 'snapshots'), { recursive: true });
    const before = orders(first);
    await first.close();
    const second = await open(copy);
    expect(second.recovered.snapshotSeq).toBeGreaterThanOrEqual(25);
    expect(second.recovered.replayed).toBe(39 - second.recovered.snapshotSeq);
    expect(orders(second)).toEqual(before);
    expect((await send(second, anOrder, 'f-7')).repeats).not.toBeNull();
    await second.close();
    await rm(copy, { recursive: true });
  });

  it('gives the next start a new epoch', async () => {
    const first = await seeded();
    const { epoch } = first.journal;
    await first.close();
    const second = await open();
    expect(second.journal.epoch).toBeGreaterThan(epoch);
    await second.close();
  });
});
