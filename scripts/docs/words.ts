// Turns of phrase that docs/style.md keeps out of names, comments, test titles, screen texts and documentation, and
// the search for them. Each is wrong nearly always; the phrases in which it is right are listed as exceptions.

export interface Turn {
  /** Words that must not appear, also as part of a name such as `sentAnew` or `sent-anew`. */
  readonly words: readonly string[];
  /** What to write instead. */
  readonly better: string;
}

export const turns: readonly Turn[] = [
  { words: ['asked for for ever'], better: 'requested again and again' },
  { words: ['kept to his own', 'keeps to his own', 'keep to his own'], better: 'has own-only visibility' },
  { words: ['sign of life', 'signs of life'], better: 'heartbeat' },
  { words: ['clock of the wall'], better: 'system clock' },
  { words: ['the whole proof'], better: 'the full test suite' },
  { words: ['every no', 'kinds of no', 'say no', 'says no', 'said no'], better: 'rejection, reject, error' },
  { words: ['of whom'], better: 'whose, who' },
  {
    words: ['to who', 'for who', 'from who', 'by who', 'of who', 'with who'],
    better: 'anyone who, the user who',
  },
  { words: ['whoever', 'whomever'], better: 'anyone who' },
  { words: ['came of', 'come of', 'comes of', 'coming of'], better: 'result, result from' },
  { words: ['became of', 'become of', 'becomes of'], better: 'result, outcome' },
  { words: ['has come to be', 'have come to be', 'came to be', 'come to be'], better: 'is, became' },
  { words: ['anew'], better: 'again' },
  { words: ['for ever'], better: 'indefinitely, permanently' },
  { words: ['for good'], better: 'permanently' },
  { words: ['so much a'], better: 'an amount per' },
  { words: ['he', 'him', 'his', 'himself'], better: 'the dealer, they, their' },
  {
    words: ['tell', 'tells', 'telling', 'told'],
    better: 'emit (an event), publish, send, notify, return, report, say',
  },
  { words: ['mend', 'mends', 'mended', 'mending'], better: 'fix' },
  { words: ['refusal', 'refusals'], better: 'rejection' },
  { words: ['refuse', 'refuses', 'refused', 'refusing'], better: 'reject, rejects, rejected' },
  { words: ['reckon', 'reckons', 'reckoned', 'reckoning'], better: 'compute, count' },
  { words: ['genesis'], better: 'seed data' },
  { words: ['proof', 'proofs'], better: 'test, tests; a folder: testing' },
  { words: ['story', 'stories'], better: 'scenario' },
  { words: ['deed', 'deeds'], better: 'step, action, command' },
  { words: ['cast', 'casts'], better: 'fixture' },
  { words: ['twin', 'twins'], better: 'reference model; of an option: its delta' },
  { words: ['front door'], better: 'HTTP endpoint' },
  { words: ['question desk'], better: 'client results' },
  { words: ['conversation', 'conversations'], better: 'connection, session' },
  { words: ['bookings'], better: 'subscriptions' },
  { words: ['orders are collected', 'order is collected'], better: 'orders wait for the call auction' },
  { words: ['by hand', "operator's hand", 'operator’s hand'], better: 'manually, by the operator' },
  { words: ['in its turn', 'in their turn'], better: 'in turn, one after the other' },
  { words: ['but for'], better: 'except' },
  { words: ['lies'], better: 'is' },
  { words: ['stands', 'stood'], better: 'is, rests, is working' },
];

/** Phrases in which a word above is right. */
export const exceptions: readonly string[] = [
  'connection refused',
  'for good reason',
  'stands for',
  'tell apart',
  'tell your operator',
  'telling apart',
  'tells apart',
  'told apart',
];

/** SQL converts a value with `cast(hash as blob)`, which is no fixture. */
const sqlCast = /\bcast\((?:[^()]* as (?:blob|integer|real|text)\)|group_concat\()/g;

/** Distributive "a": `10 lots a side`, `one row a contract`. "Twice a second" and "four a day" are plain English. */
const distributive =
  /\b(?:lots?|orders?|rows?|lines?|fees?|rand|cents?|much|one|once|figures?|entries|prices?|sides?|\d+) (a (?:ton|side|price|member|contract|deal|step|connection|client|user|row|line|command|lot|leg|strike))\b/g;

/** @returns one sentence per place, `path:line  "anew": write again` */
export function findTurns(texts: ReadonlyMap<string, string>): readonly string[] {
  return [...texts].flatMap(([path, text]) => [
    ...placesIn(path).map(({ found, better }) => `${path}  "${found}" in its path: write ${better}`),
    ...placesIn(text).map(
      ({ at, found, better }) => `${path}:${lineAt(text, at)}  "${found}": write ${better}`,
    ),
  ]);
}

interface Place {
  readonly at: number;
  readonly found: string;
  readonly better: string;
}

interface Phrase {
  readonly words: readonly string[];
  /** Null for an exception. */
  readonly better: string | null;
}

/** By their first word, the longest first, so that an exception is seen before the word in it. */
const phrases: ReadonlyMap<string, readonly Phrase[]> = byFirstWord([
  ...exceptions.map((phrase) => ({ words: phrase.split(' '), better: null })),
  ...turns.flatMap(({ words, better }) => words.map((phrase) => ({ words: phrase.split(' '), better }))),
]);

/** A word of a text or of a name: `sentAnew` has two. Words in capitals belong to other programs: `ECONNREFUSED`. */
const word = /[A-Z]?[a-z]+(?:['’][a-z]+)?/g;
/** Between two words of a phrase: space, the end of a line with the next one's comment marker, the joint of a name. */
const gap = /^(?:[ \t]+|[ \t]*\n[ \t]*(?:\/\/|\*|#)?[ \t]*|[-_])?$/;

function placesIn(source: string): readonly Place[] {
  // Of the same length, so that places stay where they are.
  const text = source.replace(sqlCast, (found) => ' '.repeat(found.length));
  const tokens = Array.from(text.matchAll(word), ({ 0: found, index }) => ({
    word: found.toLowerCase(),
    from: index,
    to: index + found.length,
  }));
  const places: Place[] = Array.from(text.matchAll(distributive), ({ 0: found, index }) => ({
    at: index,
    found,
    better: '"per" in place of "a"',
  }));
  for (let at = 0; at < tokens.length; at += 1) {
    const first = tokens[at];
    const found = phrases
      .get(first?.word ?? '')
      ?.find(({ words }) => words.every((_, next) => fits(words, next)));
    if (first === undefined || found === undefined) continue;
    const last = tokens[at + found.words.length - 1] ?? first;
    at += found.words.length - 1;
    if (found.better !== null)
      places.push({ at: first.from, found: text.slice(first.from, last.to), better: found.better });

    function fits(words: readonly string[], next: number): boolean {
      const token = tokens[at + next];
      const before = tokens[at + next - 1];
      if (token === undefined || token.word !== words[next]) return false;
      return next === 0 || gap.test(text.slice(before?.to, token.from));
    }
  }
  return places;
}

function byFirstWord(all: readonly Phrase[]): ReadonlyMap<string, readonly Phrase[]> {
  const grouped = new Map<string, Phrase[]>();
  for (const phrase of [...all].sort((a, b) => b.words.length - a.words.length)) {
    const [first = ''] = phrase.words;
    grouped.set(first, [...(grouped.get(first) ?? []), phrase]);
  }
  return grouped;
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;
