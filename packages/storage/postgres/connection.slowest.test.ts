// Connections to PostgreSQL that meet the behaviour of other people's servers, poolers and networks.
import { describe, expect, it, onTestFinished } from 'vitest';
import { putSetting } from '../database/settings.ts';
import { commandBytes, numberedRows } from '../testing/numbered-commands.ts';
import { PostgresProxy, type ProxyKind } from '../testing/postgres-proxy.ts';
import { sharedPostgres, startPostgres } from '../testing/postgres-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { addressesOf, addressProblem, describeDatabase } from './addresses.ts';
import { connect, schemas } from './connection.ts';
import { openPostgresDatabase } from './postgres-database.ts';
import { openPostgresJournal, type PostgresJournal } from './postgres-journal.ts';

const newDatabase = async () => await (await sharedPostgres()).createDatabase(onTestFinished);
const run = async (url: string, sql: string) => await (await sharedPostgres()).run(url, sql);

async function proxyTo(url: string, kind?: ProxyKind): Promise<PostgresProxy> {
  const proxy = await PostgresProxy.start(url, kind);
  onTestFinished(() => proxy.close());
  return proxy;
}

async function open(url: string, folder = temporaryFolder()): Promise<PostgresJournal> {
  const journal = await openPostgresJournal({ url, folder, outcomeLagMs: 0 });
  onTestFinished(() => journal.close());
  return journal;
}

const append = (journal: PostgresJournal, firstSeq: number) =>
  journal.append({ firstSeq, commands: numberedRows(commandBytes, firstSeq, 1) });

async function seqs(url: string): Promise<unknown[]> {
  const rows = await run(url, 'select seq::integer from openpit.journal_command order by seq');
  return rows.map(({ seq }) => seq);
}

/** The journal's reports, in order. */
function noticesOf(journal: PostgresJournal): string[] {
  const notices: string[] = [];
  journal.watch({
    interrupted: () => notices.push('interrupted'),
    resumed: () => notices.push('resumed'),
    failed: (cause) => notices.push(cause.message),
  });
  return notices;
}

describe('a connection to PostgreSQL', () => {
  it('is replaced when it is dead, and until then the database reports that it is not reachable', async () => {
    const url = await newDatabase();
    const proxy = await proxyTo(url);
    await open(proxy.url);
    const database = await openPostgresDatabase(proxy.url);
    onTestFinished(() => database.close());
    await putSetting(database.db, { key: 'a', value: '1' });
    proxy.freeze();
    // The idle connection is probed, so that no call runs into it.
    await expect.poll(() => database.lack()).toBe('connection');
    await expect.poll(() => database.lack()).toBeNull();
    await putSetting(database.db, { key: 'a', value: '2' });
  });

  it('is replaced after a statement of a user that was not answered', async () => {
    const url = await newDatabase();
    const proxy = await proxyTo(url);
    await open(proxy.url);
    const database = await openPostgresDatabase(proxy.url);
    onTestFinished(() => database.close());
    const transaction = database.db.transaction().execute(async (db) => {
      await putSetting(db, { key: 'a', value: '1' });
      proxy.freeze();
      await putSetting(db, { key: 'a', value: '2' });
    });
    await expect(transaction).rejects.toThrow(/timeout/);
    await putSetting(database.db, { key: 'a', value: '3' });
  });

  it('ends although the network has just forgotten it', async () => {
    const proxy = await proxyTo(await newDatabase());
    await open(proxy.url);
    const database = await openPostgresDatabase(proxy.url);
    await putSetting(database.db, { key: 'a', value: '1' });
    proxy.freeze();
    await database.close();
  });

  it('works through a pooler in session mode, which rejects startup parameters', async () => {
    const url = await newDatabase();
    const { url: pooled } = await proxyTo(url, 'session');
    const folder = temporaryFolder();
    for (const seq of [1, 2]) {
      const journal = await openPostgresJournal({ url: pooled, folder });
      await append(journal, seq);
      const database = await openPostgresDatabase(pooled);
      await putSetting(database.db, { key: 'a', value: String(seq) });
      await database.close();
      await journal.close();
    }
    const tables = await run(url, "select 1 from pg_tables where schemaname = 'public'");
    expect(tables).toEqual([]);
  });

  it('is rejected by name behind a pooler in transaction mode', async () => {
    const { url } = await proxyTo(await newDatabase(), 'transaction');
    await expect(openPostgresJournal({ url, folder: temporaryFolder() })).rejects.toThrow(
      'is behind a pooler in transaction or statement mode',
    );
  });

  it.each(['LATIN1', 'SQL_ASCII'])(
    'is rejected for a database with the encoding %s, which cannot hold every text',
    async (encoding) => {
      const url = await newDatabase();
      const name = `encoded_${encoding.toLowerCase()}_${process.pid}`;
      await run(
        url,
        `create database ${name} template template0 encoding '${encoding}' lc_collate 'C' lc_ctype 'C'`,
      );
      onTestFinished(async () => void (await run(url, `drop database ${name} with (force)`)));
      const encoded = url.replace(/\/[^/?]*\?/, `/${name}?`);
      await expect(openPostgresJournal({ url: encoded, folder: temporaryFolder() })).rejects.toThrow(
        `has the encoding ${encoding}, which cannot hold every text: create one with "createdb --encoding UTF8`,
      );
    },
  );

  it.each(['statement_timeout', 'lock_timeout'])(
    'has no %s, even if the role sets one: a command waits for a lock that lasts longer',
    async (setting) => {
      const url = await newDatabase();
      const name = new URL(url).pathname.slice(1);
      await run(url, `alter database ${name} set ${setting} = '2s'`);
      const journal = await open(url);
      const notices = noticesOf(journal);
      const locking = await connect(url, { schema: schemas.market });
      onTestFinished(() => locking.end());
      await locking.query('begin; lock table openpit.journal_state in access exclusive mode');
      const appended = append(journal, 1);
      const waited =
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and clock_timestamp() - query_start > '3 s'";
      await expect.poll(() => run(url, waited)).toHaveLength(1);
      await locking.query('commit');
      await appended;
      expect(await seqs(url)).toEqual([1]);
      expect(notices).toEqual([]);
    },
  );

  it('is tried again after a statement that was cancelled, without a word to anybody', async () => {
    const url = await newDatabase();
    const journal = await open(url);
    const notices = noticesOf(journal);
    const locking = await connect(url, { schema: schemas.market });
    onTestFinished(() => locking.end());
    await locking.query('begin; lock table openpit.journal_state in access exclusive mode');
    const appended = append(journal, 1);
    const cancel = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'";
    await expect.poll(() => run(url, cancel)).toHaveLength(1);
    await locking.query('commit');
    await appended;
    expect(await seqs(url)).toEqual([1]);
    expect(notices).toEqual([]);
  });

  it.each([
    ['idle_session_timeout', '10s'],
    ['idle_in_transaction_session_timeout', '10s'],
    ['default_transaction_read_only', 'on'],
    ['default_transaction_isolation', 'serializable'],
    ['synchronous_commit', 'off'],
    ['bytea_output', 'escape'],
    ['search_path', 'public'],
  ])('does not depend on the %s of its role', async (setting, value) => {
    const url = await newDatabase();
    const name = new URL(url).pathname.slice(1);
    await run(url, `alter database ${name} set ${setting} = '${value}'`);
    const client = await connect(url, { schema: schemas.market });
    onTestFinished(() => client.end());
    const { rows } = await client.query(`select current_setting('${setting}') as value`);
    expect(rows[0].value).not.toBe(value);
    const journal = await open(url);
    await append(journal, 1);
    expect(await journal.lastSeq()).toBe(1);
  });

  it('waits while the address leads to a standby, which is rejected at the first start', async () => {
    const primary = await startPostgres();
    const url = await primary.createDatabase(onTestFinished);
    const standby = await primary.startStandby();
    const copy = standby.addressOf(new URL(url).pathname.slice(1));
    await expect(openPostgresJournal({ url: copy, folder: temporaryFolder() })).rejects.toThrow(
      'takes no writes, because it is a standby or read-only',
    );
    const proxy = await proxyTo(url);
    const journal = await open(proxy.url);
    const notices = noticesOf(journal);
    await append(journal, 1);
    proxy.leadTo(copy);
    await expect.poll(() => notices).toEqual(['interrupted']);
    const waiting = append(journal, 2);
    await expect.poll(() => proxy.connections).toBeGreaterThan(3);
    expect(notices).toEqual(['interrupted']);
    proxy.leadTo(url);
    await waiting;
    expect(notices).toEqual(['interrupted', 'resumed']);
    expect(await primary.run(url, 'select max(seq)::integer as last from openpit.journal_command')).toEqual([
      { last: 2 },
    ]);
  });

  it.each(['cancelled', 'ended'])(
    'acknowledges nothing that a synchronous standby does not have, even when the wait for it was %s',
    async (how) => {
      const primary = await startPostgres();
      const url = await primary.createDatabase(onTestFinished);
      const standby = await primary.startStandby();
      const journal = await open(url);
      const notices = noticesOf(journal);
      await append(journal, 1);
      standby.kill();
      let isAcknowledged = false;
      const appended = append(journal, 2).then(() => {
        isAcknowledged = true;
      });
      const end = how === 'cancelled' ? 'pg_cancel_backend' : 'pg_terminate_backend';
      const waiting = `select ${end}(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
      await expect.poll(() => primary.run(url, waiting)).toHaveLength(1);
      // The commit is on the primary, and a new connection waits for the standby.
      const confirming = `select 1 from pg_stat_activity where wait_event = 'SyncRep' and query like '%holder = holder%'`;
      await expect.poll(() => primary.run(url, confirming)).toHaveLength(1);
      expect([isAcknowledged, notices]).toEqual([false, ['interrupted']]);
      await standby.start();
      await appended;
      expect(notices).toEqual(['interrupted', 'resumed']);
      expect(await primary.run(url, 'select max(seq)::integer as last from openpit.journal_command')).toEqual(
        [{ last: 2 }],
      );
    },
  );

  it('connects to the server that accepts writes if the address names several', async () => {
    const primary = await startPostgres();
    const url = await primary.createDatabase(onTestFinished);
    const standby = await primary.startStandby({ isSynchronous: false });
    const copy = await proxyTo(standby.addressOf(new URL(url).pathname.slice(1)));
    const original = await proxyTo(url);
    const name = new URL(url).pathname;
    const both = `postgres://openpit@127.0.0.1:${copy.port},127.0.0.1:${original.port}${name}?target_session_attrs=read-write`;
    const journal = await open(both);
    await append(journal, 1);
    expect(await journal.lastSeq()).toBe(1);
    await journal.close();
    original.cut();
    await expect(openPostgresJournal({ url: both, folder: temporaryFolder() })).rejects.toThrow(
      /^no server in DATABASE_URL takes writes: .*is a standby.*; .*cannot be reached/,
    );
  });
});

describe('the address of a database', () => {
  it('names several servers with one port each, in the host or in parameters', () => {
    expect(addressesOf('postgres://u:p@a:5432,b:5433/db?target_session_attrs=read-write')).toEqual([
      'postgres://u:p@a:5432/db',
      'postgres://u:p@b:5433/db',
    ]);
    expect(addressesOf('postgres://u@/db?host=/one,/two&port=1,2')).toEqual([
      'postgres://u@/db?host=%2Fone&port=1',
      'postgres://u@/db?host=%2Ftwo&port=2',
    ]);
    expect(addressesOf('postgresql://u@[::1]:5432,b/db')).toEqual([
      'postgresql://u@[::1]:5432/db',
      'postgresql://u@b/db',
    ]);
    expect(describeDatabase('postgres://u:p@a:5432,b/db')).toBe(
      'the PostgreSQL database db at a:5432 or b:5432',
    );
  });

  it.each([
    ['postgres://u:p@a:5432,b:5433/db', null],
    ['postgres://u:p@a:5432,b:5433/db?target_session_attrs=primary', null],
    ['postgres://localhost/db?host=/tmp', null],
    ['postgres:///db?host=/tmp', null],
    ['mysql://u:p@a/db', 'takes an address'],
    ['postgres://u:p@a:eighty/db', 'takes an address'],
    ['postgres://u:p@a,b:eighty/db', 'takes an address'],
    ['postgres://u:p@a,b/db?target_session_attrs=standby', 'takes target_session_attrs=read-write'],
    ['postgres://u:p@a,b,c/db?port=1,2', 'names a number of ports'],
  ])('%s is used, or its problem is said: %s', (url, problem) => {
    const actual = addressProblem(url);
    if (problem === null) expect(actual).toBeNull();
    else expect(actual).toContain(problem);
    expect(actual ?? '').not.toContain(':p@');
  });
});
