// Opens the accounts of a data folder: sessions, sign-ins and passwords, with the secrets from its database.
import { randomBytes } from 'node:crypto';
import { type Db, ensureSetting } from '@openpit/storage';
import type { TrustedClock } from '../clock/trusted-clock.ts';
import { Accounts } from './accounts.ts';
import { Passwords } from './passwords.ts';
import { SignIn } from './sign-in.ts';
import { Tokens } from './tokens.ts';

/** The last two are passed to Accounts. */
export async function openAccounts(parts: {
  readonly db: Db;
  readonly clock: TrustedClock;
  readonly dayEndsAt?: () => number | null;
  readonly inactivityMs?: number | null;
}): Promise<{ readonly accounts: Accounts; readonly signIns: SignIn; readonly passwords: Passwords }> {
  const tokens = new Tokens(await secret(parts.db, 'tokenSecret'));
  const accounts = new Accounts({ ...parts, tokens });
  const passwords = new Passwords();
  const signIns = new SignIn({ ...parts, accounts, passwords, key: tokens.keyFor('known browsers') });
  return { accounts, signIns, passwords };
}

async function secret(db: Db, name: string): Promise<Uint8Array> {
  return Buffer.from(await ensureSetting(db, name, () => randomBytes(32).toString('base64url')), 'base64url');
}
