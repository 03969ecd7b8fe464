// Phrases, banner comments and empty names that docs/style.md keeps out of the repository, and the search for them. Only phrases that
// are nearly always wrong are here; the rest of the style is a matter for reviewers.

/** Each phrase with what to write instead. A space stands for any space, also for the end of a line within a comment. */
export const turns: Readonly<Record<string, string>> = {
  anew: 'again',
  'for ever': 'indefinitely, permanently',
  'sign of life': 'heartbeat',
  'clock of the wall': 'system clock',
  'of whom': 'whose, who',
  'to who': 'to anyone who, to the user who',
  'for who': 'for anyone who, for the user who',
  'from who': 'from anyone who, from the user who',
  'by who': 'by anyone who, by the user who',
  'of who': 'of anyone who, of the user who',
  whoever: 'anyone who',
  whomever: 'anyone who',
  'what came of': 'the result of',
  'what becomes of': 'the outcome of',
  'has come to be': 'is, became',
  'so much a': 'an amount per',
  'so many': 'this number of, up to n',
  'an own': "the dealer's own, the user's own",
  'below zero': 'negative',
  he: 'the dealer, they',
  him: 'the dealer, them',
  his: 'their',
  reckon: 'compute, count',
  'share the next': 'are coalesced into the next',
  'every no': 'every rejection',
  'says no': 'rejects',
  'now and then': 'occasionally',
  'again and again': 'repeatedly',
  'unless given': 'by default',
  'the way in which': 'how',
  'the reasons for which': 'the reasons why',
  'the time for which': 'how long, the time that',
  'the present one': 'the current one',
  'next ones': 'the noun: the next connections',
  'further ones': 'more, and the noun',
  'without what': 'without, and the noun',
  'also while': 'even while, or also before the verb',
  beforehand: 'in advance',
  'in small letters': 'in lower case',
  'knows nothing of': 'is independent of',
  'nothing was done': 'nothing has changed',
  'takes no orders': 'accepts no orders',
  'goes on by itself': 'continues automatically',
};

/** Between two words: spaces, or the end of a line and the comment marker of the next one. */
const gap = String.raw`(?:[ \t]+|[ \t]*\n[ \t]*(?:\/\/|\*|#)?[ \t]*)`;
const patterns = Object.entries(turns).map(
  ([phrase, better]) => [new RegExp(String.raw`\b${phrase.replaceAll(' ', gap)}\b`, 'gi'), better] as const,
);

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** @returns one sentence per place, `path:line  "anew": write again` */
export function findTurns(texts: ReadonlyMap<string, string>): readonly string[] {
  return [...texts].flatMap(([path, text]) =>
    patterns.flatMap(([pattern, better]) =>
      Array.from(
        text.matchAll(pattern),
        ({ 0: found, index }) => `${path}:${lineAt(text, index)}  "${found}": write ${better}`,
      ),
    ),
  );
}

/** A comment that only divides a file: `// --- Orders ---`, `// — Orders —`, a line of dashes, or a paragraph that belongs to no declaration. */
const banner = /^[ \t]*(?:\/\/|\{?\/\*+|#)[ \t]*(?:[-=~─━*]{3,}|—)|(?<=\n\n)(?:\/\/ .*\n)+(?=\n)/gm;

/** @returns the place of each banner, `path:line` */
export const findBanners = (texts: ReadonlyMap<string, string>): readonly string[] =>
  [...texts].flatMap(([path, text]) =>
    Array.from(text.matchAll(banner), ({ index }) => `${path}:${lineAt(text, index)}`),
  );

/** A sentence of a comment, after the first one, that names a result and has no verb: "… Null if it is unknown." */
const verbless = new RegExp(
  String.raw`\.${gap}(?:Null|Undefined|True|False|\`(?:null|undefined|true|false)\`)${gap}(?:if|for|while|when|until|without|on|in)\b`,
  'g',
);

/** @returns the place of each such sentence, `path:line` */
export const findVerbless = (texts: ReadonlyMap<string, string>): readonly string[] =>
  [...texts].flatMap(([path, text]) =>
    Array.from(text.matchAll(verbless), ({ index }) => `${path}:${lineAt(text, index)}`),
  );

/** Names of variables that say nothing about the value: a reader must look up where it comes from. */
const emptyNames = 'one|made|held|said|told|typed|given|gone|seen|found|about';
const emptyName = new RegExp(
  String.raw`\b(?:const|let) \[?(${emptyNames})\b|[([](${emptyNames})(?:: [^()]*)?\) =>`,
  'g',
);

/** @returns the place and the name of each variable that says nothing, `path:line one` */
export const findEmptyNames = (texts: ReadonlyMap<string, string>): readonly string[] =>
  [...texts].flatMap(([path, text]) =>
    Array.from(
      text.matchAll(emptyName),
      ({ 1: variable, 2: parameter, index }) => `${path}:${lineAt(text, index)} ${variable ?? parameter}`,
    ),
  );
