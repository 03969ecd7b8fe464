// Strict-Transport-Security: browsers that have seen it use HTTPS only for this host and those below it. It is sent over TLS, and
// never for this machine's own names, whose other programs speak plain HTTP.
import { isIP } from 'node:net';

export const transportSecurity = {
  name: 'strict-transport-security',
  /** A year. */
  value: 'max-age=31536000; includeSubDomains',
} as const;

/** `host`: with or without port, as the request names it. */
export function needsTransportSecurity({
  isTls,
  host,
}: {
  readonly isTls: boolean;
  readonly host: string | undefined;
}): boolean {
  if (!isTls || host === undefined || !URL.canParse(`https://${host}`)) return false;
  const name = new URL(`https://${host}`).hostname.replace(/^\[|\]$/g, '');
  return name !== 'localhost' && !name.endsWith('.localhost') && isIP(name) === 0;
}
