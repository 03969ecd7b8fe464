import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderError, prepareFolder } from './data-folder.ts';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'openpit-folder-'));
});
afterEach(() => rm(base, { recursive: true, force: true }));

describe('the data folder', () => {
  it('is created with its missing parents, closed to other users, and may exist already', async () => {
    const path = join(base, 'a', 'b', 'my data');
    expect(await prepareFolder(path)).toBe(path);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect(await prepareFolder(path)).toBe(path);
  });

  it('under a file is rejected with a sentence', async () => {
    await writeFile(join(base, 'file'), '');
    const rejected = prepareFolder(join(base, 'file', 'data'));
    await expect(rejected).rejects.toBeInstanceOf(DataFolderError);
    await expect(rejected).rejects.toThrow(
      /cannot be written \(ENOTDIR\): give this user the right to write there/,
    );
  });

  it.runIf(process.platform === 'linux')(
    'is rejected at once where the kernel creates no folders',
    async () => {
      await expect(prepareFolder('/proc/openpit/data')).rejects.toMatchObject({ problem: 'notWritable' });
    },
  );
});
