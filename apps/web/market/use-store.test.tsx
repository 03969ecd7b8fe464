// @vitest-environment happy-dom
// The status of rows on the screen, over a connection that is lost and restored.
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { noConnection, useConnection } from '../stores/connection.ts';
import type { LoadStatus } from '../stores/keyed-store.ts';
import { useShownStatus } from './use-store.ts';

function Status({ of }: { readonly of: LoadStatus }) {
  return <output>{useShownStatus(of)}</output>;
}
const shown = () => screen.getByRole('status').textContent;
const connect = (change: Partial<ReturnType<typeof useConnection.getState>>) =>
  act(() => useConnection.setState(change));

afterEach(() => {
  cleanup();
  useConnection.setState(noConnection, true);
});

it('[PANEL-0] does not say that rows are loading while the lost connection is not restored', () => {
  const { rerender } = render(<Status of="loading" />);
  expect(shown()).toBe('loading');
  connect({
    market: 'Connected',
    venueReady: true,
    ownOrdersLoaded: true,
    lastMessageAt: Date.now(),
  });
  expect(shown()).toBe('loading');
  connect({ market: 'Reconnecting', attempt: 2 });
  expect(shown()).toBe('error');
  connect({ market: 'Disconnected', attempt: 0 });
  expect(shown()).toBe('error');
  rerender(<Status of="success" />);
  expect(shown()).toBe('success');
  rerender(<Status of="notStarted" />);
  connect({ market: 'Connected', lastMessageAt: Date.now() });
  expect(shown()).toBe('notStarted');
});
