// Signing in: the password, within the limits of account and place (sign-in-limits.ts), and then a session. A change of the
// password asks for the old password within the same limits.
import { type Db, findUser, findUserByEmail, replacePassword, type User, updateUser } from '@openpit/storage';
import type { TrustedClock } from '../clock/trusted-clock.ts';
import { Challenges } from './challenges.ts';
import { KnownBrowsers } from './known-browsers.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions, SignedInUser } from './sessions.ts';
import { SignInCodes } from './sign-in-codes.ts';
import { SignInLimits, type SignInPlace } from './sign-in-limits.ts';
import { TwoFactor } from './two-factor.ts';

/** What the request reveals about the browser. */
export interface Browser {
  readonly userAgent: string | null;
  readonly remoteAddress: string;
  /** The browser's cookie of known-browsers.ts. */
  readonly cookie: string | null;
}

interface PasswordEntry extends Browser {
  readonly email: string;
  readonly password: string;
}

/** `code` is the operator's code (sign-in-codes.ts), or null. */
interface SignInEntry extends PasswordEntry {
  readonly code?: string | null;
}

export type SignInResult =
  | { readonly kind: 'signedIn'; readonly token: string; readonly cookie: string }
  /** The user has two-factor sign-in: `withCode` completes it. */
  | { readonly kind: 'confirm'; readonly challenge: string }
  | { readonly kind: 'wrong' }
  /** The operator's code is wrong or already used; the password was not compared. */
  | { readonly kind: 'wrongSignInCode' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'closed' };

type PasswordCheck =
  | { readonly isRight: false; readonly isOfUser: boolean }
  | { readonly isRight: true; readonly isOfUser: true; readonly user: User };

export class SignIn {
  readonly #db: Db;
  readonly #clock: TrustedClock;
  readonly #sessions: Sessions;
  readonly #passwords: Passwords;
  readonly #browsers: KnownBrowsers;
  readonly #limits: SignInLimits;
  readonly #challenges: Challenges;
  readonly #codes: SignInCodes;
  readonly twoFactor: TwoFactor;

  /** `key`: for the cookies of known browsers. */
  constructor(parts: {
    readonly db: Db;
    readonly clock: TrustedClock;
    readonly sessions: Sessions;
    readonly passwords: Passwords;
    readonly key: Buffer;
  }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#sessions = parts.sessions;
    this.#passwords = parts.passwords;
    this.#browsers = new KnownBrowsers(parts.key);
    this.#limits = new SignInLimits(parts);
    this.#challenges = new Challenges(parts.clock);
    this.#codes = new SignInCodes(parts);
    this.twoFactor = new TwoFactor(parts);
  }

  async withPassword(entry: SignInEntry): Promise<SignInResult> {
    const loginName = loginNameOf(entry.email);
    const code = entry.code ?? null;
    if (code !== null && !(await this.#isSignInCode(entry.email, code))) return { kind: 'wrongSignInCode' };
    // Only the user has the code, so failures elsewhere do not count against the user.
    const place =
      code === null
        ? this.#placeOf(loginName, entry)
        : { address: entry.remoteAddress, browserId: `sign-in code ${code}` };
    const attempt = await this.#limits.attempt(loginName, place, () => this.#check(entry));
    if (attempt.kind !== 'checked') return attempt;
    if (!attempt.result.isRight) return { kind: 'wrong' };
    const { user } = attempt.result;
    if (user.disabled) return { kind: 'disabled' };
    if (code !== null) await this.#codes.useUp(user.userId);
    if (await this.twoFactor.isOn(user.userId)) return this.#confirm(user);
    await this.#limits.succeeded(loginName, place);
    return this.#begin({ user, hasTwoFactor: false }, entry);
  }

  /** For the operator: a code that lets the user sign in while others try passwords for the account. */
  async issueSignInCode({ userId, email }: User): Promise<string> {
    await this.#limits.forget(loginNameOf(email));
    return await this.#codes.issue(userId);
  }

  async #isSignInCode(email: string, code: string): Promise<boolean> {
    const user = await findUserByEmail(this.#db, email);
    return user !== undefined && (await this.#codes.isRight(user.userId, code));
  }

  /** The user whose sign-in awaits its second step; null if the challenge is unknown. */
  userOfChallenge(challenge: string | null): string | null {
    return this.#challenges.peek(challenge);
  }

  /** The second step, in the browser of the first (AUTH-2). */
  async withCode(
    challenge: string | null,
    otp: string,
    browser: Browser,
  ): Promise<
    | Exclude<SignInResult, { kind: 'confirm' }>
    | { readonly kind: 'noChallenge' }
    | { readonly kind: 'codesClosed' }
  > {
    const opener = this.#challenges.openerOf(challenge);
    const user = opener === null ? undefined : await findUser(this.#db, opener.userId);
    if (user === undefined || user.passwordHash !== opener?.passwordHash) return { kind: 'noChallenge' };
    if (user.disabled) return { kind: 'disabled' };
    const code = await this.twoFactor.useCode(user.userId, otp);
    if (code.kind === 'paused') return { kind: 'wait', seconds: code.seconds };
    if (code.kind === 'closed') return { kind: 'codesClosed' };
    if (code.kind === 'wrong') return code;
    this.#challenges.close(challenge);
    const loginName = loginNameOf(user.email);
    await this.#limits.succeeded(loginName, this.#placeOf(loginName, browser));
    const result = await this.#begin({ user, hasTwoFactor: true }, browser);
    return result.kind === 'wrong' ? { kind: 'noChallenge' } : result;
  }

  /**
   * Switches two-factor off with the password and a recovery code, and ends all of the user's sessions. Without a code, it
   * records a request for the operator if the password is right. The caller must not reveal whether it was (AUTH-3).
   */
  async resetTwoFactor(
    entry: PasswordEntry & { readonly recoveryCode: string | null },
  ): Promise<'off' | 'requested' | 'wrong' | Extract<SignInResult, { kind: 'wait' | 'closed' }>> {
    const loginName = loginNameOf(entry.email);
    const place = this.#placeOf(loginName, entry);
    const { recoveryCode } = entry;
    const check = async (): Promise<PasswordCheck> => {
      const checked = await this.#check(entry);
      if (!checked.isRight || recoveryCode === null) return checked;
      const isCode = await this.twoFactor.isRecoveryCode(checked.user.userId, recoveryCode);
      return isCode ? checked : { isRight: false, isOfUser: true };
    };
    const opensClosed = recoveryCode !== null;
    const attempt = await this.#limits.attempt(loginName, place, check, { opensClosed });
    if (attempt.kind !== 'checked') return attempt;
    if (!attempt.result.isRight) return recoveryCode === null ? 'requested' : 'wrong';
    const { userId } = attempt.result.user;
    if (recoveryCode === null) {
      await this.twoFactor.requestReset(userId);
      return 'requested';
    }
    await this.twoFactor.switchOff(userId);
    await this.#limits.succeeded(loginName, place);
    await this.#sessions.endAllOf(userId, 'credentialsChanged');
    return 'off';
  }

  /** For a sign-in that the caller has already permitted; counts no attempt. */
  async asDemoUser(entry: PasswordEntry): Promise<SignInResult> {
    const checked = await this.#check(entry);
    if (!checked.isRight) return { kind: 'wrong' };
    const { user } = checked;
    if (user.disabled) return { kind: 'disabled' };
    return (await this.twoFactor.isOn(user.userId))
      ? this.#confirm(user)
      : this.#begin({ user, hasTwoFactor: false }, entry);
  }

  /** For a signed-in user; the caller has checked the new password. Ends all other sessions of the user. */
  async changePassword(
    { user, signedInUser }: { readonly user: User; readonly signedInUser: SignedInUser },
    entry: { readonly password: string; readonly newPassword: string; readonly address: string },
  ): Promise<'changed' | 'wrong' | { readonly waitSeconds: number }> {
    const result = await this.ownPassword(user, entry);
    if (result !== 'right') return result;
    const { email, userId, passwordHash: former } = user;
    const passwordHash = await this.#passwords.hash(entry.newPassword);
    // The password may have been changed elsewhere since it was compared.
    if (!(await replacePassword(this.#db, userId, { former, passwordHash }))) return 'wrong';
    await this.#limits.succeeded(loginNameOf(email), sessionPlace(user, entry));
    await this.#sessions.endAllOf(userId, 'credentialsChanged', { except: signedInUser.sessionId });
    return 'changed';
  }

  /** For the operator: ends all sessions of the user, and resets consecutive failures to 0. */
  async setPassword({ userId, email }: User, password: string): Promise<void> {
    const passwordHash = await this.hashOf(password);
    await this.#sessions.endAllOf(userId, 'credentialsChanged', {
      after: async (db) => {
        await updateUser(db, userId, { passwordHash });
        await this.#limits.forget(loginNameOf(email), db);
      },
    });
  }

  hashOf(password: string): Promise<string> {
    return this.#passwords.hash(password);
  }

  /**
   * Whether a signed-in user knows the password. The session counts as a known place, so wrong passwords from elsewhere do not
   * lock the user out.
   */
  async ownPassword(
    user: User,
    entry: { readonly password: string; readonly address: string },
  ): Promise<'right' | 'wrong' | { readonly waitSeconds: number }> {
    const attempt = await this.#limits.attempt(
      loginNameOf(user.email),
      sessionPlace(user, entry),
      async () => ({
        isRight: await this.#passwords.matches(user.passwordHash, entry.password),
        isOfUser: true,
      }),
    );
    if (attempt.kind === 'wait') return { waitSeconds: attempt.seconds };
    return attempt.kind === 'checked' && attempt.result.isRight ? 'right' : 'wrong';
  }

  async #check({ email, password }: PasswordEntry): Promise<PasswordCheck> {
    const user = await findUserByEmail(this.#db, email);
    const isRight = await this.#passwords.matches(user?.passwordHash ?? null, password);
    return isRight && user !== undefined
      ? { isRight, isOfUser: true, user }
      : { isRight: false, isOfUser: user !== undefined };
  }

  #confirm(user: User): SignInResult {
    return { kind: 'confirm', challenge: this.#challenges.open(user) };
  }

  /** Begins a session, unless the user's credentials have changed since they were checked. */
  async #begin(
    { user, hasTwoFactor }: { readonly user: User; readonly hasTwoFactor: boolean },
    browser: Browser,
  ): Promise<Extract<SignInResult, { kind: 'signedIn' | 'wrong' | 'disabled' }>> {
    const token = await this.#sessions.begin(user, browser);
    // A change ends the sessions that exist, so it is looked for only after this session exists.
    const current = await findUser(this.#db, user.userId);
    const isCurrent =
      current?.passwordHash === user.passwordHash &&
      hasTwoFactor === (await this.twoFactor.isOn(user.userId));
    if (!isCurrent || current.disabled) {
      const { sessionId } = (await this.#sessions.ofToken(token)) ?? {};
      if (sessionId !== undefined) await this.#sessions.end(sessionId, 'credentialsChanged');
      return { kind: isCurrent ? 'disabled' : 'wrong' };
    }
    return {
      kind: 'signedIn',
      token,
      cookie: this.#browsers.withAccount(browser.cookie, loginNameOf(user.email), this.#clock.earliest()),
    };
  }

  #placeOf(loginName: string, { remoteAddress, cookie }: Browser): SignInPlace {
    return {
      address: remoteAddress,
      browserId: this.#browsers.idOf(cookie, loginName, this.#clock.earliest()),
    };
  }
}

const loginNameOf = (email: string): string => email.trim().toLowerCase();

const sessionPlace = ({ userId }: User, { address }: { readonly address: string }): SignInPlace => ({
  address,
  browserId: `session of ${userId}`,
});
