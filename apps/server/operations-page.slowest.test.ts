// The steps of docs/operations for backup, restore and upgrade, exactly as written, with folders of the test instead of the service's
// folders. systemctl stops and starts a server of this process; commands that install or build are omitted.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { epochMs } from '@openpit/venue';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runOperatorCli } from './operator/cli.ts';
import { readOptions } from './options/options.ts';
import { VirtualClock } from './schedule/virtual-clock.ts';
import { type RunningServer, startServer } from './server.ts';

/** The commands of a section, in their order. */
function commandsOf(name: string, heading: string): string[] {
  const page = readFileSync(new URL(`../../docs/operations/${name}.md`, import.meta.url), 'utf8');
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\$ (?:sudo (?:-u openpit )?)?(.*)$/gm)].map(([, command = '']) => command);
}

let base: string;
let server: RunningServer | undefined;
let printed: string[];
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'openpit-operations-'));
  printed = [];
  const keep = (text: unknown) => void printed.push(String(text));
  vi.spyOn(console, 'log').mockImplementation(keep);
  vi.spyOn(console, 'error').mockImplementation(keep);
  await start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await stop();
  await rm(base, { recursive: true, force: true });
});

const dataFolder = () => join(base, 'var', 'lib', 'openpit');

async function start(): Promise<void> {
  const options = readOptions(['--port', '0', '--no-past', '--business-day', '2026-11-18'], '/', {
    OPENPIT_DATA: dataFolder(),
  });
  if (options === null) throw new Error('The options ask for help.');
  const clock = new VirtualClock(epochMs(Date.parse('2026-11-18T10:00+02:00')));
  const onStopped = (cause: Error) => expect.fail(cause.message);
  server = await startServer(options, { onStopped, startSimulator: null, clock });
}

async function stop(): Promise<void> {
  await server?.stop();
  server = undefined;
}

/** Runs a command of the page; false for one that installs or builds. */
async function run(command: string): Promise<boolean> {
  const [program = '', ...words] = command
    .split(' ')
    .map((word) => word.replace(/^\/(?=var\/lib\/|srv\/)/, `${base}/`));
  const admin = ['node scripts/run-built.mjs admin ', 'npm run admin -- '].find((prefix) =>
    command.startsWith(prefix),
  );
  if (admin !== undefined) {
    const argv = words.slice(words.indexOf(admin.startsWith('npm') ? '--' : 'admin') + 1);
    const data = argv.includes('--data') ? [] : ['--data', dataFolder()];
    expect(await runOperatorCli([...argv, ...data]), printed.join('\n')).toBe(0);
  } else if (program === 'systemctl') await (words[0] === 'stop' ? stop() : start());
  else if (program === 'mv' || program === 'cp') execFileSync(program, words);
  else return false;
  return true;
}

const admin = (...words: string[]) => runOperatorCli([...words, '--data', dataFolder()]);
/** Lerato's permissions in the running market. */
async function permissions(): Promise<string> {
  printed.length = 0;
  await admin('users');
  return /^lerato .*$/m.exec(printed.join('\n'))?.[0] ?? '';
}

it('backup and restore bring back the market of the backup', async () => {
  await admin('user', 'grant', 'lerato', 'insertOrderOrDouble');
  // A stop signs the end of the audit log, which otherwise happens by the clock of the test.
  await stop();
  await start();
  const backup = commandsOf('every-day', 'Backup');
  expect(backup).toHaveLength(1);
  for (const command of backup) expect(await run(command)).toBe(true);
  expect(printed.at(-1)).toMatch(
    /^The backup in .* is complete: commands up to \d+, .* A server starts from a copy of it: --data FOLDER\.$/,
  );
  await admin('user', 'revoke', 'lerato', 'all');
  expect(await permissions()).toContain('no permissions');

  const restore = commandsOf('incident', 'Restore');
  expect(restore.length).toBeGreaterThan(4);
  for (const command of restore) expect(await run(command), command).toBe(true);
  expect(printed.join('\n')).toContain('The audit log is whole');
  expect(await permissions()).toContain('insertOrderOrDouble');
  expect(await readdir(join(base, 'var', 'lib'))).toEqual(['openpit', 'openpit.aside']);
});

it('the steps of an upgrade leave a backup and a market that runs', async () => {
  await admin('user', 'grant', 'lerato', 'insertOrderOrDouble');
  const leftOut: string[] = [];
  for (const command of commandsOf('upgrade', 'Steps')) if (!(await run(command))) leftOut.push(command);
  expect(leftOut).toEqual(['git pull', 'npm ci', 'npm run build']);
  expect(await readdir(join(base, 'srv', 'backup', 'before-upgrade'))).toContain('journal.tail');
  expect(await permissions()).toContain('insertOrderOrDouble');
});
