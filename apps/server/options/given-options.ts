// Reads the options that the command line and the environment give, each with its schema. The command line wins. A variable
// that begins with OPENPIT_ and is not an option is an error, because it is probably a misspelt one.
import { parseArgs } from 'node:util';
import { commandLine, messageOf } from '@openpit/storage';
import {
  type Option,
  type OptionName,
  type OptionValues,
  optionNames,
  optionTable,
  variableOf,
} from './option-table.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** An option cannot be used; the message names it and its valid values. */
export class OptionsError extends Error {
  override name = 'OptionsError';
}

/** Variables of the repository's commands, tests and benchmarks, which the server may inherit. */
const commandVariables =
  /^OPENPIT_(?:TRACE|THREAD_BUNDLES|CHROMIUM|FIREFOX|WEBKIT|XVFB|STRACE|POSTGRES|PROMTOOL|ALL|LONG|QUICK|DELAYS|JOURNEYS_IN|(?:BENCH|FUZZ|KILL|STORM|WORLD)_\w+)$/;

export const isCommandVariable = (variable: string): boolean => commandVariables.test(variable);

/** Returns null if the user asked for help or for the version. Throws OptionsError. */
export function givenOptions(argv: readonly string[], variables: Environment): OptionValues | null {
  // A file of variables that some editors have saved begins with a byte order mark, which is then in the first name.
  const environment: Environment = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name.replace(/^\uFEFF/, ''), value]),
  );
  const argumentValues = parsed(argv);
  if (argumentValues.help === true || argumentValues.version === true) return null;
  rejectUnknownVariables(environment);
  const values: Partial<Record<OptionName, unknown>> = {};
  for (const name of optionNames) {
    const text = argumentValues[name] ?? environment[variableOf(name)];
    if (text === undefined) continue;
    const source = argumentValues[name] === undefined ? variableOf(name) : `--${name}`;
    const read = optionTable[name].schema.safeParse(String(text));
    if (!read.success) throw new OptionsError(`${source} ${read.error.issues[0]?.message}`);
    values[name] = read.data;
  }
  // Each value has passed the schema of its name.
  return values as OptionValues;
}

function parsed(argv: readonly string[]): Readonly<Record<string, string | boolean | undefined>> {
  const type = ({ takes }: Option) => (takes === null ? ('boolean' as const) : ('string' as const));
  const options = Object.fromEntries(optionNames.map((name) => [name, { type: type(optionTable[name]) }]));
  try {
    const { values } = parseArgs({
      args: withNegativeNumbers(argv),
      strict: true,
      allowPositionals: false,
      allowNegative: true,
      options: { ...options, help: { type: 'boolean' }, version: { type: 'boolean' } },
    });
    return values as Readonly<Record<string, string | boolean | undefined>>;
  } catch (error) {
    throw new OptionsError(`${commandLineFault(error)}. See ${commandLine('start')} --help.`);
  }
}

/** Joins a negative number to its option. Otherwise it would be read as an option, and the number is the fault to report. */
function withNegativeNumbers(argv: readonly string[]): string[] {
  const args: string[] = [];
  for (const arg of argv) {
    const option = args.at(-1) ?? '';
    if (/^-\d/.test(arg) && /^--[^=]+$/.test(option)) args.splice(-1, 1, `${option}=${arg}`);
    else args.push(arg);
  }
  return args;
}

/** The fault of a command line that Node's parseArgs cannot read, as a sentence without its end. Node's own words are for developers. */
export function commandLineFault(error: unknown): string {
  const text = messageOf(error);
  const [, option] = /^Option '(--[^' ]+)/.exec(text) ?? [];
  if (option === undefined) return text.split('. ')[0] ?? text;
  return text.includes('does not take') ? `${option} takes no value` : `${option} needs a value after it`;
}

function rejectUnknownVariables(environment: Environment): void {
  const optionsByVariable = new Map(
    optionNames.map((name): [string, Option] => [variableOf(name), optionTable[name]]),
  );
  for (const variable of Object.keys(environment).sort()) {
    if (!variable.startsWith('OPENPIT_') || isCommandVariable(variable)) continue;
    const option = optionsByVariable.get(variable);
    if (option?.commandLineOnly !== undefined)
      throw new OptionsError(`${variable} ${option.commandLineOnly}`);
    if (option !== undefined) continue;
    const nearest = nearestOf(variable, [...optionsByVariable.keys()]);
    throw new OptionsError(
      `The environment variable ${variable} is not a setting of Openpit. The nearest name is ${nearest}; ${commandLine('start')} --help lists all settings.`,
    );
  }
}

function nearestOf(text: string, names: readonly string[]): string {
  const byDistance = names.map((name) => ({ name, distance: editDistance(text, name) }));
  return byDistance.sort((a, b) => a.distance - b.distance)[0]?.name ?? '';
}

/** The number of characters that must be inserted, deleted or replaced (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[to.length] ?? 0;
}
