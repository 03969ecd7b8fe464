import { describe, expect, it } from 'vitest';
import { type HubState, noConnection, useConnection } from '../../stores/connection.ts';
import { type LinkKind, type LinkReport, reportClosed, reportProgress, summaryOf } from './open-link.ts';

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
  it('[SHELL-8] count as loaded only for the connection over which they were received', () => {
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
