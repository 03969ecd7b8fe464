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
  it('is made with all above it that is missing, closed to other users, and may be there already', async () => {
    const path = join(base, 'a', 'b', 'my data');
    expect(await prepareFolder(path)).toBe(path);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect(await prepareFolder(path)).toBe(path);
  });

  it('that lies under a file is refused with a sentence', async () => {
    await writeFile(join(base, 'file'), '');
    const refused = prepareFolder(join(base, 'file', 'data'));
    await expect(refused).rejects.toBeInstanceOf(DataFolderError);
    await expect(refused).rejects.toThrow(
      /cannot be written \(ENOTDIR\): give this user the right to write there/,
    );
  });

  it.runIf(process.platform === 'linux')('where the kernel makes no folders is refused at once', async () => {
    await expect(prepareFolder('/proc/openpit/data')).rejects.toMatchObject({ problem: 'notWritable' });
  });
});
