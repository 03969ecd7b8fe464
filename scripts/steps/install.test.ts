// The conditions of an installation of packages, and the output when it fails.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newCopy, write } from '../testing/small-copy.ts';
import { ensureInstalled, installStamp, isInstalled, matchesLock } from './install.mjs';
import { createProgress } from './progress.mjs';
import { StepFailure } from './step-failure.mjs';

const silent = () => createProgress({ screen: { write: () => true } });
const timesAsked = (folder: string) =>
  existsSync(join(folder, 'npm-was-asked'))
    ? readFileSync(join(folder, 'npm-was-asked'), 'utf8').trim().split('\n')
    : [];

describe('an installation', () => {
  let folder = '';
  beforeEach(() => {
    const copy = newCopy();
    folder = copy.folder;
    vi.stubEnv('npm_execpath', copy.npmFile);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('is made once, with development packages, under any NODE_ENV', async () => {
    expect(isInstalled(folder)).toBe(false);
    expect(await ensureInstalled({ progress: silent(), folder })).toBe(true);
    expect(await ensureInstalled({ progress: silent(), folder })).toBe(false);
    expect(timesAsked(folder)).toEqual(['ci --include=dev --include=optional --no-audit --no-fund']);
  });

  it('is made again when the lock changed', async () => {
    await ensureInstalled({ progress: silent(), folder });
    write(
      folder,
      'package-lock.json',
      JSON.stringify({ packages: { 'node_modules/zod': { version: '5.0.0' } } }),
    );
    expect(isInstalled(folder)).toBe(false);
    expect(await ensureInstalled({ progress: silent(), folder })).toBe(true);
    expect(timesAsked(folder)).toHaveLength(2);
  });

  it('counts when it was made with npm ci', async () => {
    await ensureInstalled({ progress: silent(), folder });
    rmSync(join(folder, 'node_modules/.openpit-installed-from'));
    expect(await ensureInstalled({ progress: silent(), folder })).toBe(false);
    expect(timesAsked(folder)).toHaveLength(1);
  });

  it('does not count when it was copied from another kind of machine', async () => {
    await ensureInstalled({ progress: silent(), folder });
    const stamp = installStamp(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    write(folder, 'node_modules/.openpit-installed-from', stamp.replace(process.platform, 'plan9'));
    expect(isInstalled(folder)).toBe(false);
  });

  it('does not count when it was interrupted', async () => {
    write(folder, 'node_modules/zod/package.json', '{}');
    expect(isInstalled(folder)).toBe(false);
  });

  it('reports its failure with the output of npm and what to do, and leaves no stamp', async () => {
    write(folder, 'no-network', '');
    const failure = await ensureInstalled({ progress: silent(), folder }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StepFailure);
    expect(failure).toMatchObject({
      message: 'The packages could not be installed.',
      output: expect.stringContaining('ENOTFOUND'),
      advice: expect.stringContaining('network'),
    });
    expect(existsSync(join(folder, 'node_modules'))).toBe(false);
    expect(existsSync(join(folder, '.build/lock'))).toBe(false);
  });

  it('is rejected with a sentence for a damaged lock', async () => {
    write(folder, 'package-lock.json', '<<<<<<< HEAD');
    write(folder, 'node_modules/.package-lock.json', '{}');
    expect(() => isInstalled(folder)).toThrow('package-lock.json cannot be read');
  });

  it('is rejected with a sentence without a lock', () => {
    rmSync(join(folder, 'package-lock.json'));
    expect(() => isInstalled(folder)).toThrow('package-lock.json is missing');
  });

  it('is made by one of two commands that need it', async () => {
    const both = await Promise.all([
      ensureInstalled({ progress: silent(), folder }),
      ensureInstalled({ progress: silent(), folder }),
    ]);
    expect(both.sort()).toEqual([false, true]);
    expect(timesAsked(folder)).toHaveLength(1);
  });
});

describe('npm’s own record', () => {
  const lock = {
    packages: {
      '': {},
      'packages/wire': { version: '0.1.0' },
      'node_modules/@openpit/wire': { resolved: 'packages/wire', link: true },
      'node_modules/zod': { version: '4.0.0', integrity: 'a' },
      'node_modules/only-mac': { version: '1.0.0', integrity: 'b', optional: true },
    },
  };
  const installed = {
    packages: {
      'node_modules/@openpit/wire': { resolved: 'packages/wire', link: true },
      'node_modules/zod': { version: '4.0.0', integrity: 'a' },
    },
  };

  it('matches the lock without the packages for other machines', () => {
    expect(matchesLock(lock, installed)).toBe(true);
  });

  it.each([
    ['a package is missing', { packages: { 'node_modules/zod': { version: '4.0.0', integrity: 'a' } } }],
    [
      'a version differs',
      { packages: { ...installed.packages, 'node_modules/zod': { version: '4.0.1', integrity: 'a' } } },
    ],
    [
      'the contents differ',
      { packages: { ...installed.packages, 'node_modules/zod': { version: '4.0.0', integrity: 'z' } } },
    ],
    [
      'a workspace is a copy',
      { packages: { ...installed.packages, 'node_modules/@openpit/wire': { version: '0.1.0' } } },
    ],
  ])('does not match when %s', (_, other) => {
    expect(matchesLock(lock, other)).toBe(false);
  });
});
