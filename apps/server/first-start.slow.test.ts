// The first start of a folder: the files that remain when it fails, and the market that it opens.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLibsql } from '@openpit/storage';
import { epochMs, ruleVersion } from '@openpit/venue';
import { paths } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runOperatorCli } from './operator/cli.ts';
import { readOptions } from './options/options.ts';
import { VirtualClock } from './schedule/virtual-clock.ts';
import { type RunningServer, startServer } from './server.ts';
import { demoMarketFile, serverVersion } from './server-folder.ts';
import { startServerProcess } from './testing/server-process.ts';

const page = readFileSync(new URL('../../docs/own-market.md', import.meta.url), 'utf8');
const rain = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-first-start-'));
  await writeFile(join(folder, 'rain.json'), rain);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The notices of the last start. */
let notices: string[];
async function start(...argv: readonly string[]): Promise<RunningServer> {
  notices = [];
  const all = ['--no-simulator', '--no-past', '--data', 'data', ...argv];
  const options = readOptions(argv.includes('--port') ? all : ['--port', '0', ...all], folder);
  if (options === null) throw new Error('the options ask for help');
  return await startServer(options, {
    onStopped: (cause) => expect.fail(cause.message),
    notify: (_level, notice) => notices.push(notice),
    startSimulator: null,
    clock: new VirtualClock(epochMs(Date.parse('2026-12-01T10:00+02:00'))),
  });
}

const ofRain = ['--reference-data', 'rain.json', '--business-day', '2026-12-01'];

/** The name of the market of a running server. */
async function nameOf({ url }: RunningServer): Promise<unknown> {
  const reply = await fetch(url + paths.getClientSettings);
  return ((await reply.json()) as { marketName: string }).marketName;
}

describe('a first start that cannot listen', () => {
  it.each([
    ['at an address of another machine', '192.0.2.1'],
    ['at a host name without an address', 'no-such-host.invalid'],
  ])('%s seeds nothing: the next start opens another market', async (_what, host) => {
    await expect(start('--host', host)).rejects.toThrow();
    const running = await start(...ofRain);
    expect(await nameOf(running)).toBe('Rain Exchange');
    expect(notices).toEqual([]);
    await running.stop();
  });

  it('seeds nothing when its port is in use, so that the next start opens another market', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(start('--port', String(port))).rejects.toThrow('EADDRINUSE');
    other.close();
    const running = await start(...ofRain, '--port', String(port));
    expect(await nameOf(running)).toBe('Rain Exchange');
    await running.stop();
  });
});

describe('a demonstration without a past', () => {
  it('has no candles', async () => {
    await (await start('--business-day', '2026-12-01')).stop();
    const history = openLibsql(join(folder, 'data', 'history.db'));
    for (const table of ['candle', 'day_candle'])
      expect(history.get(`select count(*) as number from ${table}`)).toEqual({ number: 0 });
    history.close();
  });
});

describe('a first start on a holiday of the reference data', () => {
  it('is rejected, and the next start opens the market on a business day', async () => {
    const file = ofRain.slice(0, 2);
    await expect(start(...file, '--business-day', '2026-12-25')).rejects.toThrow(
      'The market cannot open on 2026-12-25',
    );
    const running = await start(...ofRain);
    expect(await nameOf(running)).toBe('Rain Exchange');
    await running.stop();
  });
});

describe('a first start with reference data and without a business day', () => {
  const dayOf = async (anchorDate: string) => {
    await writeFile(join(folder, 'rain.json'), JSON.stringify({ ...JSON.parse(rain), anchorDate }));
    const running = await start(...ofRain.slice(0, 2));
    const log = vi.spyOn(console, 'log').mockReturnValue();
    expect(await runOperatorCli(['schedule', '--data', join(folder, 'data')])).toBe(0);
    const [[sentence]] = log.mock.calls as [[string]];
    log.mockRestore();
    await running.stop();
    return sentence.slice(-11, -1);
  };

  it('opens the market on the current business day if the day of the prices has passed', async () => {
    expect(await dayOf('2026-11-18')).toBe('2026-12-01');
  });

  it('opens the market on the day of the prices if that is later', async () => {
    expect(await dayOf('2026-12-03')).toBe('2026-12-03');
  });
});

describe('a file of reference data for a folder that has a market', () => {
  it('is said to be ignored when it differs, with the command that shows how', async () => {
    await (await start('--business-day', '2026-12-01')).stop();
    const running = await start(...ofRain);
    expect(notices.join()).toMatch(
      /^The reference data .*rain\.json was not used, because .*data already has a market, which differs from it\. .*reference diff/,
    );
    await running.stop();
  });

  it('is said to be ignored when it cannot be read, with the reason', async () => {
    await (await start(...ofRain)).stop();
    await writeFile(join(folder, 'rain.json'), '{');
    const running = await start(...ofRain);
    expect(notices.join()).toMatch(/was not used.* could not be compared.*is not JSON/);
    await running.stop();
  });

  it.each(['members', 'dealers'] as const)('is said to be ignored when it has other %s', async (what) => {
    await (await start(...ofRain)).stop();
    const changed = JSON.parse(rain) as Record<typeof what, { name: string }[]>;
    for (const row of changed[what]) row.name = 'Another name';
    await writeFile(join(folder, 'rain.json'), JSON.stringify(changed));
    const running = await start(...ofRain);
    expect(notices.join()).toContain('differs');
    await running.stop();
  });

  it('is ignored without a word when it describes the market of the folder', async () => {
    await (await start(...ofRain)).stop();
    const running = await start(...ofRain);
    expect(notices).toEqual([]);
    await running.stop();
  });
});

describe('the output of the start', () => {
  const printed = async (...argv: readonly string[]) => {
    const { output, child, ended } = await startServerProcess([
      ...['--no-simulator', '--no-past', '--data', join(folder, 'data')],
      ...argv,
    ]);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, signal: null });
    return output();
  };
  const reference = (file: string) => ['--reference-data', file, '--business-day', '2026-12-01'];

  it('names no demonstration user in a market of one’s own, but how to create the first user', async () => {
    const text = await printed(...reference(join(folder, 'rain.json')));
    expect(text).not.toMatch(/demonstration|maize-and-wheat/i);
    expect(text).toContain('user create');
  });

  it('says how to create a user when a market of one’s own has lost its logins', async () => {
    const argv = reference(join(folder, 'rain.json'));
    await printed(...argv);
    const data = join(folder, 'data');
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const words = ['user', 'create', 'thabo', 'thabo@cape.example', 'CAPE', 'THB', 'Thabo', 'Maseko'];
    expect(await runOperatorCli([...words, '--data', data])).toBe(0);
    log.mockRestore();
    expect(await printed(...argv)).not.toContain('user create');
    await rm(join(data, 'openpit.db'));
    expect(await printed(...argv, '--accept-missing-files')).toContain('user create');
  });

  it('names no demonstration user whose codes a dealer of another name has', async () => {
    const demo = JSON.parse(readFileSync(demoMarketFile, 'utf8')) as { dealers: { name: string }[] };
    for (const dealer of demo.dealers) dealer.name = `Not ${dealer.name}`;
    await writeFile(join(folder, 'own.json'), JSON.stringify(demo));
    expect(await printed(...reference(join(folder, 'own.json')))).not.toMatch(
      /demonstration|maize-and-wheat/i,
    );
  });

  it('names the users of the demonstration, or states that their accounts are closed', async () => {
    expect(await printed()).toContain('thandi@kand.example');
    expect(await printed('--host', '0.0.0.0')).toMatch(/demonstration users cannot sign in/);
  });

  it('names an address that can be opened here, and those for other machines, with --host 0.0.0.0', async () => {
    const { output, url, child, ended } = await startServerProcess([
      ...['--no-simulator', '--no-past', '--data', join(folder, 'data')],
      ...['--host', '0.0.0.0'],
    ]);
    expect(new URL(url).hostname).toBe('127.0.0.1');
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    const named = [...output().matchAll(/^On other machines: http:\/\/(.+):\d+$/gm)].map(([, name]) => name);
    const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
    expect(named).toEqual(
      own.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address),
    );
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, signal: null });
  });

  it('is JSON on standard output and readable text on standard error, with --log-to stdout', async () => {
    const data = join(folder, 'data');
    const { output, standardOutput, child, ended } = await startServerProcess([
      ...['--no-simulator', '--no-past', '--data', data],
      ...['--log-to', 'stdout'],
    ]);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, signal: null });
    const lines = standardOutput().trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as { readonly msg: string });
    expect(entries[0]).toMatchObject({
      msg: 'the server starts',
      version: serverVersion,
      rules: ruleVersion,
    });
    expect(entries.map(({ msg }) => msg)).toContain('the market is open');
    expect(output()).toMatch(/Openpit is open at[\s\S]*Stopping…/);
    expect(existsSync(join(data, 'server.log'))).toBe(false);
  });

  it('states that the file of reference data was not used', async () => {
    await printed();
    expect(await printed(...reference(join(folder, 'rain.json')))).toMatch(/rain\.json was not used/);
  });
});
