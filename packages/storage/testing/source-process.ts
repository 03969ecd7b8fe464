// Starts one of this folder's programs in a separate process, from the TypeScript source, so that a test
// can watch it end or kill it.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

// Imported as types, so that the compiler rejects an unknown name and checks each program with the tests.
interface Programs {
  'append-until-killed': typeof import('./append-until-killed.ts');
  'bind-bad-values': typeof import('./bind-bad-values.ts');
  'hold-folder': typeof import('./hold-folder.ts');
  'open-as-stranger': typeof import('./open-as-stranger.ts');
  'put-snapshot': typeof import('./put-snapshot.ts');
  'use-postgres': typeof import('./use-postgres.ts');
}

/** The command that runs `testing/<program>.ts`. */
export function sourceCommand(program: keyof Programs, ...parameters: string[]): [string, ...string[]] {
  const bundle = join(process.env.OPENPIT_THREAD_BUNDLES ?? '', `${program}.js`);
  if (existsSync(bundle)) return [process.execPath, bundle, ...parameters];
  const file = fileURLToPath(new URL(`./${program}.ts`, import.meta.url));
  return [process.execPath, '--import', tsx, file, ...parameters];
}

export function startProcess([command, ...parameters]: readonly [
  string,
  ...string[],
]): ChildProcessWithoutNullStreams {
  return spawn(command, parameters, { stdio: 'pipe' });
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a program to its end and resolves with its output and any exit status. */
export async function runProcess(command: readonly [string, ...string[]]): Promise<Ended> {
  const child = startProcess(command);
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, output, errors }));
  });
}
