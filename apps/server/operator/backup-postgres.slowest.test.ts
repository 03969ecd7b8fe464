// Backups of a market in PostgreSQL while the server, the database or the backup itself is killed. An incomplete backup never claims to be
// complete and cannot be started, and the next backup works.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgresMarket, openLibsqlJournal } from '@openpit/storage';
import { type PostgresServer, startPostgres } from '@openpit/storage/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openJournalIn } from '../data-folder.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

const operations = readFileSync(new URL('../../../docs/operations/postgresql.md', import.meta.url), 'utf8');
let base: string;
let database: PostgresServer;
let url: string;
let server: ServerProcess;
const drops: (() => Promise<void>)[] = [];
const marketFolder = () => join(base, 'market');
const startMarket = () =>
  startServerProcess(['--data', marketFolder(), '--database', url, '--market', 'storm']);

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'openpit-backup-postgres-'));
  database = await startPostgres();
  url = await database.createDatabase((drop) => drops.push(drop));
  server = await startMarket();
});
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
  for (const drop of drops) await drop();
  await rm(base, { recursive: true, force: true });
});

interface EndedProcess {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs the backup in a separate process. `onLine` is called once, as soon as it has printed that line. */
function backUp(
  folder: string,
  line = '',
  onLine: (kill: () => void) => void = () => {},
): Promise<EndedProcess> {
  const program = join(process.env.OPENPIT_THREAD_BUNDLES ?? '', 'run-admin.js');
  const argv = ['data', 'backup', folder, '--data', marketFolder(), '--database', url];
  const child = spawn(process.execPath, [program, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  let isCalled = line === '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
    if (isCalled || !errors.includes(line)) return;
    isCalled = true;
    onLine(() => child.kill('SIGKILL'));
  });
  return new Promise((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, output, errors })),
  );
}

const lastSeq = async (): Promise<number> => {
  const [row] = await database.run(url, 'select last_seq from openpit.journal_state');
  return Number(row?.last_seq);
};

/** The last command of a backup that reports that it is complete. */
async function completeUpTo(folder: string, { code, output, errors }: EndedProcess): Promise<number> {
  expect(code, errors).toBe(0);
  const said = Number(/is complete: commands up to (\d+),/.exec(output)?.[1]);
  const journal = await openLibsqlJournal({ folder });
  expect(await journal.lastSeq()).toBe(said);
  await journal.close();
  return said;
}

async function expectNoMarket(folder: string, { output }: EndedProcess): Promise<void> {
  expect(output).not.toContain('complete');
  await expect(openJournalIn({ dataFolder: folder })).rejects.toThrow(
    'is a backup that was interrupted or failed',
  );
}

it.each(['Copying snapshots', 'Copying users and settings', 'Copying the journal', 'Opening the copy'])(
  'a backup that is killed after it has printed “%s” lets no server start from it',
  async (line) => {
    const folder = join(base, `killed-${line}`);
    const ended = await backUp(folder, line, (kill) => kill());
    expect(ended.signal).toBe('SIGKILL');
    await expectNoMarket(folder, ended);
  },
);

it.each(['Copying snapshots', 'Copying users and settings', 'Copying the journal'])(
  'a backup fails with a sentence if its database is killed after “%s”, unless it already has everything',
  async (line) => {
    const folder = join(base, `lost-${line}`);
    const ended = await backUp(folder, line, () => database.kill());
    await database.start();
    if (ended.code === 0) {
      await completeUpTo(folder, ended);
      return;
    }
    expect(ended.code).toBe(1);
    expect(ended.errors).toMatch(/\nThe PostgreSQL database .* cannot be reached \(.*\): start it[^\n]*\n$/);
    await expectNoMarket(folder, ended);
  },
);

it('a backup is complete if the server is killed during it, and the next one contains the commands that the next server acknowledges', async () => {
  const folder = join(base, 'server-killed');
  const before = await lastSeq();
  const ended = await backUp(folder, 'Copying users and settings', () => server.child.kill('SIGKILL'));
  await server.ended;
  expect(await completeUpTo(folder, ended)).toBeGreaterThanOrEqual(before);

  server = await startMarket();
  await expect.poll(lastSeq).toBeGreaterThan(before);
  const later = await lastSeq();
  const next = join(base, 'next');
  expect(await completeUpTo(next, await backUp(next))).toBeGreaterThanOrEqual(later);
});

it('a dump by pg_dump is restored as the page PostgreSQL says; a truncated one is rejected and leaves nothing', async () => {
  const command = (name: string) =>
    new RegExp(`^\\$ ${name} (--\\S+ --\\S+) `, 'm').exec(operations)?.[1]?.split(' ') ?? [];
  const whole = join(base, 'market.dump');
  expect(database.program('pg_dump', ...command('pg_dump'), url, `--file=${whole}`)).toMatchObject({
    code: 0,
  });
  const bytes = await readFile(whole);
  const restore = async (file: string) => {
    const target = await database.createDatabase((drop) => drops.push(drop));
    const { code } = database.program('pg_restore', ...command('pg_restore'), `--dbname=${target}`, file);
    return [code, await findPostgresMarket(target)];
  };
  expect(await restore(whole)).toEqual([0, 'whole']);
  for (const share of [0.1, 0.5, 0.9, 1]) {
    const cut = join(base, `cut-${share}.dump`);
    await writeFile(cut, bytes.subarray(0, Math.floor(bytes.length * share) - 1));
    expect(await restore(cut), `${share} of it`).toEqual([1, 'none']);
  }
});

it('changes no table of an older version, whose server may be running', async () => {
  const tables =
    "select relname from pg_class join pg_namespace n on n.oid = relnamespace where nspname = 'openpit' order by 1";
  await database.run(
    url,
    "drop index openpit.layout_order; create index layout_user_id on openpit.layout (user_id); delete from openpit.kysely_migration where name = '0006-layout-order'",
  );
  const before = await database.run(url, tables);
  const { code, errors } = await backUp(join(base, 'newer'));
  expect([code, errors]).toEqual([1, expect.stringContaining('has the tables of an older Openpit')]);
  expect(await database.run(url, tables)).toEqual(before);
});
