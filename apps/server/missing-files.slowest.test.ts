// Data folders with a missing file: the server does not start, and the sentence names the option that lets it start.
import { spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { demoPassword } from '@openpit/market';
import { epochMs } from '@openpit/venue';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AuditEntry } from './audit/audit-entry.ts';
import { runOperatorCli } from './operator/cli.ts';
import { asSentence } from './options/operator-sentence.ts';
import { VirtualClock } from './schedule/virtual-clock.ts';
import type { RunningServer } from './server.ts';
import { demoMarketFile } from './server-folder.ts';
import { type StartedMarket, startMarket } from './testing/started-market.ts';

const option = '--accept-missing-files';
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const serverFile = fileURLToPath(new URL('./testing/run-server.ts', import.meta.url));

let base: string;
/** As after a clean stop. */
let stopped: string;
/** As after kill -9: without snapshots, and with the last commands in the write-ahead file. */
let killed: string;
let lastSeq: number;
let copies = 0;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'openpit-missing-'));
  await writeFile(join(base, 'market.json'), JSON.stringify(await fewContracts()));
  stopped = join(base, 'stopped');
  killed = join(base, 'killed');
  const used = join(base, 'used');
  const { running, market } = await start(used);
  await market.history.reach(market.view.lastSeq);
  await market.gateway.submit({
    by: { kind: 'operator', operatorId: 'test' },
    requestId: null,
    command: { kind: 'announce', announcement: 'Info', message: 'the last command' },
  });
  lastSeq = market.view.lastSeq;
  expect(await signsIn(running)).toBe(true);
  // Immediately, before the session is in openpit.db itself.
  cpSync(used, killed, { recursive: true, filter: (source) => !source.endsWith('owner.lock') });
  await running.stop();
  // A copy, because the library closes a database that was in use, and removes its write-ahead file, when it collects garbage. If a file
  // disappears during the copy, the copy is repeated.
  await vi.waitFor(
    async () => {
      await rm(stopped, { recursive: true, force: true });
      await cp(used, stopped, { recursive: true });
    },
    { timeout: 120_000 },
  );
});
afterAll(() => rm(base, { recursive: true, force: true }));

const start = (dataFolder: string, ...more: string[]): Promise<StartedMarket> =>
  startMarket(['--data', dataFolder, '--reference-data', 'market.json', ...more], {
    folder: base,
    // Every start has the same time: otherwise a step of the schedule can fall between two of them.
    clock: new VirtualClock(epochMs(Date.parse('2026-11-18T10:00+02:00'))),
  });

/** The demonstration's reference data without options and pairs, which would take most of the time of each start. */
async function fewContracts(): Promise<object> {
  const demo = JSON.parse(await readFile(demoMarketFile, 'utf8')) as object;
  return { ...demo, options: [], splits: [], spreads: [] };
}

async function copyOf(folder: string): Promise<string> {
  copies += 1;
  const copy = join(base, `copy-${copies}`);
  await cp(folder, copy, { recursive: true });
  return copy;
}

const remove =
  (...names: string[]) =>
  async (folder: string): Promise<void> => {
    for (const name of names) await rm(join(folder, name), { recursive: true });
  };

async function signsIn({ url }: RunningServer): Promise<boolean> {
  const reply = await fetch(`${url}/api/authenticate/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'thandi@kand.example', password: demoPassword }),
  });
  return reply.ok;
}

/** The entries of the audit log. */
async function readAudit(folder: string): Promise<AuditEntry[]> {
  const names = (await readdir(join(folder, 'audit'))).filter((name) => name.endsWith('.jsonl'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, 'audit', name), 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as AuditEntry);
}

/** The files that hold data. */
async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter(
    (name) => /^(journal|openpit|history|snapshots$)/.test(name) && !/-(wal|shm)$/.test(name),
  );
}

const continues = ' The market continues without the missing data.';

/** The accepted losses, as the notices of a start name them. */
const lossesIn = (notices: readonly string[]) => notices.filter((notice) => notice.endsWith(continues));

type Case = readonly [
  what: string,
  from: () => string,
  damage: (folder: string) => Promise<void>,
  why: RegExp,
];

/** How files are lost. */
const losses: readonly Case[] = [
  ['journal.tail is missing', () => stopped, remove('journal.tail'), /journal\.tail is missing/],
  [
    'only the databases were copied, without journal.tail and write-ahead files',
    () => killed,
    remove('journal.tail', 'journal.db-wal', 'openpit.db-wal', 'history.db-wal', 'snapshots'),
    /journal\.tail is missing/,
  ],
  ['journal.db is missing', () => stopped, remove('journal.db'), /journal\.db is missing or empty/],
  ['openpit.db is missing', () => stopped, remove('openpit.db'), /openpit\.db is missing or empty/],
  [
    'the write-ahead file of openpit.db was lost after kill -9',
    () => killed,
    remove('openpit.db-wal'),
    /^\d+ changes of users, sessions, preferences or layouts were acknowledged .*openpit\.db has \d+/,
  ],
];

/** More losses of the same kinds, in other files. */
const furtherLosses: readonly Case[] = [
  [
    'journal.tail has other content',
    () => killed,
    (folder) => writeFile(join(folder, 'journal.tail'), 'nothing of ours, and long enough\n'),
    /journal\.tail is unreadable/,
  ],
  [
    'openpit.tail is missing',
    () => stopped,
    remove('openpit.tail'),
    /openpit\.tail is missing, so nothing says/,
  ],
  [
    'openpit.db is older than the rest',
    () => stopped,
    (folder) => cp(join(killed, 'openpit.db'), join(folder, 'openpit.db')),
    /changes of users, sessions, preferences or layouts were acknowledged/,
  ],
  [
    'the journal’s write-ahead file was not copied',
    () => killed,
    remove('journal.db-wal'),
    /commands up to \d+ were acknowledged/,
  ],
  [
    'only openpit.db remains',
    () => stopped,
    remove('journal.db', 'journal.tail', 'snapshots', 'history.db'),
    /journal\.db is missing or empty, .*\(openpit\.db\)/,
  ],
  [
    'only history.db remains',
    () => stopped,
    remove('journal.db', 'journal.tail', 'snapshots', 'openpit.db'),
    /journal\.db is missing or empty, .*\(history\.db\)/,
  ],
  [
    'only snapshots remain',
    () => stopped,
    remove('journal.db', 'journal.tail', 'history.db', 'openpit.db'),
    /journal\.db is missing or empty, .*\(snapshots\)/,
  ],
  [
    'only journal.tail remains',
    () => stopped,
    remove('journal.db', 'snapshots', 'history.db', 'openpit.db'),
    /journal\.db is missing or empty, .*\(journal\.tail\)/,
  ],
  [
    'only the journal’s write-ahead file remains',
    () => killed,
    remove('journal.db', 'journal.db-shm', 'journal.tail', 'snapshots', 'history.db', 'openpit.db'),
    /journal\.db is missing or empty, .*\(journal\.db-wal\)/,
  ],
  [
    'openpit.db was emptied',
    () => stopped,
    (folder) => truncate(join(folder, 'openpit.db')),
    /openpit\.db is missing or empty/,
  ],
];

describe('a data folder with a missing file', () => {
  it.each([...losses, ...furtherLosses])(
    'is rejected with the option that accepts it, each time: %s',
    async (_what, from, damage, why) => {
      const folder = await copyOf(from());
      await damage(folder);
      const before = await filesIn(folder);
      // The first start creates nothing that hides the loss.
      for (let attempt = 1; attempt <= 2; attempt += 1) {
        const error = await start(folder).then(
          () => expect.fail('The server started.'),
          (reason: unknown) => reason as Error,
        );
        expect(error.message).toMatch(why);
        expect(error.message).toContain(`start once with ${option}`);
      }
      expect(await filesIn(folder)).toEqual(before);
    },
  );

  it.each(losses)(
    'starts once with the option, reports what it accepts, and then starts without: %s',
    async (_what, from, damage, why) => {
      const folder = await copyOf(from());
      await damage(folder);
      const { running, market, notices } = await start(folder, option);
      expect(await signsIn(running)).toBe(true);
      expect(market.view.lastSeq).toBeLessThanOrEqual(lastSeq);
      const losses = lossesIn(notices);
      expect(losses[0]).toMatch(why);
      expect(losses.join()).not.toContain(option);
      await running.stop();
      const recorded = (await readAudit(folder)).filter(({ what }) => what === 'acceptMissingFiles');
      expect(recorded).toEqual(
        losses.map(() =>
          expect.objectContaining({
            kind: 'operator',
            request: { action: 'acceptMissingFiles', loss: expect.any(String) },
          }),
        ),
      );
      const recordedLosses = recorded.map(({ request }) => (request as { readonly loss: string }).loss);
      expect(recordedLosses.map((loss) => asSentence(loss) + continues)).toEqual(losses);
      const again = await start(folder);
      expect(lossesIn(again.notices)).toEqual([]);
      expect(again.market.view.lastSeq).toBe(market.view.lastSeq);
      await again.running.stop();
    },
  );

  it('keeps every command of the journal when only journal.tail or openpit.db was missing', async () => {
    const folder = await copyOf(killed);
    await remove('journal.tail', 'openpit.db', 'openpit.db-wal', 'openpit.db-shm')(folder);
    const { running, market } = await start(folder, option);
    expect(market.view.lastSeq).toBe(lastSeq);
    await running.stop();
  });

  it('begins a new market when the journal was missing, and keeps the snapshots of the lost one aside', async () => {
    const folder = await copyOf(stopped);
    await remove('journal.db')(folder);
    const { running, market } = await start(folder, option);
    // Without the last command of the lost one.
    expect(market.view.lastSeq).toBe(lastSeq - 1);
    await market.history.reach(market.view.lastSeq);
    await running.stop();
    expect(await readdir(join(folder, 'snapshots'))).toContain(`snapshot-${lastSeq}.bin.set-aside`);
  });

  it('is rejected by the operator’s command line with the same sentence', async () => {
    const printed: string[] = [];
    const error = vi.spyOn(console, 'error').mockImplementation((line) => void printed.push(String(line)));
    for (const missing of ['journal.tail', 'journal.db', 'openpit.db']) {
      const folder = await copyOf(stopped);
      await remove(missing)(folder);
      for (const argv of [['users'], ['history', 'rebuild']]) {
        expect(await runOperatorCli([...argv, '--data', folder])).toBe(1);
        expect(printed.at(-1)).toContain(`${missing} is missing`);
        expect(printed.at(-1)).toContain(option);
      }
    }
    error.mockRestore();
  });
});

describe('a first start that is killed', () => {
  it.each(['journal.db', 'openpit.db', 'history.db'])(
    'leaves a folder that starts, when kill -9 comes as %s appears',
    async (name) => {
      copies += 1;
      const folder = join(base, `first-${copies}`);
      const child = spawn(
        process.execPath,
        [
          '--conditions=openpit-source',
          '--import',
          tsx,
          serverFile,
          '--port',
          '0',
          '--no-simulator',
          '--reference-data',
          join(base, 'market.json'),
          '--data',
          folder,
        ],
        { stdio: 'ignore' },
      );
      const ended = new Promise<NodeJS.Signals | null>((resolve) =>
        child.once('exit', (_code, signal) => resolve(signal)),
      );
      while (!existsSync(join(folder, name)) && child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 1));
      child.kill('SIGKILL');
      expect(await ended).toBe('SIGKILL');
      const { running } = await start(folder);
      expect(await signsIn(running)).toBe(true);
      await running.stop();
    },
  );
});
