// Recognises requests from this machine, and restricts some calls to them. A request is local if it came over the loopback, or
// from the address that received it, which no other machine can use in an open connection.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

export function isFromThisMachine({ socket }: IncomingMessage): boolean {
  const remote = plainAddress(socket.remoteAddress);
  return isLoopback(remote) || (remote !== '' && remote === plainAddress(socket.localAddress));
}

/**
 * Whether the Host header is `localhost`, an address of the loopback, or the address that received
 * the request. A request with two Host headers, or with a host in its first line, fails the check,
 * because programs disagree on which one counts.
 */
export function isForThisMachine({ headers, rawHeaders, socket, url = '' }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length !== 1 || !url.startsWith('/')) return false;
  const origin = `http://${headers.host}`;
  if (headers.host === undefined || !URL.canParse(origin)) return false;
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '');
  return (
    host === 'localhost' ||
    (isIP(host) !== 0 && (isLoopback(host) || host === plainAddress(socket.localAddress)))
  );
}

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.');

/** An IPv4 address that is mapped to IPv6 (`::ffff:127.0.0.1`) becomes the IPv4 address. */
export function plainAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:/i, '');
}

/**
 * A hook that hides a route from other machines. It reads the socket and no forwarding header; the Host header
 * must name this machine, because a page of any site can reach the loopback under its own name (DNS rebinding).
 */
export async function localOnly(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (isFromThisMachine(request.raw) && isForThisMachine(request.raw)) return;
  reply.callNotFound();
  return reply;
}
