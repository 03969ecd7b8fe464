// A server that is stopped by signals, in a separate process, while its threads are busy.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { until } from './testing/screen.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';

const stops = process.env.OPENPIT_LONG === '1' ? 200 : process.env.OPENPIT_QUICK === '1' ? 1 : 2;
vi.setConfig({ testTimeout: 60_000 + stops * 20_000 });

let folder: string;
let server: ServerProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-signals-'));
});
afterEach(async () => {
  server?.child.kill('SIGKILL');
  await server?.ended;
  await rm(folder, { recursive: true, force: true });
});

it(`ends cleanly at a second SIGTERM, whenever it comes (${stops} times), and starts again on its folder`, async () => {
  const ends: string[] = [];
  // A fast machine may have stopped cleanly before the second signal: then there are more stops.
  for (let stop = 0; stop < stops || (ends.every((end) => end === '0') && stop < stops + 50); stop += 1) {
    const { child, ended, output } = await start();
    // Different moments each time, but the same in each run of the test.
    await pause((stop * 37) % 300);
    child.kill('SIGTERM');
    await until(() => output().includes('Stopping…'));
    await pause((stop * 13) % 60);
    child.kill('SIGTERM');
    const { code, signal } = await ended;
    ends.push(signal ?? `${code}`);
    // A machine with a slow disk may need longer than the server waits.
    const expected = output().includes('The files are not closed after') ? ['SIGKILL'] : ['130', '0'];
    expect(expected, `after stop ${stop + 1}: ${output()}`).toContain(ends.at(-1));
  }
  // 0: the clean stop was faster than the second signal.
  expect(ends.some((end) => end !== '0')).toBe(true);
});

it('stops cleanly at SIGHUP, even when it comes twice: a closed terminal, or a rotation of logs', async () => {
  const { child, ended, output } = await start();
  child.kill('SIGHUP');
  await until(() => output().includes('Stopping…'));
  child.kill('SIGHUP');
  expect(await ended).toEqual({ code: 0, signal: null });
  expect(
    (await readdir(join(folder, 'snapshots'))).filter((name) => /^snapshot-\d+\.bin$/.test(name)),
  ).toHaveLength(1);
  const entries = (await readFile(join(folder, 'server.log'), 'utf8')).trimEnd().split('\n');
  expect(entries.map((line) => (JSON.parse(line) as { msg: string }).msg)).toContain('the server stops');
});

it.each([1, 2])('ends cleanly at signal %i although its output is no longer read', async (signals) => {
  const { child, ended } = await start();
  const closed = [child.stdout, child.stderr].map(
    (pipe) => new Promise((resolve) => pipe?.destroy().once('close', resolve)),
  );
  await Promise.all(closed);
  child.kill('SIGTERM');
  if (signals === 2) {
    await pause(30);
    child.kill('SIGTERM');
  }
  const { code, signal } = await ended;
  expect(signals === 1 ? [0] : [0, 130, 'SIGKILL']).toContain(signal ?? code);
});

async function start(): Promise<ServerProcess> {
  server = await startServerProcess(['--data', folder, '--market', 'storm', '--business-day', '2026-11-18']);
  return server;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
