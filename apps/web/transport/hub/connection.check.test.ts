import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LogLevel } from '@microsoft/signalr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  buildConnection,
  type HubLink,
  type HubProgress,
  type HubRoutes,
  type HubTransport,
  hubRoutes,
  isTokenRejected,
  negotiationTimeoutMs,
  openHub,
} from './connection.ts';
import { type PollingHub, startPollingHub } from './testing/polling-hub.ts';

let hub: PollingHub;
const links: HubLink[] = [];

beforeEach(async () => {
  hub = await startPollingHub();
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(links.splice(0).map((link) => link.stop()));
  await hub.close();
});

const polls = (): HubRoutes => [{ transport: 'LongPolling', url: hub.url }];
/** The routes of the market connection. The hub of these tests serves neither WebSockets nor event streams. */
const withFallback = (fallbackTransport: 'LongPolling' | 'ServerSentEvents'): HubRoutes => {
  const [first, ...others] = hubRoutes({ component: undefined, fallbackComponent: 'All', fallbackTransport });
  const absolute = <R extends { readonly url: string }>(route: R): R => ({
    ...route,
    url: new URL(route.url, hub.url).href,
  });
  return [absolute(first), ...others.map(absolute)];
};

/** `delaysMs`: null for the delays of HUB-4. */
function open(delaysMs: readonly number[] | null = [0, 10, 20, 30], routes: HubRoutes = polls()) {
  const progress: HubProgress[] = [];
  const events: [string, unknown][] = [];
  const connected = vi.fn();
  const gaveUp = vi.fn();
  const link = openHub({
    routes,
    token: () => 'abc',
    onEvent: (event, payload) => events.push([event, payload]),
    onProgress: (next) => progress.push(next),
    onConnected: connected,
    onGaveUp: gaveUp,
    ...(delaysMs && { delaysMs }),
    logLevel: LogLevel.None,
  });
  links.push(link);
  const states = () => progress.map(({ state, attempt }) => (attempt === 0 ? state : `${state} ${attempt}`));
  return { link, progress, events, connected, gaveUp, states };
}

/** Waits until the check passes. The limit only ends a test that hangs. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 120_000 });

/** Waits for the network, even while timers are fake. */
async function network(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve));
}

describe('a connection to the market hub', () => {
  it('[HUB-1] connects with the token, receives events and invokes methods', async () => {
    const { link, events, connected, states } = open();
    await eventually(() => expect(connected).toHaveBeenCalledTimes(1));
    expect(states()).toEqual(['Connecting', 'Connected']);
    expect(hub.tokens).toEqual(['Bearer abc']);
    expect(await link.invoke('GetMarketDisplayChunks')).toBe('done');
    expect(hub.invoked).toEqual(['GetMarketDisplayChunks']);
    hub.send('DownloadsCompleted', 'True');
    await eventually(() => expect(events).toEqual([['DownloadsCompleted', 'True']]));
  });

  it('[HUB-4] retries a first start that fails after the same delays, until it succeeds', async () => {
    hub.setNegotiateStatus(503);
    const { connected, gaveUp, states } = open([0, 10, 60_000]);
    await eventually(() => expect(states().at(-1)).toBe('Connecting 3'));
    expect(hub.negotiations()).toBe(3);
    expect(connected).not.toHaveBeenCalled();
    hub.setNegotiateStatus(200);
    links[0]?.tryNow();
    await eventually(() => expect(connected).toHaveBeenCalledTimes(1));
    expect(states().at(-1)).toBe('Connected');
    expect(gaveUp).not.toHaveBeenCalled();
  });

  it('[HUB-4] stops after the fourth try and starts again only when asked to', async () => {
    hub.setNegotiateStatus(503);
    const { link, connected, gaveUp, states } = open();
    await eventually(() => expect(gaveUp).toHaveBeenCalledTimes(1));
    expect(hub.negotiations()).toBe(5);
    expect(states().at(-1)).toBe('Disconnected');
    hub.setNegotiateStatus(200);
    link.tryNow();
    await eventually(() => expect(connected).toHaveBeenCalledTimes(1));
    expect(gaveUp).toHaveBeenCalledTimes(1);
  });

  it('[HUB-4] tries again after 0, 2, 10 and 30 s and not before, then stops', async () => {
    hub.setNegotiateStatus(503);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const { progress, gaveUp } = open(null);
    const waits: number[] = [];
    while (waits.length < 4) {
      await network(
        () => progress.at(-1)?.attempt === waits.length + 1 && progress.at(-1)?.nextTryAt !== null,
      );
      const wait = Number(progress.at(-1)?.nextTryAt) - Date.now();
      waits.push(wait);
      const tries = hub.negotiations();
      if (wait > 0) await vi.advanceTimersByTimeAsync(wait - 1);
      expect(progress.at(-1)?.nextTryAt).not.toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      await network(() => hub.negotiations() === tries + 1);
    }
    expect(waits).toEqual([0, 2_000, 10_000, 30_000]);
    await network(() => gaveUp.mock.calls.length === 1);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(hub.negotiations()).toBe(5);
  });

  it('[HUB-4] reconnects automatically when it is cut off, and reports each state', async () => {
    const { connected, gaveUp, states } = open();
    await eventually(() => expect(connected).toHaveBeenCalledTimes(1));
    hub.drop();
    await eventually(() => expect(connected).toHaveBeenCalledTimes(2));
    expect(states()).toEqual(['Connecting', 'Connected', 'Reconnecting 1', 'Connected']);
    expect(gaveUp).not.toHaveBeenCalled();
  });

  it('[HUB-4] gives up, once, after four tries to reconnect', async () => {
    const { link, connected, gaveUp, states } = open();
    await eventually(() => expect(connected).toHaveBeenCalledTimes(1));
    hub.setNegotiateStatus(503);
    hub.drop();
    await eventually(() => expect(gaveUp).toHaveBeenCalledTimes(1));
    expect(states().slice(2)).toEqual([
      'Reconnecting 1',
      'Reconnecting 2',
      'Reconnecting 3',
      'Reconnecting 4',
      'Disconnected',
    ]);
    hub.setNegotiateStatus(200);
    link.tryNow();
    await eventually(() => expect(connected).toHaveBeenCalledTimes(2));
  });

  it('cuts the wait short when the browser is online again, and leaves an open connection alone', async () => {
    const { link, connected, gaveUp, states } = open([0, 600_000]);
    await eventually(() => expect(connected).toHaveBeenCalledTimes(1));
    link.tryNow();
    hub.setNegotiateStatus(503);
    hub.drop();
    await eventually(() => expect(states().at(-1)).toBe('Reconnecting 2'));
    hub.setNegotiateStatus(200);
    link.tryNow();
    link.tryNow();
    await eventually(() => expect(connected).toHaveBeenCalledTimes(2));
    expect(gaveUp).not.toHaveBeenCalled();
    expect(hub.negotiations()).toBe(3);
  });

  it('stops trying when the server does not accept the token', async () => {
    hub.setNegotiateStatus(401);
    const { gaveUp } = open([0, 600_000]);
    await eventually(() => expect(gaveUp).toHaveBeenCalledTimes(1));
    expect(isTokenRejected(gaveUp.mock.calls[0]?.[0])).toBe(true);
    expect(hub.negotiations()).toBe(1);
  });

  it('gives up when the token has expired during a reconnect', async () => {
    const { connected, gaveUp } = open([0, 10, 600_000]);
    await eventually(() => expect(connected).toHaveBeenCalledTimes(1));
    hub.setNegotiateStatus(401);
    hub.drop();
    await eventually(() => expect(gaveUp).toHaveBeenCalledTimes(1));
    expect(isTokenRejected(gaveUp.mock.calls[0]?.[0])).toBe(true);
  });

  it.each(['LongPolling', 'ServerSentEvents'] as const)(
    '[HUB-1] [HUB-8] polls with component=All when no other transport can be used, without a delay or failed try (first fallback %s)',
    async (fallbackTransport) => {
      const { link, connected, gaveUp, states } = open([600_000], withFallback(fallbackTransport));
      await eventually(() => expect(connected.mock.calls).toEqual([['LongPolling']]));
      expect(states()).toEqual(['Connecting', 'Connected']);
      expect(hub.components.at(0)).toBeNull();
      expect(hub.components.at(-1)).toBe('All');
      expect(await link.invoke('GetMarketDisplayChunks')).toBe('done');
      hub.drop();
      await eventually(() => expect(states().at(-1)).toBe('Reconnecting 1'));
      link.tryNow();
      await eventually(() => expect(connected.mock.calls).toEqual([['LongPolling'], ['LongPolling']]));
      expect(gaveUp).not.toHaveBeenCalled();
    },
  );

  it('[HUB-8] is retried and then given up when its only transport cannot be used', async () => {
    const { connected, gaveUp, states } = open([10], [{ transport: 'WebSockets', url: hub.url }]);
    await eventually(() => expect(gaveUp).toHaveBeenCalledTimes(1));
    expect(states()).toEqual(['Connecting', 'Connecting 1', 'Connecting 1', 'Disconnected']);
    expect(hub.negotiations()).toBe(2);
    expect(connected).not.toHaveBeenCalled();
  });

  it('[HUB-4] tries no other transport while the hub itself does not answer', async () => {
    hub.setNegotiateStatus(503);
    const { gaveUp } = open([10], withFallback('LongPolling'));
    await eventually(() => expect(gaveUp).toHaveBeenCalledTimes(1));
    expect(hub.components).toEqual([null, null]);
  });

  it('stays disconnected after it is stopped, without reporting that it gave up', async () => {
    const { link, connected, gaveUp, states } = open();
    await eventually(() => expect(connected).toHaveBeenCalledTimes(1));
    await link.stop();
    link.tryNow();
    expect(link.state()).toBe('Disconnected');
    expect(states().slice(2)).toContain('Disconnecting');
    expect(gaveUp).not.toHaveBeenCalled();
    expect(hub.negotiations()).toBe(1);
  });
});

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
  const connection = connectionTo('http://127.0.0.1/market');
  expect(connection.serverTimeoutInMilliseconds).toBe(30_000);
  expect(connection.keepAliveIntervalInMilliseconds).toBe(15_000);
});

it.each([
  ['WebSockets', negotiationTimeoutMs],
  ['LongPolling', 100_000],
] as const)('[HUB-4] %s gives up a request that is not answered after %i ms', async (transport, afterMs) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const requested = once(server, 'request');
  const started = connectionTo(`http://127.0.0.1:${port}/market`, transport).start();
  let hasFailed = false;
  const failed = expect(
    started.catch((error: unknown) => {
      hasFailed = true;
      throw error;
    }),
  ).rejects.toThrow(/timeout/i);
  await requested;
  await vi.advanceTimersByTimeAsync(afterMs - 1);
  expect(hasFailed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await failed;
  server.closeAllConnections();
  server.close();
});

it('[HUB-4] follows a hundred redirects of a negotiation and no more', async () => {
  let negotiations = 0;
  const server = createServer((_request, response) => {
    negotiations += 1;
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/market`;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ url, accessToken: 'another' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const started = connectionTo(`http://127.0.0.1:${port}/market`).start();
  await expect(started).rejects.toThrow('Negotiate redirection limit exceeded.');
  expect(negotiations).toBe(100);
  server.closeAllConnections();
  server.close();
});

const connectionTo = (url: string, transport: HubTransport = 'WebSockets') =>
  buildConnection(
    { transport, url },
    { token: () => 'abc', policy: { nextRetryDelayInMilliseconds: () => null }, logLevel: LogLevel.None },
  );
