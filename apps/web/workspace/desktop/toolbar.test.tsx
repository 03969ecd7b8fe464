// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createScreenPort, ScreenPortContext } from '../../actions/workspace-port.ts';
import { noConnection, useConnection, useOnline } from '../../stores/connection.ts';
import { startLocalServer } from '../../transport/testing/local-server.ts';
import { Toolbar } from './toolbar.tsx';

afterEach(() => {
  cleanup();
  useConnection.setState(noConnection);
  useOnline.setState({ isOnline: true });
});

it('the toolbar shows neither a round trip nor a current phase while the device is offline', async () => {
  const server = await startLocalServer();
  const unknown = { next: null, opensAt: null, dealsUntil: null };
  const groups = [{ group: 'other', phase: 'continuous', since: 0, instruments: ['WMAZ'], ...unknown }];
  const phases = { serverTime: Date.now(), businessDay: '2026-11-28', dayEndsAt: null, halted: [], groups };
  server.answer('/api/MarketData/GetPhases', () => ({ json: phases }));
  useConnection.setState({
    ...noConnection,
    ...{ market: 'Connected', venueReady: true, ownOrdersLoaded: true },
    lastMessageAt: Date.now(),
    roundTripMs: 2,
  });
  render(
    <ScreenPortContext value={createScreenPort(async () => undefined)}>
      <Toolbar isRail={false} />
    </ScreenPortContext>,
  );
  const phase = await screen.findByText('Trading');
  expect(screen.getByText('2 ms')).not.toBeNull();
  expect(phase.dataset.stale).toBeUndefined();
  act(() => useOnline.setState({ isOnline: false }));
  expect(screen.getByText('– ms')).not.toBeNull();
  expect(phase.dataset.stale).toBe('true');
  await server.close();
});
