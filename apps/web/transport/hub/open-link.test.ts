import { afterEach, describe, expect, it, vi } from 'vitest';
import { noToasts, useToasts } from '../../notices/toasts.ts';
import { type HubState, noConnection, useConnection } from '../../stores/connection.ts';
import { currentFeed } from '../../stores/feed.ts';
import { useSettings } from '../../stores/session.ts';
import { setMarketInPage } from '../market-in-page.ts';
import { connectAgain, type LinkKind, openLink, reportClosed, reportProgress } from './open-link.ts';

const progress = (state: HubState, attempt = 0) => ({ state, attempt, nextTryAt: null });

describe('[HUB-4] the state of the connections on the screens', () => {
  afterEach(() => {
    for (const name of ['market', 'Options', 'depth']) reportClosed(name);
    useConnection.setState(noConnection);
  });

  it('is the state of the market connection, whatever happens to the others', () => {
    reportProgress('market', 'market', progress('Connected'));
    useConnection.setState({ venueReady: true, ownOrdersLoaded: true });
    const { lastMessageAt } = useConnection.getState();
    expect(lastMessageAt).not.toBeNull();
    for (const state of ['Connecting', 'Reconnecting', 'Disconnected', 'Connected'] as const) {
      reportProgress('Options', 'screen', progress(state, 3));
      reportProgress('depth', 'depth', progress(state, 3));
      expect(useConnection.getState()).toMatchObject({ market: 'Connected', attempt: 0, lastMessageAt });
      expect(currentFeed()).toMatchObject({ state: 'live', reason: null });
    }
    reportProgress('market', 'market', progress('Reconnecting', 2));
    expect(useConnection.getState()).toMatchObject({ market: 'Reconnecting', attempt: 2 });
    reportClosed('market');
    expect(useConnection.getState()).toMatchObject({
      market: 'Disconnected',
      attempt: 0,
      lastMessageAt: null,
    });
  });
});

describe('the user’s orders', () => {
  it('[SHELL-8] count as loaded only for the connection that received them', () => {
    const report = (state: HubState) => reportProgress('market', 'market', progress(state));
    report('Connected');
    useConnection.setState({ ownOrdersLoaded: true });
    report('Connected');
    expect(useConnection.getState().ownOrdersLoaded).toBe(true);
    report('Reconnecting');
    report('Connected');
    expect(useConnection.getState().ownOrdersLoaded).toBe(false);
    reportClosed('market');
    useConnection.setState(noConnection);
  });
});

describe('a connection without messages', () => {
  afterEach(() => {
    setMarketInPage(null);
    vi.useRealTimers();
    useConnection.setState(noConnection);
  });

  it('is silent after the time that the server configures, until the next message', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const listeners: ((payload: unknown) => void)[] = [];
    setMarketInPage({
      call: async () => Response.json({}),
      connect: () => ({
        state: 'Connected',
        on: (_event, listener) => void listeners.push(listener),
        onreconnected: () => undefined,
        onclose: () => undefined,
        start: async () => undefined,
        stop: async () => undefined,
        invoke: () => Promise.reject(new Error('not used')),
      }),
      frame: (screens) => screens,
    });
    const links = (['screen', 'depth'] as const).map((kind) =>
      openLink({ name: kind, kind, onEvent: () => undefined, onConnected: () => undefined }),
    );
    const silent = () => links.map((link) => link.isSilent());
    await vi.advanceTimersByTimeAsync(useSettings.getState().staleAfterMs);
    expect(silent()).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(silent()).toEqual([true, true]);
    for (const listener of listeners) listener({});
    expect(silent()).toEqual([false, false]);
    for (const link of links) await link.stop();
  });
});

describe('connections that cannot be made', () => {
  const kinds = ['market', 'screen', 'depth'] as const;
  const open = ([name, kind]: readonly [string, LinkKind]) =>
    openLink({ name, kind, onEvent: () => undefined, onConnected: () => undefined });
  const shown = () => {
    const { showing, waiting } = useToasts.getState();
    return [showing, ...waiting].flatMap((toast) => (toast === null ? [] : [toast]));
  };

  /** A page with a hub that no try reaches, and a server that answers calls if `isBack`. */
  function lostPage(names: readonly [string, LinkKind][] = [...kinds].map((kind) => [kind, kind])) {
    const page = { tries: 0, calls: 0, isBack: false, visibilityState: 'visible' };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    vi.stubGlobal('document', page);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    useToasts.setState(noToasts);
    setMarketInPage({
      call: async () => {
        page.calls += 1;
        return page.isBack ? Response.json({}) : new Response('', { status: 503 });
      },
      connect: () => ({
        state: 'Disconnected',
        on: () => undefined,
        onreconnected: () => undefined,
        onclose: () => undefined,
        start: () => {
          page.tries += 1;
          return Promise.reject(new Error('Failed to complete negotiation with the server'));
        },
        stop: async () => undefined,
        invoke: () => Promise.reject(new Error('not connected')),
      }),
      frame: (screens) => screens,
    });
    const links = names.map(open);
    return { page, links };
  }

  afterEach(() => {
    setMarketInPage(null);
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
    useConnection.setState(noConnection);
  });

  it('[HUB-7] show no toast while they are tried, and one error for all of them when no try is left', async () => {
    const { page, links } = lostPage();
    // 0, 2, 10 and 30 s.
    await vi.advanceTimersByTimeAsync(41_999);
    expect([page.tries, shown(), vi.mocked(console.error).mock.calls.length]).toEqual([12, [], 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect(page.tries).toBe(15);
    expect(shown()).toMatchObject([
      {
        type: 'error',
        message:
          'The connection to the market is lost, and reconnecting has failed. This page reconnects when the server answers again.',
        action: { label: 'Connect again' },
      },
    ]);
    expect(vi.mocked(console.error).mock.calls.map(([line]) => line)).toEqual([
      'The market connection is lost.',
      'The screen connection is lost.',
      'The depth connection is lost.',
    ]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(page.tries).toBe(15);
    shown()[0]?.action?.run();
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toEqual([]);
    expect(page.tries).toBeGreaterThanOrEqual(18);
    for (const link of links) await link.stop();
  });

  it('[HUB-7] are named in the error, unless the market connection is lost as well', async () => {
    const { links } = lostPage([
      ['Futures', 'screen'],
      ['depth', 'depth'],
    ]);
    connectAgain();
    const end = 'and reconnecting has failed. This page reconnects when the server answers again.';
    await vi.advanceTimersByTimeAsync(42_000);
    expect(shown().map(({ message }) => message)).toEqual([
      `The connection for prices in Futures and depth is lost, ${end}`,
    ]);
    links.push(open(['market', 'market']));
    await vi.advanceTimersByTimeAsync(42_000);
    expect(shown().map(({ message }) => message)).toEqual([`The connection to the market is lost, ${end}`]);
    for (const link of links) await link.stop();
  });

  it('[HUB-7] are made again when the server answers, which a visible page asks at growing intervals', async () => {
    const { page, links } = lostPage();
    connectAgain();
    // 0, 2, 10 and 30 s.
    await vi.advanceTimersByTimeAsync(42_000);
    const callsInNext = async (seconds: number) => {
      const before = page.calls;
      await vi.advanceTimersByTimeAsync(seconds * 1_000);
      return page.calls - before;
    };
    expect(await callsInNext(19)).toBe(1);
    expect(await callsInNext(600)).toBeLessThan(14);
    page.visibilityState = 'hidden';
    await callsInNext(75);
    expect(await callsInNext(600)).toBe(0);
    expect(page.tries).toBe(15);
    for (const link of links) await link.stop();
  });

  it('[HUB-7] leave the hub alone until then', async () => {
    const { page, links } = lostPage();
    await vi.advanceTimersByTimeAsync(42_000 + 600_000);
    expect(page.tries).toBe(15);
    page.isBack = true;
    await vi.advanceTimersByTimeAsync(75_000);
    expect(page.tries).toBeGreaterThanOrEqual(18);
    for (const link of links) await link.stop();
  });
});
