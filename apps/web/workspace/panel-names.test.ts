import { describe, expect, it } from 'vitest';
import { panelNames } from './panel-names.ts';

const column = (id: string, component: string, contract?: string) => ({
  id,
  component,
  coordinates: { x: 0, y: 0, w: 20, h: 40, z: 150 },
  props: contract === undefined ? null : { contract },
});

describe('the names of panels', () => {
  it('are all different, also when two panels are alike', () => {
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
