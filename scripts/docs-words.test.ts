// The turns of phrase that docs/style.md excludes do not come back: they are searched in code, comments, test titles,
// scenarios and documentation. Folders that are still to be rewritten are listed here; the list can only shrink.
import { describe, expect, it } from 'vitest';
import { readFiles } from './architecture/repository-files.ts';
import { exceptions, findTurns, turns } from './docs/words.ts';
import { root } from './repository.mjs';

/**
 * Still to be rewritten. Delete an entry when its folder is done; `folder/*` covers only the files directly in it. To
 * see what is left in a folder, delete its entry and run this test.
 */
const notYet: readonly string[] = [
  'apps/server/*',
  'apps/server/http',
  'apps/server/hubs',
  'apps/server/operator',
  'apps/server/schedule',
  'apps/server/scope',
  'apps/server/sequencer',
  'apps/server/testing',
  'apps/web/actions',
  'apps/web/app',
  'apps/web/gallery',
  'apps/web/http',
  'apps/web/live',
  'apps/web/notices',
  'apps/web/panels',
  'apps/web/proof',
  'apps/web/session',
  'apps/web/startup',
  'apps/web/stores',
  'apps/web/ui',
  'apps/web/workspace',
  'docs/architecture.md',
  'docs/benchmarks.md',
  'docs/decisions',
  'docs/operations.md',
  'docs/testing.md',
  'e2e',
  'packages/projections',
  'packages/storage',
  'packages/wire',
  'scripts/*',
  'scripts/architecture',
];

/** Files that show the turns on purpose. */
const shown: ReadonlySet<string> = new Set([
  'docs/style.md',
  'scripts/docs/words.ts',
  'scripts/docs-words.test.ts',
]);

const isText = (path: string) => /\.(?:[mc]?[jt]sx?|css|html|md|py|scenario)$/.test(path) && !shown.has(path);

function isCoveredBy(entry: string, path: string): boolean {
  if (!entry.endsWith('/*')) return path === entry || path.startsWith(`${entry}/`);
  const folder = entry.slice(0, -1);
  return path.startsWith(folder) && !path.slice(folder.length).includes('/');
}

describe('the wording of the repository', () => {
  const texts = readFiles(root, isText);
  const isExempt = (path: string) => notYet.some((entry) => isCoveredBy(entry, path));

  it('has none of the turns that docs/style.md excludes', () => {
    const rewritten = new Map([...texts].filter(([path]) => !isExempt(path)));
    expect(rewritten.size).toBeGreaterThan(0);
    expect(findTurns(rewritten)).toEqual([]);
  });

  it('has no entry in notYet whose files are clean already: delete those named here', () => {
    const clean = notYet.filter((entry) => {
      const covered = new Map([...texts].filter(([path]) => isCoveredBy(entry, path)));
      return findTurns(covered).length === 0;
    });
    expect(clean).toEqual([]);
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
  ])('leaves alone what is right: %s', (text) => {
    expect(placesIn(text)).toEqual([]);
  });
});
