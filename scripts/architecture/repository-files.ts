// The repository as a map from path to text: what every rule here is a function of, so that a breach can be planted in
// memory and must be found.
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
 * @param wanted decides by the path inside it, with forward slashes
 * @returns the texts of all wanted files; links are not followed
 */
export function readFiles(folder: string, wanted: (path: string) => boolean): FileMap {
  return new Map(
    pathsIn(folder)
      .filter(wanted)
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}

/** All files that belong to the repository (and are not made by installing, building or running it), sorted. */
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

/** True for what the rules look at: code, style sheets, and the manifests that declare what code may import. */
export function isLookedAt(path: string): boolean {
  return isCode(path) || /\.css$/.test(path) || /(^|\/)(package|tsconfig)(\.[a-z]+)?\.json$/.test(path);
}

export function isCode(path: string): boolean {
  return /\.(ts|tsx|mts|mjs|js|jsx)$/.test(path);
}
