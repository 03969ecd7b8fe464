// The turns of phrase that docs/style.md excludes do not come back: they are searched in code, comments, test titles,
// scenarios and documentation.
import { describe, expect, it } from 'vitest';
import { readFiles } from './architecture/repository-files.ts';
import { exceptions, findTurns, turns } from './docs/words.ts';
import { root } from './repository.mjs';

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
});

describe('the search for turns', () => {
  const placesIn = (text: string, path = 'a.ts') => findTurns(new Map([[path, text]]));

  it('reports file, line and the better word', () => {
    expect(placesIn('// One.\n// It is sent anew.')).toEqual(['a.ts:2  "anew": write again']);
  });

  it('finds every turn of the list by itself', () => {
    const missed = turns.flatMap(({ words, better }) =>
      words.filter(
        (phrase) => !placesIn(`// So ${phrase}.`).some((found) => found.endsWith(`write ${better}`)),
      ),
    );
    expect(missed).toEqual([]);
  });

  it.each([
    ['in a name', 'const sentAnew = 1;', 1],
    ['as the beginning of a name', 'tellEverybody();', 1],
    ['at the beginning of a sentence', '// Whoever asks, gets it.', 1],
    ['in a name with dashes', "import './question-desk.ts';", 1],
    ['across the lines of a comment', '// a dealer who is kept to\n  // his own sees no positions', 1],
    ['inside a longer turn only once', '/** The whole proof. */', 1],
    ['twice on one line', 'anew and anew', 2],
    ['beside a conversion in SQL', '// The cast of `cast(bytes as blob)`: cast(fixture)', 2],
    ['as a distributive "a"', '// The fee is 25 cents a ton, and 10 orders a side.', 2],
  ])('finds a turn %s', (_where, text, count) => {
    expect(placesIn(text)).toHaveLength(count);
  });

  it('finds a turn in the path of a file', () => {
    expect(placesIn('', 'apps/server/genesis/seed.ts')).toEqual([
      'apps/server/genesis/seed.ts  "genesis" in its path: write seed data',
    ]);
  });

  it.each([
    ...exceptions.map((phrase) => `// It ${phrase} it.`),
    '// The history of this theme: a retelling, renewed forever; hesitate, unmended, believers.',
    '// ECONNREFUSED, twenty times a second, four a day, a price, each side',
    'const anewer = newest; const shell = tellurium;',
    "select cast(hash as blob) as hash, cast(x'ff41' as text), cast(last_seq as integer) from outcome",
  ])('leaves alone what is right: %s', (text) => {
    expect(placesIn(text)).toEqual([]);
  });
});
