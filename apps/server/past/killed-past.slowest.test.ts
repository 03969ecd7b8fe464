// A first start that is killed in the middle of the demonstration's past.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { epochMs } from '@openpit/venue';
import { expect, it } from 'vitest';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { listsDaily, unfinishedPast } from '../seed/demonstration-settings.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { dealers, shown, unbalanced } from '../testing/simulated-past.ts';
import { startMarket } from '../testing/started-market.ts';

it('is finished by the next start after kill -9 in the middle of it', { timeout: 180_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openpit-past-'));
  const killed = startServerProcess(['--past', '--no-simulator', '--data', folder], {
    onOutput: (output, child) => {
      if (output.includes('(4 of ')) child.kill('SIGKILL');
    },
  });
  await expect(killed).rejects.toThrow('did not start');
  const clock = new VirtualClock(epochMs(Date.now()));
  const started = await startMarket(['--past', '--data', folder], { folder, clock });
  const { running, notices, market } = started;
  const { view, db } = market;
  // The past continues where the disk ends, at most two batches earlier.
  expect(running.replayed).toBeGreaterThan(500);
  expect(notices.join()).toContain('Simulating the demonstration');
  expect(await unfinishedPast(db)).toBeNull();
  expect(await listsDaily(db)).toBe(true);
  for (const dealer of dealers)
    expect(shown.filter((name) => view.rowsFor(name, dealer).rows.length === 0)).toEqual([]);
  expect(unbalanced(view)).toEqual([]);
  await running.stop();
  await rm(folder, { recursive: true });
});
