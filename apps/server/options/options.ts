// The options of the server, from the command line and the environment (option-table.ts), as the server uses them.
import { resolve } from 'node:path';
import type { MarketName } from '@openpit/simulator';
import { commandLine } from '@openpit/storage';
import { type IsoDate, ruleVersion } from '@openpit/venue';
import { type ClientSettings, clientSettings } from '@openpit/wire';
import { defaultAuditDays } from '../audit/open-audit.ts';
import { defaultLimits, type ServerLimits } from '../limits/limits.ts';
import type { LogLevel, LogPlace } from '../log.ts';
import { scheduleFiles, serverVersion } from '../server-folder.ts';
import { type Environment, givenOptions, OptionsError } from './given-options.ts';
import { type Exposable, flagOf, type Option, optionNames, optionTable, variableOf } from './option-table.ts';

export { OptionsError };

export interface ServerOptions {
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  /** The address of a PostgreSQL database for journal, users and history; null for the data folder. */
  readonly database: string | null;
  /** Whether to start although files of the data folder are missing. */
  readonly acceptsMissingFiles: boolean;
  readonly simulator: boolean;
  /** Whether the first start of the demonstration simulates the business days before. */
  readonly past: boolean;
  /** The activity of the simulated participants. */
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
  /** The proxies whose statement of a client's address is trusted. */
  readonly trustedProxies: readonly string[];
  /** How long a session may be unused before it ends; null for no limit. */
  readonly inactivityMs: number | null;
  /** How many days the entries of the audit log are kept. */
  readonly auditDays: number;
  /** Files with a certificate and its private key; null for plain HTTP. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  readonly seed: number;
  /** Calls that also answer other machines. */
  readonly exposed: readonly Exposable[];
  /** `stdout`: readable text goes to standard error. */
  readonly logTo: LogPlace;
  /** The least severe entries in the log; debug includes the rejected orders of simulated participants. */
  readonly logLevel: LogLevel;
}

const defaultHost = '127.0.0.1';

/** The command line wins over the environment. Throws OptionsError. Returns null if the user asked for help or for the version. */
export function readOptions(
  argv: readonly string[],
  workingFolder: string,
  environment: Environment = {},
): ServerOptions | null {
  const values = givenOptions(argv, environment);
  if (values === null) return null;
  const file = (name: string | undefined) => (name === undefined ? null : resolve(workingFolder, name));
  const host = values.host ?? defaultHost;
  if (values.pace !== undefined && values.scenario === undefined)
    throw new OptionsError('--pace is for a scenario: name one with --scenario FILE.');
  return {
    port: values.port ?? 4173,
    host,
    dataFolder: resolve(workingFolder, values.data ?? 'data'),
    database: values.database ?? null,
    acceptsMissingFiles: values['accept-missing-files'] === true,
    simulator: values.simulator ?? true,
    past: values.past ?? true,
    market: values.market ?? 'lively',
    demoLogins: values.demo === true || isLoopback(host),
    referenceDataFile: file(values['reference-data']),
    businessDay: values['business-day'] ?? null,
    exposed: values.expose ?? [],
    scheduleFile: scheduleFileOf(values.schedule ?? 'demo', workingFolder),
    scenarioFile: file(values.scenario),
    pace: values.pace ?? 10,
    clientSettings: values['client-settings'] ?? clientSettings.parse({}),
    limits: values.limits ?? defaultLimits,
    trustedProxies: values['trusted-proxy'] ?? [],
    inactivityMs: (values['inactivity-minutes'] ?? 0) * 60_000 || null,
    auditDays: values['audit-days'] ?? defaultAuditDays,
    tls: tlsOf(file(values['tls-cert']), file(values['tls-key'])),
    seed: values.seed ?? 1,
    logTo: values['log-to'] ?? 'file',
    logLevel: values['log-level'] ?? 'info',
  };
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.');

const scheduleFileOf = (schedule: string, workingFolder: string): string =>
  schedule === 'demo' || schedule === 'sast' ? scheduleFiles[schedule] : resolve(workingFolder, schedule);

function tlsOf(certFile: string | null, keyFile: string | null): ServerOptions['tls'] {
  if (certFile === null && keyFile === null) return null;
  if (certFile === null) throw new OptionsError('--tls-key needs --tls-cert, the certificate of the key.');
  if (keyFile === null) throw new OptionsError('--tls-cert needs --tls-key, the key of the certificate.');
  return { certFile, keyFile };
}

const textColumn = 24;
const helpWidth = 112;

function helpOf(flag: string, { takes, about }: Pick<Option, 'takes' | 'about'>): string {
  const option = `  ${flag}${takes === null ? '' : ` ${takes}`}`;
  const lines = [''];
  for (const word of about.split(' ')) {
    const last = lines.length - 1;
    if (`${lines[last]} ${word}`.length > helpWidth - textColumn) lines.push(word);
    else lines[last] = `${lines[last]} ${word}`.trimStart();
  }
  const indented = lines.join(`\n${' '.repeat(textColumn)}`);
  return option.length < textColumn
    ? option.padEnd(textColumn) + indented
    : `${option}\n${' '.repeat(textColumn)}${indented}`;
}

export const usage = [
  `Usage: ${commandLine('start')} [options]`,
  '',
  ...optionNames.map((name) => helpOf(flagOf(name), optionTable[name])),
  helpOf('--help', { takes: null, about: 'this text' }),
  helpOf('--version', { takes: null, about: 'print the version and exit' }),
  '',
  `Each option is also an environment variable, such as ${variableOf('log-level')} for --log-level. Those without a value`,
  `take true or false there: ${variableOf('simulator')}=false. The command line wins, also with --no-demo or --simulator.`,
].join('\n');

/** The answer to `--version`: the version of the program, and the version of the market's rules, which upgrades depend on. */
export const versionText = `Openpit ${serverVersion} (rules ${ruleVersion})`;
