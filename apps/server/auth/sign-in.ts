// Signing in: the password, within the limits of account and place (sign-in-limits.ts), and then a session. A change of the
// password asks for the old one within the same limits.
import { type Db, findUserByEmail, type User, updateUser } from '@openpit/storage';
import type { Clock } from '@openpit/venue';
import type { Account, Accounts } from './accounts.ts';
import { KnownBrowsers } from './known-browsers.ts';
import type { Passwords } from './passwords.ts';
import { SignInLimits, type SignInPlace } from './sign-in-limits.ts';

/** The browser that signs in, as far as its request says. */
export interface Browser {
  readonly userAgent: string | null;
  readonly remoteAddress: string;
  /** Its cookie of known-browsers.ts. */
  readonly cookie: string | null;
}

export interface PasswordEntry extends Browser {
  readonly email: string;
  readonly password: string;
}

export type SignInResult =
  | { readonly kind: 'signedIn'; readonly token: string; readonly cookie: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'closed' };

type Checked =
  | { readonly isRight: false; readonly isOfUser: boolean }
  | { readonly isRight: true; readonly isOfUser: true; readonly user: User };

export class SignIn {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #accounts: Accounts;
  readonly #passwords: Passwords;
  readonly #browsers: KnownBrowsers;
  readonly #limits: SignInLimits;

  /** `key`: for the cookies of known browsers. */
  constructor(parts: {
    readonly db: Db;
    readonly clock: Clock;
    readonly accounts: Accounts;
    readonly passwords: Passwords;
    readonly key: Buffer;
  }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#accounts = parts.accounts;
    this.#passwords = parts.passwords;
    this.#browsers = new KnownBrowsers(parts.key);
    this.#limits = new SignInLimits(parts);
  }

  async withPassword(entry: PasswordEntry): Promise<SignInResult> {
    const account = accountOf(entry.email);
    const place = this.#placeOf(account, entry);
    const attempt = await this.#limits.attempt(account, place, () => this.#check(entry));
    if (attempt.kind !== 'checked') return attempt;
    if (!attempt.result.isRight) return { kind: 'wrong' };
    const { user } = attempt.result;
    if (user.disabled) return { kind: 'disabled' };
    await this.#limits.succeeded(account, place);
    return this.#begin(user, entry);
  }

  /** For a sign-in that the caller has permitted; counts nothing. */
  async asDemoUser(entry: PasswordEntry): Promise<SignInResult> {
    const checked = await this.#check(entry);
    if (!checked.isRight) return { kind: 'wrong' };
    return checked.user.disabled ? { kind: 'disabled' } : this.#begin(checked.user, entry);
  }

  /**
   * For a signed-in user; the caller has checked the new password. Ends all other sessions of the user. A session is a known
   * place: wrong passwords from elsewhere do not keep its user from the change.
   */
  async changePassword(
    { user, account }: { readonly user: User; readonly account: Account },
    entry: { readonly password: string; readonly newPassword: string; readonly address: string },
  ): Promise<'changed' | 'wrong' | { readonly waitSeconds: number }> {
    const { email, userId, passwordHash } = user;
    const name = accountOf(email);
    const place = { address: entry.address, browserId: `session of ${userId}` };
    const attempt = await this.#limits.attempt(name, place, async () => ({
      isRight: await this.#passwords.matches(passwordHash, entry.password),
      isOfUser: true,
    }));
    if (attempt.kind === 'wait') return { waitSeconds: attempt.seconds };
    if (attempt.kind === 'closed' || !attempt.result.isRight) return 'wrong';
    await updateUser(this.#db, userId, { passwordHash: await this.#passwords.hash(entry.newPassword) });
    await this.#limits.succeeded(name, place);
    await this.#accounts.endSessionsOf(userId, { except: account.sessionId });
    return 'changed';
  }

  async #check({ email, password }: PasswordEntry): Promise<Checked> {
    const user = await findUserByEmail(this.#db, email);
    const isRight = await this.#passwords.matches(user?.passwordHash ?? null, password);
    return isRight && user !== undefined
      ? { isRight, isOfUser: true, user }
      : { isRight: false, isOfUser: user !== undefined };
  }

  async #begin(user: User, browser: Browser): Promise<SignInResult> {
    const token = await this.#accounts.beginSession(user, browser);
    return {
      kind: 'signedIn',
      token,
      cookie: this.#browsers.withAccount(browser.cookie, accountOf(user.email), this.#clock.now()),
    };
  }

  #placeOf(account: string, { remoteAddress, cookie }: Browser): SignInPlace {
    return { address: remoteAddress, browserId: this.#browsers.idOf(cookie, account, this.#clock.now()) };
  }
}

const accountOf = (email: string): string => email.trim().toLowerCase();
