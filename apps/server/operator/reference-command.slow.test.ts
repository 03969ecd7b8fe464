// `reference diff` and `reference apply`: over HTTP with a running server, and without one.
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@openpit/storage';
import type { Outcome } from '@openpit/venue';
import { dataSetIds } from '@openpit/wire';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { databaseFile, openMarketIn } from '../data-folder.ts';
import { operatingSystemUser } from '../operating-system-user.ts';
import { readMarketFile } from '../read-files.ts';
import type { RunningMarket } from '../running-market.ts';
import { realClock } from '../schedule/real-clock.ts';
import { demoMarketFile } from '../server-folder.ts';
import { until } from '../testing/screen.ts';
import { operate } from '../testing/seed-small-market.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';
import { runOperatorCli } from './cli.ts';

interface MarketFile {
  readonly about: string;
  readonly holidays: readonly object[];
  readonly instruments: readonly { readonly code: string }[];
  readonly futures: readonly object[];
  readonly splits: readonly object[];
  readonly clients: readonly { readonly code: string }[];
}

let printed: string[] = [];
let errors: string[] = [];
beforeEach(() => {
  printed = [];
  errors = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(String(line)));
  vi.spyOn(console, 'error').mockImplementation((line) => void errors.push(String(line)));
});
afterEach(() => void vi.restoreAllMocks());

let server: ServerOnAPort;
let folder: string;
let demo: MarketFile;
beforeAll(async () => {
  server = await serverOnAPort();
  folder = await mkdtemp(join(tmpdir(), 'openpit-reference-'));
  demo = JSON.parse(await readFile(demoMarketFile, 'utf8')) as MarketFile;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** A file like the demonstration's, with other parts. */
async function fileWith(parts: Partial<MarketFile>): Promise<string> {
  const file = join(folder, 'market.json');
  await writeFile(file, JSON.stringify({ ...demo, ...parts }));
  return file;
}

const run = (...argv: string[]) => runOperatorCli(['reference', ...argv, '--data', server.dataFolder]);

/** White maize with other values. */
const maizeWith = (values: object) =>
  demo.instruments.map((instrument) =>
    instrument.code === 'WMAZ' ? { ...instrument, ...values } : instrument,
  );

const barley = {
  code: 'BARL',
  name: 'Barley',
  tonsPerContract: 50,
  tick: 1,
  settlement: 'physical',
  dailyLimit: 150,
  initialMargin: 9_000,
};
const barleyFuture = { instrument: 'BARL', month: '2027-03', displaySeq: 1, mtm: 5_000, openInterest: 0 };

describe('reference data from a file, with a running server', () => {
  it('has nothing to change when the market already has it', async () => {
    expect(await run('diff', demoMarketFile)).toBe(0);
    expect(await run('apply', demoMarketFile)).toBe(0);
    expect([printed, errors]).toEqual([['Nothing to change.', 'Nothing to change.'], []]);
  });

  it('previews the changes of a file and the parts that it does not touch, and changes nothing', async () => {
    const before = server.view.lastSeq;
    // Owns no silo certificate.
    const clients = demo.clients.filter(({ code }) => code !== '4402D');
    // Longer than the body of any other call may be.
    const description = 'Grain. '.repeat(50_000);
    const file = await fileWith({ about: description, instruments: maizeWith({ dailyLimit: 250 }), clients });
    expect(await run('diff', file, '--from', '2026-11-23')).toBe(0);
    expect(printed).toEqual([
      [
        'From 2026-11-23:',
        '  the daily limit of WMAZ changes from 200.00 to 250.00',
        'The members, dealers, clients or tripartite arrangements of the file differ from those of the market. "reference" does not change them.',
      ].join('\n'),
    ]);
    expect(server.view.lastSeq).toBe(before);
  });

  it('rejects a file with all that cannot change, and one that is wrong with the path of the fault', async () => {
    const instruments = maizeWith({ tonsPerContract: 50 }).filter(({ code }) => code !== 'OILS');
    const others = (rows: readonly object[]) => rows.filter((row) => !JSON.stringify(row).includes('OILS'));
    const file = await fileWith({
      instruments,
      futures: others(demo.futures),
      splits: others(demo.splits),
    });
    expect(await run('apply', file)).toBe(1);
    expect(errors[0]).toContain(
      `The reference data ${file} cannot be applied from 2026-11-19, and nothing changes:\n  the size of its contracts of WMAZ cannot change from 100 t to 50 t, because contracts are listed\n  instrument OILS is not in the file`,
    );
    expect(await run('diff', await fileWith({ instruments: maizeWith({ tick: 'small' }) }))).toBe(1);
    expect(errors[1]).toContain('  instruments.0.tick: ');
    expect(await run('diff', join(folder, 'missing.json'))).toBe(1);
    expect(errors[2]).toMatch(/^The reference data .*missing.json cannot be read \(ENOENT\)\.$/);
  });

  it('rejects other arguments', async () => {
    for (const argv of [
      ['swap', 'x'],
      ['diff'],
      ['apply', 'x', 'y'],
      ['apply', demoMarketFile, '--from', 'soon'],
    ])
      expect(await run(...argv)).toBe(1);
    expect(await runOperatorCli(['users', '--from', '2026-11-23', '--data', server.dataFolder])).toBe(1);
    expect(errors).toEqual([
      expect.stringContaining('reference takes diff, apply, not "swap".'),
      expect.stringContaining('file: Name the file with the reference data.'),
      expect.stringContaining('reference apply accepts nothing else, not "y".'),
      expect.stringContaining('Give the business day as YYYY-MM-DD.'),
      expect.stringContaining('--from is for reference diff, reference apply, not for users.'),
    ]);
  });

  it('withdraws a change that waits', async () => {
    const file = await fileWith({ instruments: maizeWith({ dailyLimit: 300 }) });
    expect(await run('apply', file, '--from', '2026-12-01')).toBe(0);
    expect(await run('diff', demoMarketFile)).toBe(0);
    expect(await run('apply', demoMarketFile)).toBe(0);
    expect(await run('apply', demoMarketFile)).toBe(0);
    expect(printed).toEqual([
      'These changes begin with 2026-12-01:\n  the daily limit of WMAZ changes from 200.00 to 300.00',
      'Nothing to change.\nA change is already waiting. "reference apply" puts this file in its place. From 2026-12-01:\n  the daily limit of WMAZ changes from 200.00 to 300.00',
      'The change that waited for 2026-12-01 is withdrawn.',
      'Nothing to change.',
    ]);
  });

  it('begins a change with its day: one command with the operator’s name, new rows on open screens, an audit entry', async () => {
    const outcomes: Outcome[] = [];
    const stop = server.gateway.onOutcome((outcome) => outcomes.push(outcome));
    const file = await fileWith({
      instruments: [...maizeWith({ initialMargin: 22_000 }), barley],
      futures: [...demo.futures, barleyFuture],
      holidays: [...demo.holidays, { date: '2026-12-08', name: 'Election' }],
    });
    const screen = await server.openScreen('thandi');
    expect([await run('apply', file), errors]).toEqual([0, []]);
    stop();
    expect(outcomes).toMatchObject([
      {
        by: { kind: 'operator', operatorId: operatingSystemUser() },
        command: 'applyReferenceData',
        events: [
          { kind: 'referenceDataPlanned', effectiveFrom: '2026-11-19' },
          { kind: 'announcementMade', announcement: 'Info' },
        ],
      },
    ]);
    expect(printed[0]).toContain('instrument BARL (Barley) is added');

    await server.operate({ action: 'end-of-day', force: 'the change begins' });
    const rows = () => screen.all('MarketDisplay').flatMap((message) => message.rows);
    await until(() => rows().some(({ contract }) => contract === 'MAR27 BARL'));
    const again = await server.openScreen('pieter');
    await again.invoke('PublishAllData', dataSetIds.instruments, null);
    await again.settle();
    const instruments = again.all('InstrumentsInit').flatMap((message) => message.rows);
    expect(instruments).toContainEqual(expect.objectContaining({ instrument: 'BARL', dailyLimit: 150 }));
    const { view } = server;
    expect(view.directory.holidayRows()).toContainEqual({ date: '2026-12-08', name: 'Election' });
    expect(view.directory.contractDateRows().map(({ uniqueKey }) => uniqueKey)).toContain('MAR27 BARL');
    expect(view.directory.contractDetails('MAR27 BARL', 'BARL')).toMatchObject({ im: 9_000, tick: 1 });
    expect(view.directory.instrument('WMAZ')?.initialMargin).toBe(2_200_000);
    const margins = [...view.allRows('margins')].filter(({ instrument }) => instrument === 'BARL');
    expect(margins).toMatchObject([
      { contract: 'MAR27 BARL', effectiveFrom: '2026-11-19', initialMargin: 9_000 },
    ]);
    expect(await run('diff', file)).toBe(0);
    expect(printed[1]).toBe('Nothing to change.');

    const entries = join(folder, 'entries.jsonl');
    const days = ['2026-01-01', '2099-12-31'];
    await runOperatorCli(['audit', 'export', ...days, entries, '--data', server.dataFolder]);
    const lines = (await readFile(entries, 'utf8')).trimEnd().split('\n');
    const applied = lines
      .map((line) => JSON.parse(line) as AuditEntry)
      .filter(({ what }) => what === 'reference-apply');
    const sha256 = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    expect(applied.at(-1)).toMatchObject({
      outcome: 'ok',
      user: operatingSystemUser(),
      request: { action: 'reference-apply', file, sha256 },
    });
  });
});

describe('reference data from a file, without a server', () => {
  it('changes the market in the folder, which has the change after the next start', async () => {
    const dataFolder = join(folder, 'alone');
    const inFolder = async <Result>(use: (market: RunningMarket) => Promise<Result>): Promise<Result> => {
      const market = await openMarketIn(
        { dataFolder },
        {
          clock: realClock,
          onStopped: (cause) => expect.fail(cause.message),
        },
      );
      try {
        return await use(market);
      } finally {
        await market.close();
      }
    };
    const { anchorDate: businessDay, referenceData } = await readMarketFile(demoMarketFile);
    await inFolder((market) => operate(market, { kind: 'openMarket', businessDay, referenceData }));
    await (await openDatabase(databaseFile(dataFolder))).close();
    const file = await fileWith({ instruments: maizeWith({ dailyLimit: 250 }) });
    expect([await runOperatorCli(['reference', 'apply', file, '--data', dataFolder]), errors]).toEqual([
      0,
      [],
    ]);
    expect(printed[0]).toContain('These changes begin with 2026-11-19:');
    await inFolder((market) => operate(market, { kind: 'endDay' }));
    expect(await inFolder(async ({ view }) => view.directory.instrument('WMAZ')?.dailyLimit)).toBe(25_000);
  });
});
