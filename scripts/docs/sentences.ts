// The sentences of a page in Markdown, without its tables, its code and its headings, and how long they are.

interface Sentence {
  /** The line, from 1, where its paragraph begins. */
  readonly line: number;
  readonly text: string;
  readonly words: number;
}

/** Abbreviations, whose full stop ends no sentence. */
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|No)\.$/;

/** @param markdown a whole page */
export function sentencesOf(markdown: string): readonly Sentence[] {
  return paragraphsOf(markdown).flatMap(({ line, text }) =>
    split(plain(text)).map((sentence) => ({ line, text: sentence, words: wordsIn(sentence) })),
  );
}

function paragraphsOf(markdown: string): readonly { readonly line: number; readonly text: string }[] {
  const paragraphs: { line: number; text: string }[] = [];
  let isCode = false;
  let isOpen = false;
  for (const [index, raw] of markdown.split('\n').entries()) {
    const line = raw.trim();
    if (line.startsWith('```')) {
      isCode = !isCode;
      isOpen = false;
    } else if (isCode || line === '' || /^(?:\||#|<|!\[|---)/.test(line)) isOpen = false;
    else {
      const item = /^(?:[-*]|\d+\.)\s+/.exec(line)?.[0];
      const text = line.slice(item?.length ?? 0).replace(/^>\s*/, '');
      const last = paragraphs.at(-1);
      if (item === undefined && isOpen && last !== undefined) last.text += ` ${text}`;
      else paragraphs.push({ line: index + 1, text });
      isOpen = true;
    }
  }
  return paragraphs;
}

/** Code counts as one word, and a link as its text. Marks of sources such as [chosen] are not words. */
const plain = (text: string): string =>
  text
    .replace(/`[^`]*`/g, 'code')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\*|__/g, '');

/** At the ends of sentences, and at the dots between links. */
function split(text: string): readonly string[] {
  const sentences: string[] = [];
  let rest = '';
  for (const part of text.split(/(?<=[.?!][)”"’]*)\s+(?=[“"(]|[\p{Lu}\p{N}]|code\b)|\s+·\s+/u)) {
    rest = rest === '' ? part : `${rest} ${part}`;
    if (abbreviation.test(rest)) continue;
    sentences.push(rest);
    rest = '';
  }
  return rest === '' ? sentences : [...sentences, rest];
}

const wordsIn = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
