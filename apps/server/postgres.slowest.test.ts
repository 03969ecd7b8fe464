// A market in PostgreSQL: the same server, without its database for a while, and moved between database and files.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPassword } from '@openpit/market';
import { databaseTail, describeDatabase } from '@openpit/storage';
import { PostgresProxy, type PostgresServer, sharedPostgres, startPostgres } from '@openpit/storage/testing';
import { epochMs } from '@openpit/venue';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runExplainCli } from './explain/explain-cli.ts';
import type { MarketServer } from './market-server.ts';
import { runOperatorCli } from './operator/cli.ts';
import { VirtualClock } from './schedule/virtual-clock.ts';
import type { RunningServer } from './server.ts';
import { exampleOrder } from './testing/body-examples.ts';
import { requestOf } from './testing/request-of.ts';
import { Screen } from './testing/screen.ts';
import { startMarket } from './testing/started-market.ts';

/** Orders are accepted at this time of the day. */
const opening = Date.UTC(2026, 10, 23, 8);
/** Markets that are opened at the same time would be equal. */
let starts = 0;

let base: string;
let running: RunningServer | null;
let market: MarketServer;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'openpit-postgres-market-'));
  running = null;
});
afterEach(async () => {
  await running?.stop();
  await rm(base, { recursive: true, force: true });
});

async function start(dataFolder: string, database?: string): Promise<RunningServer> {
  const more = database === undefined ? [] : ['--database', database];
  starts += 1;
  ({ running, market } = await startMarket(['--no-past', '--data', dataFolder, ...more], {
    folder: base,
    onStopped: () => undefined,
    clock: new VirtualClock(epochMs(opening + starts)),
  }));
  return running;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = null;
}

interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly retryAfter: string | null;
}

async function call({ url }: RunningServer, path: string, body?: object, token?: string): Promise<Reply> {
  const reply = await fetch(url + path, requestOf({ body, token }));
  return {
    status: reply.status,
    body: (await reply.json()) as Record<string, unknown>,
    retryAfter: reply.headers.get('retry-after'),
  };
}

async function signIn(server: RunningServer, email = 'thandi@kand.example'): Promise<string> {
  const credentials = { email, password: demoPassword };
  const { body } = await call(server, '/api/authenticate/login', credentials);
  return String(body.token);
}

const insert = (server: RunningServer, token: string, ref: string): Promise<Reply> => {
  return call(server, '/api/Orders/InsertOrder', { ...exampleOrder, requestId: ref, ref }, token);
};

/** The references of the dealer's orders in the book. */
function refs(): string[] {
  const { rows } = market.view.rowsFor('activeOrders', { userId: 'thandi', member: 'KAND' });
  return rows.map(({ ref }) => ref).sort();
}

async function run(...argv: string[]): Promise<{ readonly code: number; readonly printed: string }> {
  const lines: string[] = [];
  const print = (line: unknown) => void lines.push(String(line));
  const spies = (['log', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(print));
  const code = await runOperatorCli(argv);
  for (const spy of spies) spy.mockRestore();
  return { code, printed: lines.join('\n') };
}

const databaseOf = async (server: PostgresServer) => await server.createDatabase(onTestFinished);

describe('a market in PostgreSQL', () => {
  it('restores its orders, logins and history after a restart, even in a new data folder, and keeps no files itself', async () => {
    const url = await databaseOf(await sharedPostgres());
    const folder = join(base, 'data');
    const first = await start(folder, url);
    const token = await signIn(first);
    for (const ref of ['dealt', 'a', 'b', 'c']) expect((await insert(first, token, ref)).status).toBe(200);
    const pieter = await signIn(first, 'pieter@veld.example');
    const sale = { ...exampleOrder, requestId: 'd', ref: 'd', side: 'S', qty: 1, principal: 'VELD' };
    expect((await call(first, '/api/Orders/InsertOrder', sale, pieter)).status).toBe(200);
    await stop();
    expect((await readdir(folder)).filter((name) => /\.db|journal/.test(name))).toEqual([]);

    const second = await start(folder, url);
    expect(second.replayed).toBe(0);
    expect(refs()).toEqual(['a', 'b', 'c']);
    const candles = '/api/History/Candles?contract=DEC26%20WMAZ&interval=60';
    await expect.poll(async () => (await call(second, candles, undefined, token)).body.rows).toHaveLength(1);
    await stop();

    const elsewhere = await start(join(base, 'elsewhere'), url);
    expect(elsewhere.replayed).toBeGreaterThan(0);
    expect(refs()).toEqual(['a', 'b', 'c']);
    await stop();
    // The lost folder had no record that the database has not.
    const place = ['--data', join(base, 'elsewhere'), '--database', url];
    expect(await run('audit', 'verify', ...place)).toMatchObject({ code: 0 });
    const file = join(base, 'entries.jsonl');
    expect(await run('audit', 'export', '2026-11-23', '2026-11-23', file, ...place)).toMatchObject({
      code: 0,
    });
    const entries = readFileSync(file, 'utf8').trim().split('\n');
    const inserted = entries.map((line) => JSON.parse(line)).filter(({ what }) => what === 'insertOrder');
    const users = [...Array(4).fill('thandi'), 'pieter'];
    expect(inserted.map(({ user, outcome }) => [user, outcome])).toEqual(users.map((user) => [user, 'ok']));
  });

  it('pauses with the reason while the disk of the database is full, and continues automatically with the order once', async () => {
    const database = await sharedPostgres();
    const url = await databaseOf(database);
    const server = await start(join(base, 'data'), url);
    const token = await signIn(server);
    const fill = `create function public.fill() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`;
    await database.run(url, fill);
    await database.run(
      url,
      'create trigger full_disk before insert on openpit.journal_command execute function public.fill()',
    );
    const waiting = insert(server, token, 'meanwhile');
    await expect
      .poll(async () => (await call(server, '/health/ready')).body)
      .toMatchObject({
        market: 'interrupted',
        reasons: [expect.stringContaining('its database cannot be written')],
      });
    const notice =
      /"msg":"The market accepts no commands until its database can be written: the disk of the PostgreSQL database [^"]* is full: free some space/;
    await expect.poll(() => readFileSync(join(base, 'data', 'server.log'), 'utf8')).toMatch(notice);
    expect((await insert(server, token, 'away')).body).toMatchObject({
      code: 'venueInterrupted',
      message: expect.stringContaining('its database cannot be written'),
    });
    await database.run(url, 'drop trigger full_disk on openpit.journal_command');
    await expect.poll(async () => (await call(server, '/health/ready')).status).toBe(200);
    expect((await waiting).body.code).toBe('outcomeUnknown');
    await expect.poll(() => refs()).toEqual(['meanwhile']);
  });

  it('[HUB-3] stops with a clear message while the database is away, and continues automatically with each order once', async () => {
    const database = await startPostgres();
    const url = await databaseOf(database);
    const server = await start(join(base, 'data'), url);
    const token = await signIn(server);
    expect((await insert(server, token, 'before')).status).toBe(200);

    database.kill();
    await expect.poll(async () => (await call(server, '/health/ready')).status).toBe(503);
    expect((await call(server, '/health/ready')).body).toMatchObject({
      market: 'interrupted',
      journal: 'interrupted',
      reasons: [expect.stringContaining('continues automatically when it can be written again')],
    });
    expect((await call(server, '/health/live')).status).toBe(200);
    const rejected = await insert(server, token, 'away');
    expect([rejected.status, rejected.body.code, rejected.retryAfter]).toEqual([
      503,
      'venueInterrupted',
      '5',
    ]);
    expect(rejected.body.message).toContain('Nothing has changed');
    // A page that is loaded now must not show an open market.
    const screen = new Screen(server.url, token, { isBinary: true });
    onTestFinished(() => screen.connection.stop());
    await screen.connection.start();
    await expect.poll(() => screen.all('MarketInit')).toHaveLength(1);
    expect(screen.all('DownloadsCompleted')).toEqual(['False']);
    // Data in memory are still served; calls that need the database state why they fail.
    expect(refs()).toEqual(['before']);
    const layouts = await call(server, '/api/UserSettings/GetAllUserLayouts', undefined, token);
    expect([layouts.status, layouts.body.code]).toEqual([503, 'databaseUnavailable']);

    await database.start();
    await expect.poll(async () => (await call(server, '/health/ready')).status).toBe(200);
    await expect.poll(() => screen.all('DownloadsCompleted')).toEqual(['False', 'True']);
    expect((await insert(server, token, 'after')).status).toBe(200);
    expect(refs()).toEqual(['after', 'before']);
    expect((await call(server, '/api/UserSettings/GetAllUserLayouts', undefined, token)).status).toBe(200);
    await stop();
    await start(join(base, 'data'), url);
    expect(refs()).toEqual(['after', 'before']);
  });

  it('signs users in again after a network has forgotten its connections, and is not ready until then', async () => {
    const proxy = await PostgresProxy.start(await databaseOf(await sharedPostgres()));
    onTestFinished(() => proxy.close());
    const server = await start(join(base, 'data'), proxy.url);
    const isReady = async () => (await call(server, '/health/ready')).status === 200;
    expect(await isReady()).toBe(true);
    proxy.freeze();
    await expect.poll(isReady).toBe(false);
    await expect.poll(isReady).toBe(true);
    const token = await signIn(server);
    let tries = 0;
    const insertOne = async () => {
      tries += 1;
      return (await insert(server, token, `after-${tries}`)).status;
    };
    await expect.poll(insertOne).toBe(200);
  });

  it('stops although a network has just forgotten its connections', async () => {
    const proxy = await PostgresProxy.start(await databaseOf(await sharedPostgres()));
    onTestFinished(() => proxy.close());
    await start(join(base, 'data'), proxy.url);
    proxy.freeze();
    await stop();
  });

  it('does not use a snapshot of lost commands as the state of the commands that another server wrote instead', async () => {
    const postgres = await sharedPostgres();
    const url = await databaseOf(postgres);
    const folder = join(base, 'data');
    const tail = join(folder, databaseTail);
    const token = await signIn(await start(folder, url));
    await stop();
    // A power failure loses the last writes to this file, and its standby has no more commands either.
    const remembered = readFileSync(tail);
    const [{ last_seq: kept } = {}] = await postgres.run(url, 'select last_seq from openpit.journal_state');
    expect((await insert(await start(folder, url), token, 'lost')).status).toBe(200);
    await stop();
    writeFileSync(tail, remembered);
    await postgres.run(
      url,
      `delete from openpit.journal_command where seq > ${kept}; delete from openpit.journal_outcome where seq > ${kept};
       update openpit.journal_state set last_seq = ${kept}, last_outcome_seq = ${kept}`,
    );
    const elsewhere = await start(join(base, 'elsewhere'), url);
    for (const ref of ['x', 'y', 'z']) expect((await insert(elsewhere, token, ref)).status).toBe(200);
    await stop();

    await start(folder, url);
    expect(refs()).toEqual(['x', 'y', 'z']);
  });

  it('stops without waiting for a database that is away, and has every acknowledged order when both are back', async () => {
    const database = await startPostgres();
    const url = await databaseOf(database);
    const server = await start(join(base, 'data'), url);
    const token = await signIn(server);
    expect((await insert(server, token, 'before')).status).toBe(200);
    database.kill();
    await expect.poll(async () => (await call(server, '/health/ready')).status).toBe(503);
    await stop();
    const away = start(join(base, 'data'), url);
    await expect(away).rejects.toThrow(/^the PostgreSQL database .* cannot be reached/);
    await database.start();
    await start(join(base, 'data'), url);
    expect(refs()).toEqual(['before']);
  });

  it('is moved there from files and back, with its orders and logins, and the moved originals are set aside', async () => {
    const postgres = await sharedPostgres();
    const url = await databaseOf(postgres);
    const folder = join(base, 'data');
    const token = await signIn(await start(folder));
    expect((await insert(running ?? expect.fail(), token, 'files')).status).toBe(200);
    await stop();

    const there = await run('data', 'move', 'to-postgres', '--data', folder, '--database', url);
    expect(there).toMatchObject({
      code: 0,
      printed: expect.stringMatching(
        /^The market is in the PostgreSQL database .*: \d+ commands, read again and compared\./m,
      ),
    });
    expect(existsSync(join(folder, 'journal.db'))).toBe(false);
    expect((await readdir(folder)).some((name) => name.startsWith('files-before-move-'))).toBe(true);
    // The files alone are no longer a market.
    await expect(start(folder)).rejects.toThrow(/is in the PostgreSQL database .*DATABASE_URL/);
    const moved = await start(folder, url);
    expect(moved.replayed).toBe(0);
    expect(refs()).toEqual(['files']);
    expect((await insert(moved, token, 'database')).status).toBe(200);

    const isAuditWhole = async (...place: string[]) =>
      expect(await run('audit', 'verify', '--data', ...place)).toMatchObject({
        code: 0,
        printed: expect.stringContaining('The audit log is whole'),
      });
    await isAuditWhole(folder, '--database', url);
    const held = await run('data', 'move', 'to-files', '--data', folder, '--database', url);
    expect(held).toMatchObject({ code: 1, printed: expect.stringContaining('is in use by this process') });
    const backup = join(base, 'backup');
    const copied = await run('data', 'backup', backup, '--data', folder, '--database', url);
    expect(copied).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/is complete: commands up to \d+/),
    });
    await stop();

    const back = await run('data', 'move', 'to-files', '--data', folder, '--database', url);
    expect(back).toMatchObject({ code: 0, printed: expect.stringContaining('The market is in files in') });
    const schemas = await postgres.run(url, "select nspname from pg_namespace where nspname like 'openpit%'");
    expect(schemas).toEqual([{ nspname: expect.stringMatching(/^openpit_moved_\d{14}$/) }]);
    await isAuditWhole(folder);
    // The audit log of a backup is in its folder, even when the address of the database is given.
    await isAuditWhole(backup, '--database', url);
    await start(folder);
    expect(refs()).toEqual(['database', 'files']);
    await stop();
    await isAuditWhole(folder);

    await start(backup);
    expect(refs()).toEqual(['database', 'files']);
    await stop();
    const restored = await run('data', 'move', 'to-postgres', '--data', backup, '--database', url);
    expect(restored.code).toBe(0);
    await start(backup, url);
    expect(refs()).toEqual(['database', 'files']);
    await stop();
    await isAuditWhole(backup, '--database', url);
  });

  /** Runs the command in a process that is killed before it writes or renames the file. */
  async function killedAt(file: string, ...argv: string[]): Promise<void> {
    const hook = join(base, 'kill.cjs');
    writeFileSync(
      hook,
      `const kill = (path) => String(path).endsWith(${JSON.stringify(`/${file}`)}) && process.kill(process.pid, 'SIGKILL');
      for (const [module, name] of [[require('node:fs'), 'writeFileSync'], [require('node:fs/promises'), 'rename']]) {
        const original = module[name];
        module[name] = (path, ...rest) => { kill(path); return original(path, ...rest); };
      }
      require('node:module').syncBuiltinESMExports();`,
    );
    const program = join(process.env.OPENPIT_THREAD_BUNDLES ?? '', 'run-admin.js');
    const { signal, stderr } = spawnSync(process.execPath, ['--require', hook, program, ...argv], {
      encoding: 'utf8',
    });
    expect(signal, stderr).toBe('SIGKILL');
  }

  it('is moved again completely if a move was killed and the market went on in its files', async () => {
    const url = await databaseOf(await sharedPostgres());
    const place = ['--data', join(base, 'data')];
    const token = await signIn(await start(join(base, 'data')));
    expect((await insert(running ?? expect.fail(), token, 'files')).status).toBe(200);
    await stop();
    const move = ['data', 'move', 'to-postgres', ...place, '--database', url];
    await killedAt('database.json', ...move);
    expect((await run('user', 'disable', 'pieter', ...place)).code).toBe(0);
    // Only the users have changed. The second time, there is a further command.
    await killedAt('database.json', ...move);
    expect((await run('user', 'grant', 'lerato', 'dealer', ...place)).code).toBe(0);
    expect(await run(...move)).toMatchObject({ code: 0 });
    const moved = await start(join(base, 'data'), url);
    expect(refs()).toEqual(['files']);
    expect(await signIn(moved, 'pieter@veld.example')).toBe('undefined');
    await stop();
    const audit = await run('audit', 'verify', ...place, '--database', url);
    expect(audit).toMatchObject({ code: 0, printed: expect.stringContaining('The audit log is whole') });
  });

  it.each([
    ['to-postgres', 'journal.db'],
    ['to-postgres', 'journal.tail'],
    ['to-files', 'journal.db'],
  ])('is moved to the database after data move %s was killed before it moved %s', async (wanted, file) => {
    const url = await databaseOf(await sharedPostgres());
    const folder = join(base, 'data');
    const token = await signIn(await start(folder));
    expect((await insert(running ?? expect.fail(), token, 'files')).status).toBe(200);
    await stop();
    const place = ['--data', folder, '--database', url];
    if (wanted === 'to-files')
      expect(await run('data', 'move', 'to-postgres', ...place)).toMatchObject({ code: 0 });
    await killedAt(file, 'data', 'move', wanted, ...place);
    await expect(start(folder, url)).rejects.toThrow(/has a market in files .* data move to-postgres/);
    const again = await run('data', 'move', 'to-postgres', ...place);
    expect(again).toEqual({ code: 0, printed: expect.stringMatching(/^The market is in/m) });
    await start(folder, url);
    expect(refs()).toEqual(['files']);
    await stop();
    expect(await run('data', 'move', 'to-files', ...place)).toMatchObject({ code: 0 });
  });

  it('is asked for its address by every command that needs it, in one sentence', async () => {
    const url = await databaseOf(await sharedPostgres());
    const folder = join(base, 'data');
    await start(folder, url);
    await stop();
    const wanted = `The market of ${folder} is in ${describeDatabase(url)}: give its address in DATABASE_URL, which a service has in its environment file.`;
    for (const argv of [
      ['data', 'backup', join(base, 'backup')],
      ['audit', 'verify'],
      ['audit', 'export', '2026-11-23', '2026-11-23', join(base, 'entries')],
      ['users'],
      ['history', 'rebuild'],
    ])
      expect(await run(...argv, '--data', folder), argv[0]).toEqual({ code: 1, printed: wanted });
    expect(existsSync(join(base, 'backup'))).toBe(false);
    const printed: unknown[] = [];
    const spy = vi.spyOn(console, 'error').mockImplementation((line) => void printed.push(line));
    expect(await runExplainCli(['1', '--data', folder])).toBe(1);
    spy.mockRestore();
    expect(printed).toEqual([wanted]);
  });

  it('accepts no data folder of another market, and no market is moved onto one', async () => {
    const postgres = await sharedPostgres();
    const [url, other] = [await databaseOf(postgres), await databaseOf(postgres)];
    await start(join(base, 'one'), url);
    await stop();
    await start(join(base, 'other'), other);
    await stop();
    await expect(start(join(base, 'one'), other)).rejects.toThrow(/belongs to a different market than .*one/);
    await start(join(base, 'files'));
    await stop();
    await expect(start(join(base, 'files'), url)).rejects.toThrow(/has a market in files \(journal\.db/);
    const rejected = await run(
      'data',
      'move',
      'to-postgres',
      '--data',
      join(base, 'files'),
      '--database',
      url,
    );
    expect(rejected).toMatchObject({
      code: 1,
      printed: expect.stringContaining('already has another market'),
    });
    expect(existsSync(join(base, 'files', 'journal.db'))).toBe(true);
    const nothing = await run('data', 'move', 'to-files', '--data', join(base, 'files'), '--database', url);
    expect(nothing).toMatchObject({ code: 1, printed: expect.stringContaining('is not in a database') });
  });
});
