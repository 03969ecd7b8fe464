import { afterEach, describe, expect, it, vi } from 'vitest';
import { noToasts, useToasts } from '../../notices/toasts.ts';
import { type HubState, noConnection, useConnection } from '../../stores/connection.ts';
import { setMarketInPage } from '../market-in-page.ts';
import {
  connectAgain,
  type LinkKind,
  type LinkReport,
  openLink,
  reportClosed,
  reportProgress,
  summaryOf,
} from './open-link.ts';

const link = (kind: LinkKind, state: HubState, more: Partial<LinkReport> = {}): LinkReport => ({
  kind,
  progress: { state, attempt: 0, nextTryAt: null },
  lastMessageAt: null,
  ...more,
});

describe('[HUB-4] the summary of the connections', () => {
  it('is Disconnected for market and depth that were never opened, and Connected when no screen is open', () => {
    expect(summaryOf([])).toEqual({
      market: 'Disconnected',
      screen: 'Connected',
      depth: 'Disconnected',
      attempt: 0,
      nextTryAt: null,
      lastMessageAt: null,
    });
  });

  it('has the worst state of the open screens', () => {
    const screens = [
      link('screen', 'Connected'),
      link('screen', 'Reconnecting'),
      link('screen', 'Connecting'),
    ];
    expect(summaryOf(screens).screen).toBe('Reconnecting');
    expect(summaryOf([...screens, link('screen', 'Disconnected')]).screen).toBe('Disconnected');
  });

  it('has the highest try and the earliest next one', () => {
    const summary = summaryOf([
      link('market', 'Reconnecting', { progress: { state: 'Reconnecting', attempt: 2, nextTryAt: 500 } }),
      link('screen', 'Reconnecting', { progress: { state: 'Reconnecting', attempt: 3, nextTryAt: 900 } }),
    ]);
    expect(summary).toMatchObject({ attempt: 3, nextTryAt: 500 });
  });

  it('uses the last message of the quietest connection that has a heartbeat', () => {
    const summary = summaryOf([
      link('market', 'Connected', { lastMessageAt: 900 }),
      link('screen', 'Connected', { lastMessageAt: 700 }),
      link('depth', 'Connected', { lastMessageAt: 10 }),
    ]);
    expect(summary.lastMessageAt).toBe(700);
  });
});

describe('the user’s orders', () => {
  it('[SHELL-8] count as loaded only for the connection that received them', () => {
    const report = (state: HubState) => reportProgress('market', 'market', link('market', state).progress);
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

describe('connections that cannot be made', () => {
  /** A page with a hub that no try reaches, and a server that answers calls if `isBack`. */
  function lostPage() {
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
    const links = (['market', 'screen', 'depth'] as const).map((kind) =>
      openLink({ name: kind, kind, onEvent: () => undefined, onConnected: () => undefined }),
    );
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
    const shown = () => {
      const { showing, waiting } = useToasts.getState();
      return [showing, ...waiting].flatMap((toast) => (toast === null ? [] : [toast]));
    };
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
