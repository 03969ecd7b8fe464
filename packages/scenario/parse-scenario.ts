// Reads a market story (docs/scenarios.md) by the tables of grammar.ts. All faults of a file are told at once, each with
// its line and column, what was expected there and what stands there.
import { contractGroups, parseIsoDate, phases } from '@openpit/venue';
import { acts, events, expectations, givens, looks } from './grammar.ts';
import { code, count, LineFault, rand, time } from './read-values.ts';
import type { Act, DealShare, Scenario, Slots, Statement, Story, Told } from './scenario.ts';
import { ScenarioError } from './scenario.ts';

const aWord = (what: string) => (line: Line) => line.read(what, (word) => (/^[,"]/.test(word) ? null : word));
const aCount = (line: Line) => line.read('a whole number', count);
const aPrice = (line: Line) => line.read('a price such as 4035.20', rand);
const aShare = (line: Line): DealShare => {
  const share = { lots: aCount(line), account: line.skip('for') ? aWord('an account')(line) : '' };
  return { ...share, dealer: line.skip('by') ? aWord('a dealer')(line) : null };
};

/** How each value is read. */
const readers: { readonly [S in keyof Slots]: (line: Line) => Slots[S] } = {
  LOTS: aCount,
  DEALT: aCount,
  LEFT: aCount,
  BOTHLOTS: (line) => line.both('lots such as 5 or 5/6', count),
  PRICE: aPrice,
  LIMIT: aPrice,
  BOTHPRICES: (line) => line.both('bid/offer such as 4030.00/4040.00', rand),
  CONTRACT: (line) => line.until(/^[a-z,"]/, 'a contract such as DEC26 WMAZ'),
  ORDER: (line) => line.order(),
  ORDERS: (line) => line.list(readers.ORDER),
  PARTY: (line) => line.sided(aWord('an order or a member')(line)),
  REF: (line) => line.read('a ref that no other dealer has', (word) => line.nameOrder(word)),
  ACCOUNT: aWord('a member or client'),
  CAPACITY: (line) => line.one(['P', 'A']),
  WHO: (line) => ({ name: aWord('the name of a dealer')(line), member: aWord('his member')(line) }),
  WORD: aWord('a word'),
  CODE: aWord('a code'),
  FLAGS: (line) => line.list(aWord('a permission')),
  NAMES: (line) => line.list(aWord('a name')),
  MEMBER: aWord('a member'),
  CLIENT: aWord('a client'),
  POCKET: aWord('a sub-account'),
  DEAL: aCount,
  DEALS: (line) => line.list(aCount),
  PARTS: (line) => line.list(aShare),
  VERSION: aCount,
  SELFMATCH: (line) => line.one(['reject', 'allow']),
  PHASE: (line) => line.one(phases),
  GROUP: (line) => line.one(contractGroups),
  STATE: (line) =>
    line.one(['Pre-market', 'Active', 'Suspended', 'Filled', 'Cancelled', 'Killed', 'Expired']),
  SIDE: (line) => line.one(['bid', 'offer']),
  REJECTION: (line) => line.read('the code of a rejection, such as orderNotFound', code),
  ANNOUNCEMENT: (line) => line.one(['Info', 'Limit', 'Halt', 'Resume', 'Auction', 'Phase', 'EndOfDay']),
  WORDS: (line) => line.read('"words in quotation marks"', (word) => /^"(.+)"$/.exec(word)?.[1] ?? null),
  DATE: (line) => line.read('a day such as 2026-11-18', (day) => (parseIsoDate(day) === null ? null : day)),
  TIMEOFDAY: (line) => line.read('a time such as 09:15 or 09:15:30', time),
  DURATION: (line) => aCount(line) * { s: 1000, min: 60_000, h: 3_600_000 }[line.one(['s', 'min', 'h'])],
};

/** One line, word by word; whatever does not fit is a LineFault at its place. */
class Line {
  readonly #story: Story;
  readonly #words: readonly RegExpExecArray[];
  #at = 0;
  constructor(text: string, story: Story) {
    this.#story = story;
    this.#words = [...text.matchAll(/".*"|,|[^\s,]+|$/g)];
  }
  get next(): string {
    return this.#words[this.#at]?.[0] ?? '';
  }
  /** Goes past the phrase when it stands here. */
  skip(phrase: string): boolean {
    const words = phrase.split(' ');
    const isHere = words.every((word, ahead) => this.#words[this.#at + ahead]?.[0] === word);
    if (isHere) this.#at += words.length;
    return isHere;
  }
  /** The next word as what `read` makes of it; null is a fault. */
  read<T>(expected: string, read: (word: string) => T | null): T {
    const value = this.next === '' ? null : read(this.next);
    if (value === null) throw this.fault(expected);
    this.#at += 1;
    return value;
  }
  one<T extends string>(choices: readonly T[]): T {
    return this.read(choices.join(', '), (word) => choices.find((choice) => choice === word) ?? null);
  }
  both<T>(expected: string, half: (word: string) => T | null): readonly [T, T] {
    return this.read(expected, (word) => {
      const [first = null, second = first, ...more] = word.split('/').map(half);
      return first === null || second === null || more.length > 0 ? null : [first, second];
    });
  }
  until(stop: RegExp, expected: string): string {
    const words = [aWord(expected)(this)];
    while (this.next !== '' && !stop.test(this.next)) words.push(aWord(expected)(this));
    return words.join(' ');
  }
  list<T>(read: (line: Line) => T): T[] {
    const found = [read(this)];
    while (this.skip(',')) found.push(read(this));
    return found;
  }
  order(): string {
    const known = (word: string) => (this.#story.orders.has(word) || /^#\d{1,9}$/.test(word) ? word : null);
    return this.sided(this.read('an order that an earlier line has named, or #NUMBER', known));
  }
  sided(order: string): string {
    return this.skip('bid') ? `${order} bid` : this.skip('offer') ? `${order} offer` : order;
  }
  nameOrder(ref: string): string | null {
    const { orders, dealer } = this.#story;
    if (!/^[A-Za-z0-9][\w.-]*$/.test(ref) || (orders.get(ref) ?? dealer) !== dealer) return null;
    orders.set(ref, dealer);
    return ref;
  }
  starts(grammar: Readonly<Record<string, string>>): boolean {
    return Object.keys(grammar).some((phrase) => phrase.split(' ')[0] === this.next);
  }
  /** The first phrase that stands here, and what its pattern says of the rest of the line. */
  statement<G extends Readonly<Record<string, string>>>(grammar: G): Statement<G> {
    const phrase = Object.keys(grammar).find((one) => this.skip(one));
    if (phrase === undefined) throw this.fault(Object.keys(grammar).join(', '));
    const said: Record<string, unknown> = {};
    const [required = '', ...optional] = (grammar[phrase] ?? '').split(/ ?\[|\]/);
    this.#values(required, said);
    while (this.next !== '') {
      this.skip(',');
      const left = optional.filter((part) => part !== '' && !(keyOf(part) in said));
      const keyword = this.one([...left.map(keyOf), 'the end of the line']);
      said[keyword] = true;
      this.#values(left.find((part) => keyOf(part) === keyword)?.slice(keyword.length) ?? '', said);
    }
    return { phrase, said } as Statement<G>;
  }
  #values(pattern: string, said: Record<string, unknown>): void {
    for (const part of pattern.match(/\S+/g) ?? [])
      if (isSlot(part)) said[part] = readers[part](this);
      else if (!this.skip(part)) throw this.fault(`"${part}"`);
  }
  /** Adds the line to the story, an indented one to the step above it. */
  tell(told: Told): void {
    const { given, steps } = this.#story;
    const above = steps.at(-1);
    if (/^\s/.test(told.text)) {
      if (above === undefined) throw this.fault('something that happens, not indented');
      if (above.deed === null) above.look.rows.push(told.text.trim().replace(/\s+/g, ' '));
      else above.expected.push({ ...told, isDenied: this.skip('not'), ...this.statement(expectations) });
    } else if (this.starts(givens)) {
      if (above !== undefined) throw this.fault('what is given above all that happens');
      given.push({ ...told, ...this.statement(givens) });
    } else {
      const isDenied = this.skip('not');
      if (isDenied || this.starts(looks))
        steps.push({ ...told, deed: null, look: { ...told, isDenied, ...this.statement(looks), rows: [] } });
      else {
        const deed = this.starts(events) ? this.statement(events) : this.#act();
        steps.push({ ...told, deed, expected: [] });
      }
    }
  }
  /** `Thandi KAND sells …`, or an account and what it may hold. */
  #act(): Act {
    const name = aWord('what happens, or the name of who acts')(this);
    const member = this.starts(acts) ? '' : aWord('his member')(this);
    this.#story.dealer = `${name} ${member}`;
    return { by: { name, member }, ...this.statement(acts) };
  }
  fault(expected: string): LineFault {
    const found = this.next === '' ? 'the end of the line' : this.next.replace(/^[^"].*$/, '"$&"');
    const column = this.#words[this.#at]?.index ?? 0;
    return Object.assign(new LineFault(`expected ${expected}, found ${found}`), { column });
  }
}

const keyOf = (part: string): string => part.split(' ')[0] ?? '';
const isSlot = (part: string): part is keyof Slots => Object.hasOwn(readers, part);

/** Throws ScenarioError. `file` is for messages only. */
export function parseScenario(text: string, file: string): Scenario {
  const [title = '', ...lines] = text.split(/\r?\n/);
  const faults: string[] = [];
  if (!title.startsWith('# ')) faults.push(`${file}:1:1: a story begins with its title: # What happens.`);
  const story: Story = { orders: new Map(), dealer: '', given: [], steps: [] };
  for (const [index, raw] of lines.entries()) {
    const told = { line: index + 2, text: raw.replace(/(^|\s)#(\s.*)?$/, '').trimEnd() };
    try {
      if (told.text !== '') new Line(told.text, story).tell(told);
    } catch (fault) {
      if (!(fault instanceof LineFault)) throw fault;
      const { message, column } = fault;
      faults.push(`${file}:${told.line}:${column + 1}: ${message}.\n  ${raw}\n  ${' '.repeat(column)}^`);
    }
  }
  if (faults.length > 0) throw new ScenarioError(faults.join('\n'));
  return { file, title: title.slice(2), given: story.given, steps: story.steps };
}
