// Runs the server that is already built, or with `admin` or `explain` as its first argument that command. It installs and builds
// nothing: for images and services, whose program folder is read-only and has no development packages.
import './steps/require-node.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serverEntry } from './build.mjs';
import { warningOfNode } from './steps/node-version.mjs';
import { isCommand, root } from './steps/repository.mjs';
import { runCommand, StepFailure } from './steps/step-failure.mjs';

const commands = {
  admin: { file: 'apps/server/dist/bundle/cli.js', run: 'runOperatorCli' },
  explain: { file: 'apps/server/dist/bundle/explain-cli.js', run: 'runExplainCli' },
};

/**
 * @param {readonly string[]} argv
 * @param {string} [folder] the repository
 * @param {string} [nodeVersion]
 * @returns {Promise<number | void>} the exit code of a command; nothing for the server, which continues to run
 */
export async function runBuilt(argv, folder = root, nodeVersion = process.versions.node) {
  const command = new Map(Object.entries(commands)).get(argv[0] ?? '');
  const { file, run } = command ?? { file: serverEntry, run: 'main' };
  const entry = join(folder, file);
  if (!existsSync(entry))
    throw new StepFailure(`Openpit is not built: ${entry} is missing.`, {
      advice: 'Build it first with: npm run build',
    });
  // The warning precedes only the server: an operator who runs ten commands does not need it ten times.
  const warning =
    command === undefined ? warningOfNode(nodeVersion, new Date().toISOString().slice(0, 10)) : undefined;
  if (warning !== undefined) process.stderr.write(`${warning}\n`);
  const module = await import(pathToFileURL(entry).href);
  return await module[run](command === undefined ? argv : argv.slice(1));
}

if (isCommand(import.meta.url)) runCommand(() => runBuilt(process.argv.slice(2)));
