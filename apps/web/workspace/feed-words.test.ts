import { describe, expect, it } from 'vitest';
import type { FeedState } from '../stores/feed.ts';
import { feedStrip, textOf } from './feed-words.ts';

const words = (state: FeedState, times: Parameters<typeof feedStrip>[1]) => {
  const strip = feedStrip(state, times);
  return strip === null ? null : textOf(strip);
};
const at = { attempt: 2, tries: 4, lastHeard: '10:31:07' };

describe('the amber strip', () => {
  it('[PANEL-0] says when prices stopped and what is done about it', () => {
    expect(words('reconnecting', at)).toBe('Prices stopped 10:31:07 — reconnecting (2 of 4)');
    expect(words('stale', at)).toBe('Prices stopped 10:31:07 — the market has gone quiet');
    expect(words('reconnecting', { ...at, attempt: 0, lastHeard: null })).toBe('No prices yet — connecting');
  });

  it('[HUB-7] offers to connect again only when nothing else will', () => {
    expect(feedStrip('down', at)).toEqual({
      parts: ['Prices stopped', '10:31:07', '— the connection is lost'],
      canConnect: true,
    });
    for (const state of ['stale', 'reconnecting', 'notReady', 'ordersNotLoaded', 'offline'] as const)
      expect(feedStrip(state, at)?.canConnect).toBe(false);
  });

  it('[SHELL-8] says since when prices have stopped while the device is offline', () => {
    expect(words('offline', at)).toBe('Prices stopped 10:31:07 — this device is offline');
  });

  it('[SHELL-8] says what order entry waits for when the connection is back', () => {
    expect(words('ordersNotLoaded', at)).toBe(
      'Your own orders are being loaded. Order entry opens after that.',
    );
  });

  it('[PANEL-0] is not shown while prices are live', () => {
    expect(feedStrip('live', at)).toBeNull();
  });
});
