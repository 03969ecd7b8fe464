// A running server lists contracts of the demonstration each day: the wiring of the listing that daily-listing.slowest.test.ts tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { epochMs, type Outcome } from '@openpit/venue';
import { testOperator } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { startMarket } from '../testing/started-market.ts';

describe('a running demonstration', () => {
  /** The outcomes of the server's own listings of contracts, over `days` business days. */
  async function listedIn(days: number, ...argv: readonly string[]): Promise<Outcome[]> {
    const folder = await mkdtemp(join(tmpdir(), 'openpit-demonstration-'));
    const { running, market } = await startMarket(['--data', 'data', ...argv], {
      folder,
      clock: new VirtualClock(epochMs(Date.parse('2026-11-25T14:30+02:00'))),
    });
    const listed: Outcome[] = [];
    market.gateway.onOutcome((outcome) => {
      if (outcome.by.kind === 'operator' && outcome.by.operatorId === 'demonstration') listed.push(outcome);
    });
    for (let day = 0; day < days; day += 1)
      await market.gateway.submit({ by: testOperator, requestId: null, command: { kind: 'endDay' } });
    // Commands that are on their way are handled first.
    await running.stop();
    await rm(folder, { recursive: true });
    return listed;
  }

  it('lists options while it runs, and a market without a past lists nothing', async () => {
    const listed = await listedIn(8);
    expect(listed.map(({ command, verdict }) => [command, verdict.kind])).toContainEqual([
      'applyReferenceData',
      'accepted',
    ]);
    expect(await listedIn(8, '--no-past')).toEqual([]);
  });
});
