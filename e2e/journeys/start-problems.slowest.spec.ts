// Each problem at a start is one clear line on the terminal, and no process is left running.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../product/journey.ts';
import { demoPassword } from '../product/people.ts';
import { repository } from '../product/running-product.ts';

const start = join(repository, 'scripts', 'start.mjs');
let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-problems-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

async function tryToStart(...argv: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [start, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [code] = await once(child, 'exit');
  // The Node that runs the journeys may be out of support.
  return { code: Number(code), output: output.replace(/^Warning: Node .*\n/, '').trim() };
}

test('a start on a port that is in use ends with one line that says so', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const { code, output } = await tryToStart('--port', String(port), '--data', join(folder, 'data'));
  expect(code).toBe(1);
  expect(output).toBe(
    'The port is in use: another program listens there. Choose one with --port, or stop it.',
  );
  other.close();
});

test('a start on a data folder that is in use or cannot be written ends with one line that says why', async ({
  product,
}) => {
  const held = await tryToStart('--port', '0', '--data', product.dataFolder);
  expect(held.code).toBe(1);
  expect(held.output).toMatch(
    /^The data folder .* is in use by process \d+ since .*, listening at http:\/\/127\.0\.0\.1:\d+: stop it first, or choose another data folder\.$/,
  );

  await writeFile(join(folder, 'file'), '');
  const file = await tryToStart('--port', '0', '--data', join(folder, 'file', 'data'));
  expect(file.code).toBe(1);
  expect(file.output).toMatch(
    /\/file is a file, but must be a folder: move it away and start again, or choose another folder\.$/,
  );
});

test('a start with an unknown option or an invalid value ends with one line that says so', async () => {
  expect(await tryToStart('--speed')).toEqual({
    code: 1,
    output: "Unknown option '--speed'. See npm start -- --help.",
  });
  expect((await tryToStart('--port', 'eighty')).output).toBe(
    '--port takes a whole number from 0 to 65535, not "eighty".',
  );
});

test('with --host the demonstration users cannot sign in, unless --demo asks for them', async ({
  startProduct,
}) => {
  const signIn = async (more: readonly string[]) => {
    const product = await startProduct({ more });
    const reply = await fetch(`${product.url}/api/authenticate/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'thandi@kand.example', password: demoPassword }),
    });
    return { status: reply.status, output: product.output };
  };
  const closed = await signIn(['--host', '0.0.0.0']);
  expect(closed.status).toBe(403);
  expect(closed.output).not.toContain(demoPassword);
  expect((await signIn(['--host', '0.0.0.0', '--demo'])).status).toBe(200);
});
