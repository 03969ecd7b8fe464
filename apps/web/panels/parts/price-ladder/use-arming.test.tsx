// @vitest-environment happy-dom
// The arming of a ladder on a page whose connections are made and lost.
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noConnection, useConnection } from '../../../stores/connection.ts';
import { depthStore } from '../../../stores/stores.ts';
import { reportClosed, reportProgress } from '../../../transport/hub/open-link.ts';
import { useArming } from './arming.ts';

const progress = (state: 'Connecting' | 'Connected' | 'Reconnecting' | 'Disconnected') => ({
  state,
  attempt: 0,
  nextTryAt: null,
});

beforeEach(() => {
  reportProgress('market', 'market', progress('Connected'));
  useConnection.setState({ venueReady: true, ownOrdersLoaded: true });
  depthStore.set(7, { rows: [], seq: 1, status: 'received' });
});

afterEach(() => {
  cleanup();
  depthStore.clear();
  for (const name of ['market', 'Options']) reportClosed(name);
  useConnection.setState(noConnection);
});

function armedLadder() {
  const around = {
    contract: 'DEC26 WMAZ',
    displaySeq: 7,
    phase: 'continuous',
    isFrozen: false,
    denied: null,
  };
  const { result } = renderHook(() => useArming({ ...around, idleMs: 60_000 }));
  act(() => void result.current[0].arm());
  return () => result.current[1];
}

it('stays armed when a panel opens, and whatever happens to the connection of that panel', () => {
  const state = armedLadder();
  for (const next of ['Connecting', 'Connected', 'Reconnecting', 'Disconnected'] as const) {
    act(() => reportProgress('Options', 'screen', progress(next)));
    expect(state()).toEqual({ isArmed: true, reason: null });
  }
});

it('is disarmed when the market connection is lost', () => {
  const state = armedLadder();
  act(() => reportProgress('market', 'market', progress('Reconnecting')));
  expect(state()).toEqual({ isArmed: false, reason: 'feed' });
});

it.each(['old', 'loading', 'error'] as const)('is disarmed when its depth is %s', async (status) => {
  const state = armedLadder();
  act(() => depthStore.setStatus(7, status));
  await expect.poll(state).toEqual({ isArmed: false, reason: 'depth' });
});

it('cannot be armed before its depth is received', () => {
  depthStore.setStatus(7, 'loading');
  expect(armedLadder()()).toEqual({ isArmed: false, reason: null });
});
