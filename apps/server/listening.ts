// The address of the server: held from the start, listened at when the server is ready, and named for this machine and for others.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { ServerOptions } from './options/options.ts';

/**
 * Listens, without answering, until it is released just before the HTTP server listens there. Rejects if it is impossible to listen at that
 * address.
 */
export async function holdAddress({ port, host }: ServerOptions): Promise<{ release(): Promise<void> }> {
  const holder = createServer((socket) => socket.destroy());
  holder.listen(port, host);
  await once(holder, 'listening');
  return {
    release: () => new Promise((resolve) => holder.close(() => resolve())),
  };
}
/**
 * The number of connections that may wait until the event loop accepts them; the kernel may allow fewer. Beyond it, a client repeats its
 * request for a connection only after 1, 3, 7 and 15 seconds. Node's default, 511, is exceeded when all pages reconnect after a restart.
 */
const backlog = 4_096;

/** Resolves with an address that can be opened on this machine, even when the server listens on all of its addresses. */
export async function listen(app: FastifyInstance, { port, host, tls }: ServerOptions): Promise<string> {
  await app.listen({ port, host, backlog });
  const address = app.server.address() as AddressInfo;
  return urlOf(addressToOpen[host] ?? host, { port: address.port, tls });
}
/** Addresses that mean all addresses of the machine, and one of these to open. */
const addressToOpen: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
/** Addresses for other machines, if the server listens on all addresses of this one. */
export function urlsForOthers({ host, tls }: ServerOptions, url: string): string[] {
  // A certificate has names, not addresses.
  if (addressToOpen[host] === undefined || tls !== null) return [];
  const port = Number(new URL(url).port);
  return Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .filter(({ internal, family, scopeid }) => !internal && !scopeid && (host === '::' || family === 'IPv4'))
    .map(({ address }) => urlOf(address, { port, tls }));
}
const urlOf = (name: string, { port, tls }: { readonly port: number; readonly tls: object | null }): string =>
  `${tls === null ? 'http' : 'https'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
