// Who is signed in: passwords checked, sessions opened and ended, tokens issued and read. A token counts only while its
// session stands, and that is asked each time (HUB-1, AUTH-8); verified tokens are remembered so that asking is cheap.
import { createHash, randomUUID } from 'node:crypto';
import {
  createSession,
  type Db,
  endSession,
  endSessionsBegunBefore,
  endSessionsOf,
  findSession,
  findUser,
  findUserByEmail,
  type User,
} from '@openpit/storage';
import type { Clock } from '@openpit/venue';
import type { Passwords } from './passwords.ts';
import type { TokenClaims, Tokens } from './tokens.ts';

/** A session lasts a working day. */
const sessionMs = 12 * 60 * 60 * 1000;
/** Verified tokens that are remembered. */
const maxRemembered = 10_000;

/** Someone who is signed in. */
export interface Account {
  readonly userId: string;
  readonly sessionId: string;
  readonly displayName: string;
  /** Epoch milliseconds at which the token ends. */
  readonly expiresAt: number;
}

export interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly userAgent: string | null;
  readonly remoteAddress: string | null;
}

export type SignInResult =
  | { readonly kind: 'signedIn'; readonly token: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'disabled' };

export class Accounts {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #tokens: Tokens;
  readonly #passwords: Passwords;
  readonly #dayEndsAt: () => number | null;
  /** Claims by fingerprint of a verified token; the token itself is not kept. */
  readonly #verified = new Map<string, TokenClaims>();
  /** Whether a session stands, as last read; changes go through here. */
  readonly #standing = new Map<string, boolean>();
  readonly #endings = new Set<(sessionId: string) => void>();

  /** `dayEndsAt`: when the exchange day ends by the schedule; null when it has none. */
  constructor(parts: {
    db: Db;
    clock: Clock;
    tokens: Tokens;
    passwords: Passwords;
    dayEndsAt?: () => number | null;
  }) {
    this.#dayEndsAt = parts.dayEndsAt ?? (() => null);
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#tokens = parts.tokens;
    this.#passwords = parts.passwords;
  }

  async signIn({ email, password, userAgent, remoteAddress }: SignIn): Promise<SignInResult> {
    const user = await findUserByEmail(this.#db, email);
    if (!(await this.#passwords.matches(user?.passwordHash ?? null, password)) || user === undefined)
      return { kind: 'wrong' };
    if (user.disabled) return { kind: 'disabled' };
    const now = this.#clock.now();
    const sessionId = randomUUID();
    // A session does not outlive the exchange day (AUTH-1).
    const expiresAtMs = Math.min(now + sessionMs, this.#dayEndsAt() ?? Number.POSITIVE_INFINITY);
    const { userId, displayName } = user;
    await createSession(this.#db, {
      sessionId,
      userId,
      createdAt: now,
      expiresAt: expiresAtMs,
      userAgent,
      remoteAddress,
    });
    this.#standing.set(sessionId, true);
    return {
      kind: 'signedIn',
      token: await this.#tokens.issue({ userId, sessionId, displayName, expiresAtMs }),
    };
  }

  /** The account of a token whose session stands; null when it does not let in. */
  async ofToken(token: string | null): Promise<Account | null> {
    if (token === null || token === '') return null;
    const claims = await this.#claims(token);
    if (claims === null || claims.expiresAtMs <= this.#clock.now()) return null;
    if (!(await this.stands(claims.sessionId))) return null;
    const { userId, sessionId, displayName, expiresAtMs } = claims;
    return { userId, sessionId, displayName, expiresAt: expiresAtMs };
  }

  user(userId: string): Promise<User | undefined> {
    return findUser(this.#db, userId);
  }

  async endSession(sessionId: string): Promise<void> {
    await endSession(this.#db, { sessionId, at: this.#clock.now() });
    this.#ended(sessionId);
  }

  async endSessionsOf(userId: string): Promise<void> {
    const ended = await endSessionsOf(this.#db, { userId, at: this.#clock.now() });
    for (const sessionId of ended) this.#ended(sessionId);
  }

  /** Ends the sessions of everybody who had signed in by then (AUTH-10). */
  async endSessionsBegunBefore(before: number): Promise<void> {
    const ended = await endSessionsBegunBefore(this.#db, { before, at: this.#clock.now() });
    for (const sessionId of ended) this.#ended(sessionId);
  }

  /** Told of every session that ends before its time. Returns the way to stop. */
  onSessionEnded(listener: (sessionId: string) => void): () => void {
    this.#endings.add(listener);
    return () => this.#endings.delete(listener);
  }

  #ended(sessionId: string): void {
    this.#standing.set(sessionId, false);
    for (const listener of this.#endings) listener(sessionId);
  }

  async #claims(token: string): Promise<TokenClaims | null> {
    const fingerprint = createHash('sha256').update(token).digest('base64');
    const known = this.#verified.get(fingerprint);
    if (known !== undefined) return known;
    const claims = await this.#tokens.read(token);
    if (claims === null) return null;
    if (this.#verified.size >= maxRemembered) this.#verified.delete(this.#verified.keys().next().value ?? '');
    this.#verified.set(fingerprint, claims);
    return claims;
  }

  /** Whether a session has not been ended; its token may still have run out. */
  async stands(sessionId: string): Promise<boolean> {
    const known = this.#standing.get(sessionId);
    if (known !== undefined) return known;
    const session = await findSession(this.#db, sessionId);
    const stands = session !== undefined && session.endedAt === null;
    if (this.#standing.size >= maxRemembered) this.#standing.delete(this.#standing.keys().next().value ?? '');
    this.#standing.set(sessionId, stands);
    return stands;
  }
}
