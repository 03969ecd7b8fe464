// `npm run hub:test-server -- --port N [--https-port M]`: serves the test hubs over HTTP, and over HTTPS with
// a self-signed certificate, until SIGINT or SIGTERM. Port 0 selects a free port. Prints the addresses when
// it is listening.
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { TestTokens } from './json-web-token.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';
import { TestHubHttp } from './test-hub-http.ts';
import { createTestHubs, type TestHubs } from './test-hubs.ts';

export interface HubTestServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** Null without an HTTPS port. */
  readonly secureUrl: string | null;
  readonly hubs: TestHubs;
  close(): Promise<void>;
}

export async function startHubTestServer(ports: {
  readonly port: number;
  readonly httpsPort?: number | undefined;
}): Promise<HubTestServer> {
  const tokens = new TestTokens();
  const hubs = createTestHubs(tokens);
  const http = new TestHubHttp(hubs, tokens);
  const certificate = selfSignedCertificate();
  const servers: Server[] = [];
  const listenAt = async (server: Server, port: number, host: string): Promise<number> => {
    server.on('request', (request, response) => http.handle(request, response));
    server.on('upgrade', (request, socket, head) => {
      if (!hubs.server.handleUpgrade(request, socket, head)) socket.destroy();
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    servers.push(server);
    return (server.address() as AddressInfo).port;
  };
  const listen = async (makeServer: () => Server, requested: number, scheme: string): Promise<string> => {
    const port = await listenAt(makeServer(), requested, '127.0.0.1');
    // Some clients resolve localhost to ::1. Not every machine has it.
    await listenAt(makeServer(), port, '::1').catch(() => port);
    return `${scheme}://127.0.0.1:${port}`;
  };
  const url = await listen(() => createServer(), ports.port, 'http');
  const secureUrl =
    ports.httpsPort === undefined
      ? null
      : await listen(() => createSecureServer(certificate), ports.httpsPort, 'https');
  return {
    url,
    secureUrl,
    hubs,
    async close() {
      await hubs.server.close();
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, 'https-port': { type: 'string' } },
  });
  const portOf = (name: 'port' | 'https-port'): number | undefined => {
    const value = values[name];
    if (value === undefined) return undefined;
    const port = Number(value);
    if (value !== '' && Number.isInteger(port) && port >= 0 && port < 65_536) return port;
    throw new Error(`--${name} must be a port between 0 and 65535, but is '${value}'.`);
  };
  const port = portOf('port');
  if (port === undefined) throw new Error('A port is required: --port N [--https-port M]');
  const server = await startHubTestServer({ port, httpsPort: portOf('https-port') });
  console.log(
    `Hub test server at ${server.url}${server.secureUrl === null ? '' : ` and ${server.secureUrl}`}`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
