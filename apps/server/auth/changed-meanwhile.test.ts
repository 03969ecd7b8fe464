// Changes of a user that happen between the check of a password and what follows from the check.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createUser,
  type Db,
  findTwoFactor,
  findUser,
  type OpenedDatabase,
  openDatabase,
  type User,
  updateUser,
} from '@openpit/storage';
import { epochMs } from '@openpit/venue';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { trustingClock } from '../clock/trusted-clock.ts';
import { databaseFile } from '../data-folder.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { Passwords } from './passwords.ts';
import { type SessionPlace, Sessions } from './sessions.ts';
import { SignIn } from './sign-in.ts';
import { Tokens } from './tokens.ts';
import { codeOfStep, stepAt } from './totp.ts';

const start = 1_795_000_000_000;
const stepMs = 30_000;
const email = 'thandi@kand.example';
const password = 'a long password of Thandi';
const otherPassword = 'yellow sorghum at dawn';
const browser = { userAgent: null, remoteAddress: '198.51.100.1', cookie: null };
const entry = { ...browser, email, password };

/** While `meanwhile` is set, the next comparison runs it before it returns, once. */
class InterruptedPasswords extends Passwords {
  meanwhile: (() => Promise<unknown>) | null = null;

  override async matches(hash: string | null, password: string): Promise<boolean> {
    const { meanwhile } = this;
    this.meanwhile = null;
    const isRight = await super.matches(hash, password);
    await meanwhile?.();
    return isRight;
  }
}

/** While `meanwhile` is set, the next session begins only after it has run, once. */
class InterruptedSessions extends Sessions {
  meanwhile: (() => Promise<unknown>) | null = null;

  override async begin(user: User, place: SessionPlace): Promise<string> {
    const { meanwhile } = this;
    this.meanwhile = null;
    await meanwhile?.();
    return super.begin(user, place);
  }
}

let folder: string;
let database: OpenedDatabase;
let db: Db;
let clock: VirtualClock;
let passwords: InterruptedPasswords;
let tokens: Tokens;
let sessions: InterruptedSessions;
let signIn: SignIn;
let user: User;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-meanwhile-'));
  database = await openDatabase(databaseFile(folder));
  ({ db } = database);
  clock = new VirtualClock(epochMs(start));
  passwords = new InterruptedPasswords();
  tokens = new Tokens(new TextEncoder().encode('a secret of thirty-two characters'));
  sessions = new InterruptedSessions({ db, clock: trustingClock(clock), tokens });
  const key = tokens.keyFor('known browsers');
  signIn = new SignIn({ db, clock: trustingClock(clock), sessions, passwords, key });
  const passwordHash = await passwords.hash(password);
  user = await createUser(db, {
    userId: 'thandi',
    email,
    displayName: 'Thandi',
    passwordHash,
    createdAt: start,
  });
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** The one-time password of now. */
async function otpOf({ userId }: User): Promise<string> {
  const secret = (await findTwoFactor(db, userId))?.secret ?? '';
  return codeOfStep(Buffer.from(secret, 'base64url'), stepAt(clock.now()));
}

async function switchTwoFactorOn(): Promise<void> {
  await signIn.twoFactor.enrol(user);
  expect(await signIn.twoFactor.confirm(user.userId, await otpOf(user))).toHaveLength(10);
  await sessions.endAllOf(user.userId, 'credentialsChanged');
  clock.advance(stepMs);
}

const disable = async () => {
  await updateUser(db, user.userId, { disabled: true });
  await sessions.endAllOf(user.userId, 'byOperator');
};

describe('a sign-in whose password was right', () => {
  const changes = [
    [
      'the operator has given the user another password',
      () => signIn.setPassword(user, otherPassword),
      'wrong',
    ],
    ['the operator has disabled the user', disable, 'disabled'],
    ['the user has switched two-factor sign-in on', switchTwoFactorOn, 'wrong'],
  ] as const;

  it.each(changes)('begins no session if %s meanwhile', async (_what, change, kind) => {
    sessions.meanwhile = change;
    expect(await signIn.withPassword(entry)).toEqual({ kind });
    expect(await sessions.openOf(user.userId)).toEqual([]);
  });

  it.each(changes)('begins no session of a demonstration if %s meanwhile', async (_what, change, kind) => {
    sessions.meanwhile = change;
    expect(await signIn.asDemoUser(entry)).toEqual({ kind });
    expect(await sessions.openOf(user.userId)).toEqual([]);
  });
});

describe('a sign-in that awaits its one-time password', () => {
  it('ends when the password is changed', async () => {
    await switchTwoFactorOn();
    const opened = await signIn.withPassword(entry);
    if (opened.kind !== 'confirm') throw new Error(opened.kind);
    await signIn.setPassword(user, otherPassword);
    const result = await signIn.withCode(opened.challenge, await otpOf(user), browser);
    expect(result).toEqual({ kind: 'noChallenge' });
    const again = await signIn.withPassword({ ...entry, password: otherPassword });
    if (again.kind !== 'confirm') throw new Error(again.kind);
    expect(await signIn.withCode(again.challenge, await otpOf(user), browser)).toMatchObject({
      kind: 'signedIn',
    });
  });
});

describe('a password that the operator sets', () => {
  it('stays as it was if the sessions cannot be ended', async () => {
    await db.schema.dropTable('session').execute();
    await expect(signIn.setPassword(user, otherPassword)).rejects.toThrow('no such table');
    const { passwordHash } = (await findUser(db, user.userId)) ?? { passwordHash: null };
    expect(await passwords.matches(passwordHash, password)).toBe(true);
  });
});

describe('a change of the password whose old password has been compared', () => {
  it('does not replace a password that was set meanwhile', async () => {
    const signedInUser = await sessions.ofToken(await sessions.begin(user, browser));
    if (signedInUser === null) throw new Error('The session is not open.');
    passwords.meanwhile = () => signIn.setPassword(user, otherPassword);
    const change = { password, newPassword: 'the password of a thief', address: browser.remoteAddress };
    expect(await signIn.changePassword({ user, signedInUser }, change)).toBe('wrong');
    const hash = (await findUser(db, user.userId))?.passwordHash ?? null;
    expect(await passwords.matches(hash, otherPassword)).toBe(true);
  });
});
