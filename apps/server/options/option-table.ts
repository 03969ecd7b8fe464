// All options of the server. The command line, the environment variables, the help text and the table of docs/operations/install.md
// have these and no others.

import { marketNames } from '@openpit/market';
import type * as z from 'zod';
import { defaultAuditDays } from '../audit/open-audit.ts';
import { logLevels, logPlaces } from '../log.ts';
import * as schemas from './option-schemas.ts';

/**
 * Calls that are for programs and people on this machine, unless `--expose` names them: /metrics, and the description of the calls at
 * /api/docs.
 */
const exposable = ['metrics', 'docs'] as const;
export type Exposable = (typeof exposable)[number];

export interface Option {
  readonly schema: z.ZodType<unknown, string>;
  /** The name of the value in the help text; null for a switch: `--demo` is true, `--no-demo` is false. */
  readonly takes: string | null;
  /** A switch that is on by default; help and documentation show how it is switched off. */
  readonly isDefault?: boolean;
  readonly about: string;
  /** The name of its environment variable, if it does not follow from the name of the option. */
  readonly variable?: string;
  /** The reason why the option has no environment variable, as the end of a sentence that begins with the variable. */
  readonly commandLineOnly?: string;
}

export const optionTable = {
  port: {
    schema: schemas.wholeNumber(0, 65_535),
    takes: 'N',
    about: 'port to listen on (default 4173; 0 picks a free one)',
  },
  host: {
    schema: schemas.host,
    takes: 'H',
    about: 'address to listen on (default 127.0.0.1, this machine only)',
  },
  data: {
    schema: schemas.filled,
    takes: 'FOLDER',
    about: 'folder of journal, database and snapshots (default ./data)',
  },
  database: {
    schema: schemas.postgresAddress,
    takes: 'URL',
    about:
      'PostgreSQL database for journal, users and history: postgres://user:password@host:5432/name (default: files in the data folder)',
    variable: 'DATABASE_URL',
  },
  'accept-missing-files': {
    schema: schemas.yesOrNo,
    takes: null,
    about:
      'start although the journal, openpit.db, a part or a .tail file of them is missing; for one start only (docs/operations/incident.md)',
    commandLineOnly: 'is for one start only: use --accept-missing-files on the command line.',
  },
  demo: {
    schema: schemas.yesOrNo,
    takes: null,
    about: 'let the demonstration users sign in although --host is given',
  },
  market: {
    schema: schemas.oneOf(marketNames),
    takes: 'M',
    about: 'how busy the simulated participants are: quiet, lively (default), storm',
  },
  expose: {
    schema: schemas.listOf(exposable, `${exposable.join(', ')}, or both with a comma`),
    takes: 'LIST',
    about: 'let other machines read metrics (/metrics), docs (/api/docs), or metrics,docs',
  },
  simulator: {
    schema: schemas.yesOrNo,
    takes: null,
    isDefault: true,
    about: 'no simulated participants: only orders of people move prices',
  },
  past: {
    schema: schemas.yesOrNo,
    takes: null,
    isDefault: true,
    about:
      'an empty demonstration: its first start simulates no earlier business days and generates no candles',
  },
  'reference-data': {
    schema: schemas.filled,
    takes: 'FILE',
    about: 'reference data for a market that is opened for the first time',
  },
  'business-day': {
    schema: schemas.businessDay,
    takes: 'DATE',
    about:
      'first business day of a market that is opened for the first time (default: the current one; with --reference-data, that file’s anchorDate if it is later)',
  },
  schedule: {
    schema: schemas.filled,
    takes: 'S',
    about: 'hours of the exchange day: demo (default, round the clock), sast, or a FILE',
  },
  scenario: {
    schema: schemas.filled,
    takes: 'FILE',
    about: 'run a scenario in the market (docs/scenarios.md)',
  },
  pace: {
    schema: schemas.wholeNumber(1, 1000),
    takes: 'N',
    about: 'how many times faster than its own time the scenario runs (default 10)',
  },
  'client-settings': {
    schema: schemas.browserSettings,
    takes: 'S',
    about:
      'settings of browsers, as name=value,…: fallbackTransport=ServerSentEvents for browsers without WebSockets (default LongPolling); for tests, intervals in milliseconds',
  },
  limits: {
    schema: schemas.limits,
    takes: 'L',
    about: 'limits per user and of connections, as name=number,… (docs/operations/day-one.md)',
  },
  'inactivity-minutes': {
    schema: schemas.wholeNumber(0, 1440),
    takes: 'N',
    about: 'end sessions without a call for so long (default 0: they last until they expire)',
  },
  'audit-days': {
    schema: schemas.wholeNumber(1, 36_500),
    takes: 'N',
    about: `how many days the entries of the audit log are kept (default ${defaultAuditDays})`,
  },
  'tls-cert': {
    schema: schemas.filled,
    takes: 'FILE',
    about: 'the certificate for HTTPS in PEM, with those between it and the authority; needs --tls-key',
  },
  'tls-key': {
    schema: schemas.filled,
    takes: 'FILE',
    about: 'the private key of the certificate in PEM',
  },
  'trusted-proxy': {
    schema: schemas.proxies,
    takes: 'A',
    about: 'addresses or networks of proxies whose X-Forwarded-For is believed, as A,… (default none)',
  },
  seed: {
    schema: schemas.wholeNumber(0, 2_147_483_647),
    takes: 'N',
    about: 'seed of the simulated participants (default 1)',
  },
  'log-to': {
    schema: schemas.oneOf(logPlaces),
    takes: 'P',
    about:
      'where the log is written: file (default, server.log in the data folder), or stdout, for containers; text for people then goes to standard error',
  },
  'log-level': {
    schema: schemas.oneOf(logLevels),
    takes: 'L',
    about: 'least severe entries in the log: error, warn, info (default), debug',
  },
} as const satisfies Readonly<Record<string, Option>>;

export type OptionName = keyof typeof optionTable;
export type OptionValues = { readonly [Name in OptionName]?: z.output<(typeof optionTable)[Name]['schema']> };

export const optionNames = Object.keys(optionTable) as readonly OptionName[];

/** The option as help and documentation show it: `--log-level`, `--no-simulator`. */
export function flagOf(name: OptionName): string {
  const { isDefault = false }: Option = optionTable[name];
  return isDefault ? `--no-${name}` : `--${name}`;
}

/** `OPENPIT_LOG_LEVEL` for `log-level`. */
export function variableOf(name: OptionName): string {
  const { variable }: Option = optionTable[name];
  return variable ?? `OPENPIT_${name.toUpperCase().replaceAll('-', '_')}`;
}
