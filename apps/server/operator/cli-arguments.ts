// The operator's command line: usage and parser, both derived from the records of the actions. A command-line library would duplicate the
// words and print its own messages, so only node:util is used, to separate options from words.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { commandLine, type MarketPlace } from '@openpit/storage';
import { commandLineFault } from '../options/given-options.ts';
import { postgresAddress } from '../options/option-schemas.ts';
import { auditActions } from './audit-command.ts';
import { backupActions } from './backup-command.ts';
import { historyActions } from './history-command.ts';
import { journalActions } from './journal-command.ts';
import { moveActions } from './move-command.ts';
import { type Argument, type LocalAction, OperatorRejection, schemaOf } from './operator-action.ts';
import { type OperatorRequest, operatorActions } from './operator-actions.ts';
import { reportActions } from './reports-command.ts';

const records = Object.entries({
  ...operatorActions,
  ...backupActions,
  ...moveActions,
  ...reportActions,
  ...auditActions,
  ...historyActions,
  ...journalActions,
}).map(([name, record]) => {
  const fields: (readonly [string, Argument])[] = Object.entries(record.arguments);
  return { name, record, fields, words: 'words' in record ? record.words : name };
});
type ActionRecord = (typeof records)[number];

const helpColumn = 24;
const helpWidth = 72;

function usageName([field, { name, takes }]: readonly [string, Argument]): string {
  if (takes === 'none') return '';
  if (takes === 'option') return ` [--${field}${name === '' ? '' : ` ${name}`}]`;
  return ` ${takes === 'rest' ? name.replace(/\]?$/, '…$&') : name}`;
}

/** The usage of an action: its words and arguments, then its help. */
function usageLines({ words, fields, record }: ActionRecord): string {
  const head = `  ${words}${fields.map(usageName).join('')}`;
  const help = record.help.match(new RegExp(`.{1,${helpWidth}}(?: |$)`, 'g')) ?? [];
  const indented = help.map((line) => ' '.repeat(helpColumn) + line.trimEnd());
  const fits = head.length < helpColumn - 1;
  if (fits) indented[0] = head.padEnd(helpColumn) + indented[0]?.trimStart();
  return [...(fits ? [] : [head]), ...indented].join('\n');
}

export const operatorUsage = `Usage: ${commandLine('admin')} <action> [--data FOLDER]

${records.map(usageLines).join('\n')}

  --data FOLDER         the data folder of the server (default: OPENPIT_DATA, or ./data)
  --database URL        its PostgreSQL database, if it has one (default: DATABASE_URL)
  --version             print the version and exit`;

/** The part of the usage that is about an action such as `user create`, or about all actions of `user`; empty if there is none. */
export function usageOf(action: string): string {
  const exact = records.filter((record) => record.words === action);
  const matching =
    exact.length > 0 ? exact : records.filter((record) => record.words.startsWith(`${action} `));
  return matching.length === 0
    ? ''
    : [`Usage: ${commandLine('admin')} …`, ...matching.map(usageLines)].join('\n');
}

type Place = Required<MarketPlace>;
type RunHere = (progress: (line: string) => void) => Promise<string>;

interface OperatorArguments {
  readonly action: 'help' | 'version' | { readonly request: OperatorRequest } | { readonly runHere: RunHere };
  readonly place: Place;
}

/** Throws OperatorRejection, which names the missing or wrong argument. */
export function readArguments(argv: readonly string[]): OperatorArguments {
  const { values, positionals } = parsed(argv);
  const { data, database, help, version, ...options } = values as Readonly<
    Record<string, string | undefined>
  >;
  const place = placeOf(data, database);
  if (version) return { action: 'version', place };
  if (help || positionals.length === 0) return { action: 'help', place };
  const action = recordOf(positionals);
  const fields = fieldsOf(action, { typed: positionals.slice(action.words.split(' ').length), options });
  const { name, record } = action;
  if (!('runHere' in record))
    return { action: { request: { action: name, ...fields } as OperatorRequest }, place };
  // The schema of the record has parsed its fields.
  const local = record as LocalAction;
  return { action: { runHere: (progress) => local.runHere(place, fields, progress) }, place };
}

function placeOf(data: string | undefined, database: string | undefined): Place {
  const address = database ?? process.env.DATABASE_URL;
  const read = postgresAddress.safeParse(address ?? '');
  if (address !== undefined && !read.success)
    throw rejection(
      `${database === undefined ? 'DATABASE_URL' : '--database'} ${read.error.issues[0]?.message}`,
    );
  return { dataFolder: resolve(data ?? process.env.OPENPIT_DATA ?? 'data'), database: address ?? null };
}

/** The record with the longest matching words. */
function recordOf(words: readonly string[]): ActionRecord {
  const line = `${words.join(' ')} `;
  const matching = records
    .filter((record) => line.startsWith(`${record.words} `))
    .sort((a, b) => b.words.length - a.words.length);
  if (matching[0] !== undefined) return matching[0];
  const [first = ''] = words;
  const verbs = records
    .filter((record) => record.words.startsWith(`${first} `))
    .map((record) => record.words.split(' '));
  if (verbs.length === 0) throw rejection(`There is no action "${first}".`);
  const max = Math.max(...verbs.map((verb) => verb.length));
  const choice = verbs.map((verb) => verb.slice(1).join(' ')).join(', ');
  const wrong = words.slice(1, max).join(' ');
  throw rejection(
    wrong === '' ? `Add an action to "${first}": ${choice}.` : `${first} takes ${choice}, not "${wrong}".`,
    first,
  );
}

/** Parses the fields of a request by their schemas. `typed`: the words after the words of the action. */
function fieldsOf(
  { words, fields, record }: ActionRecord,
  {
    typed,
    options,
  }: { readonly typed: readonly string[]; readonly options: Readonly<Record<string, string | undefined>> },
): Record<string, unknown> {
  let left = typed;
  const values: Record<string, unknown> = {};
  for (const [field, { takes, read }] of fields) {
    const value = options[field];
    const fieldWords =
      takes === 'word' ? left.slice(0, 1) : takes === 'rest' ? left : value === undefined ? [] : [value];
    if (fieldWords.length > 0 || takes === 'rest' || takes === 'none') values[field] = read(fieldWords);
    if (takes === 'word' || takes === 'rest') left = left.slice(fieldWords.length);
  }
  if (left.length > 0) throw rejection(`${words} accepts nothing else, not "${left.join(' ')}".`, words);
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && !fields.some(([field, { takes }]) => takes === 'option' && field === name)) {
      const takers = takersOf(name);
      throw rejection(`--${name} is for ${takers.join(', ')}, not for ${words}.`, takers[0]);
    }
  const result = schemaOf(record.arguments).safeParse(values);
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw rejection([`The arguments of ${words} cannot be used:`, ...lines].join('\n'), words);
}

/** The words of the actions that have this option. */
const takersOf = (name: string): string[] =>
  records
    .filter(({ fields }) => fields.some(([field, { takes }]) => takes === 'option' && field === name))
    .map(({ words }) => words);

const actionOptions = Object.fromEntries(
  records
    .flatMap(({ fields }) => fields.filter(([, { takes }]) => takes === 'option'))
    .map(([field, { name }]) => [field, { type: name === '' ? 'boolean' : 'string' } as const]),
);

/**
 * No option has a short form, so other words may begin with a hyphen, such as a negative price. parseArgs would read them as options,
 * so a character precedes them that no argument can contain.
 */
const mark = '\0';
const marked = (word: string): string =>
  /^--[a-z-]*(=|$)/i.test(word) ? word : word.replace(/^-/, `${mark}-`);
const unmarked = <Value>(value: Value): Value | string =>
  typeof value === 'string' ? value.replace(mark, '') : value;

function parsed(argv: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: argv.map(marked),
      allowPositionals: true,
      options: {
        ...actionOptions,
        data: { type: 'string' },
        database: { type: 'string' },
        help: { type: 'boolean' },
        version: { type: 'boolean' },
      },
    });
    return {
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, unmarked(value)])),
      positionals: positionals.map((word) => unmarked(word)),
    };
  } catch (error) {
    throw rejection(`${commandLineFault(error)}.`);
  }
}

/** `action` selects the usage to print before the sentence. The sentence comes last, because people see the end of the output. */
function rejection(sentence: string, action = ''): OperatorRejection {
  const usage = usageOf(action);
  const all = `"${commandLine('admin')} --help" lists all actions.`;
  return new OperatorRejection(usage === '' ? `${sentence} ${all}` : `${usage}\n\n${sentence}`);
}
