// Issues connection tokens and checks them: a token is valid if a node with the same secret issued it, it has
// not expired, and it was not used before. Only used tokens are stored, until their expiry.
import type { Clock } from '../clock.ts';
import type { TransportName } from '../transport.ts';
import type { ConnectionTokenSigner, IssuedToken, TokenScope } from './connection-token-signer.ts';

export type TokenState =
  | { readonly state: 'invalid' }
  | { readonly state: 'connected'; readonly connectionId: string; readonly transport: TransportName }
  | {
      readonly state: 'unused';
      readonly connectionId: string;
      readonly expiresAtMs: number;
      /** True if this node issued the token. Other nodes accept it for WebSockets only. */
      readonly isOwn: boolean;
    };

export type UnusedToken = Extract<TokenState, { state: 'unused' }>;

interface ConnectionTokensOptions {
  readonly signer: ConnectionTokenSigner;
  readonly clock: Clock;
  readonly lifetimeMs: number;
}

export class ConnectionTokens {
  readonly #signer: ConnectionTokenSigner;
  readonly #clock: Clock;
  readonly #lifetimeMs: number;
  /** The expiry of each used token, by connection id. */
  readonly #usedUntilMs = new Map<string, number>();

  constructor({ signer, clock, lifetimeMs }: ConnectionTokensOptions) {
    this.#signer = signer;
    this.#clock = clock;
    this.#lifetimeMs = lifetimeMs;
  }

  issue(scope: TokenScope, negotiateVersion: number): IssuedToken {
    const expiresAtMs = Math.ceil(this.#clock.epochMs()) + this.#lifetimeMs;
    return this.#signer.issue(scope, { negotiateVersion, expiresAtMs });
  }

  /** `transportOf`: the transport of an open connection. The token of an open connection never expires. */
  check(
    token: string,
    scope: TokenScope,
    transportOf: (connectionId: string) => TransportName | null,
  ): TokenState {
    const verified = this.#signer.verify(token, scope);
    if (verified === null) return { state: 'invalid' };
    const { connectionId, expiresAtMs } = verified;
    const transport = transportOf(connectionId);
    if (transport !== null) return { state: 'connected', connectionId, transport };
    if (this.#usedUntilMs.has(connectionId) || expiresAtMs <= this.#clock.epochMs()) {
      return { state: 'invalid' };
    }
    return { state: 'unused', ...verified };
  }

  /** The connection id in a token, without verification; null if it is not a token. */
  claimedId(token: string): string | null {
    return this.#signer.claimedId(token);
  }

  markUsed(token: { readonly connectionId: string; readonly expiresAtMs: number }): void {
    this.#usedUntilMs.set(token.connectionId, token.expiresAtMs);
  }

  /** Forgets the used tokens that have expired. */
  sweep(): void {
    const nowMs = this.#clock.epochMs();
    for (const [connectionId, untilMs] of this.#usedUntilMs) {
      if (untilMs <= nowMs) this.#usedUntilMs.delete(connectionId);
    }
  }
}
