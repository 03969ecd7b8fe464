// The guard over libsql: the behaviour of bare libsql, which is the reason for the guard, and the behaviour of the guard.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runProcess, sourceCommand } from '../testing/source-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openLibsql } from './libsql.ts';
import type { SqlDatabase } from './sql.ts';

let database: SqlDatabase;
beforeEach(() => {
  database = openLibsql(':memory:');
});
afterEach(() => database.close());

describe('bare libsql, without the guard', () => {
  const libsql = createRequire(import.meta.url).resolve('libsql');
  const bare = (call: string) =>
    runProcess([
      process.execPath,
      '-e',
      `const s = new (require(${JSON.stringify(libsql)}))(':memory:').prepare('select ? as v'); console.log(JSON.stringify(${call}))`,
    ]);

  it.each(['s.all([true])', 's.all(Buffer.from([1]))', 's.all(new Date(0))', 's.all({ a: 1 })'])(
    'aborts the entire process on %s',
    async (call) => {
      const ended = await bare(call);
      expect(ended.signal ?? ended.code).toBe('SIGABRT');
      expect(ended.output).toBe('');
      expect(ended.errors).toContain('panicked');
    },
  );

  it('aborts the entire process on a stored text that is not UTF-8', async () => {
    const ended = await runProcess([
      process.execPath,
      '-e',
      `new (require(${JSON.stringify(libsql)}))(':memory:').prepare("select cast(x'61ff62' as text) as v").all([])`,
    ]);
    expect(ended.signal ?? ended.code).toBe('SIGABRT');
  });

  it('treats a missing parameter as NULL without an error', async () => {
    expect((await bare('s.all([])')).output).toBe('[{"v":null}]\n');
  });

  it('runs the first of two statements and ignores the second', async () => {
    const ended = await runProcess([
      process.execPath,
      '-e',
      `const d = new (require(${JSON.stringify(libsql)}))(':memory:'); d.exec('create table t (a)');
       d.prepare("insert into t values (1); insert into t values (2)").run([]); console.log(d.prepare('select count(*) n from t').all([])[0].n)`,
    ]);
    expect(ended.output).toBe('1\n');
  });
});

describe('the guarded adapter', () => {
  it('rejects every value that libsql cannot store, even through Kysely, and the process survives', async () => {
    const ended = await runProcess(sourceCommand('bind-bad-values'));
    expect(ended).toMatchObject({ code: 0, signal: null, errors: '' });
    const lines: { through: string; name: string; said: string }[] = ended.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const spoken = lines.map(({ through, name, said }) => `${name} through ${through}: ${said}`);
    const rejections = Object.entries({
      true: 'a boolean: pass 1 or 0',
      false: 'a boolean: pass 1 or 0',
      undefined: 'undefined: pass null',
      NaN: 'NaN: pass a finite number, or null',
      Infinity: 'Infinity: pass a finite number, or null',
      'a large integer': 'an integer beyond ±(2^53 − 1): pass a bigint',
      'a huge bigint': 'a bigint beyond 64 bits: pass it as text',
      'a Date': 'an object of class Date: pass its milliseconds (getTime())',
      'an object': 'an object: pass JSON.stringify(…) of it, or a Uint8Array',
      'an array': 'an array: pass JSON.stringify(…) of it, or a Uint8Array',
      'a Map': 'an object of class Map: pass JSON.stringify(…) of it, or a Uint8Array',
      'a symbol': 'a symbol: pass text, a number, a bigint, null or a Uint8Array',
      'a function': 'a function: pass text, a number, a bigint, null or a Uint8Array',
      'an ArrayBuffer': 'an object of class ArrayBuffer: pass a Uint8Array of its bytes',
      'a Uint16Array': 'an object of class Uint16Array: pass a Uint8Array of its bytes',
      'text with NUL': 'text with a NUL character, which would truncate it: pass bytes, or remove it',
      'half a surrogate pair':
        'text with half a surrogate pair, which would be changed: pass well-formed text',
    }).flatMap(([name, advice]) =>
      ['adapter', 'kysely'].map(
        (through) =>
          `${name} through ${through}: SqlUsageError: parameter 2 is ${advice}, in “select ? as a, ? as b”`,
      ),
    );
    expect(spoken).toEqual([
      ...rejections,
      'a lone Buffer through adapter: SqlUsageError: parameters must be an array, not an object of class Buffer, in “select ? as a, ? as b”',
      'a lone Date through adapter: SqlUsageError: parameters must be an array, not an object of class Date, in “select ? as a, ? as b”',
      'a lone boolean through adapter: SqlUsageError: parameters must be an array, not a boolean, in “select ? as a, ? as b”',
      'still alive through adapter: {"a":1,"b":"yes"}',
    ]);
  });

  it('stores integers as integers and other numbers as reals, and reads back the stored values', () => {
    const bytes = Buffer.from([9, 8, 7, 6]).subarray(1, 3);
    const row = database.get(
      'select ?1 as i, typeof(?1) as ti, ?2 as r, typeof(?2) as tr, ?3 as t, ?4 as n, ?5 as b, typeof(?5) as tb, ?6 as big, typeof(?6) as tbig',
      [-5, 1.5, 'Bethlehem – Kroonstad', null, bytes, 2n ** 40n],
    );
    expect(row).toEqual({
      i: -5,
      ti: 'integer',
      r: 1.5,
      tr: 'real',
      t: 'Bethlehem – Kroonstad',
      n: null,
      b: new Uint8Array([8, 7]),
      tb: 'blob',
      big: 2 ** 40,
      tbig: 'integer',
    });
    expect(Object.getPrototypeOf(row?.b)).toBe(Uint8Array.prototype);
  });

  it('reads text as bytes: one that is not UTF-8 is an error that names table, column and row', () => {
    database.execScript(
      "create table lot (id integer primary key, grade text, n integer); insert into lot values (1, 'A', 1)",
    );
    database.execScript(
      "insert into lot values (2, cast(x'61ff62' as text), 2), (3, 'C', cast(x'ff' as text))",
    );
    const notUtf8 = (sql: string, message: string) => {
      const read = expect(() => database.all(sql));
      read.toThrow(expect.objectContaining({ name: 'SqlError', code: 'SQLITE_CORRUPT', message }));
    };
    notUtf8('select * from lot', 'the text of lot.grade in row 2 of the result is not UTF-8');
    notUtf8('select n from lot', 'the text of lot.n in row 3 of the result is not UTF-8');
    notUtf8(
      'with g as (select max(grade) as best from lot where id = 2) select best from g; -- the best',
      'the text of best in row 1 of the result is not UTF-8',
    );
    notUtf8("values (cast(x'ff' as text))", 'the text of column1 in row 1 of the result is not UTF-8');
    expect(database.all('select grade from lot where id = 1')).toEqual([{ grade: 'A' }]);
    expect(database.get("select '\ufeffa' as v, '' as e")).toEqual({ v: '\ufeffa', e: '' });
  });

  it('rejects a statement that would read text directly as stored', () => {
    database.execScript('create table lot (grade text)');
    for (const sql of [
      "insert into lot values ('A') returning grade",
      "update lot set grade = 'B' returning grade",
      'pragma table_info(lot)',
      'pragma foreign_key_check',
      '/* all */ pragma main.index_list(lot)',
    ])
      expect(() => database.all(sql), sql).toThrow('this statement would read text as it is stored');
    expect(database.get('select count(*) as n from lot')).toEqual({ n: 0 });
    expect(database.all("select name from pragma_table_info('lot')")).toEqual([{ name: 'grade' }]);
    expect(database.all('pragma encoding')).toEqual([{ encoding: 'UTF-8' }]);
  });

  it('reads both ends of the safe integers, and throws for an integer that a number cannot hold', () => {
    const ends = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
    expect(database.get('select ? as max, ? as min', ends)).toEqual({ max: ends[0], min: ends[1] });
    expect(() => database.get('select ? as cents', [2n ** 53n])).toThrow(
      'column cents holds 9007199254740992, which a number cannot hold exactly: select cast(cents as text), in “select ? as cents”',
    );
  });

  it('requires exactly as many parameters as the statement has, and executes nothing otherwise', () => {
    database.execScript('create table member (code text, name text)');
    const insert = database.prepare('insert into member values (?, ?)');
    expect(() => insert.run(['BVG'])).toThrow(
      '2 parameters are expected, 1 given, in “insert into member values (?, ?)”',
    );
    expect(() => insert.run(['BVG', 'Bovag', 'x'])).toThrow('2 parameters are expected, 3 given');
    // A hole in an array is not a value either.
    const holed: string[] = [];
    holed[1] = 'Bovag';
    expect(() => insert.run(holed)).toThrow('parameter 1 is undefined: pass null');
    expect(database.get('select count(*) as n from member')).toEqual({ n: 0 });
  });

  it('rejects several statements in one text, and runs all of them as a script', () => {
    database.execScript('create table lot (n integer)');
    expect(() => database.run('insert into lot values (1); insert into lot values (2)')).toThrow(
      '2 statements in one text, of which only the first would run: use execScript',
    );
    expect(database.get('select count(*) as n from lot')).toEqual({ n: 0 });
    database.execScript('insert into lot values (1); insert into lot values (2);');
    expect(database.get('select count(*) as n from lot')).toEqual({ n: 2 });
  });

  it('rejects an empty text, a named parameter and a NUL in the statement', () => {
    expect(() => database.prepare(' -- nothing')).toThrow('no statement in “-- nothing”');
    expect(() => database.all('select :code', ['BVG'])).toThrow(
      'the parameter :code has a name: write ? and pass an array',
    );
    expect(() => database.all('select 1 as a\0, 2 as b')).toThrow(
      'a statement must not contain a NUL character',
    );
  });

  it('commits a transaction that ends, and rolls back a transaction that throws or is asynchronous', () => {
    database.execScript('create table lot (n integer)');
    const insert = (n: number) => database.run('insert into lot values (?)', [n]);
    expect(database.transaction(() => insert(1).changes)).toBe(1);
    expect(() =>
      database.transaction(() => {
        insert(2);
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(() => database.transaction(async () => insert(3))).toThrow('a transaction must be synchronous');
    expect(database.inTransaction).toBe(false);
    expect(database.all('select n from lot')).toEqual([{ n: 1 }]);
  });

  it('reports which statement failed and why, with the name of the code', () => {
    database.execScript('create table member (code text unique)');
    database.run('insert into member values (?)', ['BVG']);
    expect(() => database.run('insert into member values (?)', ['BVG'])).toThrow(
      expect.objectContaining({
        name: 'SqlError',
        code: 'SQLITE_CONSTRAINT_UNIQUE',
        message: 'UNIQUE constraint failed: member.code, in “insert into member values (?)”',
      }),
    );
    expect(() => openLibsql('/nowhere/at/all.db')).toThrow(
      expect.objectContaining({ code: 'SQLITE_CANTOPEN' }),
    );
  });

  it('throws on every use after close, where bare libsql still writes or aborts, and holds no lock', () => {
    const file = join(temporaryFolder(), 'a.db');
    const closed = openLibsql(file);
    closed.execScript('create table lot (n integer)');
    const insert = closed.prepare('insert into lot values (?)');
    closed.execScript('begin');
    insert.run([1]);
    closed.close();
    closed.close();
    expect(() => insert.run([1])).toThrow('is closed');
    expect(() => closed.prepare('select 1')).toThrow('is closed');
    expect(() => closed.execScript('select 1')).toThrow('is closed');
    expect(closed.inTransaction).toBe(false);

    const next = openLibsql(file);
    expect(next.transaction(() => next.get('select count(*) as n from lot'))).toEqual({ n: 0 });
    next.close();
  });

  it('sees a column that was added after the statement was first used', () => {
    database.execScript('create table lot (n integer); insert into lot values (1)');
    expect(database.all('select * from lot')).toEqual([{ n: 1 }]);
    database.execScript('alter table lot add column grade text');
    expect(database.all('select * from lot')).toEqual([{ n: 1, grade: null }]);
  });

  it('drops the oldest of many statements from its cache and prepares it again when it is used', () => {
    const first = database.prepare('select ? + 0 as n');
    for (let i = 1; i <= 300; i += 1) expect(database.get(`select ? + ${i} as n`, [1])).toEqual({ n: i + 1 });
    expect(first.get([7])).toEqual({ n: 7 });
    expect(database.get('select ? + 0 as n', [8])).toEqual({ n: 8 });
  });
});
