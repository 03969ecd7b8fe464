import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderError, dataFolderError, explainedFileError, prepareFolder } from './data-folder.ts';
import { isDamage } from './database/integrity.ts';

/** Any user without rights. */
const otherUser = 65_534;

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

  it('is closed to other users with its files, regardless of their earlier modes', async () => {
    const path = join(base, 'data');
    await mkdir(path);
    await writeFile(join(path, 'openpit.db'), '');
    await chmod(path, 0o755);
    await chmod(join(path, 'openpit.db'), 0o644);
    await prepareFolder(path);
    const modeOf = async (file: string) => (await stat(file)).mode & 0o777;
    expect([await modeOf(path), await modeOf(join(path, 'openpit.db'))]).toEqual([0o700, 0o600]);
  });

  // Only root can act as another user.
  it.runIf(process.getuid?.() === 0)('cannot be read by another user once it is closed', async () => {
    const path = join(base, 'data');
    const file = join(path, 'openpit.db');
    await mkdir(path);
    await writeFile(file, 'secret');
    for (const open of [base, path]) await chmod(open, 0o755);
    await chmod(file, 0o644);
    const readByOther = () => spawnSync('cat', [file], { uid: otherUser, cwd: '/', encoding: 'utf8' });
    expect(readByOther().stdout).toBe('secret');
    await prepareFolder(path);
    expect(readByOther().stdout).toBe('');
    expect(readByOther().stderr).toContain('Permission denied');
  });

  it.runIf(process.getuid?.() === 0)(
    'of another user is rejected with a sentence while it is open to others',
    async () => {
      const path = join(base, 'data');
      await mkdir(path);
      for (const open of [base, path]) await chmod(open, 0o777);
      process.seteuid?.(otherUser);
      try {
        await expect(prepareFolder(path)).rejects.toMatchObject({
          problem: 'openToOthers',
          message: `${path} is open to other users of this machine, and this user may not change that: start as its owner, or choose another data folder`,
        });
      } finally {
        process.seteuid?.(0);
      }
    },
  );

  it('is rejected with a sentence if its parent is a file', async () => {
    await writeFile(join(base, 'file'), '');
    const rejected = prepareFolder(join(base, 'file', 'data'));
    await expect(rejected).rejects.toBeInstanceOf(DataFolderError);
    await expect(rejected).rejects.toThrow(
      `${join(base, 'file')} is a file, but must be a folder: move it away and start again, or choose another folder`,
    );
  });

  it.runIf(process.platform === 'linux')(
    'is rejected immediately where the kernel creates no folders',
    async () => {
      await expect(prepareFolder('/proc/openpit/data')).rejects.toMatchObject({ problem: 'notWritable' });
    },
  );
});

describe('An error of the file system', () => {
  const failed = (code: string, path?: string) =>
    Object.assign(new Error(`${code}: it failed`), { code, ...(path === undefined ? {} : { path }) });

  it.each(['ENOSPC', 'SQLITE_CANTOPEN'])('says that a disk without free inodes is full (%s)', (code) => {
    expect(dataFolderError(failed(code), '/data/journal.db', () => true)).toMatchObject({
      problem: 'diskFull',
      message: `the disk that holds /data/journal.db can hold no more files, because its inodes are used up (${code}): delete some files and start again`,
    });
  });

  it('says that the disk is full where SQLite calls it an error of the disk', () => {
    expect(dataFolderError(failed('SQLITE_IOERR_SHMSIZE'), '/data/history.db', () => false)).toMatchObject({
      problem: 'diskFull',
    });
    expect([
      isDamage(failed('SQLITE_IOERR_SHMSIZE')),
      isDamage(failed('SQLITE_IOERR_WRITE')),
      isDamage(failed('SQLITE_IOERR_SHORT_READ')),
      isDamage(failed('SQLITE_IOERR_READ')),
    ]).toEqual([false, false, true, true]);
  });

  it('is explained by the path that it names, unless the file does not exist', () => {
    expect(explainedFileError(failed('EACCES', '/data/audit'))).toMatchObject({
      problem: 'notWritable',
      path: '/data/audit',
    });
    expect(explainedFileError(failed('ENOSPC'))).toMatchObject({
      problem: 'diskFull',
      message:
        'the disk that holds the file that was being written is full (ENOSPC): free some space, and start the server again if it has stopped',
    });
    for (const error of [failed('ENOENT', '/data/audit'), failed('EACCES'), new Error('another')])
      expect(explainedFileError(error)).toBe(error);
  });
});
