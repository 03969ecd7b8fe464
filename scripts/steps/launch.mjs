// Installs and builds missing parts, then runs the server in this process, so that signals and the exit code are the
// server's own. The server reads its options itself.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, serverEntry } from '../build.mjs';
import { ensureInstalled } from './install.mjs';
import { warningOfNode } from './node-version.mjs';
import { createProgress } from './progress.mjs';
import { root } from './repository.mjs';
import { explain, StepFailure } from './step-failure.mjs';

/**
 * @param {readonly string[]} argv the options after `npm start --`
 * @param {{ folder?: string, nodeVersion?: string, day?: string }} [options] day: today, such as `2026-11-23`
 * @returns {Promise<void>} resolves when the server's own main has returned; ends the process with 1 when it cannot start
 */
export async function launch(
  argv,
  { folder = root, nodeVersion = process.versions.node, day = new Date().toISOString().slice(0, 10) } = {},
) {
  try {
    const warning = warningOfNode(nodeVersion, day);
    if (warning !== undefined) process.stderr.write(`${warning}\n`);
    const swallowed = optionsSwallowedByNpm(process.env);
    if (swallowed.length > 0) {
      throw new StepFailure(`npm has kept ${swallowed.join(' and ')} for itself.`, {
        advice: 'Put two dashes before the options, as in: npm start -- --port 8080',
      });
    }
    const progress = createProgress();
    const installed = await ensureInstalled({ progress, folder });
    const built = await ensureBuilt({ progress, folder });
    if (installed || built) process.stdout.write('\n');
    const { main } = await import(pathToFileURL(join(folder, serverEntry)).href);
    await main(argv);
  } catch (error) {
    process.stderr.write(explainStart(error));
    process.exit(error instanceof StepFailure ? error.exitCode : 1);
  }
}

/**
 * The options of the server, whose own table is not built yet when this is needed. npm reads `--no-past` as "past is off", and
 * passes that on as `past` with an empty text.
 */
const serverOptions = [
  'port',
  'host',
  'data',
  'database',
  'accept-missing-files',
  'demo',
  'market',
  'expose',
  'no-simulator',
  'no-past',
  'reference-data',
  'business-day',
  'schedule',
  'scenario',
  'pace',
  'client-settings',
  'limits',
  'inactivity-minutes',
  'audit-days',
  'tls-cert',
  'tls-key',
  'trusted-proxy',
  'seed',
  'log-to',
  'log-level',
];

/**
 * npm takes options before `--` as its settings and passes them on in the environment only.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {string[]} the server's options among them, such as `--port`
 */
export function optionsSwallowedByNpm(env) {
  return serverOptions
    .filter((option) => env[`npm_config_${option.replace(/^no-/, '').replaceAll('-', '_')}`] !== undefined)
    .map((option) => `--${option}`);
}

/** @param {unknown} error */
function explainStart(error) {
  if (error instanceof StepFailure) return explain(error);
  if (!(error instanceof Error)) return `\nOpenpit could not start: ${String(error)}\n`;
  const trace = process.env.OPENPIT_TRACE === undefined ? '' : `${error.stack}\n`;
  const hint = trace === '' ? 'To see where this comes from: OPENPIT_TRACE=1 npm start\n' : '';
  return `\nOpenpit could not start: ${error.message}\n${trace}${hint}`;
}
