// What a newcomer reads when something is in the way: one clear line each, and nothing is left running.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../product/journey.ts';
import { demoPassword } from '../product/market-client.ts';
import { repository } from '../product/running-product.ts';

const start = join(repository, 'scripts', 'start.mjs');
let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-problems-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

async function tryToStart(...argv: string[]): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [start, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const [code] = await once(child, 'exit');
  return { code: Number(code), said: said.trim() };
}

test('a port that is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const { code, said } = await tryToStart('--port', String(port), '--data', join(folder, 'data'));
  expect(code).toBe(1);
  expect(said).toBe('The port is in use: another program listens there. Choose one with --port, or stop it.');
  other.close();
});

test('a data folder that another server holds, and one that cannot be a folder', async ({ startProduct }) => {
  const product = await startProduct();
  const held = await tryToStart('--port', '0', '--data', product.dataFolder);
  expect(held.code).toBe(1);
  expect(held.said).toMatch(
    /^The data folder .* is in use by process \d+ since .*, listening at http:\/\/127\.0\.0\.1:\d+: stop it first, or choose another data folder\.$/,
  );

  await writeFile(join(folder, 'file'), '');
  const file = await tryToStart('--port', '0', '--data', join(folder, 'file', 'data'));
  expect(file.code).toBe(1);
  expect(file.said).toMatch(
    /cannot be written \(ENOTDIR\): give this user the right to write there, or choose another data folder\.$/,
  );
});

test('an option that does not exist, and one that has no sense', async () => {
  expect(await tryToStart('--speed')).toEqual({
    code: 1,
    said: "Unknown option '--speed'. See npm start -- --help.",
  });
  expect((await tryToStart('--port', 'eighty')).said).toBe(
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
    return { status: reply.status, said: product.said };
  };
  const closed = await signIn(['--host', '0.0.0.0']);
  expect(closed.status).toBe(403);
  expect(closed.said).not.toContain(demoPassword);
  expect((await signIn(['--host', '0.0.0.0', '--demo'])).status).toBe(200);
});
