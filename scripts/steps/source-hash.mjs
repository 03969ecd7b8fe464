// A hash over all sources of a build. The hash covers contents and not times: a checkout, a copy or an unpacked archive has
// other times and needs no new build.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sourceFolders = ['packages', 'apps'];
const rootFile = /^(package\.json|package-lock\.json|tsconfig[^/]*\.json)$/;
const leftOut = new Set(['node_modules', 'dist', 'coverage', 'data']);

/**
 * @param {string} folder the repository
 * @returns {string[]} the files that a build reads, without tests, with forward slashes, in the same order on every machine
 */
export function sourceFiles(folder) {
  const files = readdirSync(folder).filter((name) => rootFile.test(name));
  for (const name of sourceFolders) walk(folder, name, files);
  return files.sort((a, b) => (a < b ? -1 : 1));
}

/**
 * @param {string} folder
 * @param {string} path
 * @param {string[]} files
 */
function walk(folder, path, files) {
  for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
    if (entry.name.startsWith('.') || leftOut.has(entry.name)) continue;
    const inside = `${path}/${entry.name}`;
    if (entry.isDirectory()) walk(folder, inside, files);
    else if (!/\.test\.tsx?$/.test(entry.name)) files.push(inside);
  }
}

/**
 * @param {string} folder
 * @param {readonly string[]} files inside it
 * @returns {string} a SHA-256 over their names and contents
 */
export function hashOf(folder, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const contents = readFileSync(join(folder, file));
    hash.update(`${file}\0${contents.length}\0`);
    hash.update(contents);
  }
  return hash.digest('hex');
}
