// The bearer token: a JWT signed with a secret of this data folder. It says who and until when; whether its session still
// stands is asked of the sessions each time. Only HS256 of our own issuer and audience is accepted.
import { jwtVerify, SignJWT } from 'jose';

const issuer = 'openpit';
const algorithm = 'HS256';

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

  issue({ userId, sessionId, displayName, expiresAtMs }: TokenClaims): Promise<string> {
    return new SignJWT({ name: displayName, sid: sessionId })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(issuer)
      .setSubject(userId)
      .setIssuedAt()
      .setExpirationTime(Math.floor(expiresAtMs / 1000))
      .sign(this.#secret);
  }

  /** The claims, or null when the token is not one of ours or has expired. */
  async read(token: string): Promise<TokenClaims | null> {
    try {
      const { payload } = await jwtVerify(token, this.#secret, {
        algorithms: [algorithm],
        issuer,
        audience: issuer,
      });
      const { sub, sid, name, exp } = payload;
      if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return null;
      return {
        userId: sub,
        sessionId: sid,
        displayName: typeof name === 'string' ? name : sub,
        expiresAtMs: exp * 1000,
      };
    } catch {
      // Whatever is wrong with a token, it is not one to be let in; why is the business of whoever forged it.
      return null;
    }
  }
}
