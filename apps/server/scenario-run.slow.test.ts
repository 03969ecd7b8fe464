import { readFile } from 'node:fs/promises';
import { runInMarket, type StepReport } from '@openpit/scenario';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OptionsError } from './options/options.ts';
import { fixtureOf, readScenarioFile, startScenario } from './scenario-run.ts';
import { type ServerInAFolder, serverInAFolder } from './testing/server-in-a-folder.ts';

const morning = new URL('../../scenarios/days/morning.scenario', import.meta.url);

let server: ServerInAFolder;
beforeEach(async () => {
  server = await serverInAFolder();
});
afterEach(() => server.close());

/** Runs the scenario to its end, as fast as possible. */
async function run(text: string): Promise<StepReport[]> {
  const reports: StepReport[] = [];
  let finished = Promise.resolve();
  const { gateway, view, clock } = server;
  const stop = startScenario({
    gateway,
    view,
    clock,
    runInMarket(task) {
      const started = runInMarket(task);
      finished = started.finished;
      return started;
    },
    scenario: { file: 'a.scenario', text },
    pace: 1_000_000,
    onStep: (report) => reports.push(report),
    onFailure: (error) => expect.fail(String(error)),
  });
  await finished;
  await stop();
  return reports;
}

describe('a scenario in the demonstration market', () => {
  it('acts as the users of the market: the morning ends with its deals in their own rows', async () => {
    const reports = await run(await readFile(morning, 'utf8'));
    const results = (line: string) => reports.find(({ text }) => text.startsWith(line))?.results;
    expect(results('Thandi KAND buys 10 DEC26 WMAZ')).toContain('dealt 10 at 4036.00 with P100 offer');
    expect(results('Thandi KAND sells 20 DEC26 WMAZ at 4250.00')?.[0]).toMatch(
      /^rejected priceOutsideLimits/,
    );
    expect(results('Thandi KAND sells 20 DEC26 WMAZ at 4034.00')?.[0]).toMatch(/^answered Filled, dealt 20/);
    const { view } = server;
    const orders = (userId: string, member: string) => view.rowsFor('activeOrders', { userId, member }).rows;
    expect(orders('pieter', 'VELD')).toMatchObject([{ ref: 'P100', contract: 'DEC26 WMAZ' }]);
    expect(orders('thandi', 'KAND')).toEqual([]);
    const { rows: positions } = view.rowsFor('positions', { userId: 'thandi', member: 'KAND' });
    expect(positions.map(({ principal, net }) => [principal, net])).toEqual([
      ['9104K', 30],
      ['KAND', -20],
    ]);
  });

  it('is rejected with the line that names an unknown dealer, and submits nothing', async () => {
    const before = server.view.lastSeq;
    const text = '# A scenario.\nannouncement Info "First"\nAbdul KAND buys 1 DEC26 WMAZ at 4034.80\n';
    await expect(run(text)).rejects.toThrow('a.scenario:3: member KAND has no dealer Abdul');
    expect(server.view.lastSeq).toBe(before);
  });

  it('has the dealers of the market with code, name and user, including those without a user', () => {
    const fixture = fixtureOf(server.view);
    expect(fixture.dealers).toContainEqual({
      member: 'KAND',
      code: 'THN',
      name: 'Thandi Nkosi',
      userId: 'thandi',
    });
    expect(fixture.dealers).toContainEqual(expect.objectContaining({ code: 'JVM', userId: null }));
    expect(fixture.contracts).toContainEqual({ contract: 'DEC26 WMAZ', instrument: 'WMAZ', tons: 100 });
    expect(fixture.clients).toContain('9104K');
  });
});

describe('a scenario file', () => {
  it('is reported as a problem of the command line when it does not exist', async () => {
    await expect(readScenarioFile('/nowhere/at.scenario')).rejects.toThrow(
      new OptionsError('--scenario: the scenario /nowhere/at.scenario cannot be read (ENOENT).'),
    );
  });
});
