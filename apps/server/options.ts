// The command line of `npm start`. A faulty option is rejected with its name and the values that it takes.
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { MarketName } from '@openpit/simulator';
import { businessDayFrom, type IsoDate, parseIsoDate } from '@openpit/venue';
import {
  type ClientSettings,
  clientSettings,
  defaultClientSettings,
  type FallbackTransport,
  fallbackTransports,
} from '@openpit/wire';
import { defaultAuditDays } from './audit/open-audit.ts';
import { type Exposable, exposable } from './http/local-only.ts';
import { defaultLimits, type ServerLimits } from './limits/limits.ts';
import { type LogLevel, logLevels } from './log.ts';
import { scheduleFiles } from './server-folder.ts';
import { marketNames } from './simulation.ts';

export interface ServerOptions {
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  /** Whether to start although files of the data folder are missing. */
  readonly acceptsMissingFiles: boolean;
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
  /** Proxies in front of the server, which say from where a request comes. */
  readonly trustedProxies: readonly string[];
  /** How long a session may be unused; null for as long as it lasts. */
  readonly inactivityMs: number | null;
  /** How many days the entries of the audit log are kept. */
  readonly auditDays: number;
  /** Files with a certificate and its private key; null for plain HTTP. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  readonly seed: number;
  /** What answers other machines, too, and not this machine only. */
  readonly exposed: readonly Exposable[];
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
  --accept-missing-files
                        start although journal.tail, journal.db or openpit.db is missing; for one start only
                        (docs/operations.md)
  --demo                let the demonstration users sign in although --host is given
  --market M            how busy the simulated participants are: quiet, lively (default), storm
  --expose LIST         let other machines read metrics (/metrics), docs (/api/docs), or metrics,docs
  --no-simulator        no simulated participants: only orders of people move prices
  --reference-data FILE reference data for a market that is opened for the first time
  --business-day DATE   first business day of a market that is opened for the first time (default: the current
                        one; with --reference-data, that file's anchorDate)
  --schedule S          hours of the exchange day: demo (default, round the clock), sast, or a FILE
  --scenario FILE       run a scenario in the market (docs/scenarios.md)
  --pace N              how many times faster than its own time the scenario runs (default 10)
  --client-settings S   settings of browsers, as name=value,…: fallbackTransport=ServerSentEvents for browsers
                        without WebSockets (default LongPolling); for tests, intervals in milliseconds
  --limits L            limits per user and of connections, as name=number,… (docs/operations.md)
  --inactivity-minutes N
                        end sessions without a call for so long (default 0: they last until they expire)
  --audit-days N        how many days the entries of the audit log are kept (default 400)
  --tls-cert FILE       the certificate for HTTPS in PEM, with those between it and the authority; needs --tls-key
  --tls-key FILE        the private key of the certificate in PEM
  --trusted-proxy A     addresses or networks of proxies whose X-Forwarded-For is believed, as A,… (default none)
  --seed N              seed of the simulated participants (default 1)
  --log-level L         least severe entries in server.log: error, warn, info (default), debug
  --help                this text`;

const defaultHost = '127.0.0.1';

/** Throws OptionsError. Returns null when the user asked for help. */
export function readOptions(argv: readonly string[], workingFolder: string): ServerOptions | null {
  const values = parsed(argv);
  if (values.help === true) return null;
  const host = values.host ?? defaultHost;
  return {
    port: wholeNumber('--port', values.port ?? '4173', 65_535),
    host: readHost(host),
    dataFolder: resolve(workingFolder, filled('--data', values.data ?? 'data')),
    acceptsMissingFiles: values['accept-missing-files'] === true,
    simulator: values['no-simulator'] !== true,
    market: readMarket(values.market ?? 'lively'),
    demoLogins: values.demo === true || isLoopback(host),
    referenceDataFile:
      values['reference-data'] === undefined
        ? null
        : resolve(workingFolder, filled('--reference-data', values['reference-data'])),
    businessDay: readBusinessDay(values['business-day']),
    exposed: readExposed(values.expose),
    scheduleFile: readScheduleFile(workingFolder, values.schedule ?? 'demo'),
    scenarioFile:
      values.scenario === undefined ? null : resolve(workingFolder, filled('--scenario', values.scenario)),
    pace: readPace(values),
    clientSettings: readClientSettings(values['client-settings'] ?? ''),
    limits: readLimits(values.limits ?? ''),
    trustedProxies: readProxies(values['trusted-proxy'] ?? ''),
    inactivityMs: readInactivity(values['inactivity-minutes'] ?? '0'),
    auditDays: readAuditDays(values['audit-days'] ?? String(defaultAuditDays)),
    tls: readTls(workingFolder, values['tls-cert'], values['tls-key']),
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
        'accept-missing-files': yes,
        demo: yes,
        expose: text,
        'no-simulator': yes,
        market: text,
        'reference-data': text,
        'business-day': text,
        schedule: text,
        scenario: text,
        pace: text,
        'client-settings': text,
        limits: text,
        'trusted-proxy': text,
        'inactivity-minutes': text,
        'audit-days': text,
        'tls-cert': text,
        'tls-key': text,
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

function readExposed(text: string | undefined): readonly Exposable[] {
  if (text === undefined) return [];
  return text.split(',').map((name) => {
    const found = exposable.find((one) => one === name);
    if (found === undefined)
      throw new OptionsError(`--expose takes ${exposable.join(', ')}, or both with a comma, not "${name}".`);
    return found;
  });
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

function readClientSettings(text: string): ClientSettings {
  const given: Record<string, number | FallbackTransport> = {};
  for (const { name, value, option } of namedValues('--client-settings', text, settingNames))
    given[name] =
      name === 'fallbackTransport'
        ? readFallbackTransport(option, value)
        : wholeNumber(option, value, 86_400_000);
  return clientSettings.parse(given);
}

function readProxies(text: string): readonly string[] {
  const proxies = text === '' ? [] : text.split(',');
  for (const proxy of proxies) {
    const [address = '', bits, ...more] = proxy.split('/');
    const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    if (longest < 0 || more.length > 0 || (bits !== undefined && !isNetwork(bits, longest)))
      throw new OptionsError(
        `--trusted-proxy takes addresses or networks such as 10.0.0.0/8, not "${proxy}".`,
      );
  }
  return proxies;
}

/** Not all of the internet: anybody could then write the address that is counted. */
const isNetwork = (bits: string, longest: number): boolean =>
  /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= longest;

function readInactivity(text: string): number | null {
  const minutes = wholeNumber('--inactivity-minutes', text, 1440);
  return minutes === 0 ? null : minutes * 60_000;
}

function readAuditDays(text: string): number {
  const days = wholeNumber('--audit-days', text, 36_500);
  if (days === 0) throw new OptionsError('--audit-days takes a whole number from 1 to 36500, not "0".');
  return days;
}

function readTls(
  workingFolder: string,
  cert: string | undefined,
  key: string | undefined,
): ServerOptions['tls'] {
  if (cert === undefined && key === undefined) return null;
  if (cert === undefined) throw new OptionsError('--tls-key needs --tls-cert, the certificate of the key.');
  if (key === undefined) throw new OptionsError('--tls-cert needs --tls-key, the key of the certificate.');
  return {
    certFile: resolve(workingFolder, filled('--tls-cert', cert)),
    keyFile: resolve(workingFolder, filled('--tls-key', key)),
  };
}

function readLimits(text: string): ServerLimits {
  const given: Record<string, number> = {};
  for (const { name, value, option } of namedValues('--limits', text, Object.keys(defaultLimits))) {
    given[name] = wholeNumber(option, value, 1_000_000_000);
    if (given[name] === 0) throw new OptionsError(`${option} takes a whole number from 1, not "0".`);
  }
  return { ...defaultLimits, ...given };
}

/** Reads `name=value,…`. */
function namedValues(option: string, text: string, known: readonly string[]) {
  const pairs = text === '' ? [] : text.split(',').map((pair) => pair.split('='));
  return pairs.map(([name = '', value = '']) => {
    if (!known.includes(name))
      throw new OptionsError(`${option} has no "${name}". Its names are ${known.join(', ')}.`);
    return { name, value, option: `${option} ${name}` };
  });
}

/** The name of the market is not an option: it is part of the reference data. */
const settingNames = Object.keys(defaultClientSettings).filter((name) => name !== 'marketName');

function readFallbackTransport(option: string, text: string): FallbackTransport {
  const transport = fallbackTransports.find((name) => name === text);
  if (transport === undefined)
    throw new OptionsError(`${option} takes ${fallbackTransports.join(' or ')}, not "${text}".`);
  return transport;
}
