// Opens and ends user sessions, and issues and verifies their tokens. A token is valid only while its session is open, which is
// checked on every use (HUB-1, AUTH-8). Verified tokens are cached to make this cheap.
import { hash, randomUUID } from 'node:crypto';
import {
  countOpenSessions,
  createSession,
  type Db,
  endSession,
  endSessionsBegunBefore,
  endSessionsOf,
  findSession,
  findUser,
  listOpenSessions,
  type Session,
  type User,
} from '@openpit/storage';
import type { TrustedClock } from '../clock/trusted-clock.ts';
import { SessionUses } from './session-uses.ts';
import type { TokenClaims, Tokens } from './tokens.ts';

/** The length of a session: a working day. */
const sessionMs = 12 * 60 * 60 * 1000;
/** The size limit of the caches for verified tokens and for sessions. */
const maxCached = 10_000;

/** Why a session ends before it expires, as a sentence for its user. */
export const sessionEnds = {
  signedOut: 'You have signed out.',
  revoked: 'You have ended this session from another one.',
  credentialsChanged: 'Your password or two-factor sign-in was changed. Sign in again.',
  unused: 'This session was unused for too long. Sign in again.',
  dayEnded: 'The business day has ended. Sign in again.',
  byOperator: 'The operator has ended this session.',
} as const;
type SessionEnd = keyof typeof sessionEnds;

export interface SignedInUser {
  readonly userId: string;
  readonly sessionId: string;
  readonly displayName: string;
  /** The time at which the token expires, in epoch milliseconds. */
  readonly expiresAt: number;
}

/** A session as listed for its user. */
interface OpenSession extends Session {
  readonly lastUsedAt: number;
}

/** The origin of a session. */
export interface SessionPlace {
  readonly userAgent: string | null;
  readonly remoteAddress: string | null;
}

export class Sessions {
  readonly #db: Db;
  readonly #clock: TrustedClock;
  readonly #tokens: Tokens;
  readonly #dayEndsAt: () => number | null;
  /** Claims by the fingerprint of a verified token; the token itself is not stored. */
  readonly #verified = new Map<string, TokenClaims>();
  /** The cached user of each session; null for an ended session. Only this class changes sessions. */
  readonly #openSessions = new Map<string, string | null>();
  readonly #endListeners = new Set<(sessionId: string, why: SessionEnd) => void>();
  readonly #useListeners = new Set<(userId: string) => void>();
  readonly #uses: SessionUses;
  /** While the sessions of an ended day are ended, nobody knows yet which are still open. */
  #endingDay: Promise<unknown> | null = null;

  /**
   * `dayEndsAt`: when the schedule ends the exchange day, or null without a schedule. `inactivityMs`: how long a session may be
   * unused before it ends, or null for no limit.
   */
  constructor(parts: {
    db: Db;
    clock: TrustedClock;
    tokens: Tokens;
    dayEndsAt?: () => number | null;
    inactivityMs?: number | null;
  }) {
    this.#dayEndsAt = parts.dayEndsAt ?? (() => null);
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#tokens = parts.tokens;
    this.#uses = new SessionUses({ ...parts, limitMs: parts.inactivityMs ?? null });
  }

  /** Returns the token. */
  async begin({ userId, displayName }: User, place: SessionPlace): Promise<string> {
    const now = this.#clock.now();
    const sessionId = randomUUID();
    // A session does not outlive the exchange day (AUTH-1).
    const expiresAtMs = Math.min(now + sessionMs, this.#dayEndsAt() ?? Number.POSITIVE_INFINITY);
    const { userAgent, remoteAddress } = place;
    const times = { createdAt: now, expiresAt: expiresAtMs };
    await createSession(this.#db, { sessionId, userId, ...times, userAgent, remoteAddress });
    this.#openSessions.set(sessionId, userId);
    this.used({ userId, sessionId });
    return await this.#tokens.issue({ userId, sessionId, displayName, expiresAtMs });
  }

  /** The account of a valid token whose session is open; null for any other token. */
  async ofToken(token: string | null): Promise<SignedInUser | null> {
    if (token === null || token === '') return null;
    const fingerprint = hash('sha256', token, 'base64');
    // Cached sessions are answered without await, because every call passes through here.
    const claims = this.#verified.get(fingerprint) ?? (await this.#read(token, fingerprint));
    if (claims === null || claims.expiresAtMs <= this.#clock.earliest()) return null;
    if (this.#endingDay !== null) await this.#endingDay;
    const session = this.#openSessions.get(claims.sessionId);
    const ofSession = session === undefined ? await this.#userOfSession(claims.sessionId) : session;
    if (ofSession !== claims.userId) return null;
    if (this.#uses.isLimited && (await this.#isOverdue(claims.sessionId))) return null;
    const { userId, sessionId, displayName, expiresAtMs } = claims;
    return { userId, sessionId, displayName, expiresAt: expiresAtMs };
  }

  /** The user of a cached token whose session was open when last read; null for any other token. */
  knownUser(token: string | null): string | null {
    const claims = token === null ? undefined : this.#verified.get(hash('sha256', token, 'base64'));
    if (claims === undefined || this.#openSessions.get(claims.sessionId) !== claims.userId) return null;
    return claims.userId;
  }

  /** The number of open sessions of all users. */
  countOpen(): Promise<number> {
    return countOpenSessions(this.#db, { at: this.#clock.earliest() });
  }

  /** Records that a call or an invocation has used a session. */
  used({ userId, sessionId }: Pick<SignedInUser, 'userId' | 'sessionId'>): void {
    this.#uses.used(sessionId);
    for (const listener of this.#useListeners) listener(userId);
  }

  /** Calls the listener with the user of every use. Returns a function that removes the listener. */
  onUsed(listener: (userId: string) => void): () => void {
    this.#useListeners.add(listener);
    return () => this.#useListeners.delete(listener);
  }

  /** The open sessions of a user, the newest first. */
  async openOf(userId: string): Promise<readonly OpenSession[]> {
    const sessions = await listOpenSessions(this.#db, { userId, at: this.#clock.earliest() });
    return await Promise.all(
      sessions.map(async (session) => {
        const lastUsedAt = await this.#uses.lastUse(session.sessionId, session.createdAt);
        return { ...session, lastUsedAt };
      }),
    );
  }

  /** Ends the sessions that are unused for too long, and stores the uses. Returns a function that stops. */
  keepUses(onFailure: (error: unknown) => void): () => Promise<void> {
    const onOverdue = async (sessionIds: readonly string[]) => {
      for (const sessionId of sessionIds) await this.end(sessionId, 'unused');
    };
    return this.#uses.keep({ onOverdue, onFailure });
  }

  user(userId: string): Promise<User | undefined> {
    return findUser(this.#db, userId);
  }

  async end(sessionId: string, why: SessionEnd): Promise<void> {
    await endSession(this.#db, { sessionId, at: this.#clock.now() });
    this.#ended(sessionId, why);
  }

  /** Ends all sessions except `except`, in one transaction with what `after` writes. Returns how many were ended. */
  async endAllOf(
    userId: string,
    why: SessionEnd,
    { except = '', after }: { readonly except?: string; readonly after?: (db: Db) => Promise<void> } = {},
  ): Promise<number> {
    const ended = await this.#db.transaction().execute(async (db) => {
      await after?.(db);
      return await endSessionsOf(db, { userId, at: this.#clock.now(), except });
    });
    for (const sessionId of ended) this.#ended(sessionId, why);
    return ended.length;
  }

  /** Ends all sessions that began before a time, because the business day has ended (AUTH-10). */
  async endAllBegunBefore(before: number): Promise<void> {
    const ending = endSessionsBegunBefore(this.#db, { before, at: this.#clock.now() }).then((ended) => {
      for (const sessionId of ended) this.#ended(sessionId, 'dayEnded');
    });
    const settled = ending.catch(() => undefined);
    this.#endingDay = settled;
    await settled;
    if (this.#endingDay === settled) this.#endingDay = null;
    await ending;
  }

  /**
   * Calls the listener for every session that ends before it expires. Returns a function that removes the
   * listener.
   */
  onEnded(listener: (sessionId: string, why: SessionEnd) => void): () => void {
    this.#endListeners.add(listener);
    return () => this.#endListeners.delete(listener);
  }

  #ended(sessionId: string, why: SessionEnd): void {
    this.#openSessions.set(sessionId, null);
    this.#uses.ended(sessionId);
    for (const listener of this.#endListeners) listener(sessionId, why);
  }

  /** Ends a session that has been unused for too long. */
  async #isOverdue(sessionId: string): Promise<boolean> {
    const beganAt = async () => (await findSession(this.#db, sessionId))?.createdAt ?? 0;
    if (!(await this.#uses.isOverdue(sessionId, beganAt))) return false;
    await this.end(sessionId, 'unused');
    return true;
  }

  async #read(token: string, fingerprint: string): Promise<TokenClaims | null> {
    const claims = await this.#tokens.read(token, this.#clock);
    if (claims === null) return null;
    if (this.#verified.size >= maxCached) this.#verified.delete(this.#verified.keys().next().value ?? '');
    this.#verified.set(fingerprint, claims);
    return claims;
  }

  /** Whether a session has not been ended; its token may still have expired. */
  async isOpen(sessionId: string): Promise<boolean> {
    if (this.#endingDay !== null) await this.#endingDay;
    return (await this.#userOfSession(sessionId)) !== null;
  }

  /** `null` for a session that has ended or does not exist. */
  async #userOfSession(sessionId: string): Promise<string | null> {
    const openSession = this.#openSessions.get(sessionId);
    if (openSession !== undefined) return openSession;
    const session = await findSession(this.#db, sessionId);
    const userId = session === undefined || session.endedAt !== null ? null : session.userId;
    if (this.#openSessions.size >= maxCached)
      this.#openSessions.delete(this.#openSessions.keys().next().value ?? '');
    this.#openSessions.set(sessionId, userId);
    return userId;
  }
}
