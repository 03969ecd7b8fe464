// @vitest-environment happy-dom
import type { HqAccess } from '@openpit/wire';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useConnection } from '../stores/connection.ts';
import { currentFeed } from '../stores/feed.ts';
import { useSession } from '../stores/session.ts';
import { dataSetStores, marketStore } from '../stores/stores.ts';
import { marketRow, positionRow } from '../testing/rows.ts';
import { watchContracts } from '../transport/hub/feeds.ts';
import { reportClosed, reportProgress } from '../transport/hub/open-link.ts';
import { setMarketInPage } from '../transport/market-in-page.ts';
import { ContractLine, StaleAge, StaleLine } from './contract-heading.tsx';

const initial = useConnection.getState();

afterEach(() => {
  cleanup();
  useConnection.setState(initial, true);
});

describe('the footer of a panel', () => {
  it('says how old its data are when they are too old to act on, and nothing while they are live', () => {
    const live = {
      market: 'Connected',
      venueReady: true,
      ownOrdersLoaded: true,
    } as const;
    useConnection.setState({ ...live, lastMessageAt: Date.now() });
    const { container } = render(<StaleAge />);
    expect(container.textContent).toBe('');
    act(() => useConnection.setState({ market: 'Disconnected', lastMessageAt: Date.now() - 4_000 }));
    expect(container.textContent).toMatch(/^feed \d/);
  });
});

describe('the footer of a panel with its own connection', () => {
  it('says that its prices are old until that connection is made, unless all prices are old', async () => {
    let make = (): void => undefined;
    const made = new Promise<void>((resolve) => {
      make = resolve;
    });
    setMarketInPage({
      call: async () => new Response('', { status: 503 }),
      connect: () => ({
        state: 'Connected',
        on: () => undefined,
        onreconnected: () => undefined,
        onclose: () => undefined,
        start: () => made,
        stop: async () => undefined,
        invoke: async <Reply,>() => ({ Status: 'Success' }) as Reply,
      }),
      frame: (screens) => screens,
    });
    reportProgress('market', 'market', { state: 'Connected', attempt: 0, nextTryAt: null });
    useConnection.setState({ venueReady: true, ownOrdersLoaded: true });
    const stop = watchContracts('Futures', ['DEC26 WMAZ']);
    const { container } = render(<StaleLine line="Futures" />);
    expect(container.textContent).toBe('prices are old: this panel is not connected');
    expect(currentFeed().state).toBe('live');
    make();
    await expect.poll(() => container.textContent).toBe('');
    act(() => reportProgress('market', 'market', { state: 'Disconnected', attempt: 0, nextTryAt: null }));
    expect(container.textContent).toMatch(/^feed \d/);
    stop();
    reportClosed('market');
    setMarketInPage(null);
  });
});

describe('the header of a panel about a contract', () => {
  const pair = marketRow('DEC26-MAR27 WMAZ', { near: 'DEC26 WMAZ', far: 'MAR27 WMAZ' });
  const netIn = (contract: string, scope: 'member' | 'own' = 'member') => {
    useSession.setState({ hqAccess: { scope } as HqAccess });
    const { container } = render(<ContractLine contract={contract} />);
    return container.querySelector('[data-fact="net"]')?.textContent;
  };
  beforeEach(() => {
    marketStore.replaceAll([marketRow('DEC26 WMAZ'), marketRow('MAR27 WMAZ'), pair]);
    dataSetStores.positions.replaceAll([positionRow({ contract: 'MAR27 WMAZ', net: -3 })]);
    dataSetStores.positions.setStatus('success');
  });
  afterEach(() => {
    marketStore.replaceAll([]);
    dataSetStores.positions.replaceAll([]);
    dataSetStores.positions.setStatus('notStarted');
    useSession.setState({ hqAccess: null });
  });

  it('always has the position, even if there is none', () => {
    expect(netIn('MAR27 WMAZ')).toMatch(/^net .3$/);
    expect(netIn('DEC26 WMAZ')).toBe('flat');
  });

  it('has no position of a pair, before positions are loaded, or if the user may not see them', () => {
    expect(netIn('DEC26-MAR27 WMAZ')).toBeUndefined();
    expect(netIn('DEC26 WMAZ', 'own')).toBeUndefined();
    dataSetStores.positions.setStatus('loading');
    expect(netIn('DEC26 WMAZ')).toBeUndefined();
  });

  it('has a pin in a panel that does not follow the active contract', () => {
    const name = (isPinned: boolean) =>
      render(<ContractLine contract="DEC26 WMAZ" isPinned={isPinned} />).container.textContent;
    expect(name(true)).toMatch(/^Pinned: DEC26 WMAZ/);
    expect(name(false)).toMatch(/^DEC26 WMAZ/);
  });

  it('says that a contract has not traded instead of two dashes', () => {
    const text = (contract: string) => render(<ContractLine contract={contract} />).container.textContent;
    marketStore.replaceAll([
      marketRow('DEC26 WMAZ', { last: null, change: null }),
      marketRow('MAR27 WMAZ', { last: 4060, change: 0 }),
    ]);
    expect(text('DEC26 WMAZ')).toMatch(/^DEC26 WMAZnot tradedflat/);
    expect(text('MAR27 WMAZ')).toMatch(/^MAR27 WMAZ4.060.000.00net/);
  });
});
