// Two commands in one folder take turns, and a lock that a crash has left behind blocks neither.
import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder, write } from '../testing/small-copy.ts';
import { oneAtATime } from './one-at-a-time.mjs';

/** Greater than any process id. */
const nobody = 2 ** 30;

describe('a lock', () => {
  it('admits the second command when the first has ended, and gives it the holder’s process id', async () => {
    const lockFile = join(newFolder(), '.build/lock');
    const order: string[] = [];
    const waitedFor: number[] = [];
    let end = () => {};
    const first = oneAtATime({ lockFile }, async () => {
      order.push('first begins');
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      order.push('first ends');
    });
    const second = oneAtATime(
      {
        lockFile,
        onWait: (holder) => {
          waitedFor.push(holder);
          end();
        },
      },
      async () => {
        order.push('second begins');
      },
    );
    await Promise.all([first, second]);
    expect(order).toEqual(['first begins', 'first ends', 'second begins']);
    expect(waitedFor).toEqual([process.pid]);
    expect(existsSync(lockFile)).toBe(false);
  });

  it('is released when the work fails', async () => {
    const lockFile = join(newFolder(), 'lock');
    const work = oneAtATime({ lockFile }, () => Promise.reject(new Error('no')));
    await expect(work).rejects.toThrow('no');
    expect(existsSync(lockFile)).toBe(false);
  });

  it('is taken over immediately when its process has ended', async () => {
    const folder = newFolder();
    const lockFile = join(folder, 'lock');
    write(folder, 'lock', String(nobody));
    const waitedFor: number[] = [];
    const held = await oneAtATime({ lockFile, onWait: (holder) => waitedFor.push(holder) }, async () =>
      readFileSync(lockFile, 'utf8'),
    );
    expect(held).toBe(String(process.pid));
    expect(waitedFor).toEqual([]);
  });

  it('is taken over when it was not touched for long, although its process id is in use again', async () => {
    const folder = newFolder();
    const lockFile = join(folder, 'lock');
    write(folder, 'lock', String(process.ppid));
    utimesSync(lockFile, new Date(0), new Date(0));
    expect(await oneAtATime({ lockFile }, async () => 'in')).toBe('in');
  });
});
