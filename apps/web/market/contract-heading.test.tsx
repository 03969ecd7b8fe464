// @vitest-environment happy-dom
import type { HqAccess } from '@openpit/wire';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useConnection } from '../stores/connection.ts';
import { useSession } from '../stores/session.ts';
import { dataSetStores, marketStore } from '../stores/stores.ts';
import { marketRow, positionRow } from '../testing/rows.ts';
import { ContractLine, StaleAge } from './contract-heading.tsx';

const initial = useConnection.getState();

afterEach(() => {
  cleanup();
  useConnection.setState(initial, true);
});

describe('the footer of a panel', () => {
  it('says how old its data are when they are too old to act on, and nothing while they are live', () => {
    const live = {
      market: 'Connected',
      screen: 'Connected',
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
