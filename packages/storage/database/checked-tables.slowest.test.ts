// Damage in openpit.db and history.db: every table has checksums, so that a stored value that has changed is found when
// the file is opened, when the row is read, and when it is to be updated.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { kyselyOf, openDatabase } from './database.ts';
import { openHistoryDatabase } from './history/history-database.ts';
import { checkedTables, requireUndamaged } from './integrity.ts';
import { openLibsql } from './libsql.ts';
import type { SqlDatabase } from './sql.ts';

/** Opens the file and waits until all of it has been read. */
async function openChecked(file: string) {
  const opened = await openHistoryDatabase(file);
  try {
    expect(await opened.checked).toBe(true);
    return opened;
  } catch (error) {
    opened.discard();
    throw error;
  }
}

const databases = { 'openpit.db': openDatabase, 'history.db': openChecked };

type AnyTables = Record<string, Record<string, unknown>>;

/** The columns of a table that have its contents, each with the value in row 1 or 2, which occurs nowhere else. */
function contentsOf(database: SqlDatabase, table: string, row: number) {
  const columns = database
    .all(`select name, type from pragma_table_info('${table}') order by cid`)
    .filter(({ name }) => name !== 'checksum' && name !== 'whole');
  return columns.map(({ name, type }, at) => {
    const isText = String(type).toLowerCase() === 'text';
    const key = String(row * 1000 + at);
    return {
      name: String(name),
      value: isText ? `${table} ${key}` : Number.parseInt(`5a${key}`, 16) * 65_536 + 7,
    };
  });
}

/** The bytes of a value in a file: text in UTF-8, an integer of six bytes. */
function bytesOf(value: string | number): Buffer {
  if (typeof value === 'string') return Buffer.from(value);
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(value, 0, 6);
  return bytes;
}

function placesOf(bytes: Buffer, value: Buffer): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(value); at >= 0; at = bytes.indexOf(value, at + 1)) places.push(at);
  return places;
}

describe.each(Object.entries(databases))('a damaged %s', (name, open) => {
  let file: string;
  let tables: string[];
  beforeEach(async () => {
    file = join(temporaryFolder(), name);
    const opened = await open(file);
    await ('seal' in opened ? opened.seal() : opened.close());
    const plain = openLibsql(file);
    plain.execScript('pragma foreign_keys = off');
    tables = checkedTables(plain);
    for (const table of tables)
      for (const row of [1, 2]) {
        const contents = contentsOf(plain, table, row);
        const names = contents.map((content) => `"${content.name}"`).join(', ');
        plain.run(
          `insert into "${table}" (${names}) values (${contents.map(() => '?').join(', ')})`,
          contents.map(({ value }) => value),
        );
      }
    plain.all('pragma wal_checkpoint(truncate)');
    plain.close();
  });

  /** A copy of the file with one bit of one byte changed. */
  function damagedCopy(bytes: Buffer, at: number): string {
    const copy = join(dirname(file), 'copy.db');
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 0x80;
    writeFileSync(copy, changed);
    return copy;
  }

  it('has checksums in every table', () => {
    const plain = openLibsql(file);
    const all = plain.all("select name from sqlite_schema where type = 'table' and name not like 'kysely%'");
    plain.close();
    expect(all.map((table) => String(table.name)).sort()).toEqual(tables);
    expect(tables.length).toBeGreaterThanOrEqual(5);
  });

  it('is found on opening, for any changed copy of any value in a table or an index', () => {
    const bytes = readFileSync(file);
    const model = openLibsql(file);
    let places = 0;
    for (const table of tables)
      for (const { name: column, value } of contentsOf(model, table, 1))
        for (const at of placesOf(bytes, bytesOf(value))) {
          const copy = openLibsql(damagedCopy(bytes, at));
          const check = () => requireUndamaged(copy, { model });
          expect(check, `${table}.${column} at ${at}`).toThrow(
            /is damaged \(.+\): restore the data folder from a backup/,
          );
          copy.close();
          places += 1;
        }
    expect(places).toBeGreaterThan(20);
    requireUndamaged(model, { model });
    model.close();
  });

  it('is found by a read of the row, and the row rejects an update that would hide it', async () => {
    const bytes = readFileSync(file);
    const plain = openLibsql(file);
    for (const table of tables)
      for (const { name: column, value } of contentsOf(plain, table, 2)) {
        const outcomes: string[] = [];
        for (const at of placesOf(bytes, bytesOf(value))) {
          const copy = openLibsql(damagedCopy(bytes, at));
          const db: Kysely<AnyTables> = kyselyOf(copy);
          const rows = await db
            .selectFrom(table)
            .selectAll()
            .orderBy('rowid')
            .execute()
            .catch((error: Error) => error.message);
          if (Array.isArray(rows)) {
            // The place is in an index.
            const whole = contentsOf(plain, table, 2).map((column) => [column.name, column.value]);
            expect(rows.map((row) => Object.entries(row)).at(-1)).toEqual(whole);
          } else {
            outcomes.push(rows);
            const update = () => copy.run(`update "${table}" set "${column}" = "${column}"`);
            expect(update, `${table}.${column}`).toThrow('its checksum does not match');
          }
          await db.destroy();
        }
        // The number of a row is not stored like other integers.
        const isNumberOfRow = typeof value === 'number' && column === contentsOf(plain, table, 2)[0]?.name;
        if (!isNumberOfRow) expect(outcomes.length, `${table}.${column}`).toBeGreaterThanOrEqual(1);
        for (const message of outcomes)
          expect(message).toMatch(
            new RegExp(
              `row \\d+ of ${table} is damaged|the text of ${table}\\.${column} in row 2 of the result`,
            ),
          );
      }
    plain.close();
  });

  it('does not open, and reports the damage with advice', async () => {
    const bytes = readFileSync(file);
    const plain = openLibsql(file);
    const text = tables
      .flatMap((table) => contentsOf(plain, table, 1))
      .find(({ value }) => typeof value === 'string')?.value;
    plain.close();
    const value = bytesOf(text ?? '');
    copyFileSync(damagedCopy(bytes, bytes.lastIndexOf(value)), file);
    await expect(open(file)).rejects.toMatchObject({
      name: 'DataFolderError',
      problem: 'damaged',
      path: file,
      message: expect.stringMatching(
        /^.*\.db is damaged \(.+\): (?:restore|rebuild it with ".+ history rebuild)/,
      ),
    });
  });

  it('does not open when the definition of a table has changed', async () => {
    const bytes = readFileSync(file);
    // "is not 1" becomes "is not 9": the condition of a trigger, which would always be true. The file has older copies.
    const places = placesOf(bytes, Buffer.from('is not 1'));
    expect(places.length).toBeGreaterThan(0);
    for (const at of places) bytes[at + 7] = '9'.charCodeAt(0);
    writeFileSync(file, bytes);
    await expect(open(file)).rejects.toMatchObject({ problem: 'damaged', path: file });
  });
});

it('A select from two tables is rejected, because the checksums of its rows could not be compared', async () => {
  const { db, close } = await openDatabase(join(temporaryFolder(), 'openpit.db'));
  const joined = db.selectFrom(['user', 'layout']).select(['json', 'email']);
  await expect(joined.execute()).rejects.toThrow('select from one table');
  await expect(db.selectFrom('user as u').selectAll().execute()).rejects.toThrow('select from one table');
  await close();
});
