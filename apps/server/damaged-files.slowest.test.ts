// Each file of a data folder with each kind of damage: a start rejects the folder and names the file, says what is lost, or has lost
// nothing. What --accept-missing-files accepts is in missing-files.slowest.test.ts, damage at random places in damage.slowest.test.ts.
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findSetting, putSetting } from '@openpit/storage';
import { epochMs } from '@openpit/venue';
import { anOrder } from '@openpit/venue/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WaitingFile } from './audit/audit-database.ts';
import { auditFolderIn } from './audit/audit-files.ts';
import { FolderAudit } from './audit/audit-folder.ts';
import { folderSource, verifyAudit } from './audit/verify-audit.ts';
import { lastBackupAt, noteBackup } from './last-backup.ts';
import { removeOperatorAddress, writeOperatorAddress } from './operator/operator-key.ts';
import { operatorSentence } from './options/operator-sentence.ts';
import { readOptions } from './options/options.ts';
import { VirtualClock } from './schedule/virtual-clock.ts';
import { startFoundation, startParts } from './server.ts';
import { seedSmallMarket, send } from './testing/seed-small-market.ts';

const isRoot = process.getuid?.() === 0;
/** Any user without rights: root may read every file. */
const otherUser = 65_534;

const damages = {
  missing: (path: string) => rm(path),
  empty: (path: string) => truncate(path),
  zeroed: async (path: string) => writeFile(path, Buffer.alloc((await stat(path)).size)),
  truncated: async (path: string) => truncate(path, Math.floor((await stat(path)).size / 2)),
  flipped: async (path: string) => {
    const bytes = await readFile(path);
    const key = bytes.indexOf('PRIVATE KEY');
    const at = key < 0 ? Math.floor(bytes.length / 2) : key;
    bytes[at] = (bytes[at] ?? 0) ^ 4;
    await writeFile(path, bytes);
  },
  folder: async (path: string) => {
    await rm(path);
    await mkdir(path);
  },
  unreadable: (path: string) => chmod(path, 0),
} as const;
type Damage = keyof typeof damages;
const kinds = Object.keys(damages) as Damage[];

/** Words of the sentence with which the start is rejected, words of its warning, or nothing to say because nothing is lost. */
type Effect = { readonly rejects: RegExp } | { readonly warns: RegExp } | 'nothing';
type Effects = Readonly<Record<Damage, Effect>>;

const rejects = (words: RegExp): Effect => ({ rejects: words });
const warns = (words: RegExp): Effect => ({ warns: words });
const all = (effect: Effect): Effects =>
  Object.fromEntries(kinds.map((kind) => [kind, effect])) as Record<Damage, Effect>;
const unopened = {
  folder: rejects(/ is a folder, but must be a file: move it away/),
  unreadable: rejects(/ cannot be written \(\w+\): give this user the right/),
};

const tail: Effects = {
  ...all(rejects(/\.tail is unreadable, so nothing says whether .* --accept-missing-files/)),
  missing: rejects(/\.tail is missing, so nothing says whether .* --accept-missing-files/),
  empty: rejects(/\.tail is missing, so nothing says whether .* --accept-missing-files/),
  ...unopened,
};
const signedEnd: Effects = {
  ...all(warns(/part of the audit log is missing: .*(head|pruned)\.json/)),
  ...unopened,
};

/** The entries of a day in the audit log. */
const day = 'YYYY-MM-DD.jsonl';

/** By the name of the file, in a folder after a clean stop or, for files that only a running server has, after kill -9. */
const afterStop: Readonly<Record<string, Effects>> = {
  'journal.db': {
    missing: rejects(/journal\.db is missing or empty, although .* --accept-missing-files/),
    empty: rejects(/journal\.db is missing or empty, although .* --accept-missing-files/),
    zeroed: rejects(/ is not a database of Openpit: restore/),
    truncated: rejects(/ is damaged \(SQLITE_CORRUPT\): restore/),
    // The snapshot covers the commands: damage is noticed when a command is read.
    flipped: 'nothing',
    ...unopened,
  },
  'journal.tail': tail,
  'openpit.db': {
    missing: rejects(/openpit\.db is missing or empty, .* --accept-missing-files/),
    empty: rejects(/openpit\.db is missing or empty, .* --accept-missing-files/),
    zeroed: rejects(/ is not a database of Openpit: restore/),
    truncated: rejects(/ is damaged \(SQLITE_CORRUPT\): restore/),
    flipped: rejects(/ is damaged \(row \d+ of setting: .*\): restore/),
    ...unopened,
  },
  'openpit.tail': tail,
  'history.db': {
    ...all(warns(/history\.db is damaged .* rebuild it with/s)),
    missing: 'nothing',
    empty: 'nothing',
    folder: warns(/history\.db is a folder, but must be a file: rebuild it with/),
    unreadable: warns(/history\.db cannot be written .* rebuild it with/),
  },
  'snapshot-N.bin': {
    ...all(warns(/snapshot-\d+\.bin is damaged/)),
    missing: 'nothing',
    ...unopened,
  },
  [day]: {
    ...all(warns(/part of the audit log is missing: the end of \d{4}-\d\d-\d\d\.jsonl/)),
    missing: warns(/part of the audit log is missing: entries \d+ to \d+/),
    truncated: warns(/part of the audit log is missing: entries \d+ to \d+/),
    // Only "audit verify" reads every entry.
    flipped: 'nothing',
    ...unopened,
  },
  'head.json': signedEnd,
  'pruned.json': signedEnd,
  'public-key.pem': { ...all('nothing'), folder: unopened.folder },
  'audit-waiting.jsonl': {
    ...all(rejects(/ is damaged, and has entries .*: move it away, keep it, and start again/)),
    missing: 'nothing',
    // The last line may be one that was being written.
    truncated: 'nothing',
    ...unopened,
  },
  'owner.lock': { ...all('nothing'), ...unopened },
  'server.log': { ...all('nothing'), ...unopened },
  'last-backup.json': all('nothing'),
};
const afterKill: Readonly<Record<string, Effects>> = {
  'journal.db-wal': {
    ...all(rejects(/^Commands up to \d+ were acknowledged .* --accept-missing-files/)),
    flipped: rejects(/journal\.db-wal is damaged at frame \d+, .*: restore/),
    ...unopened,
  },
  'openpit.db-wal': {
    ...all(rejects(/^\d+ changes of users, .* were acknowledged .* --accept-missing-files/)),
    ...unopened,
  },
  'history.db-wal': {
    ...all('nothing'),
    folder: warns(/history\.db-wal is a folder/),
    unreadable: warns(/history\.db cannot be written/),
  },
  'journal.db-shm': { ...all('nothing'), ...unopened },
  'openpit.db-shm': { ...all('nothing'), ...unopened },
  'history.db-shm': { ...all('nothing'), unreadable: warns(/history\.db cannot be written/) },
  'owner.lock-journal': { ...all('nothing'), folder: unopened.folder },
  'owner.json': { ...all('nothing'), folder: unopened.folder },
  'operator.json': { ...all('nothing'), folder: unopened.folder },
};

/** Files that the sources name and this table does not have, with the reason. */
const others: Readonly<Record<string, string>> = {
  'database.json': 'only with PostgreSQL: data-folder.test.ts',
  'database.tail': 'only with PostgreSQL: postgres-journal.slowest.test.ts',
  'history-rebuild.db': 'a rebuild begins by deleting it',
  'excluded.json': 'a column of SQL',
  'package.json': 'a file of the program',
  'demo-market.json': 'a file of the program',
  'schedule-demo.json': 'a file of the program',
  'schedule-sast.json': 'a file of the program',
};

const nameInTable = (file: string): string =>
  basename(file)
    .replace(/^\d{4}-\d\d-\d\d\.jsonl$/, day)
    .replace(/^snapshot-\d+/, 'snapshot-N');

let base: string;
let stopped: string;
let killed: string;
let lastSeq: number;
const clock = () => new VirtualClock(epochMs(Date.UTC(2026, 10, 18, 8)));

/** The market, its databases, history and audit log, as a server starts them. */
function open(dataFolder: string, said: string[]) {
  const options = readOptions(['--port', '0', '--data', dataFolder], base);
  if (options === null) throw new Error('The options ask for help.');
  return startParts(async (parts) => {
    const storage = await startFoundation(parts, options, {
      clock: clock(),
      onStopped: (cause) => said.push(cause.message),
      notify: (_level, notice) => said.push(notice),
      startSimulator: null,
    });
    await writeOperatorAddress(dataFolder, { url: 'http://127.0.0.1:1', token: 'of the test' });
    parts.add('operator', () => removeOperatorAddress(dataFolder));
    return { ...storage, stop: () => parts.stop() };
  });
}

/** The names in the folder by their names in the table. */
function filesIn(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [nameInTable(file), file.slice(folder.length + 1)]));
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'openpit-damaged-files-'));
  // Readable to the other user, as whom a part of this test starts.
  await chmod(base, 0o755);
  stopped = join(base, 'stopped');
  killed = join(base, 'killed');
  const running = join(base, 'running');
  const { market, history, database, stop } = await open(running, []);
  await seedSmallMarket(market);
  for (let at = 0; at < 5; at += 1) await send(market, 'abdul', { ...anOrder, ref: `R${at}` }, `r${at}`);
  ({ lastSeq } = market.view);
  await history.reach(lastSeq);
  await noteBackup(running, 1);
  const key = (await findSetting(database.db, 'auditKey')) ?? '';
  // Then the write-ahead file has one transaction, however fast this machine is.
  await vi.waitUntil(() => statSync(join(running, 'openpit.db-wal')).size === 0, { timeout: 120_000 });
  await putSetting(database.db, { key: 'test', value: 'not yet in openpit.db itself' });
  // At once, before the change is there.
  cpSync(running, killed, { recursive: true });
  await stop();
  // A copy, because the library closes a database, and removes files of it, when it collects garbage.
  cpSync(running, stopped, { recursive: true, filter: (source) => !/-(wal|shm|journal)$/.test(source) });
  await addAuditEntries(key);
});
afterAll(() => rm(base, { recursive: true, force: true }));

/** Two days of entries, the first of which is pruned, and entries that waited for a database. */
async function addAuditEntries(key: string): Promise<void> {
  const virtual = clock();
  const audit = new FolderAudit({
    folder: auditFolderIn(stopped),
    clock: virtual,
    key,
    keptDays: 2,
    isExpected: true,
  });
  const fact = { kind: 'operator', what: 'halt', outcome: 'ok' } as const;
  const entries = () => [1, 2, 3].map(() => ({ at: virtual.now(), fact }));
  audit.write(entries());
  virtual.advance(3 * 24 * 60 * 60_000);
  audit.write(entries());
  audit.close();
  new WaitingFile(join(stopped, 'audit-waiting.jsonl')).begin(entries(), { until: '', count: 0 });
}

let copies = 0;
async function damaged(from: string, kind: Damage, names: readonly string[]): Promise<string> {
  copies += 1;
  const folder = join(base, `copy-${copies}`);
  await cp(from, folder, { recursive: true });
  const files = filesIn(folder);
  for (const name of names) await damages[kind](join(folder, files.get(name) ?? name));
  return folder;
}

/**
 * What a start says, and the sentence with which it is rejected. If it is not, nothing of the market, its settings and its history may be
 * lost.
 */
async function startOf(
  folder: string,
  kind: Damage,
): Promise<{ readonly rejection: string; readonly said: readonly string[] }> {
  const isOther = kind === 'unreadable' && isRoot;
  if (isOther)
    for (const name of ['', ...readdirSync(folder, { recursive: true }).map(String)])
      await chown(join(folder, name), otherUser, otherUser);
  const said: string[] = [];
  if (isOther) process.seteuid?.(otherUser);
  try {
    const opened = await open(folder, said).catch((error: unknown) => error);
    if (opened instanceof Error)
      return { rejection: operatorSentence(opened, []) ?? `${opened.stack}`, said };
    const { market, history, database, stop } = opened as Awaited<ReturnType<typeof open>>;
    expect(market.view.lastSeq).toBe(lastSeq);
    expect(market.view.rowsFor('activeOrders', { userId: 'abdul', member: 'KAND' }).rows).toHaveLength(5);
    expect(await findSetting(database.db, 'auditKey')).toContain('PRIVATE KEY');
    // Answered when the whole file has been read.
    const page = history.ask('candlesOfDay', { day: '2026-11-20', after: null, limit: 1 });
    await page.catch(() => expect(said.join()).toContain('history.db'));
    await stop();
    return { rejection: '', said };
  } finally {
    if (isOther) process.seteuid?.(0);
  }
}

/** At the same time, unless the process acts as another user. */
async function oneByOne<T>(cases: readonly T[], kind: Damage, run: (of: T) => Promise<void>): Promise<void> {
  if (kind !== 'unreadable') await Promise.all(cases.map(run));
  else for (const of of cases) await run(of);
}

interface Case {
  readonly name: string;
  readonly words: RegExp | null;
}

const tables = [
  ['a clean stop', () => stopped, afterStop],
  ['kill -9', () => killed, afterKill],
] as const;

describe('The table of damaged files', () => {
  it('has every file of a data folder, and no other', () => {
    const names = [...filesIn(stopped).keys(), ...filesIn(killed).keys()];
    expect([...new Set(names)].sort()).toEqual([...Object.keys(afterStop), ...Object.keys(afterKill)].sort());
  });

  it('has every file that the sources name', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const sources = ['apps/server', 'packages/storage'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true })
        .map((name) => join(root, folder, String(name)))
        .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|\/(testing|dist|node_modules)\//.test(name)),
    );
    const named = sources.flatMap((source) =>
      [...readFileSync(source, 'utf8').matchAll(/'([\w-]+\.(?:db|tail|jsonl?|lock|log|pem|bin))'/g)].map(
        ([, name = '']) => name,
      ),
    );
    const known = [...Object.keys(afterStop), ...Object.keys(afterKill), ...Object.keys(others)];
    expect([...new Set(named)].filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe.each(tables)('After %s, a start from a folder', (_what, from, table) => {
  it.each(kinds)('is rejected with the file and what to do: %s', async (kind) => {
    const cases = Object.entries(table).flatMap(([name, { [kind]: effect }]) =>
      typeof effect === 'object' && 'rejects' in effect ? [{ name, words: effect.rejects }] : [],
    );
    await oneByOne(cases, kind, async ({ name, words }) => {
      const folder = await damaged(from(), kind, [name]);
      const { rejection } = await startOf(folder, kind);
      expect.soft(rejection, `${name} ${kind}`).toMatch(words);
      expect.soft(rejection, `${name} ${kind}`).toContain(folder);
    });
  });

  it.each(kinds)('goes on, and says what is lost: %s', async (kind) => {
    const cases = Object.entries(table).flatMap(([name, { [kind]: effect }]): readonly Case[] => {
      if (effect === 'nothing') return [{ name, words: null }];
      return 'warns' in effect ? [{ name, words: effect.warns }] : [];
    });
    // All at once, except where one loss hides the other.
    const groups: readonly (readonly Case[])[] = [
      cases.filter(({ name }) => name !== day),
      cases.filter(({ name }) => name === day),
    ];
    await oneByOne(groups, kind, async (group) => {
      const folder = await damaged(
        from(),
        kind,
        group.map(({ name }) => name),
      );
      const { rejection, said } = await startOf(folder, kind);
      expect(rejection).toBe('');
      for (const { name, words } of group)
        if (words !== null) expect.soft(said.join('\n'), `${name} ${kind}`).toMatch(words);
      if (group.every(({ words }) => words === null)) expect(said).toEqual([]);
    });
  });
});

it('A changed entry of the audit log, which a start does not read, is found by its verification', async () => {
  const folder = await damaged(stopped, 'flipped', [day]);
  await expect(verifyAudit(folderSource(auditFolderIn(folder)))).rejects.toThrow('2026-11-21.jsonl, line 2');
});

it('A damaged note of the last backup counts as none', async () => {
  for (const kind of kinds.filter((kind) => kind !== 'unreadable'))
    expect(await lastBackupAt(await damaged(stopped, kind, ['last-backup.json']))).toBeNull();
});
