// docs/requirements.md lists the ids of requirements that the repository cites, no fewer and no more.
import { describe, expect, it } from 'vitest';
import { readFiles } from './architecture/repository-files.ts';
import { root } from './steps/repository.mjs';

const page = 'docs/requirements.md';
const own = 'scripts/requirements-doc.test.ts';
const isText = (path: string) => /\.(?:[mc]?[jt]sx?|css|html|md|scenario)$/.test(path) && path !== own;

/** The ids in the tables of the page: `| ACT-5 | … |`. */
const listedIn = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^\| ([A-Z]+-\d+) \| [^|\s]/gm)].map(([, id = '']) => id);

/** Ids of the listed families wherever they are, and anything like an id at the beginning of a test title: `it('[ACT-5] …'`. */
function citedIn(text: string, listed: readonly string[]): readonly string[] {
  const families = [...new Set(listed.map((id) => id.split('-')[0]))].join('|');
  const cited = `\\b(?:${families})-\\d{1,2}\\b|(?<=['"\`](?:\\[[^\\]]+\\] )*\\[)[A-Za-z]+[ -]?\\d+(?=\\] )`;
  return text.match(new RegExp(cited, 'g')) ?? [];
}

describe('the list of requirements', () => {
  const texts = new Map(readFiles(root, isText));
  const listed = listedIn(texts.get(page) ?? '');
  texts.delete(page);
  const places = new Map<string, string>();
  for (const [path, text] of texts)
    for (const id of citedIn(text, listed)) if (!places.has(id)) places.set(id, path);

  it('has every id that is cited', () => {
    const missing = [...places].filter(([id]) => !listed.includes(id));
    expect(missing, `add them to ${page}`).toEqual([]);
  });

  it('has no id twice, and none that nothing cites', () => {
    expect(listed.length).toBeGreaterThan(50);
    expect(listed).toEqual([...new Set(listed)]);
    expect(listed.filter((id) => !places.has(id))).toEqual([]);
  });

  it('has only ids that the title of a test names', () => {
    const tests = [...texts].filter(([path]) => /\.(?:test|spec)\.tsx?$/.test(path)).map(([, text]) => text);
    expect(listed.filter((id) => !tests.some((text) => text.includes(`[${id}]`)))).toEqual([]);
  });
});

describe('the search for ids', () => {
  it.each([
    ['an id in a sentence', '// Logs out (AUTH-6).', ['AUTH-6']],
    [
      'the id of a title, also of a family that is not listed',
      `it('[NEW-1] [AUTH-6] ends')`,
      ['NEW-1', 'AUTH-6'],
    ],
    ['the number of another list in a title', `it('[AUTH-6] [issue 42] ends')`, ['AUTH-6', 'issue 42']],
    ['no other names with a number', 'UTF-8, SHA-256, DEC26, AUTH-', []],
  ])('finds %s', (_what, text, ids) => {
    expect(citedIn(text, ['AUTH-1'])).toEqual(ids);
  });

  it('reads ids from tables only', () => {
    expect(listedIn('| id | text |\n| ACT-5 | suspend |\n| ACT-6 | |\nACT-7 is not listed.')).toEqual([
      'ACT-5',
    ]);
  });
});
