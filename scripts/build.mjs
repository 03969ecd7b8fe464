// Compiles the packages and the server, and bundles the server and the web application. `npm run build` always builds; the other commands
// build when the sources have changed since the last good build.
import './steps/require-node.mjs';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { ensureInstalled } from './steps/install.mjs';
import { oneAtATime } from './steps/one-at-a-time.mjs';
import { createProgress } from './steps/progress.mjs';
import { installedProgram, isCommand, root } from './steps/repository.mjs';
import { runTool } from './steps/run-tool.mjs';
import { hashOf, sourceFiles } from './steps/source-hash.mjs';
import { runCommand, StepFailure } from './steps/step-failure.mjs';

/** @typedef {import('./steps/progress.mjs').Progress} Progress */

/** The program that `npm start` runs. */
export const serverEntry = 'apps/server/dist/bundle/main.js';
const webEntry = 'apps/web/dist/index.html';

/**
 * @param {string} [folder] the repository
 * @returns {boolean} true if the output of a build exists, unchanged, and was made from these sources
 */
export function isBuilt(folder = root) {
  if ([serverEntry, webEntry].some((file) => !existsSync(join(folder, file)))) return false;
  const stamp = stampFile(folder);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampText(folder, sourcesOf(folder));
}

/** @param {string} folder */
const stampFile = (folder) => join(folder, '.build', 'built-from.json');

/** @param {string} folder */
const sourcesOf = (folder) => hashOf(folder, sourceFiles(folder));

/**
 * @param {string} folder
 * @param {string} sources their hash
 */
function stampText(folder, sources) {
  // The compiler's own records and the page that names the bundles change with every other build. Without them, a manual
  // `tsc -b` from sources that were restored since would go unnoticed.
  const notes = [...compilerNotes(folder), webEntry];
  return `${JSON.stringify({ sources, outputs: hashOf(folder, notes) })}\n`;
}

/** @param {string} folder */
function compilerNotes(folder) {
  const packages = readdirSync(join(folder, 'packages')).map((name) => `packages/${name}`);
  const notes = [...packages.sort(), 'apps/server'].map((workspace) => `${workspace}/dist/.tsbuildinfo`);
  return notes.filter((file) => existsSync(join(folder, file)));
}

/**
 * Builds unless the last build came from these sources.
 * @param {{ progress: Progress, folder?: string }} options
 * @returns {Promise<boolean>} true if something was built
 */
export async function ensureBuilt({ progress, folder = root }) {
  if (isBuilt(folder)) return false;
  return await alone({ progress, folder }, async () => {
    // The process that we waited for may have built the same.
    if (isBuilt(folder)) return false;
    await buildNow({ progress, folder });
    return true;
  });
}

/**
 * Builds in any case.
 * @param {{ progress: Progress, folder?: string }} options
 */
export async function build({ progress, folder = root }) {
  await alone({ progress, folder }, () => buildNow({ progress, folder }));
}

/**
 * @template T
 * @param {{ progress: Progress, folder: string }} options
 * @param {() => Promise<T>} work
 */
function alone({ progress, folder }, work) {
  return oneAtATime({ lockFile: join(folder, '.build', 'lock'), onWait: progress.onWait }, work);
}

/** @param {{ progress: Progress, folder: string }} options */
async function buildNow({ progress, folder }) {
  // Taken before, so that a source that changes during the build makes the next start build again.
  const sources = sourcesOf(folder);
  rmSync(stampFile(folder), { force: true });
  await progress.step('Build the server', async (voice) => {
    await compileServer({ folder, onLine: voice.say });
    await bundleServer(folder);
  });
  await progress.step('Build the web application', (voice) => bundleWeb({ folder, onLine: voice.say }));
  mkdirSync(dirname(stampFile(folder)), { recursive: true });
  writeFileSync(stampFile(folder), stampText(folder, sources));
}

/** @param {{ folder: string, onLine: (line: string) => void }} options */
async function compileServer({ folder, onLine }) {
  await runTool({
    title: 'The packages and the server do not compile',
    command: process.execPath,
    args: [installedProgram('typescript', 'tsc', folder), '-b'],
    cwd: folder,
    onLine,
    advice: 'Fix what the compiler names above, then run the same command again.',
  });
}

/** The programs of the server and its threads; in one folder, because a program looks for the file of a thread in its own folder. */
const programs = {
  main: 'apps/server/dist/main.js',
  cli: 'apps/server/dist/operator/cli.js',
  'explain-cli': 'apps/server/dist/explain/explain-cli.js',
  'journal-worker': 'packages/storage/dist/journal/journal-worker.js',
  'follower-worker': 'apps/server/dist/sequencer/follower-worker.js',
  'history-worker': 'apps/server/dist/history/history-worker.js',
  'check-history': 'packages/storage/dist/database/history/check-history.js',
};

/**
 * Bundles each program into one file instead of seven hundred: loading them takes half of the processor time of a start.
 * @param {string} folder
 */
async function bundleServer(folder) {
  /** @type {typeof import('esbuild')} */
  const esbuild = createRequire(join(folder, 'package.json'))('esbuild');
  try {
    const { metafile } = await esbuild.build({
      absWorkingDir: folder,
      metafile: true,
      entryPoints: programs,
      outdir: dirname(serverEntry),
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      // Errors are named in logs.
      keepNames: true,
      // Native packages, and one that serves its own files.
      external: ['libsql', '@node-rs/argon2', 'pg-native', '@fastify/swagger-ui'],
      // For CommonJS packages inside the bundle, which require modules of Node.
      banner: {
        js: "import { createRequire as openpitRequire } from 'node:module'; const require = openpitRequire(import.meta.url);",
      },
      logLevel: 'silent',
    });
    const outputs = new Set(Object.keys(metafile.outputs).map((file) => basename(file)));
    const bundles = join(folder, dirname(serverEntry));
    // The names of shared parts change with their contents.
    for (const file of readdirSync(bundles))
      if (!outputs.has(file)) rmSync(join(bundles, file), { recursive: true });
  } catch (error) {
    throw new StepFailure('The server could not be bundled.', {
      advice: error instanceof Error ? error.message : String(error),
    });
  } finally {
    await esbuild.stop();
  }
}

/** @param {{ folder: string, onLine: (line: string) => void }} options */
async function bundleWeb({ folder, onLine }) {
  const web = join(folder, 'apps', 'web');
  await runTool({
    title: 'The web application could not be bundled',
    command: process.execPath,
    args: [installedProgram('vite', 'vite', web), 'build'],
    cwd: web,
    env: { NODE_ENV: 'production' },
    onLine,
    advice: 'Fix what is named above, then run the same command again.',
  });
}

if (isCommand(import.meta.url)) {
  runCommand(async () => {
    const progress = createProgress();
    await ensureInstalled({ progress });
    await build({ progress });
  });
}
