// The repository as a map from path to text. Every rule is a function of it, so that tests can plant a breach in memory.
import { readdirSync, readFileSync } from 'node:fs';
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
 * @param wanted true for the paths to read, with forward slashes
 * @returns the texts of all wanted files; links are not followed
 */
export function readFiles(folder: string, wanted: (path: string) => boolean): FileMap {
  return new Map(
    pathsIn(folder)
      .filter(wanted)
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}

/** All files of the repository, sorted, without those that installing, building or running it creates. */
export function pathsIn(folder: string): readonly string[] {
  const found: string[] = [];
  const visit = (inside: string): void => {
    for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      // In a second worktree of git, `.git` is a file.
      if (leftOut.has(entry.name)) continue;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile() && !entry.name.endsWith('.tsbuildinfo')) found.push(path);
    }
  };
  visit('');
  return found.sort();
}

/** True for the files that the rules read: code, style sheets, and the manifests that declare imports. */
export function isLookedAt(path: string): boolean {
  return isCode(path) || /\.css$/.test(path) || /(^|\/)(package|tsconfig)(\.[a-z]+)?\.json$/.test(path);
}

export function isCode(path: string): boolean {
  return /\.(ts|tsx|mts|mjs|js|jsx)$/.test(path);
}
