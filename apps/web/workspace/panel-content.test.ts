import type { LayoutColumn } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import type { FeedState } from '../stores/feed.ts';
import { feedStrip, keptLetters, panelNames, steppedLetters, textOf } from './panel-content.tsx';

const column = (id: string, component: string, contract?: string) => ({
  id,
  component,
  coordinates: { x: 0, y: 0, w: 20, h: 40, z: 150 },
  props: contract === undefined ? null : { contract },
});

describe('the names of panels', () => {
  it('are all different, even when two panels are alike', () => {
    const names = panelNames([
      column('a', 'Depth'),
      column('b', 'Depth', 'MAR27 SUNS'),
      column('c', 'Depth'),
      column('d', 'ActiveOrders'),
      column('e', 'WeatherMap'),
    ]);
    expect([...names.values()]).toEqual([
      'Depth',
      'Depth MAR27 SUNS',
      'Depth, 2',
      'Active orders',
      'WeatherMap',
    ]);
  });
});

const styled = (style: Record<string, unknown>): LayoutColumn => ({
  id: 'a',
  component: 'Deals',
  coordinates: { x: 0, y: 0, w: 10, h: 10, z: 150 },
  style,
});

describe('the text size of a panel', () => {
  it('grows and shrinks by a pixel, from the size of its density, within bounds', () => {
    expect(steppedLetters(styled({}), 1)).toBe(13);
    expect(steppedLetters(styled({ density: 'comfortable' }), 1)).toBe(14);
    expect(steppedLetters(styled({ lettersPx: 20 }), 1)).toBe(20);
    expect(steppedLetters(styled({ lettersPx: 9 }), -1)).toBe(9);
  });

  it('is ignored in a layout where it is not such a number', () => {
    for (const lettersPx of ['14', 14.5, 400, Number.NaN, null])
      expect(keptLetters(styled({ lettersPx }))).toBeNull();
    expect(keptLetters(styled({ lettersPx: 14 }))).toBe(14);
  });
});

const words = (state: FeedState, times: Parameters<typeof feedStrip>[1]) => {
  const strip = feedStrip(state, times);
  return strip === null ? null : textOf(strip);
};
const at = { attempt: 2, tries: 4, lastHeard: '10:31:07' };

describe('the amber strip', () => {
  it('[PANEL-0] states when prices stopped and how the application reacts', () => {
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

  it('[SHELL-8] states since when prices have stopped while the device is offline', () => {
    expect(words('offline', at)).toBe('Prices stopped 10:31:07 — this device is offline');
  });

  it('[SHELL-8] shows what order entry waits for when the connection is back', () => {
    expect(words('ordersNotLoaded', at)).toBe(
      'Your own orders are being loaded. Order entry opens after that.',
    );
  });

  it('[PANEL-0] is not shown while prices are live', () => {
    expect(feedStrip('live', at)).toBeNull();
  });
});
