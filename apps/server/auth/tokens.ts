// The bearer token: a JWT signed with the secret of this data folder. It contains the user, the session (claim jti) and the
// expiry; whether the session is still open is looked up each time. Only HS256 with our own issuer and audience is accepted.

import { createHmac } from 'node:crypto';
import { dayMs } from '@openpit/wire';
import { jwtVerify, SignJWT } from 'jose';
import type { TrustedClock } from '../clock/trusted-clock.ts';

const issuer = 'openpit';
const algorithm = 'HS256';
/** Longer than any session lasts. A token valid for longer is not ours, whatever its signature (AUTH-12). */
export const maxSessionMs = dayMs;

export interface TokenClaims {
  readonly userId: string;
  readonly sessionId: string;
  readonly displayName: string;
  readonly expiresAtMs: number;
}

export class Tokens {
  readonly #secret: Uint8Array;

  constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  /** A key derived from the secret, for another purpose. */
  keyFor(purpose: string): Buffer {
    return createHmac('sha256', this.#secret).update(purpose).digest();
  }

  issue({ userId, sessionId, displayName, expiresAtMs }: TokenClaims): Promise<string> {
    return new SignJWT({ name: displayName })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(issuer)
      .setSubject(userId)
      .setJti(sessionId)
      .setIssuedAt()
      .setExpirationTime(Math.floor(expiresAtMs / 1000))
      .sign(this.#secret);
  }

  /** The claims, or null if the token is not ours or has expired. */
  async read(token: string, clock: Pick<TrustedClock, 'earliest' | 'latest'>): Promise<TokenClaims | null> {
    try {
      const { payload } = await jwtVerify(token, this.#secret, {
        algorithms: [algorithm],
        issuer,
        audience: issuer,
        currentDate: new Date(clock.earliest()),
      });
      const { sub, jti, name, exp } = payload;
      if (typeof exp === 'number' && exp * 1000 > clock.latest() + maxSessionMs) return null;
      if (typeof sub !== 'string' || typeof jti !== 'string' || typeof exp !== 'number') return null;
      return {
        userId: sub,
        sessionId: jti,
        displayName: typeof name === 'string' ? name : sub,
        expiresAtMs: exp * 1000,
      };
    } catch {
      // All faults of a token are rejected alike.
      return null;
    }
  }
}
