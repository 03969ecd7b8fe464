// Packs the library, installs the package into an empty project, and runs the tutorial of the README there: compiles its code
// blocks and runs its server and client.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { until } from './testing/serve.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const modules = join(folder, '../../node_modules');
/** The other packages that the package and the tutorial need; linked from this repository, so that nothing is downloaded. */
const linked = ['ws', '@msgpack/msgpack', 'zod', '@microsoft/signalr', '@microsoft/signalr-protocol-msgpack'];
const cleanUps: (() => unknown)[] = [];
let project = '';

beforeAll(async () => {
  project = await projectWithPackage();
});

afterAll(() => rm(project, { recursive: true, force: true }));

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

/** Resolves when the server accepts connections. Throws if its process has ended. */
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
  const child = spawn(process.execPath, ['--import=tsx', file], {
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

/** The errors of the compiler; empty if there are none. */
async function compile(tutorialFolder: string): Promise<string> {
  const options = {
    extends: join(folder, '../../tsconfig.base.json'),
    compilerOptions: {
      ...{ composite: false, declaration: false, noEmit: true },
      ...{ types: ['node'], typeRoots: [join(modules, '@types')] },
    },
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

/** Runs a command to its end; throws with its output when it fails. */
function runToEnd(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} has failed:\n${stdout}${stderr}`);
  return stdout;
}

/** An empty project with the packed library installed. */
async function projectWithPackage(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'signalr-tutorial-'));
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  runToEnd(process.execPath, [join(modules, 'typescript/bin/tsc'), '--build', folder], folder);
  const packed = runToEnd('npm', ['pack', '--silent', '--pack-destination', project], folder).trim();
  const links = linked.map((name) => join(modules, name));
  const offline = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  runToEnd('npm', ['install', ...offline, join(project, packed), ...links], project);
  return project;
}

it('the package has the built library, the licence and the README, and no tests', async () => {
  const installed = join(project, 'node_modules/@openpit/signalr-server');
  const files = await readdir(installed, { recursive: true });
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts']));
  expect(files.filter((file) => /\.test\.|^testing|(?<!\.d)\.ts$/.test(file))).toEqual([]);
});

it('the tutorial of the README compiles and prints the promised output, with the installed package', async () => {
  const { files, output } = await readTutorial();
  expect([...files.keys()]).toEqual(['contract.ts', 'server.ts', 'client.ts']);
  expect(output.length).toBeGreaterThan(5);
  const port = await freePort();
  for (const [name, code] of files) {
    await writeFile(join(project, name), code.replaceAll('5000', String(port)));
  }
  expect(await compile(project)).toBe('');

  const server = run(join(project, 'server.ts'));
  await listening(port, server.child);
  const client = run(join(project, 'client.ts'));
  const lines = () => client.output().trimEnd().split('\n');
  await until(() => containsInOrder(lines(), output) || client.child.exitCode !== null);
  expect(containsInOrder(lines(), output), client.output()).toBe(true);

  // SIGTERM closes all connections, and the server then exits.
  const ended = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  expect(server.output()).toContain('Connection ended (serverClosing).');
  expect(server.output()).not.toMatch(/^(info|warn|error)/m);
});

/**
 * True if `lines` contains the expected lines in this order. Lines of the tutorial's timer may be in between.
 */
function containsInOrder(lines: readonly string[], expected: readonly string[]): boolean {
  let at = 0;
  for (const line of lines) if (line === expected[at]) at++;
  return at === expected.length;
}
