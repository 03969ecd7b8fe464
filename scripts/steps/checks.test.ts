// The files that the lint of `npm run check` reads.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changedSince } from './checks.mjs';

const names = ['biome.json', 'a.ts', 'b.ts', 'left-out.ts'];
let folder = '';
const path = (name: string) => join(folder, name);
const write = (name: string) => writeFileSync(path(name), `${name}\n`);
const changed = () => changedSince(path('.git/stamp'), folder);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-changed-'));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  writeFileSync(path('.gitignore'), 'left-out.ts\n');
  for (const name of names) write(name);
  execFileSync('git', ['add', '.'], { cwd: folder });
  // The clock of a disk moves in steps: until the stamp is newer than all files.
  const newest = Math.max(...['.gitignore', ...names].map((name) => statSync(path(name)).ctimeMs));
  do write('.git/stamp');
  while (statSync(path('.git/stamp')).mtimeMs <= newest);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the files that have changed since a stamp', () => {
  it('are none at first, then those that were edited or added, not those that git ignores or that are gone', () => {
    expect(changed()).toEqual([]);
    write('b.ts');
    write('new.ts');
    write('left-out.ts');
    rmSync(path('a.ts'));
    expect(changed()?.toSorted()).toEqual(['b.ts', 'new.ts']);
  });

  it('include a file that was moved or has got an old time', () => {
    renameSync(path('a.ts'), path('c.ts'));
    utimesSync(path('b.ts'), 1, 1);
    expect(changed()?.toSorted()).toEqual(['b.ts', 'c.ts']);
  });

  it('are all when the rules or the packages have changed, and without a stamp', () => {
    write('biome.json');
    expect(changed()).toBeNull();
    expect(changedSince(path('.git/no-stamp'), folder)).toBeNull();
  });

  it('are all in a folder that git does not know', () => {
    rmSync(path('.git/index'));
    rmSync(path('.git/HEAD'));
    expect(changed()).toBeNull();
  });
});
