import { setImmediate as turnEnd } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { UserTurns } from './user-turns.ts';

/** What has begun, in order. */
function begun() {
  const turns = new UserTurns();
  const names: string[] = [];
  const begin = (userId: string, name: string) => void turns.next(userId).then(() => names.push(name));
  return { names, begin };
}

it('lets one thing of each user begin per turn of the event loop, in order', async () => {
  const { names, begin } = begun();
  for (const number of [1, 2, 3]) begin('thandi', `thandi ${number}`);
  begin('pieter', 'pieter 1');
  await Promise.resolve();
  expect(names).toEqual(['thandi 1', 'pieter 1']);
  await turnEnd();
  expect(names).toEqual(['thandi 1', 'pieter 1', 'thandi 2']);
  begin('pieter', 'pieter 2');
  await turnEnd();
  expect(names.slice(3)).toEqual(['pieter 2', 'thandi 3']);
});

it('lets a user who has begun nothing in this turn begin immediately, also after a long wait', async () => {
  const { names, begin } = begun();
  for (const number of [1, 2]) begin('thandi', `thandi ${number}`);
  for (let turn = 0; turn < 4; turn += 1) await turnEnd();
  begin('thandi', 'thandi 3');
  await Promise.resolve();
  expect(names).toEqual(['thandi 1', 'thandi 2', 'thandi 3']);
});
