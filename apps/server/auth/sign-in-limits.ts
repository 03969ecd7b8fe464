// Limits attempts at the password of one account. Failures are counted by account and place. A browser that has signed in to the
// account before is a separate place, which no attack from elsewhere can block. All unknown places of an account also share a
// limit. Unknown e-mail addresses are counted in the same way, so that nobody can find out which accounts exist.
import { createHash } from 'node:crypto';
import { KeyedQueue } from '@openpit/market';
import {
  type Db,
  deleteSignInCount,
  findSignInCount,
  pruneSignInCounts,
  putSignInCount,
  type SignInCount,
} from '@openpit/storage';
import type { TrustedClock } from '../clock/trusted-clock.ts';
import { networkOf } from './address-limit.ts';

/** Failures from one place before it has to wait. After that, the wait doubles with each failure. */
const freeFailures = 5;
const firstWaitMs = 5_000;
const longestWaitMs = 15 * 60_000;
/** The number of failures that turn a known browser into an unknown place. */
const browserFailures = 10;
/** Consecutive failures of an account from unknown places (NIST SP 800-63B, 3.2.2). */
const maxFailures = 100;
/** Unknown places may fail five times in a burst and then once every twelve seconds, which is ten times in any minute. */
const [burst, intervalMs] = [5, 12_000];
/** The maximum number of counts for e-mail addresses that belong to no user. */
const keptCounts = 20_000;
const pruneEvery = 1_000;

export interface SignInPlace {
  readonly address: string;
  /** `null` for a browser that is unknown for this account. */
  readonly browserId: string | null;
}

export type Attempt<T> =
  | { readonly kind: 'checked'; readonly result: T }
  | { readonly kind: 'wait'; readonly seconds: number }
  /** Too many failures from unknown places: only known browsers can sign in. */
  | { readonly kind: 'closed' };

export class SignInLimits {
  readonly #db: Db;
  readonly #clock: TrustedClock;
  /** Attempts on the same account are serialised. */
  readonly #attempts = new KeyedQueue();
  #countsOfNobody = 0;

  constructor({ db, clock }: { readonly db: Db; readonly clock: TrustedClock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Runs `check` unless the account or the place has to wait, and counts its failure. A correct password alone does not reset the
   * counts; `succeeded` does, once the user is signed in. `opensClosed` marks the check of an unguessable secret, which is
   * allowed even after too many failures.
   */
  async attempt<T extends { readonly isRight: boolean; readonly isOfUser: boolean }>(
    loginName: string,
    place: SignInPlace,
    check: () => Promise<T>,
    { opensClosed = false } = {},
  ): Promise<Attempt<T>> {
    return this.#attempts.run(loginName, async () => {
      const keys = await this.#keysOf(loginName, place);
      const ofAccount = keys.account === null ? undefined : await findSignInCount(this.#db, keys.account);
      if (!opensClosed && (ofAccount?.failures ?? 0) >= maxFailures) return { kind: 'closed' };
      const waitMs = Math.max(await this.#waitOfPlace(keys.place), await this.#waitOfAccount(ofAccount));
      if (waitMs > 0) return { kind: 'wait', seconds: Math.ceil(waitMs / 1000) };
      const result = await check();
      if (!result.isRight) await this.#failed(keys, result.isOfUser);
      return { kind: 'checked', result };
    });
  }

  /** Resets consecutive failures after a sign-in, a recovery code or a second factor. */
  async succeeded(loginName: string, place: SignInPlace | null): Promise<void> {
    if (place !== null) for (const key of placeKeys(loginName, place)) await deleteSignInCount(this.#db, key);
    const key = accountKey(loginName);
    const count = await findSignInCount(this.#db, key);
    // The time of the next permitted failure is kept, because otherwise each sign-in by the owner would admit another burst.
    if (count !== undefined) await putSignInCount(this.#db, { ...count, failures: 0 });
  }

  /** For the operator: resets the failures from unknown places, so that they no longer delay sign-ins. */
  async forget(loginName: string, db = this.#db): Promise<void> {
    await deleteSignInCount(db, accountKey(loginName));
  }

  async #keysOf(loginName: string, place: SignInPlace): Promise<{ place: string; account: string | null }> {
    const [ofAddress = '', ofBrowser] = placeKeys(loginName, place);
    if (ofBrowser !== undefined) {
      const count = await findSignInCount(this.#db, ofBrowser);
      if ((count?.failures ?? 0) < browserFailures) return { place: ofBrowser, account: null };
    }
    return { place: ofAddress, account: accountKey(loginName) };
  }

  async #waitOfPlace(key: string): Promise<number> {
    const count = await findSignInCount(this.#db, key);
    return await this.#waitOf(count, { maxMs: waitAfter(count?.failures ?? 0), freeMs: 0 });
  }

  async #waitOfAccount(count: SignInCount | undefined): Promise<number> {
    return await this.#waitOf(count, { maxMs: intervalMs, freeMs: (burst - 1) * intervalMs });
  }

  /** A wait beyond the maximum was recorded by a clock that was ahead, so it starts now. */
  async #waitOf(
    count: SignInCount | undefined,
    { maxMs, freeMs }: { readonly maxMs: number; readonly freeMs: number },
  ): Promise<number> {
    if (count === undefined) return 0;
    const now = this.#clock.earliest();
    const latest = now + freeMs + maxMs;
    if (count.nextAt > latest) await putSignInCount(this.#db, { ...count, nextAt: latest });
    return Math.max(0, Math.min(count.nextAt, latest) - freeMs - now);
  }

  async #failed(keys: { place: string; account: string | null }, isOfUser: boolean): Promise<void> {
    const now = this.#clock.earliest();
    const ofPlace = await findSignInCount(this.#db, keys.place);
    const failures = (ofPlace?.failures ?? 0) + 1;
    const nextAt = now + waitAfter(failures);
    await this.#put({ key: keys.place, failures, nextAt, isOfUser, updatedAt: now });
    if (keys.account === null) return;
    const ofAccount = await findSignInCount(this.#db, keys.account);
    await this.#put({
      key: keys.account,
      failures: (ofAccount?.failures ?? 0) + 1,
      nextAt: Math.max(ofAccount?.nextAt ?? 0, now) + intervalMs,
      isOfUser,
      updatedAt: now,
    });
  }

  async #put(count: Parameters<typeof putSignInCount>[1]): Promise<void> {
    await putSignInCount(this.#db, count);
    if (count.isOfUser) return;
    this.#countsOfNobody += 1;
    if (this.#countsOfNobody % pruneEvery === 0) await pruneSignInCounts(this.#db, { keep: keptCounts });
  }
}

const waitAfter = (failures: number): number =>
  failures < freeFailures
    ? 0
    : Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(20, failures - freeFailures));

const accountKey = (loginName: string): string => hashed(`account\n${loginName}`);

/** The keys of a place: one by address, and one by browser if that is known. */
function placeKeys(loginName: string, { address, browserId }: SignInPlace): string[] {
  const ofAddress = hashed(`address\n${loginName}\n${networkOf(address)}`);
  return browserId === null ? [ofAddress] : [ofAddress, hashed(`browser\n${loginName}\n${browserId}`)];
}

/** People sometimes type their password into the e-mail field, so the text is not stored. */
const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url');
