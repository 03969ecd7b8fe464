// A build is stale when the name or the contents of a source has changed, and in no other case.
import { cpSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newCopy, newFolder, write } from '../testing/small-copy.ts';
import { hashOf, sourceFiles } from './source-hash.mjs';

const hash = (folder: string) => hashOf(folder, sourceFiles(folder));

describe('the hash of the sources', () => {
  it.each<[string, (folder: string) => void]>([
    [
      'the text of a source changes',
      (folder) => write(folder, 'packages/wire/index.ts', 'export const lots = 2;'),
    ],
    ['a source is added', (folder) => write(folder, 'apps/web/ui/button.tsx', 'x')],
    ['a source is removed', (folder) => rmSync(join(folder, 'packages/wire/index.ts'))],
    [
      'a source is renamed',
      (folder) => renameSync(join(folder, 'packages/wire/index.ts'), join(folder, 'packages/wire/main.ts')),
    ],
    ['a style sheet changes', (folder) => write(folder, 'apps/web/ui/tokens.css', 'a {}')],
    ['the lock changes', (folder) => write(folder, 'package-lock.json', '{}')],
    ['the compiler’s options change', (folder) => write(folder, 'tsconfig.base.json', '{}')],
  ])('changes when %s', (_, change) => {
    const { folder } = newCopy();
    const before = hash(folder);
    change(folder);
    expect(hash(folder)).not.toBe(before);
  });

  it.each<[string, (folder: string) => void]>([
    ['a test changes', (folder) => write(folder, 'packages/wire/index.test.ts', 'x')],
    ['something is built', (folder) => write(folder, 'packages/wire/dist/index.js', 'x')],
    ['something is installed', (folder) => write(folder, 'apps/web/node_modules/vite/index.js', 'x')],
    ['a page of the documentation changes', (folder) => write(folder, 'docs/architecture.md', 'x')],
    ['a source was only touched', (folder) => utimesSync(join(folder, 'packages/wire/index.ts'), 1, 1)],
  ])('stays the same when %s', (_, change) => {
    const { folder } = newCopy();
    const before = hash(folder);
    change(folder);
    expect(hash(folder)).toBe(before);
  });

  it('is the same for a copy elsewhere', () => {
    const { folder } = newCopy();
    const other = newFolder();
    cpSync(folder, other, { recursive: true });
    expect(hash(other)).toBe(hash(folder));
  });

  it('changes when a text moves from one file to the next', () => {
    const { folder } = newCopy();
    write(folder, 'packages/wire/a.ts', 'ab');
    write(folder, 'packages/wire/b.ts', 'c');
    const before = hash(folder);
    write(folder, 'packages/wire/a.ts', 'a');
    write(folder, 'packages/wire/b.ts', 'bc');
    expect(hash(folder)).not.toBe(before);
  });
});
