import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../limits/limits.ts';
import { flagOf, type Option, optionNames, optionTable, variableOf } from './option-table.ts';
import { readOptions, usage } from './options.ts';

const read = (...argv: string[]) => readOptions(argv, '/somewhere');

describe('the command line', () => {
  it('listens on this machine only by default, with the simulator and the demonstration users', () => {
    expect(read()).toMatchObject({
      port: 4173,
      host: '127.0.0.1',
      dataFolder: '/somewhere/data',
      acceptsMissingFiles: false,
      simulator: true,
      demoLogins: true,
      referenceDataFile: null,
    });
    expect(read()?.clientSettings).toMatchObject({ startupDelayMs: 2500, tokenCheckMs: 120_000 });
  });

  it('rejects the demonstration users when other machines can reach the server, unless --demo is given', () => {
    expect(read('--host', '0.0.0.0')?.demoLogins).toBe(false);
    expect(read('--host', '192.168.1.5')?.demoLogins).toBe(false);
    expect(read('--host', '0.0.0.0', '--demo')?.demoLogins).toBe(true);
    expect(read('--host', 'localhost')?.demoLogins).toBe(true);
    expect(read('--host', '::1')?.demoLogins).toBe(true);
  });

  it('accepts the addresses of trusted proxies, but not the whole internet as one', () => {
    expect(read()?.trustedProxies).toEqual([]);
    expect(read('--trusted-proxy', '10.0.0.0/8,::1')?.trustedProxies).toEqual(['10.0.0.0/8', '::1']);
    for (const proxy of ['proxy', '10.0.0.0/0', '10.0.0.0/33', '1.2.3.4/8/8', '10.0.0.1,'])
      expect(() => read('--trusted-proxy', proxy)).toThrow('--trusted-proxy takes');
  });

  it('rejects a negative number because of its value', () => {
    expect(() => read('--inactivity-minutes', '-1')).toThrow(/^--inactivity-minutes takes a whole number/);
  });

  it('accepts each option', () => {
    const options = read(
      '--port',
      '0',
      '--data',
      'my data',
      '--accept-missing-files',
      '--no-simulator',
      '--seed',
      '7',
      '--client-settings',
      'startupDelayMs=10,staleAfterMs=900',
    );
    expect(options).toMatchObject({
      port: 0,
      dataFolder: '/somewhere/my data',
      acceptsMissingFiles: true,
      simulator: false,
      seed: 7,
    });
    expect(options?.clientSettings).toMatchObject({
      startupDelayMs: 10,
      staleAfterMs: 900,
      depthConnectDelayMs: 1000,
    });
    expect(read('--help')).toBeNull();
  });

  it('[HUB-1] sets the transport of browsers without WebSockets; the default is long polling', () => {
    expect(read()?.clientSettings.fallbackTransport).toBe('LongPolling');
    const settings = 'fallbackTransport=ServerSentEvents,startupDelayMs=10';
    expect(read('--client-settings', settings)?.clientSettings).toMatchObject({
      fallbackTransport: 'ServerSentEvents',
      startupDelayMs: 10,
    });
  });

  it('sets the first business day of a new market; the default is the current day', () => {
    expect(read()?.businessDay).toBeNull();
    expect(read('--business-day', '2026-11-18')?.businessDay).toBe('2026-11-18');
  });

  it('accepts a scenario and its pace', () => {
    expect(read()).toMatchObject({ scenarioFile: null, pace: 10 });
    const { scenarioFile, pace } = read('--scenario', 'a/day.scenario', '--pace', '60') ?? {};
    expect([scenarioFile, pace]).toEqual(['/somewhere/a/day.scenario', 60]);
    expect(read('--scenario', '/b.scenario')).toMatchObject({ scenarioFile: '/b.scenario', pace: 10 });
  });

  it('exposes figures and API description to other machines only when --expose names them', () => {
    expect(read('--host', '0.0.0.0')?.exposed).toEqual([]);
    expect(read('--expose', 'metrics')?.exposed).toEqual(['metrics']);
    expect(read('--expose', 'docs,metrics')?.exposed).toEqual(['docs', 'metrics']);
    expect(() => read('--expose', 'metrics,all')).toThrow(
      '--expose takes metrics, docs, or both with a comma, not "all".',
    );
  });

  it('accepts a variable whose file began with a byte order mark', () => {
    expect(readOptions([], '/', { '\uFEFFOPENPIT_PORT': '5000' })?.port).toBe(5000);
    expect(() => readOptions([], '/', { '\uFEFFOPENPIT_PROT': '5000' })).toThrow(
      'The nearest name is OPENPIT_PORT',
    );
  });

  it('accepts limits, and each has a default', () => {
    expect(read()?.limits).toEqual(defaultLimits);
    expect(read('--limits', 'callsPerSecond=7,callBurst=9')?.limits).toEqual({
      ...defaultLimits,
      callsPerSecond: 7,
      callBurst: 9,
    });
  });

  it('sets the least severe level of the log', () => {
    expect(read()?.logLevel).toBe('info');
    expect(read('--log-level', 'debug')?.logLevel).toBe('debug');
  });

  it.each([
    [['--log-level', 'all'], '--log-level takes error, warn, info, debug, not "all".'],
    [['--scenario', ''], '--scenario needs a value.'],
    [['--scenario', 'a', '--pace', '0'], '--pace takes a whole number from 1 to 1000, not "0".'],
    [['--scenario', 'a', '--pace', 'fast'], '--pace takes a whole number'],
    [['--pace', '20'], '--pace is for a scenario: name one with --scenario FILE.'],
    [['--port', 'eighty'], '--port takes a whole number from 0 to 65535, not "eighty".'],
    [['--port', '70000'], '--port takes'],
    [['--port', '-1'], '--port'],
    [['--market', 'mad'], '--market takes quiet, lively, storm, not "mad".'],
    [
      ['--business-day', 'today'],
      '--business-day takes a day from Monday to Friday such as 2026-11-18, not "today".',
    ],
    [['--business-day', '2026-11-21'], '--business-day takes a day from Monday to Friday'],
    [['--data', ' '], '--data needs a value.'],
    [['--host', 'no such host!'], '--host takes an address'],
    [['--speed'], '--speed'],
    [['somewhere'], 'somewhere'],
    [['--client-settings', 'colour=1'], '--client-settings has no "colour"'],
    [['--limits', 'callsPerDay=1'], '--limits has no "callsPerDay". Its names are connections,'],
    [['--limits', 'callBurst=0'], '--limits callBurst takes a whole number from 1 to 1000000000, not "0".'],
    [['--limits', 'callBurst=many'], '--limits callBurst takes a whole number'],
    [['--client-settings', 'startupDelayMs=soon'], '--client-settings startupDelayMs takes a whole number'],
    [
      ['--client-settings', 'fallbackTransport=WebSockets'],
      '--client-settings fallbackTransport takes LongPolling or ServerSentEvents, not "WebSockets".',
    ],
    [['--client-settings', 'marketName=7'], '--client-settings has no "marketName"'],
    [['--client-settings', 'demoUsers=7'], '--client-settings has no "demoUsers"'],
    [['--audit-days', '0'], '--audit-days takes a whole number from 1 to 36500, not "0".'],
    [['--tls-key', 'a'], '--tls-key needs --tls-cert'],
    [['--tls-cert', 'a'], '--tls-cert needs --tls-key'],
  ])('%j is rejected with a sentence', (argv, sentence) => {
    expect(() => read(...argv)).toThrow(sentence);
  });
});

describe('the environment', () => {
  const inEnvironment = (environment: Record<string, string>, ...argv: string[]) =>
    readOptions(argv, '/somewhere', environment);

  it('supplies each option that the command line leaves out', () => {
    const environment = {
      OPENPIT_PORT: '8080',
      OPENPIT_HOST: '0.0.0.0',
      OPENPIT_DATA: 'market',
      OPENPIT_DEMO: 'true',
      OPENPIT_SIMULATOR: 'false',
      OPENPIT_LOG_LEVEL: 'warn',
      OPENPIT_LIMITS: 'callBurst=9',
    };
    expect(inEnvironment(environment, '--port', '9090', '--data', 'other')).toMatchObject({
      port: 9090,
      host: '0.0.0.0',
      dataFolder: '/somewhere/other',
      demoLogins: true,
      simulator: false,
      logLevel: 'warn',
      limits: { ...defaultLimits, callBurst: 9 },
    });
    expect(inEnvironment(environment, '--no-demo', '--simulator')).toMatchObject({
      demoLogins: false,
      simulator: true,
    });
  });

  it('may contain other variables, including those of the commands of this repository', () => {
    expect(inEnvironment({ PATH: '/bin', OPENPIT_LONG: '1', OPENPIT_BENCH_ROUNDS: '2' })?.port).toBe(4173);
  });

  it.each([
    [{ OPENPIT_PORT: 'eighty' }, 'OPENPIT_PORT takes a whole number from 0 to 65535, not "eighty".'],
    [{ OPENPIT_DEMO: 'yes' }, 'OPENPIT_DEMO takes true or false, not "yes".'],
    [{ OPENPIT_DATA: '' }, 'OPENPIT_DATA needs a value.'],
    [{ OPENPIT_LIMITS: 'callBurst=0' }, 'OPENPIT_LIMITS callBurst takes a whole number from 1'],
    [
      { OPENPIT_LOGLEVEL: 'warn' },
      'The environment variable OPENPIT_LOGLEVEL is not a setting of Openpit. The nearest name is OPENPIT_LOG_LEVEL;',
    ],
    [{ OPENPIT_PROT: '1' }, 'The nearest name is OPENPIT_PORT;'],
    [{ OPENPIT_ACCEPT_MISSING_FILES: 'true' }, 'OPENPIT_ACCEPT_MISSING_FILES is for one start only'],
  ])('%j is rejected with a sentence', (environment, sentence) => {
    expect(() => inEnvironment(environment)).toThrow(sentence);
  });
});

describe('the documentation of the options', () => {
  it('has each in the help text', () => {
    for (const name of optionNames) expect(usage).toContain(`\n  ${flagOf(name)}`);
    expect(Math.max(...usage.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  it('has each with its variable in the table of docs/operations/install.md, and no others', () => {
    const page = readFileSync(new URL('../../../docs/operations/install.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `(--[a-z-]+)[^`]*` \| (?:`([A-Z_]+)` )?\|/gm)];
    const expected = optionNames.map((name) => {
      const { commandLineOnly }: Option = optionTable[name];
      return [flagOf(name), commandLineOnly === undefined ? variableOf(name) : undefined];
    });
    const documented = rows.map(([, flag, variable]) => [flag, variable]);
    expect(documented.sort()).toEqual([...expected, ['--help', undefined], ['--version', undefined]].sort());
  });
});
