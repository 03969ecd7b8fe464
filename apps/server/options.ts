// The command line of `npm start`. A faulty option is rejected with its name and the values that it takes.
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { MarketName } from '@openpit/simulator';
import { businessDayFrom, type IsoDate, parseIsoDate } from '@openpit/venue';
import { type ClientSettings, clientSettings } from '@openpit/wire';
import { defaultLimits, type ServerLimits } from './limits/limits.ts';
import { type LogLevel, logLevels } from './log.ts';
import { scheduleFiles } from './server-folder.ts';
import { marketNames } from './simulation.ts';

export interface ServerOptions {
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  readonly simulator: boolean;
  /** How busy the simulated participants are. */
  readonly market: MarketName;
  /** Whether the demonstration users may sign in. */
  readonly demoLogins: boolean;
  /** File with the reference data of a market that has not been opened yet; null for the demonstration market. */
  readonly referenceDataFile: string | null;
  /** The first business day of a market that has not been opened yet, `2026-11-18`; null for the demonstration's today. */
  readonly businessDay: IsoDate | null;
  /** File with a scenario that runs in the market; null for none. */
  readonly scenarioFile: string | null;
  /** Seconds of scenario time per second. */
  readonly pace: number;
  /** File with the hours of the exchange day. */
  readonly scheduleFile: string;
  readonly clientSettings: ClientSettings;
  readonly limits: ServerLimits;
  readonly seed: number;
  /** The least severe entries in the log; debug includes the rejected orders of simulated participants. */
  readonly logLevel: LogLevel;
}

/** An option cannot be used; the message says which one and what it takes. */
export class OptionsError extends Error {
  override name = 'OptionsError';
}

export const usage = `Usage: npm start -- [options]

  --port N              port to listen on (default 4173; 0 picks a free one)
  --host H              address to listen on (default 127.0.0.1, this machine only)
  --data FOLDER         folder of journal, database and snapshots (default ./data)
  --demo                let the demonstration users sign in although --host is given
  --market M            how busy the simulated participants are: quiet, lively (default), storm
  --no-simulator        no simulated participants: only orders of people move prices
  --reference-data FILE reference data for a market that is opened for the first time
  --business-day DATE   first business day of a market that is opened for the first time (default: the current
                        one; with --reference-data, that file's anchorDate)
  --schedule S          hours of the exchange day: demo (default, round the clock), sast, or a FILE
  --scenario FILE       run a scenario in the market (docs/scenarios.md)
  --pace N              how many times faster than its own time the scenario runs (default 10)
  --client-settings S   intervals and time-outs of browsers, as name=milliseconds,… (for tests)
  --limits L            limits per user and of connections, as name=number,… (docs/operations.md)
  --seed N              seed of the simulated participants (default 1)
  --log-level L         least severe entries in server.log: error, warn, info (default), debug
  --help                this text`;

const defaultHost = '127.0.0.1';

/** Throws OptionsError. Returns null when the user asked for help. */
export function readOptions(argv: readonly string[], workingFolder: string): ServerOptions | null {
  const values = parsed(argv);
  if (values.help === true) return null;
  const host = values.host ?? defaultHost;
  const timing = values['client-settings'];
  return {
    port: wholeNumber('--port', values.port ?? '4173', 65_535),
    host: readHost(host),
    dataFolder: resolve(workingFolder, filled('--data', values.data ?? 'data')),
    simulator: values['no-simulator'] !== true,
    market: readMarket(values.market ?? 'lively'),
    demoLogins: values.demo === true || isLoopback(host),
    referenceDataFile:
      values['reference-data'] === undefined
        ? null
        : resolve(workingFolder, filled('--reference-data', values['reference-data'])),
    businessDay: readBusinessDay(values['business-day']),
    scheduleFile: readScheduleFile(workingFolder, values.schedule ?? 'demo'),
    scenarioFile:
      values.scenario === undefined ? null : resolve(workingFolder, filled('--scenario', values.scenario)),
    pace: readPace(values),
    clientSettings: readTiming(timing ?? ''),
    limits: readLimits(values.limits ?? ''),
    seed: wholeNumber('--seed', values.seed ?? '1', 2_147_483_647),
    logLevel: readLogLevel(values['log-level'] ?? 'info'),
  };
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

function parsed(argv: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    const yes = { type: 'boolean' } as const;
    return parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: false,
      options: {
        port: text,
        host: text,
        data: text,
        demo: yes,
        'no-simulator': yes,
        market: text,
        'reference-data': text,
        'business-day': text,
        schedule: text,
        scenario: text,
        pace: text,
        'client-settings': text,
        limits: text,
        seed: text,
        'log-level': text,
        help: yes,
      },
    }).values;
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error);
    throw new OptionsError(`${why}. See npm start -- --help.`);
  }
}

function wholeNumber(option: string, text: string, highest: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > highest)
    throw new OptionsError(`${option} takes a whole number from 0 to ${highest}, not "${text}".`);
  return value;
}

function filled(option: string, text: string): string {
  if (text.trim() === '') throw new OptionsError(`${option} needs a value.`);
  return text;
}

function readHost(host: string): string {
  if (isIP(host) === 0 && !/^[a-zA-Z0-9.-]{1,253}$/.test(host))
    throw new OptionsError(`--host takes an address or a host name, not "${host}".`);
  return host;
}

function readScheduleFile(workingFolder: string, text: string): string {
  if (text === 'demo' || text === 'sast') return scheduleFiles[text];
  return resolve(workingFolder, filled('--schedule', text));
}

function readBusinessDay(text: string | undefined): IsoDate | null {
  if (text === undefined) return null;
  const day = parseIsoDate(text);
  // Only the reference data knows the holidays.
  if (day === null || businessDayFrom(day, new Set()) !== day)
    throw new OptionsError(
      `--business-day takes a day from Monday to Friday such as 2026-11-18, not "${text}".`,
    );
  return text;
}

function readMarket(text: string): MarketName {
  const market = marketNames.find((name) => name === text);
  if (market === undefined)
    throw new OptionsError(`--market takes ${marketNames.join(', ')}, not "${text}".`);
  return market;
}

function readLogLevel(text: string): LogLevel {
  const level = logLevels.find((name) => name === text);
  if (level === undefined)
    throw new OptionsError(`--log-level takes ${logLevels.join(', ')}, not "${text}".`);
  return level;
}

function readPace({ pace, scenario }: { readonly pace?: string; readonly scenario?: string }): number {
  if (pace === undefined) return 10;
  if (scenario === undefined)
    throw new OptionsError('--pace is for a scenario: name one with --scenario FILE.');
  const value = wholeNumber('--pace', pace, 1000);
  if (value === 0) throw new OptionsError('--pace takes a whole number from 1 to 1000, not "0".');
  return value;
}

function readTiming(text: string): ClientSettings {
  const known = Object.keys(clientSettings.parse({}));
  return clientSettings.parse(numbersByName('--client-settings', text, { known, highest: 86_400_000 }));
}

function readLimits(text: string): ServerLimits {
  const known = Object.keys(defaultLimits);
  const given = numbersByName('--limits', text, { known, highest: 1_000_000_000 });
  const zero = Object.keys(given).find((name) => given[name] === 0);
  if (zero !== undefined) throw new OptionsError(`--limits ${zero} takes a whole number from 1, not "0".`);
  return { ...defaultLimits, ...given };
}

/** Reads `name=number,…`. */
function numbersByName(
  option: string,
  text: string,
  { known, highest }: { readonly known: readonly string[]; readonly highest: number },
): Record<string, number> {
  const pairs = text === '' ? [] : text.split(',').map((pair) => pair.split('='));
  const given: Record<string, number> = {};
  for (const [name = '', value = ''] of pairs) given[name] = wholeNumber(`${option} ${name}`, value, highest);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new OptionsError(`${option} has no "${unknown}". Its names are ${known.join(', ')}.`);
  return given;
}
