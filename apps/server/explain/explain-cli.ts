// `npm run explain -- SEQ`: prints for the operator how the market handled one command.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { commandLine, type MarketPlace } from '@openpit/storage';
import { type Actor, type Outcome, rejectionSentence } from '@openpit/venue';
import { dataSets } from '@openpit/wire';
import { closeNewFilesToOthers, requirePlace } from '../data-folder.ts';
import { commandLineFault } from '../options/given-options.ts';
import { operatorSentence } from '../options/operator-sentence.ts';
import { ExplainError, type Explained, explain, type Sent } from './explain.ts';

const usage = `Usage: ${commandLine('explain')} SEQ [--data FOLDER]

  SEQ            the number of a command in the journal, as in the reply to an order
  --data FOLDER  the data folder (default: OPENPIT_DATA, or ./data); it is only read, and a server may run on it
  --database URL its PostgreSQL database, if it has one (default: DATABASE_URL)`;

/** Prints the trace of a command; resolves to the exit code. */
export async function runExplainCli(argv: readonly string[]): Promise<number> {
  try {
    const args = readExplainArguments(argv);
    if (args === null) console.log(usage);
    else {
      closeNewFilesToOthers();
      requirePlace(args);
      console.log(textOf(await explain(args, args.seq, progress())));
    }
    return 0;
  } catch (error) {
    const sentence = operatorSentence(error, [ExplainError]);
    if (sentence === null) throw error;
    console.error(sentence);
    return 1;
  }
}

/** Returns null if the user asked for help. Throws ExplainError. */
export function readExplainArguments(
  argv: readonly string[],
): ({ readonly seq: number } & MarketPlace) | null {
  const { values, positionals } = parsed(argv);
  if (values.help === true) return null;
  const [text, ...more] = positionals;
  if (text === undefined) throw new ExplainError(`Name the number of a command.\n\n${usage}`);
  if (more.length > 0) throw new ExplainError(`One command at a time: ${text} or ${more.join(' ')}.`);
  const seq = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(seq) || seq === 0)
    throw new ExplainError(`"${text}" is not the number of a command. Give a whole number from 1.`);
  const dataFolder = resolve(values.data ?? process.env.OPENPIT_DATA ?? 'data');
  return { seq, dataFolder, database: values.database ?? process.env.DATABASE_URL ?? null };
}

function parsed(argv: readonly string[]) {
  try {
    const options = {
      data: { type: 'string' },
      database: { type: 'string' },
      help: { type: 'boolean' },
    } as const;
    return parseArgs({ args: [...argv], allowPositionals: true, options });
  } catch (error) {
    throw new ExplainError(`${commandLineFault(error)}.\n\n${usage}`);
  }
}

function progress(): (sentence: string) => void {
  let printedAt = performance.now();
  return (sentence) => {
    if (performance.now() - printedAt < 1_000) return;
    printedAt = performance.now();
    console.error(sentence);
  };
}

/** The printed text. */
export function textOf({ command, outcome, isInLog, sent, usersOf }: Explained): string {
  const { seq, at, by, requestId } = command;
  return [
    `Command ${seq}, ${new Date(at).toISOString()}`,
    `  sent by      ${senderText(by)}`,
    `  request id   ${requestId ?? 'none'}`,
    `  ${command.command.kind}  ${json(command.command)}`,
    '',
    `Outcome: ${verdictText(outcome)}`,
    isInLog ? '  the outcome log has the same outcome' : '  not in the outcome log yet',
    '',
    `Events: ${outcome.events.length === 0 ? 'none' : outcome.events.length}`,
    ...outcome.events.map((event) => `  ${event.kind}  ${json(event)}`),
    '',
    `Rows and messages, with the hub groups that are sent them: ${sent.length === 0 ? 'none' : sent.length}`,
    ...sent.flatMap((sent) => sentLines(sent, usersOf(sent.group))),
  ].join('\n');
}

function senderText(by: Actor): string {
  if (by.kind === 'user') return `user ${by.userId}`;
  return by.kind === 'operator' ? `operator ${by.operatorId}` : 'the schedule';
}

function verdictText({ verdict, repeats }: Outcome): string {
  const repeated = repeats === null ? '' : ` (repeats the answer to command ${repeats})`;
  if (verdict.kind === 'rejected')
    return `rejected${repeated}, ${verdict.rejection.code}: ${rejectionSentence(verdict.rejection)}`;
  return `accepted${repeated}${verdict.answer === null ? '' : `  ${json(verdict.answer)}`}`;
}

function sentLines({ group, dataSetId, subject, rows, removed }: Sent, users: readonly string[]): string[] {
  const set = Object.values(dataSets).find(({ id }) => id === dataSetId);
  const name = [subject, set === undefined ? '' : `data set ${set.id}, ${set.label}`]
    .filter(Boolean)
    .join(', ');
  const receivers = users.length === 0 ? '' : ` (${users.join(', ')})`;
  return [
    `  ${group}${receivers}: ${name}`,
    ...rows.map((row) => `    ${JSON.stringify(row)}`),
    ...(removed.length === 0 ? [] : [`    removed: ${removed.join(', ')}`]),
  ];
}

/** A value as JSON without its kind, which is printed before it. */
function json(value: object): string {
  return JSON.stringify(value, (name, inner) =>
    name === 'kind' && inner === kindOf(value) ? undefined : inner,
  );
}

const kindOf = (value: object): unknown => ('kind' in value ? value.kind : undefined);
