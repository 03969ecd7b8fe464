// For tests: the server in a separate process, from its sources, as `npm start` runs it.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bundles = process.env.OPENPIT_THREAD_BUNDLES;
/** Bundled for the unit tests (scripts/testing/bundle-threads.ts), because loading the sources takes longer than most tests. */
const program =
  bundles === undefined
    ? [
        '--conditions=openpit-source',
        '--import=tsx',
        fileURLToPath(new URL('./run-server.ts', import.meta.url)),
      ]
    : [join(bundles, 'run-server.js')];
const startLimitMs = 180_000;
/** A test must not fail in the eleven minutes of each evening in which the demonstration accepts no orders. */
const alwaysTrading = fileURLToPath(new URL('./always-trading.json', import.meta.url));

export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** The output of the process so far. */
  output(): string;
  /** The standard output of the process so far. */
  standardOutput(): string;
  /** Resolves when it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/**
 * `onOutput` is called with all of the output so far whenever there is more. `openFiles`: the most file handles that it may have;
 * `takenFiles`: how many of them are in use from the start. The demonstration has no past unless `argv` has `--past`. Rejects with the
 * output when it does not start.
 */
export async function startServerProcess(
  argv: readonly string[],
  {
    openFiles,
    takenFiles = 0,
    onOutput = () => undefined,
  }: {
    readonly openFiles?: number;
    readonly takenFiles?: number;
    readonly onOutput?: (output: string, child: ChildProcess) => void;
  } = {},
): Promise<ServerProcess> {
  const demonstration = argv.includes('--past') ? [] : ['--no-past', '--schedule', alwaysTrading];
  const command = [process.execPath, ...program, '--port', '0', ...demonstration, ...argv];
  const [name = '', ...parameters] =
    openFiles === undefined ? command : ['sh', '-c', `ulimit -n ${openFiles} && exec "$0" "$@"`, ...command];
  const nothing = openSync(devNull, 'r');
  const taken = Array.from({ length: takenFiles }, () => nothing);
  const child = spawn(name, parameters, { stdio: ['ignore', 'pipe', 'pipe', ...taken] });
  closeSync(nothing);
  let output = '';
  let standardOutput = '';
  const ended: ServerProcess['ended'] = new Promise((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The server did not start (${why}):\n${output}`));
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      fail('no address in time');
    }, startLimitMs);
    const hear = (text: string) => {
      output += text;
      onOutput(output, child);
      const address = /open at (http:\/\/\S+)/.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(limit);
      resolve(address);
    };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      standardOutput += text;
      hear(text);
    });
    child.stderr?.setEncoding('utf8').on('data', hear);
    child.once('close', (code) => {
      clearTimeout(limit);
      fail(`it ended with code ${code}`);
    });
  });
  return { url, child, ended, output: () => output, standardOutput: () => standardOutput };
}
