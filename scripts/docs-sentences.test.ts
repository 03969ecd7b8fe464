// No sentence of the documentation has more than thirty words (docs/style.md, rule 3). Tables and code are not prose.
import { describe, expect, it } from 'vitest';
import { readFiles } from './architecture/repository-files.ts';
import { sentencesOf } from './docs/sentences.ts';
import { root } from './steps/repository.mjs';

const maxWords = 30;

const longIn = (markdown: string) => sentencesOf(markdown).filter(({ words }) => words > maxWords);

describe('the pages of the repository', () => {
  const pages = [...readFiles(root, (path) => path.endsWith('.md'))];

  it('have no sentence of more than thirty words', () => {
    expect(pages.length).toBeGreaterThan(30);
    const long = pages.flatMap(([path, text]) =>
      longIn(text).map(({ line, words, text: sentence }) => `${path}:${line}  ${words} words: ${sentence}`),
    );
    expect(long).toEqual([]);
  });
});

describe('the search for long sentences', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
  const lengths = (markdown: string) => sentencesOf(markdown).map((sentence) => sentence.words);

  it.each([
    ['a paragraph over several lines', `One ${words(15)}\n${words(15)}.`, [31]],
    ['an item of a list', `- Short.\n- One ${words(30)}.`, [1, 31]],
    ['an item that continues on the next line', `1. One ${words(20)}\n   ${words(10)}.`, [31]],
    ['a sentence with semicolons and a colon', `One: ${words(15)}; ${words(15)}.`, [31]],
    ['a sentence after another one', `One two. Three ${words(30)}. Four.`, [2, 31, 1]],
    ['the text of a link, and code as one word', '[One two](a/b.md#c) with `three four`.', [4]],
  ])('counts %s', (_what, markdown, expected) => {
    expect(lengths(markdown)).toEqual(expected);
  });

  it.each([
    ['tables', `| ${words(40)} |\n|---|`],
    ['code', `\`\`\`\n${words(40)}\n\`\`\``],
    ['headings', `## ${words(40)}`],
  ])('leaves %s out', (_what, markdown) => {
    expect(lengths(markdown)).toEqual([]);
  });

  it.each([
    ['a sentence that begins with code', 'One. `two` three.', [1, 2]],
    ['the mark of a source after a full stop', 'One. [chosen] Two three. [WFE]', [1, 2]],
    ['a quotation', 'One. "Two" three.', [1, 2]],
    ['an abbreviation', 'One, e.g. Two.', [3]],
    ['dots between links', '[One](a.md) · [Two](b.md)', [1, 1]],
  ])('sees the end of a sentence before %s', (_what, markdown, expected) => {
    expect(lengths(markdown)).toEqual(expected);
  });
});
