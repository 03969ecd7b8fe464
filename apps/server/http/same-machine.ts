// Whether a request comes from this very machine: over the loopback, or from the address at which it was received, which no
// other machine can hold in a standing connection.
import type { IncomingMessage } from 'node:http';

export function isFromThisMachine({ socket }: IncomingMessage): boolean {
  const remote = plain(socket.remoteAddress);
  return (
    remote === '::1' || remote.startsWith('127.') || (remote !== '' && remote === plain(socket.localAddress))
  );
}

/** An IPv4 address in the coat of an IPv6 one is still the IPv4 address. */
function plain(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:/i, '');
}
