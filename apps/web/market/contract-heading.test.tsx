// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useConnection } from '../stores/connection.ts';
import { StaleAge } from './contract-heading.tsx';

const initial = useConnection.getState();

afterEach(() => {
  cleanup();
  useConnection.setState(initial, true);
});

describe('[point 12] the footer of a panel', () => {
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
