// Reads a JSON Web Token without a library: its expiry and the user's name (AUTH-1, AUTH-5). Only the server can check the
// signature.

export interface TokenContents {
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** The first claim whose key contains `name`; empty when there is none. */
  readonly displayName: string;
  /** The user of the token; null when the token names none. */
  readonly subject: string | null;
}

/** Null for a token that cannot be read or has no expiry. */
export function readToken(token: string): TokenContents | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const claims: unknown = JSON.parse(textOfBase64Url(payload));
    if (typeof claims !== 'object' || claims === null) return null;
    const { exp, sub } = claims as { exp?: unknown; sub?: unknown };
    if (typeof exp !== 'number' || !Number.isFinite(exp)) return null;
    const name = Object.entries(claims).find(([key]) => key.includes('name'))?.[1];
    return {
      expiresAt: exp * 1_000,
      displayName: typeof name === 'string' ? name : '',
      subject: typeof sub === 'string' ? sub : null,
    };
  } catch {
    return null;
  }
}

/** A missing or unreadable token counts as expired, as does one whose `exp` is before now (AUTH-5). */
export function isTokenExpired(token: string | null, now: number): boolean {
  const contents = token === null ? null : readToken(token);
  return contents === null || contents.expiresAt < now;
}

function textOfBase64Url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(
    Uint8Array.from(binary, (char) => char.charCodeAt(0)),
  );
}
