// For tests: the demonstration in a temporary folder, with its past simulated until a time, as a first start leaves it.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PastTime } from '@openpit/market';
import type { EpochMs } from '@openpit/venue';
import { openAudit } from '../audit/open-audit.ts';
import { openDatabaseIn, openMarketIn } from '../data-folder.ts';
import { openHistory } from '../history/history.ts';
import { createMarketServer } from '../market-server.ts';
import { readOptions, type ServerOptions } from '../options/options.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { drawSecretSeed } from '../sequencer/sequencer.ts';

export interface SimulatedDemonstration {
  readonly folder: string;
  readonly server: Awaited<ReturnType<typeof createMarketServer>>;
  readonly market: Awaited<ReturnType<typeof openMarketIn>>;
  remove(): Promise<void>;
}

/** The first start at this time, or with `folder` a later one. */
export async function simulatedDemonstration(
  now: EpochMs,
  { folder: given }: { readonly folder?: string } = {},
): Promise<SimulatedDemonstration> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'openpit-past-')));
  const clock = new VirtualClock(now);
  const place = { dataFolder: folder, database: null };
  const options = readOptions(['--data', folder], '/') as ServerOptions;
  const pastTime = new PastTime(clock, drawSecretSeed);
  const market = await openMarketIn(place, {
    clock: pastTime.clock,
    drawSeed: pastTime.drawSeed,
    onStopped: (cause) => {
      throw cause;
    },
    onOutcomesWritten: () => history.outcomesWritten(),
  });
  const database = await openDatabaseIn(place, { lastSeq: market.view.lastSeq });
  const { db } = database;
  const history = openHistory({ ...place, illustrativeSeed: options.seed, isAlone: false });
  const onFailure = (error: unknown) => {
    throw error;
  };
  const audit = await openAudit({
    ...place,
    db,
    epoch: market.journal.epoch,
    clock,
    keptDays: 10,
    onFailure,
  });
  const parts = { db, history, clock, audit, pastTime, onProgress: () => undefined };
  const server = await createMarketServer(options, market, parts);
  const close = async () => {
    await audit.close();
    await history.close();
    await market.close();
    await database.close();
  };
  return {
    folder,
    server,
    market,
    remove: async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
