// Cookies that no script can read and no other site can send. Over TLS they are Secure, and their name has the corresponding prefix.
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface CookieKind {
  readonly name: string;
  readonly path: string;
}

const nameIn = (request: FastifyRequest, { name }: CookieKind): string =>
  request.protocol === 'https' ? `__Secure-${name}` : name;

export function cookieOf(request: FastifyRequest, kind: CookieKind): string | null {
  const start = `${nameIn(request, kind)}=`;
  const pair = (request.headers.cookie ?? '').split(/; */).find((cookie) => cookie.startsWith(start));
  return pair?.slice(start.length) ?? null;
}

/** A duration of 0 removes it. */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, value, maxAgeMs }: { readonly kind: CookieKind; readonly value: string; readonly maxAgeMs: number },
): void {
  const parts = [
    `${nameIn(request, kind)}=${value}`,
    `Path=${kind.path}`,
    `Max-Age=${Math.floor(maxAgeMs / 1000)}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(request.protocol === 'https' ? ['Secure'] : []),
  ];
  reply.header('set-cookie', parts.join('; '));
}
