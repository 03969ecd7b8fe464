// Whether a request was sent from this machine: over the loopback, or from the address at which it was received, which no other
// machine can have in an open connection.
import type { IncomingMessage } from 'node:http';

export function isFromThisMachine({ socket }: IncomingMessage): boolean {
  const remote = unmapped(socket.remoteAddress);
  return (
    remote === '::1' ||
    remote.startsWith('127.') ||
    (remote !== '' && remote === unmapped(socket.localAddress))
  );
}

/** An IPv4 address that is mapped to IPv6 (`::ffff:127.0.0.1`) becomes the IPv4 address. */
function unmapped(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:/i, '');
}
