// Wrong passwords for one account from a hundred addresses, with real hashes and a real database, while the owner signs in
// from a known browser while other accounts are also attacked. OPENPIT_LONG=1 sends 10,000 of them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser, findUser, type OpenedDatabase, openDatabase } from '@openpit/storage';
import { epochMs } from '@openpit/venue';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { trustingClock } from '../clock/trusted-clock.ts';
import { databaseFile } from '../data-folder.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { AddressLimit, networkOf } from './address-limit.ts';
import { Passwords } from './passwords.ts';
import { Sessions } from './sessions.ts';
import { SignIn } from './sign-in.ts';
import { Tokens } from './tokens.ts';

const isLong = process.env.OPENPIT_LONG === '1';
const attack = isLong
  ? { wrong: 10_000, ownerSignIns: 50, others: 6_000 }
  : { wrong: 400, ownerSignIns: 4, others: 40 };
const everyMs = 60;
vi.setConfig({ testTimeout: isLong ? 1_200_000 : 300_000 });

const minuteMs = 60_000;
const start = 1_795_000_000_000;
const email = 'thandi@kand.example';
const right = 'a long password of Thandi';

let folder: string;
let database: OpenedDatabase;
let clock: VirtualClock;
let signIn: SignIn;
/** The times at which passwords for the account were compared with the hash of the owner. */
const compared: number[] = [];

class CountedPasswords extends Passwords {
  override matches(hash: string | null, password: string): Promise<boolean> {
    if (hash !== null && password !== right) compared.push(clock.now());
    return super.matches(hash, password);
  }
}
const passwords = new CountedPasswords();

/** Replaces everything in memory, as a restart does. */
function restart(): void {
  const { db } = database;
  const tokens = new Tokens(new TextEncoder().encode('a secret of thirty-two characters'));
  const sessions = new Sessions({ db, clock, tokens });
  signIn = new SignIn({ db, clock, sessions, passwords, key: tokens.keyFor('known browsers') });
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

const enter = (
  password: string,
  from: { address: string; cookie?: string | null; email?: string; code?: string },
) =>
  signIn.withPassword({
    code: from.code ?? null,
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
const maxInAMinute = (times: readonly number[]) =>
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
  expect(maxInAMinute(compared)).toBeLessThanOrEqual(10);
});

it('ends after a hundred consecutive failures from unknown places, even after a restart, until the owner signs in', async () => {
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

describe('a sign-in code of the operator', () => {
  const newLaptop = '198.51.100.200';
  const issue = async () => {
    const user = await findUser(database.db, 'thandi');
    if (user === undefined) throw new Error('there is no such user');
    return await signIn.issueSignInCode(user);
  };
  /** Until a new browser has to wait. */
  const attackUntilClosed = async (failures: number) => {
    for (let at = 0; at < failures; at += 1) {
      clock.advance(12_000);
      await enter('wrong', { address: `203.0.113.${at % 250}` });
    }
    for (let at = 0; at < 5; at += 1) await enter('wrong', { address: `203.0.113.${at}` });
  };

  it.each([
    ['has to wait', 20, 'wait'],
    ['is closed', 100, 'closed'],
  ])(
    'lets the owner in from a new browser while the account %s, and the attack reaches no more hashes',
    async (_what, failures, kind) => {
      await attackUntilClosed(failures);
      expect((await enter(right, { address: newLaptop })).kind).toBe(kind);
      const code = await issue();
      restart();
      await attackUntilClosed(failures);
      expect((await enter(right, { address: newLaptop })).kind).toBe(kind);
      const result = await enter(right, {
        address: newLaptop,
        code: code.toLowerCase().replaceAll('-', ' '),
      });
      expect(result.kind).toBe('signedIn');
      // The browser is known from now on.
      const cookie = result.kind === 'signedIn' ? result.cookie : '';
      await attackUntilClosed(failures);
      expect((await enter(right, { address: newLaptop, cookie })).kind).toBe('signedIn');
      expect(maxInAMinute(compared)).toBeLessThanOrEqual(10);
    },
  );

  it('is valid once, for a day, and only the latest of a user', async () => {
    const first = await issue();
    const second = await issue();
    expect((await enter(right, { address: newLaptop, code: first })).kind).toBe('wrongSignInCode');
    expect((await enter(right, { address: newLaptop, code: second })).kind).toBe('signedIn');
    expect((await enter(right, { address: newLaptop, code: second })).kind).toBe('wrongSignInCode');
    const third = await issue();
    clock.advance(24 * 60 * minuteMs);
    expect((await enter(right, { address: newLaptop, code: third })).kind).toBe('wrongSignInCode');
  });

  it('opens nothing without the password, which may be tried ten times with it', async () => {
    const code = await issue();
    const kinds = new Set<string>();
    for (let at = 0; at < 40; at += 1) {
      clock.advance(16 * minuteMs);
      kinds.add((await enter('wrong', { address: `203.0.113.${at}`, code })).kind);
    }
    expect(kinds).not.toContain('signedIn');
    const ofCode = compared.length;
    expect(ofCode).toBeGreaterThan(9);
    expect(
      (
        await enter(right, {
          address: newLaptop,
          code: `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`,
        })
      ).kind,
    ).toBe('wrongSignInCode');
    expect(compared).toHaveLength(ofCode);
  });

  it('is the same reply for an account that does not exist', async () => {
    const code = await issue();
    const from = { address: newLaptop, code, email: 'nobody@kand.example' };
    expect((await enter(right, from)).kind).toBe('wrongSignInCode');
  });
});

it('a wait that was noted by a clock 90 minutes ahead ends after its own maximum', async () => {
  clock.advance(90 * minuteMs);
  const from = { address: '198.51.100.9' };
  for (let at = 0; at < 5; at += 1) await enter('wrong', from);
  expect((await enter(right, from)).kind).toBe('wait');
  clock = new VirtualClock(epochMs(start));
  restart();
  const waiting = await enter(right, from);
  if (waiting.kind !== 'wait') throw new Error(waiting.kind);
  expect(waiting.seconds).toBeLessThanOrEqual(12);
  clock.advance(waiting.seconds * 1000);
  expect((await enter(right, from)).kind).toBe('signedIn');
});

it('a single mistake by a clock 90 minutes ahead delays the user by 12 s at most', async () => {
  clock.advance(90 * minuteMs);
  await enter('wrong', { address: '198.51.100.9' });
  clock = new VirtualClock(epochMs(start));
  restart();
  const from = { address: '198.51.100.9' };
  expect(await enter(right, from)).toMatchObject({ kind: 'wait', seconds: 12 });
  clock.advance(12_000);
  expect((await enter(right, from)).kind).toBe('signedIn');
});

it('an address is not limited for longer than a minute when the clock is set back', () => {
  clock.advance(90 * minuteMs);
  const addresses = new AddressLimit(trustingClock({ now: () => clock.now(), at: () => () => undefined }));
  for (let at = 0; at < 120; at += 1) addresses.attempt('203.0.113.1');
  expect(addresses.attempt('203.0.113.1')).toBeGreaterThan(0);
  clock = new VirtualClock(epochMs(start));
  expect(addresses.attempt('203.0.113.1')).toBe(0);
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
