// An action of the operator is one record: its words, its arguments, its help, its effect, and the sentence that the command line prints.
// The schema of the request, the parser of the command line and the usage are derived from the records.

import type { RunningSchedule, ScheduleCalendar } from '@openpit/market';
import type { MarketView } from '@openpit/projections';
import { type Db, type MarketPlace, messageOf } from '@openpit/storage';
import {
  amountText,
  type Clock,
  type Command,
  type EventOf,
  type Money,
  type OrderGateway,
  type Outcome,
  type Price,
  parseIsoDate,
  rejectionSentence,
  type VenueEvent,
} from '@openpit/venue';
import { hasTwoDecimals, inWords, maxLots, maxPrice, toRand } from '@openpit/wire';
import * as z from 'zod/mini';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { SignIn } from '../auth/sign-in.ts';
import { asSentence, operatorSentence } from '../options/operator-sentence.ts';
import type { MarketQueries } from '../running-market.ts';

export interface OperatorParts extends Pick<MarketQueries, 'compareReferenceData' | 'previewErrorTrade'> {
  readonly gateway: OrderGateway;
  readonly view: MarketView;
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly signIns: SignIn;
  readonly audit: Pick<AuditLog, 'add'>;
  /** `null` if no schedule runs. */
  readonly calendar: ScheduleCalendar | null;
  readonly schedule: Pick<RunningSchedule, 'question' | 'continueByClock'> | null;
}

/** The parts for one operator, whose name is journalled with each command. */
export interface ActingOperator extends OperatorParts {
  readonly operatorId: string;
}

/** The action is impossible; the message states the reason and what to do. */
export class OperatorRejection extends Error {
  override name = 'OperatorRejection';
}

/** Throws OperatorRejection. */
export async function submit(
  { gateway, operatorId }: Pick<ActingOperator, 'gateway' | 'operatorId'>,
  command: Command,
): Promise<Outcome> {
  const by = { kind: 'operator', operatorId } as const;
  const outcome = await gateway.submit({ by, requestId: null, command });
  if (outcome.verdict.kind === 'rejected')
    throw new OperatorRejection(rejectionSentence(outcome.verdict.rejection));
  return outcome;
}

/** `word`: one word; `rest`: all words that follow; `option`: `--name`; `none`: no word, the program fills it in. */
type Takes = 'word' | 'rest' | 'option' | 'none';

export interface Argument<Schema extends z.ZodMiniType = z.ZodMiniType> {
  /** The schema of the argument's value in a request. */
  readonly schema: Schema;
  /** The argument's name in the usage, such as `MEMBER`; the value of an option, empty for an option without one. */
  readonly name: string;
  readonly takes: Takes;
  /** Reads the value for the request from its words. There is at least one word unless it accepts the rest. */
  readonly read: (words: readonly string[]) => unknown;
}
export type Arguments = Readonly<Record<string, Argument>>;
export type Fields<A extends Arguments> = keyof A extends never
  ? object
  : z.infer<z.ZodMiniObject<{ -readonly [Field in keyof A]: A[Field]['schema'] }>>;

const argument =
  (takes: Takes, readDefault: Argument['read']) =>
  <Schema extends z.ZodMiniType>(name: string, schema: Schema, read = readDefault): Argument<Schema> => ({
    name,
    schema,
    takes,
    read,
  });
export const word = argument('word', ([text]) => text);
/**
 * The number that a word names in decimal notation. Any other word stays a text, which the schema of a number rejects: Number()
 * would read an empty word, such as an unset variable of the shell, as 0, and 0x10 as 16.
 */
export const decimal = (word = ''): number | string => (/^-?\d*\.?\d+$/.test(word) ? Number(word) : word);
export const number = argument('word', ([text]) => decimal(text));
/** A number, or `null` for the word "none". */
export const numberOrNone = argument('word', ([text]) => (text === 'none' ? null : decimal(text)));
/** The remaining words as one text. */
export const text = argument('rest', (words) => words.join(' ').trim());
/** The remaining words as a list. */
export const list = argument('rest', (words) => words);
/** An option with the name of its field. */
export const option = argument('option', ([value]) => value);
/** An option without a value. */
export const flag: Argument<z.ZodMiniOptional<z.ZodMiniBoolean>> = {
  name: '',
  schema: z.optional(z.boolean()),
  takes: 'option',
  read: () => true,
};

interface ActionDescription<A extends Arguments> {
  /** The words that the operator types for the action; the name of the action by default. */
  readonly words?: string;
  /** The arguments by their fields in the request, in the order of the words. */
  readonly arguments: A;
  readonly help: string;
}

/** An action on the market. The running server executes it, or the command line if no server runs. */
export interface MarketAction<A extends Arguments = Arguments> extends ActionDescription<A> {
  /** Returns the sentence to print. Throws OperatorRejection. */
  run(operator: ActingOperator, fields: Fields<A>): Promise<string>;
}

/** A single command of the market. */
interface CommandAction<A extends Arguments> extends ActionDescription<A> {
  command(fields: Fields<A>, operator: ActingOperator): Command;
  /** Makes the sentence from what the market did. It does not get the arguments, which only state what was asked for. */
  says(events: readonly VenueEvent[]): string;
}

/** The first event of one of these kinds; undefined if there is none. */
export function findEvent<Kind extends VenueEvent['kind']>(
  events: readonly VenueEvent[],
  ...kinds: readonly Kind[]
): EventOf<Kind> | undefined {
  return events.find((event): event is EventOf<Kind> => kinds.some((kind) => kind === event.kind));
}

/** As `findEvent`, for kinds of which every accepted command emits one. */
export function eventOf<Kind extends VenueEvent['kind']>(
  events: readonly VenueEvent[],
  ...kinds: readonly Kind[]
): EventOf<Kind> {
  const emitted = findEvent(events, ...kinds);
  if (emitted === undefined)
    throw new Error(`The command was accepted without an event ${kinds.join(' or ')}.`);
  return emitted;
}

export function action<A extends Arguments>(record: MarketAction<A> | CommandAction<A>): MarketAction<A> {
  if ('run' in record) return record;
  return {
    ...record,
    run: async (operator, fields) => {
      const { events } = await submit(operator, record.command(fields, operator));
      return record.says(events);
    },
  };
}

/** An action of the command line on the files or the database of a market. */
export interface LocalAction<A extends Arguments = Arguments> extends ActionDescription<A> {
  /** Returns the sentence to print. Throws OperatorRejection, or an error of the storage. */
  runHere(place: Required<MarketPlace>, fields: Fields<A>, progress: (line: string) => void): Promise<string>;
}

export const localAction = <A extends Arguments>(record: LocalAction<A>): LocalAction<A> => record;

export const schemaOf = (args: Arguments) =>
  z.strictObject(Object.fromEntries(Object.entries(args).map(([field, { schema }]) => [field, schema])));

const matching = (expression: RegExp, message: string) =>
  z.string(message).check(z.regex(expression, message));
const shortText = (max: number, message: string) =>
  z.string(message).check(z.minLength(1, message), z.maxLength(max, message));

/** A day of the calendar, unlike 2026-02-30. */
const date = (message: string) =>
  z.string(message).check(z.refine((day) => parseIsoDate(day) !== null, message));

const noUser = 'Name the user by e-mail address or user id.';
/** `use`: what the market does with the reason. */
const reasonThat = (use: string) => {
  const none = `Give a reason. It ${use}.`;
  return z.string(none).check(z.minLength(1, none), z.maxLength(200, 'A reason has at most 200 characters.'));
};
/** The code of a member, a dealer, a client, an instrument or a grade, as the reference data has them. */
const code = (message: string) => matching(/^[A-Z0-9]{1,8}$/, message);
/** Accepts whole hundredths, including those that binary floating point cannot represent, such as 0.29. */
export const wholeCents = z.refine<number>(hasTwoDecimals, 'An amount is a whole number of cents.');

const maxRand = toRand(maxPrice);
export const maxRandPerTon = z.refine<number>(
  (rand) => Math.abs(rand) <= maxRand,
  `A price is at most ${inWords(maxRand)} rand per ton.`,
);

/** Schemas that several actions use, with the sentences for a value that is missing or wrong. */
export const argumentSchemas = {
  matching,
  shortText,
  code,
  user: z.string(noUser).check(z.minLength(1, noUser)),
  announcedReason: reasonThat('is announced to everyone and recorded'),
  toldReason: reasonThat('is told to the dealers concerned and recorded'),
  recordedReason: reasonThat('is recorded'),
  instrument: code('Name the instrument by its code, for example WMAZ.'),
  account: code('Name the account by the code of a member or a client.'),
  member: code('Name the member by its code, for example KAND.'),
  date: date('Give the day as YYYY-MM-DD.'),
  businessDay: date('Give the business day as YYYY-MM-DD.'),
  contract: shortText(40, 'Name the contract in quotes, for example "DEC26 WMAZ".').check(
    z.regex(/^\S+( \S+){1,4}$/, 'Name the contract in quotes, for example "DEC26 WMAZ".'),
  ),
  /** A price in rand per ton, which may be negative. */
  price: (message: string) =>
    z
      .number(message)
      .check(maxRandPerTon, z.refine<number>(hasTwoDecimals, 'A price has at most two decimals.')),
  lotsOrNone: (min: number) => {
    const message = 'Give a whole number of lots, or none.';
    return z.nullable(z.int(message).check(z.minimum(min, message), z.maximum(maxLots, message)));
  },
} as const;

/** `R1500.25`. */
export const inRand = (amount: Money | Price): string => `R${amountText(amount)}`;

/**
 * Uses an opened part and closes it. Only prints an error of closing: it must not replace the answer, which says what was done and may
 * contain a new password.
 */
export async function thenClosed<T>(
  part: { close(): void | Promise<void> },
  print: (line: string) => void,
  use: () => Promise<T>,
): Promise<T> {
  const close = async (advice: string) => {
    try {
      await part.close();
    } catch (error) {
      const why = operatorSentence(error, []) ?? asSentence(messageOf(error));
      print(`The data folder was not closed cleanly. ${why}${advice}`);
    }
  };
  try {
    const answer = await use();
    await close(' The command is done: do not repeat it.');
    return answer;
  } catch (error) {
    await close('');
    throw error;
  }
}

const progressEveryMs = 1_000;

/** A report of progress that is passed on at most once a second. */
export function paced<Progress extends readonly unknown[]>(
  report: (...progress: Progress) => void,
): (...progress: Progress) => void {
  let reportedAt = performance.now();
  return (...progress) => {
    if (performance.now() - reportedAt < progressEveryMs) return;
    reportedAt = performance.now();
    report(...progress);
  };
}

/** `3 of 20 (15 %)`. */
export const shareDone = (done: number, total: number): string =>
  `${done} of ${total} (${Math.floor((100 * done) / total)} %)`;

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
