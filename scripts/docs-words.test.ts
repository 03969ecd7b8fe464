// The turns of phrase that docs/style.md excludes do not come back: they are searched in code, comments, test titles,
// scenarios and documentation.
import { describe, expect, it } from 'vitest';
import { isCode, readFiles } from './architecture/repository-files.ts';
import { isTest } from './architecture/workspaces.ts';
import { findBanners, findEmptyNames, findTurns, findVerbless, turns } from './docs/words.ts';
import { root } from './steps/repository.mjs';

/** Files that show the turns on purpose. */
const shown: ReadonlySet<string> = new Set([
  'docs/style.md',
  'scripts/docs/words.ts',
  'scripts/docs-words.test.ts',
]);

const isText = (path: string) => /\.(?:[mc]?[jt]sx?|css|html|md|py|scenario)$/.test(path) && !shown.has(path);

describe('the wording of the repository', () => {
  const texts = readFiles(root, isText);

  it('has none of the turns that docs/style.md excludes', () => {
    expect(texts.size).toBeGreaterThan(0);
    expect(findTurns(texts)).toEqual([]);
  });

  const code = new Map([...texts].filter(([path]) => isCode(path)));

  it('has no banner comments, because another idea belongs in another file', () => {
    expect(code.size).toBeGreaterThan(0);
    expect(findBanners(code)).toEqual([]);
  });

  it('has a verb in each sentence of a comment that names a result', () => {
    expect(findVerbless(code)).toEqual([]);
  });

  it('names values in code by the noun that they hold', () => {
    const product = new Map([...code].filter(([path]) => /^(?:apps|packages)\//.test(path) && !isTest(path)));
    expect(product.size).toBeGreaterThan(0);
    expect(findEmptyNames(product)).toEqual([]);
  });
});

describe('the search for banners and empty names', () => {
  const code = (text: string) => new Map([['a.ts', text]]);

  it.each([
    '// ---- Orders',
    '// — Orders —',
    '// ======',
    '/* --- Orders --- */',
    'x;\n  {/* --- */}',
    'x;\n\n// Orders.\n\ny;',
  ])('finds %s', (text) => {
    expect(findBanners(code(text))).toHaveLength(1);
  });

  it.each([
    '/** The last price. Null if there is none. */',
    '// Parses it. `false`\n// while nothing is typed.',
  ])('finds the sentence without a verb in %s', (text) => {
    expect(findVerbless(code(text))).toHaveLength(1);
  });

  it.each([
    'const one = 1;',
    'let found = 0;',
    'for (const one of all)',
    'all.map((one) => one.id)',
    'const [typed, set] = s',
  ])('finds the name in %s', (text) => {
    expect(findEmptyNames(code(text))).toHaveLength(1);
  });

  it.each(['// One reason - and a dash', '/** A comment. */', 'const oneOf = 1;', "write('---')"])(
    'accepts %s',
    (text) => {
      expect([...findBanners(code(text)), ...findEmptyNames(code(text))]).toEqual([]);
    },
  );
});

describe('the search for turns', () => {
  const placesIn = (text: string) => findTurns(new Map([['a.ts', text]]));

  it('reports file, line and the better word', () => {
    expect(placesIn('// One.\n// It is sent anew.')).toEqual(['a.ts:2  "anew": write again']);
  });

  it('finds every phrase of the list', () => {
    expect(Object.keys(turns).filter((phrase) => placesIn(`// So ${phrase}.`).length === 0)).toEqual([]);
  });

  it.each([
    ['at the beginning of a sentence', '// Whoever asks, gets it.', 1],
    ['across the lines of a comment', '// a heartbeat, or sign\n  // of life', 1],
    ['twice on one line', 'anew and anew', 2],
    ['not within a word', '// The history of this theme: forever, renewed; hesitate.', 0],
  ])('finds a phrase %s', (_where, text, count) => {
    expect(placesIn(text)).toHaveLength(count);
  });
});
