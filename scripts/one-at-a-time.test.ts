// Two commands in one folder take turns, and a lock that a crash left behind holds nobody up.
import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.mjs';
import { newFolder, write } from './testing/small-copy.ts';

/** Greater than any process id that there is. */
const nobody = 2 ** 30;

describe('a lock', () => {
  it('lets the second in when the first has ended, and tells it for whom it waits', async () => {
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

  it('is released by work that failed', async () => {
    const lockFile = join(newFolder(), 'lock');
    const work = oneAtATime({ lockFile }, () => Promise.reject(new Error('no')));
    await expect(work).rejects.toThrow('no');
    expect(existsSync(lockFile)).toBe(false);
  });

  it('of a process that is gone is taken over at once', async () => {
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

  it('that nobody touched for long is taken over, though its number lives again', async () => {
    const folder = newFolder();
    const lockFile = join(folder, 'lock');
    write(folder, 'lock', String(process.ppid));
    utimesSync(lockFile, new Date(0), new Date(0));
    expect(await oneAtATime({ lockFile }, async () => 'in')).toBe('in');
  });
});
