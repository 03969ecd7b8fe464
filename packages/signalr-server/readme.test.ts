// Runs the tutorial of the README: compiles its code blocks and runs its server and client.
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

/** The code blocks of the tutorial, joined per file, and the output that it promises. */
async function readTutorial(): Promise<{ files: ReadonlyMap<string, string>; output: readonly string[] }> {
  const page = await readFile(join(folder, 'README.md'), 'utf8');
  const tutorial = page.slice(page.indexOf('## Tutorial'), page.indexOf('## Sending'));
  const files = new Map<string, string>();
  for (const [, code = ''] of tutorial.matchAll(/```ts\n([\s\S]*?)```/g)) {
    const name = /^\/\/ (\w+\.ts)/.exec(code)?.[1];
    if (name === undefined) throw new Error(`A code block does not name its file:\n${code}`);
    files.set(name, `${files.get(name) ?? ''}${code}\n`);
  }
  const output = /```text\n([\s\S]*?)```/.exec(tutorial)?.[1]?.trimEnd().split('\n') ?? [];
  return { files, output };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Resolves when the server accepts connections. Throws when its process has ended. */
async function listening(port: number, server: ChildProcess): Promise<void> {
  const canConnect = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, 'localhost');
      socket.once('connect', () => socket.end(() => resolve(true)));
      socket.once('error', () => resolve(false));
    });
  while (!(await canConnect())) {
    if (server.exitCode !== null) throw new Error('The server of the tutorial has ended.');
  }
}

function run(file: string): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, ['--import=tsx', '--conditions=openpit-source', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  cleanUps.push(() => child.kill('SIGKILL'));
  return { child, output: () => output };
}

/** The errors of the compiler; empty when there are none. */
async function compile(tutorialFolder: string): Promise<string> {
  const options = {
    extends: '../../../tsconfig.base.json',
    compilerOptions: { composite: false, declaration: false, noEmit: true, types: ['node'] },
    include: ['*.ts'],
  };
  await writeFile(join(tutorialFolder, 'tsconfig.json'), JSON.stringify(options));
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  );
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', tutorialFolder], { encoding: 'utf8' });
  return stdout;
}

it('the tutorial of the README compiles and prints what it promises', async () => {
  const { files, output } = await readTutorial();
  expect([...files.keys()]).toEqual(['contract.ts', 'server.ts', 'client.ts']);
  expect(output.length).toBeGreaterThan(5);
  const tutorialFolder = await mkdtemp(join(folder, '.tutorial-'));
  cleanUps.push(() => rm(tutorialFolder, { recursive: true, force: true }));
  const port = await freePort();
  for (const [name, code] of files) {
    await writeFile(join(tutorialFolder, name), code.replaceAll('5000', String(port)));
  }
  expect(await compile(tutorialFolder)).toBe('');

  const server = run(join(tutorialFolder, 'server.ts'));
  await listening(port, server.child);
  const client = run(join(tutorialFolder, 'client.ts'));
  const lines = () => client.output().trimEnd().split('\n');
  await until(() => containsInOrder(lines(), output) || client.child.exitCode !== null, 15_000);
  expect(containsInOrder(lines(), output), client.output()).toBe(true);

  // SIGTERM closes all connections, and the server ends by itself.
  const ended = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  expect(server.output()).toContain('Connection ended (serverClosing).');
  expect(server.output()).not.toMatch(/^(info|warn|error)/m);
});

/**
 * Whether `lines` contains the expected lines in this order. Lines of the tutorial's timer may be in between.
 */
function containsInOrder(lines: readonly string[], expected: readonly string[]): boolean {
  let at = 0;
  for (const line of lines) if (line === expected[at]) at++;
  return at === expected.length;
}
