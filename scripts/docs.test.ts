// The pages are true: every link, picture, anchor, line, symbol, command and file that they name exists. And
// no file of the repository reveals the machine where it was written. A fault planted in memory shows that
// each check works.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { panels } from '../apps/web/panels/registry.ts';
import { endOfDayStages, type VenueModule } from '../packages/venue/kernel/venue-module.ts';
import { modules } from '../packages/venue/modules.ts';
import { pathsIn, readFiles } from './architecture/repository-files.ts';
import { importTable } from './architecture/workspaces.ts';
import { findFaults, type Surroundings } from './docs/find-faults.ts';
import { findMachineTraces } from './docs/find-machine-traces.ts';
import { readPage, slugOf } from './docs/markdown.ts';
import { root } from './steps/repository.mjs';

const isPage = (path: string) =>
  /^(?:(?:packages|apps)\/[^/]+\/README|README|CHANGELOG|SECURITY)\.md$/.test(path) ||
  /^docs\/.+\.md$/.test(path);

describe('the real pages', () => {
  const pages = readFiles(root, isPage);

  it('begin with a README', () => {
    expect([...pages.keys()]).toContain('README.md');
  });

  it('name only what is there', () => {
    expect(findFaults(pages, realSurroundings())).toEqual([]);
  });
});

it('each recipe for a small change names the files, and the check that fails if one is forgotten', () => {
  const page = readFileSync(join(root, 'docs/contributing.md'), 'utf8');
  const [, section = ''] = page.split('\n## Small changes\n');
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| an? /.test(line));
  for (const word of ['column', 'sentence', 'setting', 'metric', 'option'])
    expect(
      rows.filter((row) => row.includes(`**${word}**`)),
      word,
    ).toHaveLength(1);
  const unchecked = rows.filter((row) => !/the compiler|\.test\.ts\)/.test(row.split(' | ')[2] ?? ''));
  expect(unchecked).toEqual([]);
});

it.each(
  Object.entries(importTable).filter(
    ([folder]) => folder.includes('/') && folder !== 'packages/signalr-server',
  ),
)('the README of %s names its permitted imports', (folder, rights) => {
  const names = [...rights].map((name) => `\`${name}\``);
  expect(readFileSync(join(root, folder, 'README.md'), 'utf8')).toContain(
    names.length === 0
      ? '\nImports no other package of this repository.'
      : `\nImports only ${names.join(', ')} from this repository.`,
  );
});

it('the README names the number of panels', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(`| ${panels.length} panels, `);
});

it('an order is followed to its request through files of the browser, each used by one before it', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const [, section = ''] = page.split('\n## Follow one order\n');
  const [walk = ''] = section.split('**Admission.**');
  const files = [
    ...new Set([...walk.matchAll(/\]\(\.\.\/(apps\/web\/[^)#]+)\)/g)].map(([, file = '']) => file)),
  ];
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
  expect(texts.at(-1)).toContain(' fetch(');
  const unused = files.filter(
    (file, at) => at > 0 && !texts.slice(0, at).some((text) => text.includes(`/${basename(file)}'`)),
  );
  // It follows the store of the dialogs.
  expect(unused).toEqual(['apps/web/workspace/dialogs.tsx']);
});

describe.each(['market', 'operations'])('docs/%s.md', (book) => {
  const index = readFileSync(join(root, `docs/${book}.md`), 'utf8');
  const pages = [...readFiles(root, (path) => path.startsWith(`docs/${book}/`))];

  it('lists every section of its pages', () => {
    const sections = pages.flatMap(([path, text]) =>
      headingsOf(text).map((heading) => `[${heading}](${path.slice('docs/'.length)}#${slugOf(heading)})`),
    );
    expect(sections.length).toBeGreaterThan(20);
    expect(sections.filter((section) => !index.includes(section))).toEqual([]);
  });

  it('has pages that open with whom they are for', () => {
    expect(pages.filter(([, text]) => !/^# .+\n\nFor /.test(text)).map(([path]) => path)).toEqual([]);
  });
});

describe('citations of the pages of docs/market', () => {
  const pages = readFiles(root, (path) => path.startsWith('docs/market/'));
  const headings = new Map([...pages].map(([path, text]) => [path.slice('docs/'.length), headingsOf(text)]));
  const citing = (path: string) =>
    /\.(?:[mc]?[jt]sx?|css|md|scenario)$/.test(path) && path !== 'scripts/docs.test.ts';

  it('name a heading of the page', () => {
    expect([...headings.values()].flat().length).toBeGreaterThan(20);
    expect(unknownCitations(readFiles(root, citing), headings)).toEqual([]);
  });

  it('are checked, even across the lines of a comment', () => {
    const texts = new Map([
      [
        'a.ts',
        '// Price, then time (market/orders.md, Matching; PANEL-6).\n// One (market/orders.md, Order\n// validation, step 10).',
      ],
      [
        'b.ts',
        '/** See (market/orders.md, Exercises), and\n * (market.md,\n * Matching) or (market/money.md,\n * Matching). */',
      ],
    ]);
    expect(unknownCitations(texts, headings)).toEqual([
      'b.ts  market/orders.md, Exercises',
      'b.ts  market.md, Matching',
      'b.ts  market/money.md, Matching',
    ]);
  });
});

describe('the files of the repository', () => {
  it('name no folder of the machine and no registry', () => {
    const configured = process.env.npm_config_registry;
    const host = configured === undefined ? '' : new URL(configured).host;
    // The public registry is found by its form; a host without a dot would be found everywhere.
    const hosts = host.includes('.') ? [host] : [];
    const texts = new Map([...readFiles(root, () => true)].filter(([, text]) => !text.includes('\0')));
    expect(texts.size).toBeGreaterThan(250);
    expect(findMachineTraces(texts, hosts)).toEqual([]);
  });

  it('would be reported if they did', () => {
    const home = ['', 'home', 'somebody'].join('/');
    const lock = `"resolved": "${'https'}://example.org/a.tgz"`;
    const texts = new Map([
      ['a.ts', `const x = '${home}/data';\nconst y = '${['', 'root'].join('/')}';`],
      ['b.json', lock],
      ['c.md', `from ${['registry', 'example', 'org'].join('.')} or mirror.example.org`],
      ['d.ts', `get('/api/home/rooms'); open('./work/'); '/rooting'; 'https://openpit.example${home}'`],
    ]);
    expect(findMachineTraces(texts, ['mirror.example.org']).map((trace) => trace.split('  ')[0])).toEqual([
      'a.ts:1',
      'a.ts:2',
      'b.json:1',
      'c.md:1',
      'c.md',
    ]);
  });
});

describe('the glossary', () => {
  const rowsOf = (table: string) =>
    [...table.matchAll(/^\| (?!word \|)([^|]+) \|/gm)].map(([, word = '']) =>
      word.replaceAll('`', '').toLowerCase(),
    );
  /** Words that come before the word above them in the alphabet. */
  const misplaced = (page: string) =>
    page.split(/^## /m).flatMap((table) => {
      const words = rowsOf(table);
      return words.filter((word, at) => word < (words[at - 1] ?? ''));
    });

  it('is in the order of the alphabet', () => {
    const page = readFileSync(join(root, 'docs', 'glossary.md'), 'utf8');
    expect(rowsOf(page).length).toBeGreaterThan(80);
    expect(misplaced(page)).toEqual([]);
  });

  it('would be reported with a row in the wrong place', () => {
    const page = '## The market\n| word | meaning |\n|---|---|\n| bid | x |\n| deal | x |\n| branch | x |\n';
    expect(misplaced(`${page}## The code\n| \`action\` | x |\n`)).toEqual(['branch']);
  });
});

describe('a page', () => {
  const around: Surroundings = {
    files: new Set([
      'docs/architecture.md',
      'docs/images/day.png',
      'packages/venue/venue.ts',
      'apps/server/main.ts',
      'scripts/start.mjs',
    ]),
    read: (path) =>
      path.endsWith('.md')
        ? '# The one idea\n\n## Flow\n\n## Flow\n'
        : 'export class Venue {\n  handle() {}\n}\n',
    commands: new Set(['start', 'test', 'check']),
    programs: new Set(['vitest']),
  };
  const faultsOf = (markdown: string) => findFaults(new Map([['docs/a.md', markdown]]), around);

  it.each([
    '[the idea](architecture.md#the-one-idea), [again](architecture.md#flow-1), [here](#here)\n\n## Here',
    '![a day](images/day.png) and [![a day](images/day.png)](architecture.md) and <img src="images/day.png" alt="">',
    '[`Venue.handle`](../packages/venue/venue.ts#L1-L3), [`venue.ts`](../packages/venue/venue.ts), [venue](../packages/venue)',
    '[elsewhere](https://example.org/x#y) and `[no](link.md)` and\n\n```\n[no](link.md)\n```',
    '[`handle()`][v]\n\n[v]: ../packages/venue/venue.ts',
    'Run `npm start -- --port 8080`, npm test, or `npm run check`.',
    '```sh\n$ node scripts/start.mjs --demo\nnode --enable-source-maps apps/server/dist/main.js\nnpx vitest run packages/venue\n```',
    'See `packages/venue/venue.ts`, `packages/venue/`, `packages/venue/<flag>.ts` and `apps/server/dist/main.js`.',
  ])('has no fault when it is true: %s', (markdown) => {
    expect(faultsOf(markdown)).toEqual([]);
  });

  it.each<[string, string]>([
    ['[x](gone.md)', 'docs/a.md:1  the link gone.md leads to nothing'],
    ['\n\n![x](images/gone.png)', 'docs/a.md:3  the picture images/gone.png leads to nothing'],
    ['[![x](images/gone.png)](architecture.md)', 'docs/a.md:1  the picture images/gone.png leads to nothing'],
    ['<img src="images/gone.png">', 'docs/a.md:1  the picture images/gone.png leads to nothing'],
    [
      '[x](architecture.md#gone)',
      'docs/a.md:1  architecture.md#gone: docs/architecture.md has no heading for #gone',
    ],
    ['[x](#gone)', 'docs/a.md:1  #gone: docs/a.md has no heading for #gone'],
    ['[x][v]\n\n[v]: gone.ts', 'docs/a.md:3  the link gone.ts leads to nothing'],
    ['[x](../../elsewhere.md)', 'docs/a.md:1  ../../elsewhere.md leads out of the repository'],
    [
      '[x](../packages/venue/venue.ts#L2-L9)',
      'docs/a.md:1  ../packages/venue/venue.ts#L2-L9: packages/venue/venue.ts has 4 lines',
    ],
    [
      '[`Venue.replay`](../packages/venue/venue.ts)',
      'docs/a.md:1  packages/venue/venue.ts does not have replay, which the link `Venue.replay` promises',
    ],
    [
      '[`ledger-book.ts`](../packages/venue/venue.ts)',
      'docs/a.md:1  the link `ledger-book.ts` leads to packages/venue/venue.ts',
    ],
    ['Then npm run deploy.', 'docs/a.md  npm run deploy: package.json has no such script'],
    ['```\nnode scripts/gone.mjs\n```', 'docs/a.md:2  node scripts/gone.mjs: there is no such file'],
    ['`node apps/server/dist/gone.js`', 'docs/a.md:1  node apps/server/dist/gone.js: there is no such file'],
    ['`npx jest`', 'docs/a.md:1  npx jest: that program is not among the packages'],
    ['`npx vitest run packages/gone`', 'docs/a.md:1  npx vitest: there is no packages/gone'],
    ['In `packages/venue/gone.ts`.', 'docs/a.md:1  there is no packages/venue/gone.ts'],
  ])('has a fault: %s', (markdown, fault) => {
    expect(faultsOf(markdown)).toEqual([fault]);
  });

  it('has its headings named as GitHub names them', () => {
    expect(slugOf('What `npm start` does, and why: a [tour](x.md)')).toBe(
      'what-npm-start-does-and-why-a-tour',
    );
    expect([...readPage('# One\n\n# One\n\n```\n# not one\n```\n').anchors]).toEqual(['one', 'one-1']);
  });
});

function realSurroundings(): Surroundings {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const scripts =
    typeof manifest === 'object' && manifest !== null && 'scripts' in manifest ? manifest.scripts : {};
  const bin = join(root, 'node_modules', '.bin');
  return {
    files: new Set(pathsIn(root)),
    read: (path) => readFileSync(join(root, path), 'utf8'),
    commands: new Set(Object.keys(scripts ?? {})),
    programs: new Set(existsSync(bin) ? readdirSync(bin) : []),
  };
}

const headingsOf = (page: string) => [...page.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

/** Citations such as `market/orders.md, Matching` whose words are not a heading of the page; `market/orders.md, Order validation, step 10` has one. */
function unknownCitations(
  texts: ReadonlyMap<string, string>,
  headings: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  return [...texts].flatMap(([path, text]) => {
    const flat = text.replace(/\s*\n\s*(?:\/\/|\*|#)?\s*/g, ' ');
    return [...flat.matchAll(/(market(?:\/\w+)?\.md), ([^),;.`]+)/g)].flatMap(
      ([found, page = '', cited = '']) =>
        headings.get(page)?.includes(cited.trim()) === true ? [] : [`${path}  ${found}`],
    );
  });
}

it('the architecture names the modules of each stage of the end of a day', () => {
  const [, section = ''] = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split(
    '\n## Follow the end of a day\n',
  );
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \| (.+?) \|/gm)].map(
    ([, stage, cell = '']) => [stage, cell.replace(/\[`(\w+)`\]\([^)]*\)/g, '$1')],
  );
  expect(rows).toEqual(
    endOfDayStages.map((stage) => [
      stage,
      modules
        .flatMap((module: VenueModule) => {
          const part = module.endOfDay?.[stage];
          return part === undefined ? [] : [typeof part === 'object' ? `${module.name}*` : module.name];
        })
        .join(', '),
    ]),
  );
});
