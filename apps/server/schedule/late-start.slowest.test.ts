// The server on a folder that has not run for days: it asks the operator on the terminal, in its log and on the operator's
// command line.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { epochMs } from '@openpit/venue';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runOperatorCli } from '../operator/cli.ts';
import { readOptions } from '../options/options.ts';
import { startServer } from '../server.ts';
import { VirtualClock } from './virtual-clock.ts';

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const serverFile = fileURLToPath(new URL('../testing/run-server.ts', import.meta.url));
/** Two of them are business days at least. */
const fourDaysMs = 4 * 24 * 60 * 60_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-late-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const admin = (...argv: string[]) => operate([...argv, '--data', folder]);

async function operate(
  argv: readonly string[],
): Promise<{ readonly code: number; readonly printed: string }> {
  const lines: string[] = [];
  const print = (line: unknown) => void lines.push(String(line));
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(print),
    vi.spyOn(console, 'error').mockImplementation(print),
  ];
  const code = await runOperatorCli(argv);
  for (const spy of spies) spy.mockRestore();
  return { code, printed: lines.join('\n') };
}

it('asks on the terminal, in the log and on the command line before business days end, and ends them after the answer', async () => {
  const argv = ['--port', '0', '--no-simulator', '--no-past', '--data', folder];
  const options = readOptions(argv, folder);
  if (options === null) throw new Error('The options ask for help.');
  const then = new VirtualClock(epochMs(Date.now() - fourDaysMs));
  const before = await startServer(options, {
    onStopped: (cause) => expect.fail(cause.message),
    startSimulator: null,
    clock: then,
  });
  expect(await admin('schedule')).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/^The schedule runs\. The business day is \d{4}-\d\d-\d\d\.$/),
  });
  await before.stop();
  expect(await admin('schedule')).toEqual({
    code: 1,
    printed: 'No schedule runs on this folder. Start the server first.',
  });

  const server = spawn(
    process.execPath,
    ['--conditions=openpit-source', '--import', tsx, serverFile, ...argv],
    { stdio: 'pipe' },
  );
  const ended = new Promise((resolve) => server.once('close', resolve));
  let terminal = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      terminal += text;
    });
  try {
    await expect.poll(() => terminal).toContain('Openpit is open at');
    const question =
      /The clock says .* UTC, and the market last ran at .* UTC, in business day .* are overdue\./;
    expect(terminal).toMatch(question);
    const command = /then: .* admin (?:-- )?(.*)$/m.exec(terminal)?.[1] ?? '';
    await expect.poll(() => readFile(join(folder, 'server.log'), 'utf8')).toMatch(question);

    expect(await admin('schedule')).toMatchObject({ code: 0, printed: expect.stringMatching(question) });
    // As it would be pasted.
    const answered = await operate(command.split(' '));
    expect(answered).toMatchObject({
      code: 0,
      printed: expect.stringMatching(
        /^(Business day .* has ended\.\n){2,4}The schedule runs\. The business day is .*\.$/,
      ),
    });
    expect((await admin('schedule')).printed).toMatch(/^The schedule runs\./);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
});
