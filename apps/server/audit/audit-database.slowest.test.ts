// The audit log in PostgreSQL: its chain, its owner, and its behaviour while the database is unavailable.
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresJournal } from '@openpit/storage';
import { PostgresProxy, type PostgresServer, sharedPostgres, startPostgres } from '@openpit/storage/testing';
import { epochMs } from '@openpit/venue';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { DatabaseAudit, waitingFileIn } from './audit-database.ts';
import type { AuditEntry, AuditFact } from './audit-entry.ts';
import { auditFolderIn } from './audit-files.ts';
import { FolderAudit } from './audit-folder.ts';
import { AuditLog } from './audit-log.ts';
import { databaseSource, verifyAudit } from './verify-audit.ts';

vi.setConfig({ testTimeout: 60_000 });

const dayMs = 24 * 60 * 60_000;
const newKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const act = (command: number): AuditFact => ({ kind: 'operator', what: 'halt', outcome: 'ok', command });

let server: PostgresServer;
let url: string;
let dataFolder: string;
let clock: VirtualClock;
let key: string;
beforeEach(async () => {
  server = await sharedPostgres();
  await begin(await server.createDatabase(onTestFinished));
});

/** Creates an empty journal in the database of the log. */
async function begin(database: string): Promise<void> {
  url = database;
  dataFolder = mkdtempSync(join(tmpdir(), 'openpit-audit-database-'));
  const folder = dataFolder;
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  clock = new VirtualClock(epochMs(Date.UTC(2026, 10, 18, 10)));
  key = newKey();
  const journal = await openPostgresJournal({ url, folder: dataFolder });
  await journal.close();
}

async function open(options: Partial<Parameters<typeof DatabaseAudit.open>[0]> = {}) {
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  let log: AuditLog | null = null;
  const parts = { dataFolder, url, epoch: 1, clock, key, isExpected: false, keptDays: 400, onFailure };
  const store = await DatabaseAudit.open({ ...parts, retry: () => log?.retry(), ...options });
  log = new AuditLog({ store, clock, onFailure });
  return Object.assign(log, { failures });
}

async function write(commands: readonly number[], options = {}): Promise<void> {
  const log = await open(options);
  for (const command of commands) log.add(act(command));
  await log.close();
  expect(log.failures).toEqual([]);
}

async function verify(): Promise<{ readonly entries: AuditEntry[]; readonly pruned: number | null }> {
  const source = await databaseSource(url);
  if (source === null) throw new Error('There is no log.');
  const entries: AuditEntry[] = [];
  const { pruned } = await verifyAudit(source, (entry) => entries.push(entry)).finally(() => source.close());
  return { entries, pruned: pruned?.seq ?? null };
}
const commands = async () => (await verify()).entries.map(({ command }) => command);

describe('the audit log in PostgreSQL', () => {
  it('is one chain over restarts, days, machines and owners, signed with each entry', async () => {
    await write([1, 2]);
    clock.advance(dayMs);
    await write([3]);
    rmSync(dataFolder, { recursive: true });
    await write([4], { epoch: 2, isExpected: true });
    expect(await commands()).toEqual([1, 2, 3, 4]);
    const killed = await open({ epoch: 3 });
    killed.add(act(5));
    await expect.poll(() => commands()).toHaveLength(5);
  });

  it('rejects entries of a previous owner, which stay in its folder', async () => {
    const former = await open({ epoch: 1 });
    await write([1], { epoch: 2 });
    former.add(act(2));
    await former.close();
    expect(former.failures).toHaveLength(1);
    expect(await commands()).toEqual([1]);
    expect(existsSync(waitingFileIn(dataFolder))).toBe(true);
  });

  it.each([
    [
      'an entry that was changed',
      `update openpit.audit_entry set line = replace(line, '"command":2', '"command":7')`,
    ],
    ['an entry that was left out', `delete from openpit.audit_entry where line like '%"command":2%'`],
    [
      'entries that were cut off at the end',
      `delete from openpit.audit_entry where line like '%"command":3%'`,
    ],
    ['text that is not an entry', `insert into openpit.audit_entry (day, line) values ('2026-11-18', '{}')`],
    [
      'a signed end that was changed',
      `update openpit.audit_state set head = replace(head, '"seq":3', '"seq":2')`,
    ],
    ['a signed end that was deleted', 'update openpit.audit_state set head = null'],
    ['another key', () => write([], { key: newKey() })],
  ])('fails verification with %s', async (_what, damage) => {
    await write([1, 2, 3]);
    expect(await commands()).toEqual([1, 2, 3]);
    await (typeof damage === 'string' ? server.run(url, damage) : damage());
    await expect(verify()).rejects.toThrow(/./);
  });

  it.each([
    ['cut off', `delete from openpit.audit_entry where line like '%"command":3%'`, 'entries 3 to 3'],
    ['removed', 'drop table openpit.audit_entry, openpit.audit_state', 'the log that was here before'],
    ['without its signed end', 'update openpit.audit_state set head = null', 'the signed end'],
  ])('records at the next start that it was %s, which stays a fault', async (_how, damage, missing) => {
    await write([1, 2, 3]);
    await server.run(url, damage);
    await write([4], { isExpected: true });
    await expect(verify()).rejects.toThrow(`that entries are missing: ${missing}.`);
  });

  it('keeps entries in a file while the database is away, even across a stop and kill -9, and has each once afterwards', async () => {
    const own = await startPostgres();
    await begin(await own.createDatabase(onTestFinished));
    const log = await open();
    log.add(act(1));
    await expect.poll(() => commands()).toEqual([1]);
    own.kill();
    log.add(act(2));
    await expect.poll(() => existsSync(waitingFileIn(dataFolder))).toBe(true);
    log.add(act(3));
    await log.close();
    expect(log.failures).toHaveLength(1);
    await own.start();
    await write([4]);
    expect(await commands()).toEqual([1, 2, 3, 4]);
    expect(existsSync(waitingFileIn(dataFolder))).toBe(false);
  });

  it('continues when the database is back, and writes the waiting entries first', async () => {
    const proxy = await PostgresProxy.start(url);
    onTestFinished(() => proxy.close());
    const log = await open({ url: proxy.url });
    proxy.cut();
    log.add(act(1));
    await expect.poll(() => existsSync(waitingFileIn(dataFolder))).toBe(true);
    log.add(act(2));
    proxy.leadTo(url);
    await expect.poll(() => commands()).toEqual([1, 2]);
    expect(existsSync(waitingFileIn(dataFolder))).toBe(false);
    await log.close();
  });

  it.each(['entries', 'entries that waited'])(
    'has %s once when the answer about them was lost',
    async (what) => {
      const proxy = await PostgresProxy.start(url);
      onTestFinished(() => proxy.close());
      const log = await open({ url: proxy.url });
      log.add(act(1));
      await expect.poll(() => commands()).toEqual([1]);
      if (what !== 'entries') {
        proxy.cut();
        log.add(act(2));
        await expect.poll(() => existsSync(waitingFileIn(dataFolder))).toBe(true);
        proxy.leadTo(url);
      }
      proxy.loseAnswer('insert into openpit.audit_entry');
      log.add(act(3));
      const wanted = what === 'entries' ? [1, 3] : [1, 2, 3];
      // The cut and the lost answer are one failure or two: the log may have been back in between.
      await expect.poll(() => log.failures.length).toBeGreaterThan(0);
      await expect.poll(() => existsSync(waitingFileIn(dataFolder))).toBe(false);
      await log.close();
      expect(await commands()).toEqual(wanted);
    },
  );

  it('prunes old days behind a signed end, and verifies from there', async () => {
    for (let day = 0; day < 5; day += 1) {
      await write([day, day], { keptDays: 2 });
      clock.advance(dayMs);
    }
    expect(await verify()).toMatchObject({ entries: { length: 6 }, pruned: 4 });
    await server.run(url, `delete from openpit.audit_entry where day = '2026-11-20'`);
    await expect(verify()).rejects.toThrow('5 must follow 4');
  });

  it('imports the log from a market’s folder once, and sets the folder aside', async () => {
    const folder = auditFolderIn(dataFolder);
    const before = new AuditLog({
      store: new FolderAudit({ folder, clock, key, keptDays: 400, isExpected: false }),
      clock,
      onFailure: (error) => expect.fail(String(error)),
    });
    before.add(act(1));
    before.add(act(2));
    await before.close();
    await write([3], { isExpected: true });
    await write([4], { isExpected: true });
    expect(await commands()).toEqual([1, 2, 3, 4]);
    expect(readdirSync(dataFolder).filter((name) => name.startsWith('audit'))).toEqual([
      expect.stringMatching(/^audit-taken-over-\d{14}$/),
    ]);
  });
});
