// Which connection tokens are good: issued here (or by a node with the same secret), not expired, not used before.
// Only used ones are remembered, and only until they would have expired anyway.
import type { Clock } from '../clock.ts';
import type { TransportName } from '../hub/transport.ts';
import type { ConnectionTokens, IssuedToken, TokenScope } from './connection-token.ts';

export type TokenState =
  | { readonly state: 'unknown' }
  | { readonly state: 'live'; readonly connectionId: string; readonly transport: TransportName }
  | {
      readonly state: 'fresh';
      readonly connectionId: string;
      readonly expiresAtMs: number;
      /** Whether this node issued it: only WebSockets may begin at any other. */
      readonly isOurs: boolean;
    };

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

  /** `transportOf`: what carries the connection with that id, if it is open. Then its token does not expire. */
  look(
    token: string,
    scope: TokenScope,
    transportOf: (connectionId: string) => TransportName | null,
  ): TokenState {
    const read = this.#tokens.read(token, scope);
    if (read === null) return { state: 'unknown' };
    const transport = transportOf(read.connectionId);
    if (transport !== null) return { state: 'live', connectionId: read.connectionId, transport };
    if (this.#usedUntilMs.has(read.connectionId) || read.expiresAtMs <= this.#clock.epochMs()) {
      return { state: 'unknown' };
    }
    return { state: 'fresh', ...read };
  }

  /** The connection id that a token names, unproved; null for what is no token. */
  claimedId(token: string): string | null {
    return this.#tokens.claimedId(token);
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
