// Which connection tokens are good: issued here (or by a node with the same secret), not expired, not used before.
// Only used ones are remembered, and only until they would have expired anyway.
import type { Clock } from '../clock.ts';
import type { ConnectionTokens, IssuedToken, TokenScope } from './connection-token.ts';

export type TokenState =
  | { readonly state: 'unknown' }
  | { readonly state: 'live'; readonly connectionId: string }
  | { readonly state: 'fresh'; readonly connectionId: string; readonly expiresAtMs: number };

export class NegotiatedIds {
  readonly #tokens: ConnectionTokens;
  readonly #clock: Clock;
  readonly #lifetimeMs: number;
  readonly #usedUntilMs = new Map<string, number>();

  constructor(options: { tokens: ConnectionTokens; clock: Clock; lifetimeMs: number }) {
    this.#tokens = options.tokens;
    this.#clock = options.clock;
    this.#lifetimeMs = options.lifetimeMs;
  }

  issue(scope: TokenScope, negotiateVersion: number): IssuedToken {
    const expiresAtMs = Math.ceil(this.#clock.epochMs()) + this.#lifetimeMs;
    return this.#tokens.issue(scope, { negotiateVersion, expiresAtMs });
  }

  /** `isLive`: whether a connection with that id is open. An open connection's token does not expire. */
  look(token: string, scope: TokenScope, isLive: (connectionId: string) => boolean): TokenState {
    const read = this.#tokens.read(token, scope);
    if (read === null) return { state: 'unknown' };
    if (isLive(read.connectionId)) return { state: 'live', connectionId: read.connectionId };
    if (this.#usedUntilMs.has(read.connectionId) || read.expiresAtMs <= this.#clock.epochMs()) {
      return { state: 'unknown' };
    }
    return { state: 'fresh', ...read };
  }

  markUsed(fresh: { readonly connectionId: string; readonly expiresAtMs: number }): void {
    this.#usedUntilMs.set(fresh.connectionId, fresh.expiresAtMs);
  }

  /** Forgets what has expired. */
  sweep(): void {
    const nowMs = this.#clock.epochMs();
    for (const [connectionId, untilMs] of this.#usedUntilMs) {
      if (untilMs <= nowMs) this.#usedUntilMs.delete(connectionId);
    }
  }
}
