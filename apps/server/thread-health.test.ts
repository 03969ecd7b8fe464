import { expect, it } from 'vitest';
import { ThreadHealth } from './thread-health.ts';

it('A thread that has died is not running, and its deaths are counted, until it is started again', () => {
  const deaths: object[] = [];
  const health = new ThreadHealth((death) => deaths.push(death));
  const err = new Error('out of memory');
  health.started('history');
  health.died('history', err, 1000);
  expect([...health.states]).toEqual([{ name: 'history', isRunning: false, deaths: 1 }]);
  health.started('history');
  expect([...health.states]).toEqual([{ name: 'history', isRunning: true, deaths: 1 }]);
  expect(deaths).toEqual([{ thread: 'history', err, restartInMs: 1000 }]);
});
