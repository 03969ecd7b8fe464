// The repository as a map from path to text. Every rule is a function of it, so that tests can plant a breach in memory.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type FileMap = ReadonlyMap<string, string>;

const leftOut: ReadonlySet<string> = new Set([
  '.git',
  '.build',
  'node_modules',
  'dist',
  'coverage',
  'data',
  'test-results',
  'playwright-report',
]);

/**
 * @param folder the repository
 * @param isIncluded true for the paths to read, with forward slashes
 * @returns the texts of all wanted files; links are not followed
 */
export function readFiles(folder: string, isIncluded: (path: string) => boolean): FileMap {
  return new Map(
    pathsIn(folder)
      .filter(isIncluded)
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}

/**
 * All files of the repository, sorted: those that git tracks, and new code that it does not track yet. Other files are the
 * user's own, such as a data folder or a file of reference data. A copy without git counts everything as its own, except
 * the output of installing, building or running it.
 */
export function pathsIn(folder: string): readonly string[] {
  const tracked = listedByGit(folder, ['--cached']);
  if (tracked === null) return filesIn(folder);
  const fresh = listedByGit(folder, ['--others', '--exclude-standard']) ?? [];
  const sources = fresh.filter(
    (path) => /^(?:apps|bench|e2e|packages|scripts)\//.test(path) && isLookedAt(path),
  );
  // A file that was removed is tracked until the removal is staged.
  return [...new Set([...tracked, ...sources])].filter((path) => existsSync(join(folder, path))).sort();
}

/** The files that git lists; `null` if the folder is not a working copy of git, or if git is not installed. */
function listedByGit(folder: string, which: readonly string[]): readonly string[] | null {
  if (!existsSync(join(folder, '.git'))) return null;
  const { status, stdout } = spawnSync('git', ['ls-files', '-z', ...which], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? stdout.split('\0').filter((path) => path !== '') : null;
}

function filesIn(folder: string): readonly string[] {
  const paths: string[] = [];
  const visit = (inside: string): void => {
    for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (leftOut.has(entry.name)) continue;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile() && !entry.name.endsWith('.tsbuildinfo')) paths.push(path);
    }
  };
  visit('');
  return paths.sort();
}

/** True for the files that the rules read: code, style sheets, and the manifests that declare imports. */
export function isLookedAt(path: string): boolean {
  return isCode(path) || /\.css$/.test(path) || /(^|\/)(package|tsconfig)(\.[a-z]+)?\.json$/.test(path);
}

export function isCode(path: string): boolean {
  return /\.(ts|tsx|mts|mjs|js|jsx)$/.test(path);
}
