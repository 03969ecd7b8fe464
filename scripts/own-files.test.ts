// Files of one's own inside a clone, such as data folders and reference data, turn nothing red: lint, the rules of the
// architecture and the checks of the documentation look only at the repository's own files.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathsIn } from './architecture/repository-files.ts';
import { installedProgram, root } from './steps/repository.mjs';
import { newFolder, write } from './testing/small-copy.ts';

/** A text in no format that Biome accepts, and with a path that the documentation may not have. */
const own = `{"path" : "${['', 'home', 'somebody'].join('/')}",}`;
const ownFiles = [
  'rain.json',
  'rain/audit/head.json',
  'rain/snapshots/notes.md',
  'apps/server/reference-data/mine.json',
  'packages/market-of-mine/audit/head.json',
  'docs/mine.json',
  'notes.md',
  'tool-of-mine.mjs',
];

/** A repository with one file of each kind, tracked by git, where somebody runs a market. */
function clone(): string {
  const folder = newFolder();
  for (const file of ['biome.json', '.gitignore']) cpSync(join(root, file), join(folder, file));
  write(folder, 'docs/market.md', '# Market\n');
  write(folder, 'apps/server/main.ts', 'export const lots = 1;\n');
  write(folder, 'apps/server/gone.ts', 'export const lots = 2;\n');
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, stdio: 'ignore' });
  git('init', '--quiet');
  git('add', '--all');
  rmSync(join(folder, 'apps/server/gone.ts'));
  for (const file of ownFiles) write(folder, file, own);
  write(folder, 'data/audit/head.json', own);
  return folder;
}

describe('files of one’s own inside the clone', () => {
  it('are not linted, but code that git does not track yet is', () => {
    const folder = clone();
    write(folder, 'apps/server/new.ts', 'var lots=1');
    const { stdout } = spawnSync(
      process.execPath,
      [installedProgram('@biomejs/biome', 'biome'), 'lint', '.', '--reporter=json', '--max-diagnostics=none'],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(ownFiles.filter((file) => stdout.includes(file))).toEqual([]);
    expect(stdout).toContain('apps/server/new.ts');
  });

  it('are not read by the rules and checks of the repository, but new code is', () => {
    const folder = clone();
    write(folder, 'apps/server/new.ts', 'export const lots = 3;\n');
    expect(pathsIn(folder)).toEqual([
      '.gitignore',
      'apps/server/main.ts',
      'apps/server/new.ts',
      'biome.json',
      'docs/market.md',
    ]);
  });

  it('count as files of the repository in a copy without git, except for what running it creates', () => {
    const folder = clone();
    rmSync(join(folder, '.git'), { recursive: true });
    expect(pathsIn(folder)).toContain('rain.json');
    expect(pathsIn(folder)).not.toContain('data/audit/head.json');
  });
});

it('all JSON files that the repository has are formatted and linted', () => {
  const json = pathsIn(root).filter((path) => path.endsWith('.json') && !path.endsWith('package-lock.json'));
  const { stdout } = spawnSync(
    process.execPath,
    [installedProgram('@biomejs/biome', 'biome'), 'check', ...json, '--reporter=json'],
    { cwd: root, encoding: 'utf8' },
  );
  const { summary } = JSON.parse(stdout) as { summary: { unchanged: number } };
  expect(summary.unchanged).toBe(json.length);
});
