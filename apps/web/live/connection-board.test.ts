import { describe, expect, it } from 'vitest';
import type { HubState } from '../stores/connection.ts';
import { type LinkKind, type LinkReport, pictureOf } from './connection-board.ts';

const link = (kind: LinkKind, state: HubState, more: Partial<LinkReport> = {}): LinkReport => ({
  kind,
  progress: { state, attempt: 0, nextTryAt: null },
  lastMessageAt: null,
  ...more,
});

describe('[HUB-4] the picture of the connections', () => {
  it('says Disconnected for market and depth that were never opened, and no fault for screens that are not open', () => {
    expect(pictureOf([])).toEqual({
      market: 'Disconnected',
      screen: 'Connected',
      depth: 'Disconnected',
      attempt: 0,
      nextTryAt: null,
      lastMessageAt: null,
    });
  });

  it('shows the worst of the open screens', () => {
    const screens = [
      link('screen', 'Connected'),
      link('screen', 'Reconnecting'),
      link('screen', 'Connecting'),
    ];
    expect(pictureOf(screens).screen).toBe('Reconnecting');
    expect(pictureOf([...screens, link('screen', 'Disconnected')]).screen).toBe('Disconnected');
  });

  it('shows the furthest try and the nearest next one', () => {
    const picture = pictureOf([
      link('market', 'Reconnecting', { progress: { state: 'Reconnecting', attempt: 2, nextTryAt: 500 } }),
      link('screen', 'Reconnecting', { progress: { state: 'Reconnecting', attempt: 3, nextTryAt: 900 } }),
    ]);
    expect(picture).toMatchObject({ attempt: 3, nextTryAt: 500 });
  });

  it('takes the age of the feed from the quietest connection that has a heartbeat', () => {
    const picture = pictureOf([
      link('market', 'Connected', { lastMessageAt: 900 }),
      link('screen', 'Connected', { lastMessageAt: 700 }),
      link('depth', 'Connected', { lastMessageAt: 10 }),
    ]);
    expect(picture.lastMessageAt).toBe(700);
  });
});
