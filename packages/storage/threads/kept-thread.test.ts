// Real threads that die and are started again.
import { afterEach, expect, it } from 'vitest';
import type { CalledProtocol } from '../testing/called-thread.ts';
import { keepThread } from './kept-thread.ts';
import type { Thread } from './thread.ts';

let kept: Thread<CalledProtocol> | undefined;
afterEach(() => kept?.terminate());

function keep(restart: { readonly firstMs: number; readonly longestMs: number }) {
  const life: string[] = [];
  const starts: number[] = [];
  const thread = keepThread<CalledProtocol>({
    name: 'called',
    file: new URL('../testing/called-thread.ts', import.meta.url),
    start: () => {
      starts.push(starts.length + 1);
      return { startError: null, closeError: null };
    },
    callError: ({ message }) => new Error(message),
    endError: (why) => new Error(`the thread is gone: ${why}`),
    watch: {
      started: (name) => life.push(`${name} started`),
      died: (name, cause, restartInMs) => life.push(`${name} died (${cause.message}): ${restartInMs} ms`),
      restart,
    },
  });
  kept = thread;
  return { thread, life, starts };
}

it('is started again after it died, with a new start, and answers', async () => {
  const { thread, life, starts } = keep({ firstMs: 10, longestMs: 60_000 });
  thread.notify(7);
  expect(await thread.call('noticed', null)).toEqual([7]);
  await expect(thread.call('end', 'throw')).rejects.toThrow('the thread is gone: a bug in the thread');
  await expect.poll(() => thread.call('noticed', null)).toEqual([]);
  expect(thread.ended).toBeUndefined();
  expect(starts).toEqual([1, 2]);
  expect(life).toEqual([
    'called started',
    'called died (the thread is gone: a bug in the thread): 10 ms',
    'called started',
  ]);
});

it('waits twice as long after each death that follows soon, up to the longest delay', async () => {
  const { thread, life } = keep({ firstMs: 20, longestMs: 50_000 });
  for (let deaths = 1; deaths <= 3; deaths += 1) {
    await expect.poll(() => thread.call('noticed', null)).toEqual([]);
    await expect(thread.call('end', 'exit')).rejects.toThrow('its thread has ended');
  }
  expect(life.filter((line) => line.includes('died')).map((line) => line.replace(/.*: /, ''))).toEqual([
    '20 ms',
    '40 ms',
    '80 ms',
  ]);
});

it('rejects calls while it is down, and caps the delay at the longest one', async () => {
  const { thread, life } = keep({ firstMs: 60_000, longestMs: 60_000 });
  await expect(thread.call('end', 'fail')).rejects.toThrow('the log is damaged');
  await expect(thread.call('noticed', null)).rejects.toThrow('the log is damaged');
  expect(thread.ended?.message).toBe('the thread is gone: the log is damaged');
  expect(life.at(-1)).toMatch(/: 60000 ms$/);
});

it.each(['close', 'terminate'] as const)(
  'ends immediately by %s while it is down, also long after its exit, and is not started again',
  async (how) => {
    const { thread, life, starts } = keep({ firstMs: 60_000, longestMs: 60_000 });
    await expect(thread.call('end', 'throw')).rejects.toThrow('a bug in the thread');
    // The exit follows the error: both have been emitted when another thread has come and gone.
    const other = keep({ firstMs: 60_000, longestMs: 60_000 }).thread;
    await other.call('noticed', null);
    await other.close();
    await thread[how]();
    await thread.terminate();
    expect(starts).toEqual([1]);
    expect(life).toHaveLength(2);
  },
);

it('is not started again after it was closed', async () => {
  const { thread, life } = keep({ firstMs: 1, longestMs: 60_000 });
  await thread.call('noticed', null);
  await thread.close();
  expect(life).toEqual(['called started']);
  await expect(thread.call('noticed', null)).rejects.toThrow('it is closed');
});
