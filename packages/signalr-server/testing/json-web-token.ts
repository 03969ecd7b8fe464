// Tokens for the test hubs: JSON Web Tokens (RFC 7519), signed with HS256 and a random key.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const nameIdentifier = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier';

export class TestTokens {
  readonly #key = randomBytes(32);

  issue(user: string, { lifetimeSeconds }: { lifetimeSeconds: number }): string {
    const expiry = Math.floor(Date.now() / 1000) + lifetimeSeconds;
    const parts = [
      { alg: 'HS256', typ: 'JWT' },
      { [nameIdentifier]: user, exp: expiry },
    ];
    const content = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${content}.${this.#signature(content)}`;
  }

  /** The user of a valid token, else null. */
  userOf(token: string | null): string | null {
    const at = token?.lastIndexOf('.') ?? -1;
    if (token === null || at < 0) return null;
    const content = token.slice(0, at);
    const expected = Buffer.from(this.#signature(content));
    const given = Buffer.from(token.slice(at + 1));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const claims = JSON.parse(Buffer.from(content.split('.')[1] ?? '', 'base64url').toString());
    return claims.exp * 1000 > Date.now() ? claims[nameIdentifier] : null;
  }

  #signature(content: string): string {
    return createHmac('sha256', this.#key).update(content).digest('base64url');
  }
}
