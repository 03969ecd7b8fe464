// Signs and verifies connection tokens: `<node>.<connection id>.<expiry>.<random>.<signature>`. Negotiate
// returns such a token and the transport opens with it. It names the node that issued it (a load balancer can
// route by it), the connection and the expiry; hub and user are part of the signature. So any node with the
// same secret can accept a WebSocket without shared storage.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A public connection id: 16 random bytes, base64url. */
export function newConnectionId(): string {
  return randomBytes(16).toString('base64url');
}

/** The scope of a token. */
export interface TokenScope {
  /** The path of the hub. */
  readonly path: string;
  /** Null if the hub has no authentication. */
  readonly userId: string | null;
}

export interface IssuedToken {
  readonly connectionId: string;
  readonly token: string;
}

interface VerifiedToken {
  readonly connectionId: string;
  readonly expiresAtMs: number;
  /** True if this node issued the token. */
  readonly isOwn: boolean;
}

/**
 * Replaces the random part in a token of negotiate version 0, where the token is also the connection id.
 */
const version0Marker = '0';

export class ConnectionTokenSigner {
  readonly #node: string;
  readonly #secret: string | Buffer;

  /**
   * `node` is described in HubServerOptions. `secret` is the same on all nodes. Throws RangeError
   * for a bad `node`.
   */
  constructor({ node, secret }: { node: string; secret: string | Buffer }) {
    if (!/^[\w-]+$/.test(node)) {
      throw new RangeError(`The node name '${node}' must consist of letters, digits, - and _.`);
    }
    this.#node = node;
    this.#secret = secret;
  }

  issue(scope: TokenScope, options: { negotiateVersion: number; expiresAtMs: number }): IssuedToken {
    const connectionId = newConnectionId();
    const random = options.negotiateVersion === 0 ? version0Marker : randomBytes(16).toString('base64url');
    const claims = `${this.#node}.${connectionId}.${options.expiresAtMs.toString(36)}.${random}`;
    const token = `${claims}.${this.#signature(claims, scope)}`;
    return { connectionId: random === version0Marker ? token : connectionId, token };
  }

  /** Returns null if the signature is invalid for this scope. The caller must check the expiry. */
  verify(token: string, scope: TokenScope): VerifiedToken | null {
    const parts = token.split('.');
    const [node, connectionId, expiry, random, signature] = parts;
    if (parts.length !== 5 || !node || !connectionId || !expiry || !random || !signature) return null;
    const claims = token.slice(0, token.length - signature.length - 1);
    // Compared as text, because different base64url texts can decode to the same bytes.
    const expected = Buffer.from(this.#signature(claims, scope));
    const received = Buffer.from(signature);
    if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null;
    return {
      connectionId: random === version0Marker ? token : connectionId,
      expiresAtMs: Number.parseInt(expiry, 36),
      isOwn: node === this.#node,
    };
  }

  /** The connection id in a token, without verification; null if it is not a token. */
  claimedId(token: string): string | null {
    const parts = token.split('.');
    const [, connectionId, , random] = parts;
    if (parts.length !== 5 || !connectionId) return null;
    return random === version0Marker ? token : connectionId;
  }

  #signature(claims: string, scope: TokenScope): string {
    const user = scope.userId === null ? '' : `=${scope.userId}`;
    return createHmac('sha256', this.#secret).update(`${claims}\n${scope.path}\n${user}`).digest('base64url');
  }
}
