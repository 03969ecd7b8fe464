// Wrong passwords for one account from a hundred addresses, with real hashes and a real database, while the owner signs in
// from a known browser and other accounts are attacked, too. OPENPIT_LONG=1 sends 10,000 of them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser, type OpenedDatabase, openDatabase } from '@openpit/storage';
import { epochMs } from '@openpit/venue';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { databaseFile } from '../data-folder.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { Accounts } from './accounts.ts';
import { AddressLimit, networkOf } from './address-limit.ts';
import { Passwords } from './passwords.ts';
import { SignIn } from './sign-in.ts';
import { Tokens } from './tokens.ts';

const isLong = process.env.OPENPIT_LONG === '1';
const attack = isLong
  ? { wrong: 10_000, ownerSignIns: 50, others: 6_000 }
  : { wrong: 400, ownerSignIns: 4, others: 40 };
const everyMs = 60;
vi.setConfig({ testTimeout: isLong ? 1_200_000 : 60_000 });

const minuteMs = 60_000;
const start = 1_795_000_000_000;
const email = 'thandi@kand.example';
const right = 'a long password of Thandi';

let folder: string;
let database: OpenedDatabase;
let clock: VirtualClock;
let signIn: SignIn;
/** When passwords for the account were compared with the hash of the owner. */
const compared: number[] = [];

class CountedPasswords extends Passwords {
  override matches(hash: string | null, password: string): Promise<boolean> {
    if (hash !== null && password !== right) compared.push(clock.now());
    return super.matches(hash, password);
  }
}
const passwords = new CountedPasswords();

/** As after a restart: everything in memory is new. */
function restart(): void {
  const { db } = database;
  const tokens = new Tokens(new TextEncoder().encode('a secret of thirty-two characters'));
  const accounts = new Accounts({ db, clock, tokens });
  signIn = new SignIn({ db, clock, accounts, passwords, key: tokens.keyFor('known browsers') });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-attack-'));
  database = await openDatabase(databaseFile(folder));
  clock = new VirtualClock(epochMs(start));
  compared.length = 0;
  const user = { userId: 'thandi', email, displayName: 'Thandi' };
  await createUser(database.db, { ...user, passwordHash: await passwords.hash(right), createdAt: start });
  restart();
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const enter = (password: string, from: { address: string; cookie?: string | null; email?: string }) =>
  signIn.withPassword({
    email: from.email ?? email,
    password,
    userAgent: null,
    remoteAddress: from.address,
    cookie: from.cookie ?? null,
  });
async function cookieOfOwner(): Promise<string> {
  const result = await enter(right, { address: '198.51.100.1' });
  if (result.kind !== 'signedIn') throw new Error(result.kind);
  return result.cookie;
}
const mostInAMinute = (times: readonly number[]) =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + minuteMs).length));

it('reaches the hash at most ten times a minute, while the owner signs in from a known browser each time', async () => {
  const addresses = new AddressLimit(clock);
  let cookie = await cookieOfOwner();
  const owner: string[] = [];
  for (let at = 0; at < attack.wrong; at += 1) {
    clock.advance(everyMs);
    const address = `203.0.113.${at % 100}`;
    if (addresses.attempt(address) === 0)
      expect(['wrong', 'wait', 'closed']).toContain((await enter(`wrong ${at}`, { address })).kind);
    if (at % Math.floor(attack.wrong / attack.ownerSignIns) === 0) {
      const result = await enter(right, { address: '198.51.100.1', cookie });
      owner.push(result.kind);
      if (result.kind === 'signedIn') cookie = result.cookie;
    }
    if (at % 100 < (100 * attack.others) / attack.wrong)
      await enter('x', { address: `192.0.2.${at % 250}`, email: `user-${at}@else.example` });
    if (at % Math.floor(attack.wrong / 4) === 0) restart();
  }
  expect(owner).toEqual(Array.from({ length: attack.ownerSignIns }, () => 'signedIn'));
  expect(compared.length).toBeGreaterThan(5);
  expect(mostInAMinute(compared)).toBeLessThanOrEqual(10);
});

it('ends after a hundred consecutive failures from unknown places, also after a restart, until the owner signs in', async () => {
  const cookie = await cookieOfOwner();
  let attempts = 0;
  let last = '';
  while (last !== 'closed' && attempts < 1_000) {
    clock.advance(12_000);
    last = (await enter('wrong', { address: `203.0.113.${attempts % 250}` })).kind;
    attempts += 1;
  }
  expect(compared).toHaveLength(100);
  restart();
  clock.advance(24 * 60 * minuteMs);
  const elsewhere = { address: '198.51.100.77' };
  expect((await enter(right, elsewhere)).kind).toBe('closed');
  expect((await enter(right, { address: '198.51.100.1', cookie })).kind).toBe('signedIn');
  expect((await enter(right, elsewhere)).kind).toBe('signedIn');
});

it('makes a place wait longer after each failure, and does not take a browser for known after ten', async () => {
  const cookie = await cookieOfOwner();
  const from = { address: '198.51.100.1', cookie };
  const waits: number[] = [];
  for (let failure = 1; failure < 10; failure += 1) {
    expect((await enter('wrong', from)).kind).toBe('wrong');
    if (failure < 5) continue;
    const next = await enter(right, from);
    if (next.kind !== 'wait') throw new Error(next.kind);
    waits.push(next.seconds);
    clock.advance(next.seconds * 1000);
  }
  expect(waits).toEqual([5, 10, 20, 40, 80]);
  expect((await enter('wrong', from)).kind).toBe('wrong');
  for (let at = 0; at < 5; at += 1) await enter('wrong', { address: `203.0.113.${at}` });
  expect((await enter(right, from)).kind).toBe('wait');
});

it('counts for an address that belongs to no user in the same way', async () => {
  const kinds = async (name: string) => {
    const results: string[] = [];
    for (let at = 0; at < 8; at += 1)
      results.push((await enter('wrong', { email: name, address: `203.0.113.${at}` })).kind);
    return results;
  };
  expect(await kinds('nobody@kand.example')).toEqual(await kinds(email));
});

it.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:0:1:a:b:c:d', '2001:db8:0:1'],
  ['2001:0db8::1:1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('takes the network of an address as the place: %s is of %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
