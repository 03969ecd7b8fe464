// The README's five minutes, taken from its page and done: the files are written, checked by the compiler, and run.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, connect } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { until } from './testing/serve.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** The code blocks of the tour by file, those of one file joined, and what it promises to print. */
async function readTour(): Promise<{ files: ReadonlyMap<string, string>; printed: readonly string[] }> {
  const page = await readFile(join(folder, 'README.md'), 'utf8');
  const tour = page.slice(page.indexOf('## Five minutes'), page.indexOf('## What happens to a message'));
  const files = new Map<string, string>();
  for (const [, code = ''] of tour.matchAll(/```ts\n([\s\S]*?)```/g)) {
    const name = /^\/\/ (\w+\.ts)/.exec(code)?.[1];
    if (name === undefined)
      throw new Error(`A block of the tour does not say to which file it belongs:\n${code}`);
    files.set(name, `${files.get(name) ?? ''}${code}\n`);
  }
  const printed = /```text\n([\s\S]*?)```/.exec(tour)?.[1]?.trimEnd().split('\n') ?? [];
  return { files, printed };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Resolves when something listens at the port. Throws when the server has ended instead. */
async function listening(port: number, server: ChildProcess): Promise<void> {
  const canConnect = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, 'localhost');
      socket.once('connect', () => socket.end(() => resolve(true)));
      socket.once('error', () => resolve(false));
    });
  while (!(await canConnect())) {
    if (server.exitCode !== null) throw new Error('The server of the tour has ended.');
  }
}

function run(file: string): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, ['--import=tsx', '--conditions=openpit-source', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said += chunk;
    });
  }
  cleanUps.push(() => child.kill('SIGKILL'));
  return { child, said: () => said };
}

/** What the compiler says; empty when it is content. */
async function compile(tour: string): Promise<string> {
  const options = {
    extends: '../../../tsconfig.base.json',
    compilerOptions: { composite: false, declaration: false, noEmit: true, types: ['node'] },
    include: ['*.ts'],
  };
  await writeFile(join(tour, 'tsconfig.json'), JSON.stringify(options));
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  );
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', tour], { encoding: 'utf8' });
  return stdout;
}

it('the five minutes of the README do what it says they do', async () => {
  const { files, printed } = await readTour();
  expect([...files.keys()]).toEqual(['contract.ts', 'server.ts', 'client.ts']);
  expect(printed.length).toBeGreaterThan(5);
  const tour = await mkdtemp(join(folder, '.tour-'));
  cleanUps.push(() => rm(tour, { recursive: true, force: true }));
  const port = await freePort();
  for (const [name, code] of files) await writeFile(join(tour, name), code.replaceAll('5000', String(port)));
  expect(await compile(tour)).toBe('');

  const server = run(join(tour, 'server.ts'));
  await listening(port, server.child);
  const client = run(join(tour, 'client.ts'));
  const lines = () => client.said().trimEnd().split('\n');
  await until(() => isWithin(printed, lines()) || client.child.exitCode !== null, 15_000);
  expect(isWithin(printed, lines()), client.said()).toBe(true);

  // Everybody is sent away, and the server ends by itself.
  const ended = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  expect(server.said()).toContain('Connection ended (serverClosing).');
  expect(server.said()).not.toMatch(/^(info|warn|error)/m);
});

/** Whether the lines come in this order, whatever stands between them: the clock of the tour ticks when it likes. */
function isWithin(expected: readonly string[], lines: readonly string[]): boolean {
  let at = 0;
  for (const line of lines) if (line === expected[at]) at++;
  return at === expected.length;
}
