// The secret that leads from negotiate to the connection: `<node>.<connection id>.<expiry>.<random>.<signature>`. It
// says by itself which node made it (a balancer may route by it), for which connection and until when; hub and user are
// part of the signature. So a WebSocket may arrive at any node that shares the secret, without a store.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 16 random bytes, base64url: a public connection id. */
export function newConnectionId(): string {
  return randomBytes(16).toString('base64url');
}

export interface TokenScope {
  readonly path: string;
  /** Null: nobody was asked who they are. */
  readonly userId: string | null;
}

export interface IssuedToken {
  readonly connectionId: string;
  readonly token: string;
}

export interface ReadToken {
  readonly connectionId: string;
  readonly expiresAtMs: number;
  /** Whether it was issued by this node. */
  readonly isOurs: boolean;
}

/** In place of the random part: the token itself is the connection id, as clients of negotiate version 0 want it. */
const idIsToken = '0';

export class ConnectionTokens {
  readonly #node: string;
  readonly #secret: string | Buffer;

  /** `node`: letters, digits, `-` and `_`; `secret`: the same on every node. Throws a RangeError for a bad node name. */
  constructor({ node, secret }: { node: string; secret: string | Buffer }) {
    if (!/^[\w-]+$/.test(node)) {
      throw new RangeError(`The node name '${node}' must consist of letters, digits, - and _.`);
    }
    this.#node = node;
    this.#secret = secret;
  }

  issue(scope: TokenScope, options: { negotiateVersion: number; expiresAtMs: number }): IssuedToken {
    const connectionId = newConnectionId();
    const random = options.negotiateVersion === 0 ? idIsToken : randomBytes(16).toString('base64url');
    const claims = `${this.#node}.${connectionId}.${options.expiresAtMs.toString(36)}.${random}`;
    const token = `${claims}.${this.#signature(claims, scope)}`;
    return { connectionId: random === idIsToken ? token : connectionId, token };
  }

  /** Null when it was not issued here for this hub and user. Whether it is still good is for the caller to say. */
  read(token: string, scope: TokenScope): ReadToken | null {
    const parts = token.split('.');
    const [node, connectionId, expiry, random, signature] = parts;
    if (parts.length !== 5 || !node || !connectionId || !expiry || !random || !signature) return null;
    const claims = token.slice(0, token.length - signature.length - 1);
    // Compared as text: base64url has several texts for the same bytes, and only one of them is the token.
    const expected = Buffer.from(this.#signature(claims, scope));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return {
      connectionId: random === idIsToken ? token : connectionId,
      expiresAtMs: Number.parseInt(expiry, 36),
      isOurs: node === this.#node,
    };
  }

  /** The connection id that a token names, unproved; null for what is no token. */
  claimedId(token: string): string | null {
    const parts = token.split('.');
    const [, connectionId, , random] = parts;
    if (parts.length !== 5 || !connectionId) return null;
    return random === idIsToken ? token : connectionId;
  }

  #signature(claims: string, scope: TokenScope): string {
    const user = scope.userId === null ? '' : `=${scope.userId}`;
    return createHmac('sha256', this.#secret).update(`${claims}\n${scope.path}\n${user}`).digest('base64url');
  }
}
