import { setImmediate as turnEnd } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { UserTurns } from './user-turns.ts';

/** The work that has begun, in order. */
function begun(perTurn?: number) {
  const turns = new UserTurns(perTurn);
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

it('lets a user who has begun nothing in this turn begin immediately, even after a long wait', async () => {
  const { names, begin } = begun();
  for (const number of [1, 2]) begin('thandi', `thandi ${number}`);
  for (let turn = 0; turn < 4; turn += 1) await turnEnd();
  begin('thandi', 'thandi 3');
  await Promise.resolve();
  expect(names).toEqual(['thandi 1', 'thandi 2', 'thandi 3']);
});

it('lets several things of each user begin per turn where a turn has room for them', async () => {
  const { names, begin } = begun(3);
  for (const number of [1, 2, 3, 4, 5]) begin('thandi', `thandi ${number}`);
  begin('pieter', 'pieter 1');
  await Promise.resolve();
  expect(names).toEqual(['thandi 1', 'thandi 2', 'thandi 3', 'pieter 1']);
  await turnEnd();
  begin('thandi', 'thandi 6');
  begin('thandi', 'thandi 7');
  await Promise.resolve();
  expect(names.slice(4)).toEqual(['thandi 4', 'thandi 5', 'thandi 6']);
  await turnEnd();
  expect(names.slice(7)).toEqual(['thandi 7']);
});
