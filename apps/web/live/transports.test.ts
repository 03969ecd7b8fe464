import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LogLevel } from '@microsoft/signalr';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildConnection, hubRoutes, negotiationTimeoutMs } from './transports.ts';

afterEach(() => void vi.useRealTimers());

describe('the routes of a hub connection', () => {
  it('[HUB-1] [HUB-8] are WebSockets, then long polling with component=All for the market connection', () => {
    expect(
      hubRoutes({ component: undefined, fallbackComponent: 'All', fallbackTransport: 'LongPolling' }),
    ).toEqual([
      { transport: 'WebSockets', url: '/market' },
      { transport: 'LongPolling', url: '/market?component=All' },
    ]);
  });

  it('[HUB-1] have server-sent events before long polling when the settings say so', () => {
    expect(
      hubRoutes({ component: 'Depth', fallbackComponent: 'Depth', fallbackTransport: 'ServerSentEvents' }),
    ).toEqual([
      { transport: 'WebSockets', url: '/market?component=Depth' },
      { transport: 'ServerSentEvents', url: '/market?component=Depth' },
      { transport: 'LongPolling', url: '/market?component=Depth' },
    ]);
  });

  it('[HUB-8] are WebSockets only for a screen', () => {
    expect(
      hubRoutes({
        component: 'Futures',
        fallbackComponent: undefined,
        fallbackTransport: 'ServerSentEvents',
      }),
    ).toEqual([{ transport: 'WebSockets', url: '/market?component=Futures' }]);
  });
});

it('[HUB-4] a connection counts as lost after 30 s of silence, and sends a heartbeat every 15 s', () => {
  const connection = buildConnection(
    { transport: 'WebSockets', url: 'http://127.0.0.1/market' },
    {
      token: () => 'abc',
      policy: { nextRetryDelayInMilliseconds: () => null },
      logLevel: LogLevel.None,
    },
  );
  expect(connection.serverTimeoutInMilliseconds).toBe(30_000);
  expect(connection.keepAliveIntervalInMilliseconds).toBe(15_000);
});

it('gives a negotiation up that is not answered', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const connection = buildConnection(
    { transport: 'WebSockets', url: `http://127.0.0.1:${port}/market` },
    { token: () => 'abc', policy: { nextRetryDelayInMilliseconds: () => null }, logLevel: LogLevel.None },
  );
  const requested = once(server, 'request');
  const started = connection.start();
  const failed = expect(started).rejects.toThrow(/timeout/i);
  await requested;
  vi.advanceTimersByTime(negotiationTimeoutMs);
  await failed;
  server.closeAllConnections();
  server.close();
});
