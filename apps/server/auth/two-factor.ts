// The second factor: enrolment, one-time passwords, and recovery codes (AUTH-2, AUTH-3). A one-time password is valid in its own
// step and the next step, and only once. Five wrong ones in a row block the user's codes for a while.

import { createHash, randomBytes } from 'node:crypto';
import { KeyedQueue } from '@openpit/market';
import {
  addRecoveryCodes,
  type Db,
  deleteTwoFactor,
  findTwoFactor,
  hasRecoveryCode,
  isTwoFactorResetRequested,
  putTwoFactor,
  requestTwoFactorReset,
  type TwoFactorRecord,
} from '@openpit/storage';
import { dayMs } from '@openpit/wire';
import type { TrustedClock } from '../clock/trusted-clock.ts';
import { base32Of, otpauthUri, stepOfCode } from './totp.ts';

const wrongBeforePause = 5;
const pauseMs = 15 * 60_000;
/**
 * After this many wrong codes in a row, only a recovery code is accepted. Guessing one of the two valid codes in a million then
 * succeeds with 0.02 % probability (NIST SP 800-63B, 3.2.2).
 */
const maxWrong = 100;
const recoveryCodes = 10;
/** How long the operator's code is valid. */
const resetCodeMs = dayMs;

export type CodeResult =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'paused'; readonly seconds: number }
  /** Too many wrong codes: codes are not compared until two-factor is switched off. */
  | { readonly kind: 'closed' };

export interface Enrolment {
  /** The secret in base32, for typing. */
  readonly secret: string;
  /** The address for the QR code. */
  readonly uri: string;
}

export class TwoFactor {
  readonly #db: Db;
  readonly #clock: TrustedClock;
  /** Serialises the checks of a user, so that a code sent twice at the same time is accepted only once. */
  readonly #uses = new KeyedQueue();

  constructor({ db, clock }: { readonly db: Db; readonly clock: TrustedClock }) {
    this.#db = db;
    this.#clock = clock;
  }

  async isOn(userId: string): Promise<boolean> {
    return ((await findTwoFactor(this.#db, userId))?.confirmedAt ?? null) !== null;
  }

  /** Begins an enrolment, or restarts it with another secret; null for a user who has confirmed one. */
  async enrol({
    userId,
    email,
  }: {
    readonly userId: string;
    readonly email: string;
  }): Promise<Enrolment | null> {
    if (await this.isOn(userId)) return null;
    const bytes = randomBytes(20);
    const secret = bytes.toString('base64url');
    const unused = { confirmedAt: null, lastStep: 0, failures: 0, pausedUntil: 0 };
    await putTwoFactor(this.#db, { userId, secret, ...unused });
    const secretText = base32Of(bytes);
    return { secret: secretText, uri: otpauthUri({ email, secret: secretText }) };
  }

  /** Switches two-factor on. Returns the recovery codes, which are stored as hashes only; null if there is no enrolment to confirm. */
  confirm(userId: string, otp: string): Promise<readonly string[] | CodeResult | null> {
    return this.#uses.run(userId, () => this.#confirm(userId, otp));
  }

  async #confirm(userId: string, otp: string): Promise<readonly string[] | CodeResult | null> {
    const stored = await findTwoFactor(this.#db, userId);
    if (stored === undefined || stored.confirmedAt !== null) return null;
    const result = await this.#use(stored, otp, { confirmedAt: this.#clock.now() });
    return result.kind === 'right' ? await this.#newCodes(userId, recoveryCodes, null) : result;
  }

  /** Uses up a code of a user who has two-factor on. */
  useCode(userId: string, otp: string): Promise<CodeResult> {
    return this.#uses.run(userId, async () => {
      const stored = await findTwoFactor(this.#db, userId);
      if (stored === undefined || stored.confirmedAt === null) return { kind: 'wrong' };
      return await this.#use(stored, otp, {});
    });
  }

  async isRecoveryCode(userId: string, code: string): Promise<boolean> {
    return await hasRecoveryCode(this.#db, { userId, hash: hashOf(code), at: this.#clock.earliest() });
  }

  /** Switches two-factor off, which also invalidates all of the user's recovery codes. */
  async switchOff(userId: string): Promise<void> {
    await deleteTwoFactor(this.#db, userId);
  }

  async requestReset(userId: string): Promise<void> {
    if (await this.isOn(userId)) await requestTwoFactorReset(this.#db, { userId, at: this.#clock.now() });
  }

  /**
   * Approves a request on behalf of the operator. Returns a code that the user enters as a recovery
   * code, or null if there is no request.
   */
  async approveReset(userId: string): Promise<string | null> {
    if (!(await isTwoFactorResetRequested(this.#db, userId))) return null;
    const [code = ''] = await this.#newCodes(userId, 1, this.#clock.earliest() + resetCodeMs);
    return code;
  }

  async #use(stored: TwoFactorRecord, otp: string, change: Partial<TwoFactorRecord>): Promise<CodeResult> {
    const now = this.#clock.earliest();
    if (stored.failures >= maxWrong) return { kind: 'closed' };
    if (stored.pausedUntil > now) {
      // A longer pause was recorded by a clock that was ahead.
      const pausedUntil = Math.min(stored.pausedUntil, now + pauseMs);
      if (pausedUntil < stored.pausedUntil) await putTwoFactor(this.#db, { ...stored, pausedUntil });
      return { kind: 'paused', seconds: Math.ceil((pausedUntil - now) / 1000) };
    }
    const { lastStep } = stored;
    const step = stepOfCode(Buffer.from(stored.secret, 'base64url'), otp, {
      // Codes follow the real time on the user's device, so the system clock is the only clock to compare with.
      now: this.#clock.now(),
      lastStep,
    });
    if (step !== null) {
      await putTwoFactor(this.#db, { ...stored, ...change, lastStep: step, failures: 0 });
      return { kind: 'right' };
    }
    const failures = stored.failures + 1;
    const pausedUntil = failures % wrongBeforePause === 0 ? now + pauseMs : 0;
    await putTwoFactor(this.#db, { ...stored, failures, pausedUntil });
    return { kind: 'wrong' };
  }

  async #newCodes(userId: string, count: number, expiresAt: number | null): Promise<string[]> {
    const codes = Array.from({ length: count }, () =>
      (base32Of(randomBytes(15)).match(/.{4}/g) ?? []).join('-'),
    );
    await addRecoveryCodes(this.#db, { userId, hashes: codes.map(hashOf), expiresAt });
    return codes;
  }
}

/** A recovery code has 120 random bits: a fast hash is enough. */
const hashOf = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z2-7]/g, ''))
    .digest('base64url');
