// The folder of this copy of Openpit and the programs that are installed in it.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the root package.json. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * @param {string} moduleUrl the `import.meta.url` of a module
 * @returns {boolean} true if that module is the command that was started, false if it was imported
 */
export function isCommand(moduleUrl) {
  const started = process.argv[1];
  return started !== undefined && existsSync(started) && realpathSync(started) === fileURLToPath(moduleUrl);
}

/**
 * The script of an installed program, to be run by this very Node (no shell, no PATH).
 * @param {string} packageName such as `vite`
 * @param {string} program the name under `bin` in its package.json
 * @param {string} [from] the folder where the search in node_modules begins, upwards
 * @returns {string} its file; throws if it is not installed
 */
export function installedProgram(packageName, program, from = root) {
  for (let folder = from; ; folder = dirname(folder)) {
    const home = join(folder, 'node_modules', packageName);
    const manifest = join(home, 'package.json');
    if (existsSync(manifest)) {
      const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
      const file = typeof bin === 'string' ? bin : bin?.[program];
      if (file) return join(home, file);
    }
    if (folder === root || folder === dirname(folder)) break;
  }
  throw new Error(
    `${packageName} is not installed here: run "npm ci" in ${root}, then the same command again.`,
  );
}
