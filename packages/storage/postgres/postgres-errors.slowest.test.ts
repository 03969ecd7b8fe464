// The effect of each PostgreSQL error on a command, raised by a real server during a write, and its sentence.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { commandBytes, numberedRows } from '../testing/numbered-commands.ts';
import { type PostgresServer, sharedPostgres, startPostgres } from '../testing/postgres-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { databaseError, type Fate, fateOf, isPassing, kindsByClass, kindsByCode } from './postgres-errors.ts';
import { openPostgresJournal } from './postgres-journal.ts';

const ofServer: Readonly<Record<string, Fate>> = {
  '08000': 'lost',
  '08001': 'lost',
  '08003': 'lost',
  '08004': 'lost',
  '08006': 'lost',
  '08007': 'unknown',
  '08P01': 'lost',
  '0A000': 'unusable',
  '22021': 'unusable',
  '22P05': 'unusable',
  '23502': 'unusable',
  '23505': 'unusable',
  '25006': 'lost',
  '25P02': 'notDone',
  '25P03': 'lost',
  '25P04': 'lost',
  '26000': 'lost',
  '28000': 'unusable',
  '28P01': 'unusable',
  '3D000': 'unusable',
  '3F000': 'unusable',
  '40001': 'notDone',
  '40002': 'notDone',
  '40003': 'unknown',
  '40P01': 'notDone',
  '42501': 'unusable',
  '42601': 'unusable',
  '42P01': 'unusable',
  '53000': 'notDone',
  '53100': 'notDone',
  '53200': 'notDone',
  '53300': 'lost',
  '53400': 'notDone',
  '54000': 'unusable',
  '55000': 'notDone',
  '55006': 'notDone',
  '55P02': 'unusable',
  '55P03': 'notDone',
  '57014': 'notDone',
  '57P01': 'lost',
  '57P02': 'lost',
  '57P03': 'lost',
  '57P04': 'unusable',
  '57P05': 'lost',
  '58000': 'unusable',
  '58030': 'unusable',
  '58P01': 'unusable',
  '72000': 'notDone',
  F0000: 'unusable',
  P0001: 'unusable',
  XX000: 'unknown',
  XX001: 'unusable',
  XX002: 'unusable',
};

const ofSystem: Readonly<Record<string, Fate>> = {
  ECONNREFUSED: 'lost',
  ECONNRESET: 'lost',
  ECONNABORTED: 'lost',
  ENOTFOUND: 'lost',
  EAI_AGAIN: 'lost',
  ETIMEDOUT: 'lost',
  EHOSTUNREACH: 'lost',
  EHOSTDOWN: 'lost',
  ENETUNREACH: 'lost',
  ENETDOWN: 'lost',
  EPIPE: 'lost',
  ENOTCONN: 'lost',
  ENETRESET: 'lost',
  EPROTO: 'lost',
  EADDRNOTAVAIL: 'lost',
  EMFILE: 'lost',
  ENFILE: 'lost',
  ENOBUFS: 'lost',
  SELF_SIGNED_CERT_IN_CHAIN: 'unusable',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'unusable',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unusable',
  UNABLE_TO_GET_ISSUER_CERT: 'unusable',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unusable',
  CERT_UNTRUSTED: 'unusable',
  ERR_TLS_CERT_ALTNAME_INVALID: 'unusable',
  CERT_HAS_EXPIRED: 'unusable',
  CERT_NOT_YET_VALID: 'unusable',
  ERR_SSL_WRONG_VERSION_NUMBER: 'unusable',
};

const address = 'postgres://u:topsecret@h:5432/db';
const errorOf = (code: string, more: object = {}) => Object.assign(new Error('said'), { code, ...more });

describe('an error of PostgreSQL', () => {
  let server: PostgresServer;
  let url: string;
  beforeAll(async () => {
    server = await sharedPostgres();
    url = await server.createDatabase(() => undefined);
    const folder = mkdtempSync(join(tmpdir(), 'openpit-errors-'));
    const journal = await openPostgresJournal({ url, folder });
    await journal.close();
    rmSync(folder, { recursive: true });
    await server.run(
      url,
      `create sequence public.tries;
       create table public.failure (code text, times integer);
       create function public.fail() returns trigger language plpgsql as $$
       begin
         if nextval('public.tries') <= (select times from public.failure) then
           raise exception 'raised by a test' using errcode = (select code from public.failure);
         end if;
         return new;
       end $$;
       create trigger fail before insert on openpit.journal_command for each row execute function public.fail()`,
    );
  });

  it.each(Object.entries(ofServer))(
    '%s is %s: a command is written once, or certainly not',
    async (code, fate) => {
      expect(fateOf(errorOf(code, { severity: 'ERROR' }))).toBe(fate);
      await server.run(url, 'truncate public.failure; alter sequence public.tries restart');
      const times = fate === 'unusable' ? 1_000 : 2;
      await server.run(url, `insert into public.failure values ('${code}', ${times})`);
      const journal = await openPostgresJournal({ url, folder: temporaryFolder(), outcomeLagMs: 0 });
      onTestFinished(() => journal.close());
      const seq = (await journal.lastSeq()) + 1;
      const appended = journal.append({ firstSeq: seq, commands: numberedRows(commandBytes, seq, 1) });
      const rows = async () =>
        (await server.run(url, `select seq from openpit.journal_command where seq = ${seq}`)).length;
      if (fate === 'unusable') {
        await expect(appended).rejects.toThrow(
          /^the journal failed and accepts no more writes: the PostgreSQL database/,
        );
        expect(await rows()).toBe(0);
      } else {
        await appended;
        expect(await rows()).toBe(1);
      }
    },
  );

  it.each(Object.entries(ofSystem))('%s of the system is %s', (code, fate) => {
    expect(fateOf(errorOf(code))).toBe(fate);
    expect(isPassing(errorOf(code))).toBe(fate !== 'unusable');
  });

  it('has each of its codes in these tables, and a sentence without the password', () => {
    const classes = new Set(Object.keys(ofServer).map((code) => code.slice(0, 2)));
    expect(Object.keys(kindsByCode).filter((code) => !(code in ofServer) && !(code in ofSystem))).toEqual([]);
    expect(Object.keys(kindsByClass).filter((code) => !classes.has(code))).toEqual([]);
    for (const code of [...Object.keys(ofServer), ...Object.keys(ofSystem)]) {
      const explained = databaseError(errorOf(code, { severity: 'ERROR' }), address);
      expect(explained).toMatchObject({ name: 'DatabaseError' });
      expect(String(explained)).toContain('the PostgreSQL database db at h:5432');
      expect(String(explained)).not.toContain('topsecret');
      expect(fateOf(explained), code).toBe(ofServer[code] ?? ofSystem[code]);
    }
  });

  it('is not an error of the program: a bug keeps its own error', () => {
    const bug = new TypeError('x is not a function');
    expect([fateOf(bug), databaseError(bug, address)]).toEqual([undefined, bug]);
    expect(fateOf(errorOf('ENOENT', { syscall: 'connect' }))).toBe('lost');
    expect(fateOf(errorOf('ENOENT', { syscall: 'open' }))).toBe('unusable');
  });

  it('names a file of the address only if the address names it', () => {
    const missing = (path: string) => errorOf('ENOENT', { syscall: 'open', path });
    const explained = databaseError(missing('/ca.pem'), `${address}?sslrootcert=/ca.pem`);
    expect(String(explained)).toContain('correct sslrootcert');
    const own = missing('/data/database.tail');
    expect(databaseError(own, `${address}?sslrootcert=/ca.pem`)).toBe(own);
  });

  it('has a sentence for TLS with a private authority, and the file of the authority makes the connection possible', async () => {
    const file = (name: string) => join(import.meta.dirname, '..', 'testing', 'tls', `${name}.pem`);
    const own = await startPostgres({ tls: { key: file('key'), certificate: file('certificate') } });
    const market = await own.createDatabase(onTestFinished);
    const name = new URL(market).pathname;
    const over = (host: string, query: string) => `postgres://openpit@${host}:${own.port}${name}?${query}`;
    const opening = (tls: string) => openPostgresJournal({ url: tls, folder: temporaryFolder() });
    await expect(opening(over('localhost', 'sslmode=require'))).rejects.toThrow(
      /signed by an authority that this machine does not know .*sslrootcert=FILE$/,
    );
    await expect(opening(over('localhost', 'sslmode=require&sslrootcert=/nowhere.pem'))).rejects.toThrow(
      /a file that DATABASE_URL names .* cannot be read/,
    );
    const trusted = `sslmode=require&sslrootcert=${encodeURIComponent(file('authority'))}`;
    await expect(opening(over('127.0.0.1', trusted))).rejects.toThrow(/is not for this name/);
    const journal = await opening(over('localhost', trusted));
    await journal.close();
    const plain = await startPostgres({ listens: true });
    await expect(
      opening(`postgres://openpit@127.0.0.1:${plain.port}/postgres?sslmode=require`),
    ).rejects.toThrow(/cannot be reached over TLS .*switch ssl on/);
  });
});
