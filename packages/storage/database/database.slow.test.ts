// Opening the relational database: new, again, of another build, and in a folder that cannot be used.
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { runProcess, sourceCommand } from '../testing/source-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { kyselyOf, openDatabase } from './database.ts';
import { findPreference, layoutBytes, nextLayout } from './documents.ts';
import { openLibsql } from './libsql.ts';
import { migrate, migrations } from './migrations.ts';
import type { Schema } from './schema.ts';
import { findSession } from './sessions.ts';
import { ensureSetting, findSetting } from './settings.ts';
import { listUsers } from './users.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'openpit.db');
});

describe('opening the relational database', () => {
  it('creates the folder and the tables, keeps the data, and applies no migration twice', async () => {
    file = join(folder, 'new', 'data', 'openpit.db');
    const first = await openDatabase(file);
    expect(statSync(join(folder, 'new', 'data')).mode & 0o077).toBe(0);
    await ensureSetting(first.db, 'node', () => 'n1');
    await first.close();
    await first.close();
    await expect(findSetting(first.db, 'node')).rejects.toThrow();

    const again = await openDatabase(file);
    expect(await findSetting(again.db, 'node')).toBe('n1');
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(again.db);
    expect(rows).toEqual([
      { name: '0001-accounts' },
      { name: '0002-checksums' },
      { name: '0003-sign-in-counts' },
      { name: '0004-two-factor' },
      { name: '0005-session-uses' },
      { name: '0006-layout-order' },
    ]);
    await again.close();
    expect(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  });

  it('commits durably, with a write-ahead log and an fsync for each transaction, and with foreign keys on', async () => {
    const { db, close } = await openDatabase(file);
    const settings = await Promise.all(
      ['journal_mode', 'synchronous', 'foreign_keys'].map(async (name) => {
        const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db);
        return Object.values(rows[0] ?? {})[0];
      }),
    );
    expect(settings).toEqual(['wal', 2, 1]);
    await close();
  });

  it('waits for the lock of another program without holding up the thread', async () => {
    const { db, close } = await openDatabase(file);
    const other = openLibsql(file);
    other.execScript('begin immediate');
    const written = ensureSetting(db, 'node', () => 'n1');
    // The other program is this process: it releases the lock only if the thread continues.
    await new Promise(setImmediate);
    other.close();
    await written;
    expect(await findSetting(db, 'node')).toBe('n1');
    await close();
  });

  it('keeps everything of a database that an earlier build wrote without checksums', async () => {
    const { '0001-accounts': first } = migrations;
    const old = openLibsql(file);
    await migrate(kyselyOf<Schema>(old), {
      file,
      set: { '0001-accounts': first ?? {} } as typeof migrations,
    });
    old.execScript(`
      pragma journal_mode = wal;
      insert into user values ('u1', 't@kand.example', 'Thandi', 'h1', 1, 10);
      insert into session values ('s1', 'u1', 10, 20, null, null, '10.0.0.1');
      insert into preference values ('p1', 'u1', '{"theme":"dark"}', 30);
      insert into layout values ('l1', 'u1', '{"name":"größe"}', 40, 50);
      insert into setting values ('node', 'n1');
    `);
    // The files are as kill -9 leaves them: a copy, because libsql closes the file itself only later.
    const killed = join(temporaryFolder(), 'openpit.db');
    for (const suffix of ['', '-wal']) copyFileSync(`${file}${suffix}`, `${killed}${suffix}`);
    old.close();
    const { db, close } = await openDatabase(killed);
    expect(await listUsers(db)).toEqual([
      {
        userId: 'u1',
        email: 't@kand.example',
        displayName: 'Thandi',
        passwordHash: 'h1',
        disabled: true,
        createdAt: 10,
      },
    ]);
    expect(await findSession(db, 's1')).toMatchObject({
      userId: 'u1',
      endedAt: null,
      remoteAddress: '10.0.0.1',
    });
    expect(await findPreference(db, 'u1')).toMatchObject({
      id: 'p1',
      json: '{"theme":"dark"}',
      updatedAt: 30,
    });
    const json = '{"name":"größe"}';
    expect(await layoutBytes(db, 'u1')).toBe(Buffer.byteLength(json));
    expect(await nextLayout(db, 'u1')).toMatchObject({ id: 'l1', json, updatedAt: 50 });
    expect(await findSetting(db, 'node')).toBe('n1');
    // Foreign keys hold again.
    await db.deleteFrom('user').execute();
    expect(await nextLayout(db, 'u1')).toBeUndefined();
    await close();
  });

  it('has all that was written in the file itself soon after, so that the write-ahead file has nothing to lose', async () => {
    const { db, close } = await openDatabase(file);
    const waiting = () => statSync(`${file}-wal`).size;
    await ensureSetting(db, 'node', () => 'n1');
    expect(waiting()).toBeGreaterThan(0);
    await expect.poll(() => waiting()).toBe(0);
    await ensureSetting(db, 'port', () => 'p1');
    expect(waiting()).toBeGreaterThan(0);
    await expect.poll(() => waiting()).toBe(0);
    await close();
  });

  it('does not open with a write-ahead file that is damaged before its end', async () => {
    const { db, close } = await openDatabase(file);
    for (const key of ['a', 'b', 'c']) await ensureSetting(db, key, () => key);
    const killed = join(temporaryFolder(), 'openpit.db');
    for (const suffix of ['.db', '.db-wal', '.tail'])
      copyFileSync(file.replace('.db', suffix), killed.replace('.db', suffix));
    const bytes = readFileSync(`${killed}-wal`);
    bytes[200] = (bytes[200] ?? 0) ^ 1;
    writeFileSync(`${killed}-wal`, bytes);
    await expect(openDatabase(killed)).rejects.toThrow(
      `${killed}-wal is damaged at frame 1, and changes of users, sessions, preferences or layouts after it would be lost: restore`,
    );
    await close();
  });

  it('rejects a database that lacks a change that was acknowledged, each time, and opens it where that is accepted', async () => {
    const { db, close } = await openDatabase(file);
    for (const key of ['a', 'b']) await ensureSetting(db, key, () => key);
    await close();
    const again = await openDatabase(file);
    await again.db.transaction().execute(async (transaction) => {
      await ensureSetting(transaction, 'c', () => 'c');
      await ensureSetting(transaction, 'd', () => 'd');
    });
    // As kill -9 leaves it.
    const killed = temporaryFolder();
    for (const name of ['openpit.db', 'openpit.db-wal', 'openpit.tail'])
      copyFileSync(join(folder, name), join(killed, name));
    await again.close();

    const whole = temporaryFolder();
    for (const name of ['openpit.db', 'openpit.db-wal', 'openpit.tail'])
      copyFileSync(join(killed, name), join(whole, name));
    const opened = await openDatabase(join(whole, 'openpit.db'));
    expect(await findSetting(opened.db, 'd')).toBe('d');
    await opened.close();

    rmSync(join(killed, 'openpit.db-wal'));
    for (const attempt of [1, 2])
      await expect(openDatabase(join(killed, 'openpit.db')), `attempt ${attempt}`).rejects.toThrow(
        `3 changes of users, sessions, preferences or layouts were acknowledged (${join(killed, 'openpit.tail')}), and ${join(killed, 'openpit.db')} has 2, because a part of it was lost or is older: restore the whole data folder from a backup, or start once with --accept-missing-files`,
      );
    const accepted = await openDatabase(join(killed, 'openpit.db'), { acceptsMissing: true });
    expect(await findSetting(accepted.db, 'b')).toBe('b');
    await accepted.close();
    await (await openDatabase(join(killed, 'openpit.db'))).close();
  });

  it('counts a change that is rolled back or rejected as none, and a read neither', async () => {
    const { db, close } = await openDatabase(file);
    const count = () => Number.parseInt(readFileSync(join(folder, 'openpit.tail'), 'utf8'), 10);
    await ensureSetting(db, 'a', () => 'a');
    expect(count()).toBe(1);
    expect(await findSetting(db, 'a')).toBe('a');
    const rolledBack = db.transaction().execute(async (transaction) => {
      await ensureSetting(transaction, 'b', () => 'b');
      throw new Error('given up');
    });
    await expect(rolledBack).rejects.toThrow('given up');
    await expect(db.insertInto('setting').values({ key: 'a', value: 'twice' }).execute()).rejects.toThrow();
    expect(count()).toBe(1);
    expect(await findSetting(db, 'b')).toBeUndefined();
    await db.updateTable('setting').set({ value: 'z' }).where('key', '=', 'a').execute();
    expect(count()).toBe(2);
    await close();
    await (await openDatabase(file)).close();
  });

  it('rejects a database of a newer build, names the unknown migrations, and changes nothing', async () => {
    const newer = await openDatabase(file);
    await sql`insert into kysely_migration values ('0009-alerts', '2027-01-01')`.execute(newer.db);
    await newer.close();
    const before = readFileSync(file);
    await expect(openDatabase(file)).rejects.toMatchObject({
      name: 'DataFolderError',
      problem: 'newerFormat',
      message: `${file} was written by a newer Openpit (it has the migrations 0009-alerts, which this one does not know): start the newer one, or choose another data folder`,
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('rolls back a migration that fails half-way, and names it', async () => {
    const database = openLibsql(file);
    const db = kyselyOf<Schema>(database);
    const set = {
      ...migrations,
      '0009-half': {
        up: async (changed: typeof db) => {
          await changed.schema.createTable('half').addColumn('a', 'text').execute();
          throw new Error('power cut');
        },
      },
    };
    await expect(migrate(db, { file, set })).rejects.toThrow(
      `${file} could not be brought up to date (migration 0009-half): power cut`,
    );
    const tables = (await db.introspection.getTables()).map(({ name }) => name);
    expect(tables).not.toContain('half');
    await migrate(db, { file });
    expect((await db.introspection.getTables()).map(({ name }) => name)).toContain('layout');
    await db.destroy();
  });

  it('rolls back a transaction that throws, and the connection stays usable', async () => {
    const { db, close } = await openDatabase(file);
    const work = db.transaction().execute(async (transaction) => {
      await ensureSetting(transaction, 'node', () => 'n1');
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await findSetting(db, 'node')).toBeUndefined();
    await close();
  });
});

describe('a data folder that cannot be used', () => {
  it('reports a file that is not a database, or another program’s, and leaves it unchanged', async () => {
    const text = 'quarterly figures\n'.repeat(500);
    writeFileSync(file, text);
    await expect(openDatabase(file)).rejects.toMatchObject({
      problem: 'notADatabase',
      message: expect.stringContaining(`${file} is not a database of Openpit`),
    });
    expect(readFileSync(file, 'utf8')).toBe(text);

    const others = join(folder, 'contacts.db');
    const database = openLibsql(others);
    database.execScript('create table contact (name text)');
    database.close();
    const before = readFileSync(others);
    await expect(openDatabase(others)).rejects.toMatchObject({
      problem: 'notADatabase',
      message: `${others} is a database of another program (it has the table contact): choose another data folder`,
    });
    expect(readFileSync(others).equals(before)).toBe(true);
  });

  it('reports a file in the place of a folder, and a folder in the place of a file', async () => {
    writeFileSync(join(folder, 'data'), '');
    await expect(openDatabase(join(folder, 'data', 'openpit.db'))).rejects.toMatchObject({
      name: 'DataFolderError',
      problem: 'wrongKind',
      path: join(folder, 'data'),
    });
    mkdirSync(file);
    await expect(openDatabase(file)).rejects.toMatchObject({
      problem: 'wrongKind',
      message: `${file} is a folder, but must be a file: move it away and start again, and restore the data folder from a backup if the start then misses the file`,
    });
  });

  it('reports that this user may not write there, for the database and for the journal', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed);
    chmodSync(folder, 0o755);
    chmodSync(closed, 0o555);
    const { output, errors } = await runProcess(sourceCommand('open-as-stranger', closed));
    const line = `DataFolderError: ${closed} cannot be written (EACCES): give this user the right to write there, or choose another data folder\n`;
    expect(output, errors).toBe(line + line);
  });

  it('reports a full disk', async () => {
    const { db, close } = await openDatabase(file);
    const pages = await sql<{ pageCount: number }>`pragma page_count`.execute(db);
    await sql`pragma max_page_count = ${sql.raw(String(pages.rows[0]?.pageCount))}`.execute(db);
    const write = ensureSetting(db, 'large', () => 'x'.repeat(100_000));
    await expect(write).rejects.toMatchObject({ name: 'SqlError', code: 'SQLITE_FULL' });
    expect(await findSetting(db, 'large')).toBeUndefined();
    await close();
  });

  it('reports it from a transaction too, which SQLite has then ended itself', async () => {
    const { db, close } = await openDatabase(file);
    await sql`pragma max_page_count = 1`.execute(db);
    const written = db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('setting')
        .values({ key: 'a', value: 'x'.repeat(100_000) })
        .execute();
    });
    await expect(written).rejects.toMatchObject({ name: 'SqlError', code: 'SQLITE_FULL' });
    expect(await findSetting(db, 'a')).toBeUndefined();
    await close();
  });

  it('says that it is full from a failed write until there is space, without a call or a restart', async () => {
    const { db, lack, close } = await openDatabase(file);
    const allow = (pages: number) => sql`pragma max_page_count = ${sql.raw(String(pages))}`.execute(db);
    const large = (key: string) => ensureSetting(db, key, () => 'x'.repeat(100_000));
    expect(lack()).toBeNull();
    await allow(1);
    await expect(large('a')).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    expect(lack()).toBe('space');
    // A read does not say that there is space.
    await findSetting(db, 'a');
    expect(lack()).toBe('space');
    await allow(1_000);
    await expect.poll(lack).toBeNull();
    await large('a');
    await close();
  });
});
