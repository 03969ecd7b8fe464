// Codes that let a user sign in from a new browser while someone else is guessing passwords for the account: with a code, those
// failures do not limit the user. A code needs the password as well, is valid once within a day, and has 120 random bits, so that
// it cannot be guessed.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Db, deleteSetting, findSetting, putSetting } from '@openpit/storage';
import * as z from 'zod';
import type { TrustedClock } from '../clock/trusted-clock.ts';
import { base32Of } from './totp.ts';

export const signInCodeHours = 24;
const validMs = signInCodeHours * 60 * 60_000;

const stored = z.object({ hash: z.string(), issuedAt: z.number() });

export class SignInCodes {
  readonly #db: Db;
  readonly #clock: TrustedClock;

  constructor({ db, clock }: { readonly db: Db; readonly clock: TrustedClock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Creates a code and invalidates the user's earlier one. Only the hash is stored. */
  async issue(userId: string): Promise<string> {
    const code = (base32Of(randomBytes(15)).match(/.{4}/g) ?? []).join('-');
    const value = JSON.stringify({ hash: hashOf(code), issuedAt: this.#clock.earliest() });
    await putSetting(this.#db, { key: keyOf(userId), value });
    return code;
  }

  async isRight(userId: string, code: string): Promise<boolean> {
    const setting = await findSetting(this.#db, keyOf(userId));
    if (setting === undefined) return false;
    const { hash, issuedAt } = stored.parse(JSON.parse(setting));
    const isSame = timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(code)));
    return isSame && issuedAt <= this.#clock.latest() && this.#clock.earliest() < issuedAt + validMs;
  }

  async useUp(userId: string): Promise<void> {
    await deleteSetting(this.#db, keyOf(userId));
  }
}

const keyOf = (userId: string): string => `signInCode:${userId}`;

const hashOf = (code: string): string =>
  createHash('sha256')
    .update(`sign-in code\n${code.toUpperCase().replace(/[^A-Z2-7]/g, '')}`)
    .digest('base64url');
