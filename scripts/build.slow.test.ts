// The conditions of a build: the application is built only when its sources have changed, and a failed build never counts as a good one.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { build, ensureBuilt, isBuilt } from './build.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { createProgress } from './steps/progress.mjs';
import { newCopy, write } from './testing/small-copy.ts';

const silent = () => createProgress({ screen: { write: () => true } });

describe('a build', () => {
  let folder = '';
  beforeEach(async () => {
    const copy = newCopy();
    folder = copy.folder;
    vi.stubEnv('npm_execpath', copy.npmFile);
    await ensureInstalled({ progress: silent(), folder });
    vi.unstubAllEnvs();
  });

  it('is made once, and again when a source changed', async () => {
    expect(isBuilt(folder)).toBe(false);
    expect(await ensureBuilt({ progress: silent(), folder })).toBe(true);
    expect(await ensureBuilt({ progress: silent(), folder })).toBe(false);
    write(folder, 'packages/wire/index.ts', 'export const lots = 2;');
    write(folder, 'apps/server/dist/bundle/chunk-EARLIER.js', '');
    expect(await ensureBuilt({ progress: silent(), folder })).toBe(true);
    expect(readdirSync(join(folder, 'apps/server/dist/bundle'))).toEqual(['main.js']);
    expect(readFileSync(join(folder, 'tsc-was-asked'), 'utf8')).toBe('-b\n-b\n');
  });

  it('is for production under any NODE_ENV', async () => {
    await build({ progress: silent(), folder });
    expect(readFileSync(join(folder, 'apps/web/dist/index.html'), 'utf8')).toBe('production');
  });

  it('does not count as the one before it when it failed, even when the sources are restored', async () => {
    await ensureBuilt({ progress: silent(), folder });
    const good = readFileSync(join(folder, 'apps/server/main.ts'), 'utf8');
    write(folder, 'apps/server/main.ts', 'wrong');
    await expect(ensureBuilt({ progress: silent(), folder })).rejects.toMatchObject({
      message: 'The packages and the server do not compile.',
      output: expect.stringContaining('error TS2322'),
      exitCode: 2,
    });
    expect(isBuilt(folder)).toBe(false);
    write(folder, 'apps/server/main.ts', good);
    expect(isBuilt(folder)).toBe(false);
  });

  it('does not count when it was made manually from other sources', async () => {
    await ensureBuilt({ progress: silent(), folder });
    write(folder, 'apps/server/dist/.tsbuildinfo', 'other sources');
    expect(isBuilt(folder)).toBe(false);
  });

  it.each(['apps/server/dist/bundle/main.js', 'apps/web/dist/index.html'])(
    'is made again without %s',
    async (output) => {
      await ensureBuilt({ progress: silent(), folder });
      rmSync(join(folder, output));
      expect(isBuilt(folder)).toBe(false);
      await ensureBuilt({ progress: silent(), folder });
      expect(existsSync(join(folder, output))).toBe(true);
    },
  );

  it('is made by one of two commands that need it', async () => {
    const both = await Promise.all([
      ensureBuilt({ progress: silent(), folder }),
      ensureBuilt({ progress: silent(), folder }),
    ]);
    expect(both.sort()).toEqual([false, true]);
  });
});
