// The readers of the grammar's values: each reads one kind of value from a line.
import {
  asPrice,
  type CommandKind,
  commandEntries,
  contractGroups,
  isRejectionCode,
  lots,
  parseIsoDate,
  phases,
  type RejectionCode,
  toCents,
} from '@openpit/venue';
import type { OrderName, SplitPart, Values } from '../scenario.ts';
import type { Line } from './line.ts';

/** The refs of orders in the lines so far, and the dealer of the current line. */
export interface OrderRefs {
  /** The dealer by ref. */
  readonly dealers: Map<string, string>;
  dealer: string;
}

/** A reader for each value. */
export const readers: { readonly [V in keyof Values]: (line: Line, refs: OrderRefs) => Values[V] } = {
  LOTS: readCount,
  DEALT: readCount,
  LEFT: readCount,
  BOTHLOTS: (line) => line.both('lots such as 5 or 5/6', countOf),
  PRICE: readPrice,
  LIMIT: readPrice,
  BOTHPRICES: (line) => line.both('bid/offer such as 4030.00/4040.00', priceOf),
  CONTRACT: (line) => line.wordsUntil(/^[a-z,"]/, 'a contract such as DEC26 WMAZ'),
  ORDER: readOrder,
  ORDERS: (line, refs) => line.list(() => readOrder(line, refs)),
  PARTY: (line) => withSide(line, line.word('an order or a member')),
  REF: (line, refs) => line.read('a ref that no other dealer has', (word) => newRef(word, refs)),
  ACCOUNT: (line) => line.word('a member or client'),
  CAPACITY: (line) => line.oneOf(['P', 'A']),
  DEALER: (line) => ({ name: line.word('the name of a dealer'), member: line.word('the member') }),
  WORD: (line) => line.word('a word'),
  CODE: (line) => line.word('a code'),
  FLAGS: (line) => line.list(() => line.word('a permission')),
  NAMES: (line) => line.list(() => line.word('a name')),
  MEMBER: (line) => line.word('a member'),
  CLIENT: (line) => line.word('a client'),
  SUBACCOUNT: (line) => line.word('a sub-account'),
  DEAL: readCount,
  DEALS: (line) => line.list(() => readCount(line)),
  PARTS: (line) => line.list(() => readPart(line)),
  RECEIPT: (line) => line.word('the number of a certificate'),
  SILO: (line) => line.word('the code of a silo'),
  VERSION: readCount,
  SELFMATCH: (line) => line.oneOf(['reject', 'allow']),
  PHASE: (line) => line.oneOf(phases),
  GROUP: (line) => line.oneOf(contractGroups),
  STATE: (line) =>
    line.oneOf(['Pre-market', 'Active', 'Suspended', 'Filled', 'Cancelled', 'Killed', 'Expired']),
  SIDE: (line) => line.oneOf(['bid', 'offer']),
  REJECTION: (line) => line.read('the code of a rejection, such as orderNotFound', rejectionCodeOf),
  ANNOUNCEMENT: (line) => line.oneOf(['Info', 'Limit', 'Halt', 'Resume', 'Auction', 'Phase', 'EndOfDay']),
  WORDS: (line) => line.read('"words in quotation marks"', (word) => /^"(.+)"$/.exec(word)?.[1] ?? null),
  KIND: (line) => line.read('the kind of a command, such as insertOrder', kindOf),
  FIELDS: (line) => Object.fromEntries(line.list(() => [line.word('the name of a field'), readField(line)])),
  DATE: (line) => line.read('a day such as 2026-11-18', (day) => (parseIsoDate(day) === null ? null : day)),
  TIMEOFDAY: (line) => line.read('a time such as 09:15 or 09:15:30', timeOf),
  DURATION: (line) => readCount(line) * { s: 1000, min: 60_000, h: 3_600_000 }[line.oneOf(['s', 'min', 'h'])],
};

function readCount(line: Line) {
  return line.read('a whole number', countOf);
}

function readPrice(line: Line) {
  return line.read('a price such as 4035.20', priceOf);
}

function readOrder(line: Line, { dealers }: OrderRefs): OrderName {
  const knownName = (word: string) => (dealers.has(word) || /^#\d{1,9}$/.test(word) ? word : null);
  return withSide(line, line.read('an order that an earlier line has named, or #NUMBER', knownName));
}

function withSide(line: Line, order: string): OrderName {
  return line.skip('bid') ? `${order} bid` : line.skip('offer') ? `${order} offer` : order;
}

/** `3 for 9996S/EAST by ABD` */
function readPart(line: Line): SplitPart {
  const quantity = readCount(line);
  const account = line.skip('for') ? line.word('an account') : '';
  return { lots: quantity, account, dealer: line.skip('by') ? line.word('a dealer') : null };
}

function newRef(ref: string, { dealers, dealer }: OrderRefs): string | null {
  if (!/^[A-Za-z0-9][\w.-]*$/.test(ref) || (dealers.get(ref) ?? dealer) !== dealer) return null;
  dealers.set(ref, dealer);
  return ref;
}

function countOf(word: string) {
  return /^-?\d{1,9}$/.test(word) ? lots(Number(word)) : null;
}

/** Rand to cents. */
function priceOf(word: string) {
  return /^-?\d{1,9}(\.\d\d?)?$/.test(word) ? asPrice(toCents(Number(word))) : null;
}

function rejectionCodeOf(word: string): RejectionCode | null {
  return isRejectionCode(word) ? word : null;
}

const kindOf = (word: string): CommandKind | null =>
  Object.hasOwn(commandEntries, word) ? (word as CommandKind) : null;

/** A number, true, false or none; anything else is a text, such as the name of a contract. */
function readField(line: Line): Values['FIELDS'][string] {
  const word = line.wordsUntil(/^(,.*|"|request)$/, 'the value of the field');
  if (/^-?\d{1,15}$/.test(word)) return Number(word);
  const named: Values['FIELDS'] = { true: true, false: false, none: null };
  return Object.hasOwn(named, word) ? (named[word] ?? null) : word;
}

/** Milliseconds since midnight. */
function timeOf(word: string): number | null {
  return /^([01]\d|2[0-3])(:[0-5]\d){1,2}$/.test(word) ? Date.parse(`1970-01-01T${word}Z`) : null;
}
