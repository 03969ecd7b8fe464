// A first start that is killed in the middle of the demonstration's past.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { epochMs } from '@openpit/venue';
import { expect, it } from 'vitest';
import { unfinishedPast } from '../seed/demonstration-settings.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { simulatedDemonstration } from '../testing/simulated-demonstration.ts';
import { dealers, shown, unbalanced } from '../testing/simulated-past.ts';

it('is finished by the next start after kill -9 in the middle of it', { timeout: 180_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openpit-past-'));
  const killed = startServerProcess(['--past', '--no-simulator', '--data', folder], {
    onOutput: (output, child) => {
      if (output.includes('(4 of ')) child.kill('SIGKILL');
    },
  });
  await expect(killed).rejects.toThrow('did not start');
  const { server, market, remove } = await simulatedDemonstration(epochMs(Date.now()), { folder });
  // The past continues where the disk ends, at most two batches earlier.
  expect(market.recovered.replayed).toBeGreaterThan(500);
  expect(server.hasSimulatedPast).toBe(true);
  expect(await unfinishedPast(server.db)).toBeNull();
  expect(server.listsDaily).toBe(true);
  const { view } = market;
  for (const dealer of dealers)
    expect(shown.filter((name) => view.rowsFor(name, dealer).rows.length === 0)).toEqual([]);
  expect(unbalanced(view)).toEqual([]);
  await remove();
});
