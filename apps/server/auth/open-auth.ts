// Prepares the sessions, sign-ins and passwords of a data folder, with the secrets from its database.
import { randomBytes } from 'node:crypto';
import { type Db, ensureSetting } from '@openpit/storage';
import type { TrustedClock } from '../clock/trusted-clock.ts';
import { Passwords } from './passwords.ts';
import { Sessions } from './sessions.ts';
import { SignIn } from './sign-in.ts';
import { Tokens } from './tokens.ts';

/** `dayEndsAt` and `inactivityMs` are passed to Sessions. */
export async function openAuth(parts: {
  readonly db: Db;
  readonly clock: TrustedClock;
  readonly dayEndsAt?: () => number | null;
  readonly inactivityMs?: number | null;
}): Promise<{ readonly sessions: Sessions; readonly signIns: SignIn; readonly passwords: Passwords }> {
  const tokens = new Tokens(await secret(parts.db, 'tokenSecret'));
  const sessions = new Sessions({ ...parts, tokens });
  const passwords = new Passwords();
  const signIns = new SignIn({ ...parts, sessions, passwords, key: tokens.keyFor('known browsers') });
  return { sessions, signIns, passwords };
}

async function secret(db: Db, name: string): Promise<Uint8Array> {
  return Buffer.from(await ensureSetting(db, name, () => randomBytes(32).toString('base64url')), 'base64url');
}
