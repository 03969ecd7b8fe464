// The rules of docs/architecture.md. npm links every workspace at the root, so a wrong import works silently:
// this test reads every import instead. Each rule is also tested with a breach planted into a small
// repository in memory.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeBreach, type Rule } from './architecture/breach.ts';
import { findBreaches } from './architecture/find-breaches.ts';
import { readRepository } from './architecture/repository.ts';
import { type FileMap, isCode, isLookedAt, pathsIn, readFiles } from './architecture/repository-files.ts';
import { findCycles } from './architecture/rules/cycles.ts';
import { repeatedImports, sharedNames, unusedExports } from './architecture/rules/exports.ts';
import { isTest, shortLimits } from './architecture/rules/waits.ts';
import { tidyPeers, tidyRepository } from './architecture/tidy-repository.ts';
import { importTable, workspaceOf } from './architecture/workspaces.ts';
import { root } from './steps/repository.mjs';

/** Far fewer than there are, far more than a search that misses a folder would find. */
const minimumFiles = 400;

describe('the real files', () => {
  const files = readFiles(root, isLookedAt);
  const repository = readRepository(files, installedPeers);

  it('keep every rule of the architecture, and have no import cycle', () => {
    expect(findBreaches(repository).map(describeBreach)).toEqual([]);
  });

  it('export only values that another file uses', () => {
    expect(unusedExports(repository)).toEqual([]);
  });

  it('export each name with one meaning', () => {
    expect(sharedNames(repository)).toEqual([]);
  });

  it('import a module once', () => {
    expect(repeatedImports(repository)).toEqual([]);
  });

  it('compose classes of style sheets that are there', () => {
    const missing = [...files].flatMap(([path, text]) =>
      !path.endsWith('.css')
        ? []
        : [...text.matchAll(/composes:[^;]* from "([^"]+)"/g)]
            .map(([, from = '']) => posix.join(dirname(path), from))
            .filter((target) => !files.has(target))
            .map((target) => `${path} composes ${target}`),
    );
    expect(missing).toEqual([]);
  });

  it('are all read: enough of them, and some in every workspace', () => {
    const code = [...files.keys()].filter(isCode);
    expect(code.length).toBeGreaterThan(minimumFiles);
    const manifests = [...files.keys()].filter((path) => path.endsWith('/package.json'));
    const workspaces = manifests.map((path) => workspaceOf(path) ?? path);
    const withCode = new Set(code.map(workspaceOf));
    expect(workspaces.filter((workspace) => !withCode.has(workspace))).toEqual([]);
    expect(workspaces.filter((workspace) => !(workspace in importTable))).toEqual([]);
  });

  it('import what the table of docs/architecture.md permits', () => {
    const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const rightsOf = (folder: string) => {
      const row = text
        .split('\n')
        .find((line) => line.startsWith('| [`') && line.includes(`[\`${folder}\`]`));
      return row?.split(' | ').at(-1) ?? '';
    };
    const names = Object.keys(importTable).map((folder) => posix.basename(folder));
    const packages = Object.keys(importTable)
      .filter((folder) => folder.startsWith('packages/'))
      .map((folder) => posix.basename(folder));
    for (const [folder, permitted] of Object.entries(importTable)) {
      const rights = rightsOf(folder);
      const [list = ''] = rights.split(';');
      const named = names.filter((name) => new RegExp(`\\b${name}\\b`).test(list));
      const documented = list.startsWith('every package but')
        ? packages.filter((name) => !named.includes(name))
        : named;
      if (permitted === 'anything') expect(rights, folder).toContain('anything');
      else expect(documented.sort(), folder).toEqual([...permitted].sort());
    }
  });

  it('contain no conflict of a merge', () => {
    const texts = readFiles(root, (path) => /\.(?:ts|tsx|mjs|css|md|json|ya?ml|html)$/.test(path));
    const conflicts = [...texts].filter(([, text]) => /^(?:<{7}|>{7}) /m.test(text));
    expect(conflicts.map(([path]) => path)).toEqual([]);
  });

  it('include nothing that is installed or built', () => {
    expect(pathsIn(root).filter((path) => /(^|\/)(node_modules|dist|\.build)\//.test(path))).toEqual([]);
  });
});

const functionOf = (lines: number) => `export const x = () => {${'\n'.repeat(lines - 1)}};`;

describe('a tidy small repository', () => {
  it('has no breach: strings, comments, tests, dynamic imports and a map called rows are not mistaken for one', () => {
    expect(breachesOf(tidyRepository).map(describeBreach)).toEqual([]);
  });

  it.each<[breach: string, rule: Rule, file: string, planted: string]>([
    // Import rights
    [
      'the venue imports wire',
      'importTable',
      'packages/venue/venue.ts',
      `import { lots } from '@openpit/wire';`,
    ],
    [
      'wire imports the venue for a type',
      'importTable',
      'packages/wire/rows.ts',
      `import type { OrderGateway } from '@openpit/venue';`,
    ],
    [
      'wire names a type of the venue in place',
      'importTable',
      'packages/wire/rows.ts',
      `export type F = import('@openpit/venue').OrderGateway;`,
    ],
    [
      'the browser imports the venue lazily',
      'importTable',
      'apps/web/transport/peek.ts',
      `export const peek = () => import('@openpit/venue');`,
    ],
    [
      'the browser imports the venue by a template',
      'importTable',
      'apps/web/transport/peek.ts',
      'export const peek = () => import(`@openpit/venue`);',
    ],
    [
      'the browser re-exports the venue',
      'importTable',
      'apps/web/transport/peek.ts',
      `export * from '@openpit/venue'; export const x = 1;`,
    ],
    [
      'the browser requires the venue',
      'importTable',
      'apps/web/transport/peek.ts',
      `declare const require: (x: string) => unknown; require('@openpit/venue');`,
    ],
    [
      'the journeys import the venue',
      'importTable',
      'e2e/journeys/order.spec.ts',
      `import { Venue } from '@openpit/venue';`,
    ],
    [
      'the web application imports the gallery',
      'importTable',
      'apps/web/transport/peek.ts',
      `import '@openpit/gallery';`,
    ],
    [
      'the gallery imports the server',
      'leavesWorkspace',
      'apps/gallery/peek.ts',
      `import '../server/main.ts';`,
    ],
    ['a package imports the server', 'importTable', 'packages/storage/up.ts', `import '@openpit/server';`],
    ['a package imports itself by name', 'importTable', 'packages/venue/self.ts', `import '@openpit/venue';`],
    [
      'the server trades outside the composition root',
      'compositionRoot',
      'apps/server/http/demo.ts',
      `import { trade } from '@openpit/simulator';`,
    ],
    [
      'a package is imported past its index',
      'deepImport',
      'apps/server/http/deep.ts',
      `import { Venue } from '@openpit/venue/venue.ts';`,
    ],
    [
      'the venue is imported as a path',
      'deepImport',
      'apps/server/http/deep.ts',
      `import { Venue } from 'packages/venue/venue.ts';`,
    ],
    [
      'a relative import leaves the workspace',
      'leavesWorkspace',
      'apps/server/http/out.ts',
      `import { Venue } from '../../../packages/venue/venue.ts';`,
    ],
    [
      'a worker of another workspace is started',
      'leavesWorkspace',
      'apps/server/http/out.ts',
      `new Worker(new URL('../../web/live/intake.ts', import.meta.url));`,
    ],
    [
      'an application imports a script',
      'leavesWorkspace',
      'apps/server/http/out.ts',
      `import '../../../scripts/start.mjs';`,
    ],
    [
      'a measurement imports a script',
      'leavesWorkspace',
      'bench/prepare.ts',
      `import '../scripts/start.mjs';`,
    ],
    [
      'a new workspace has no row in the table',
      'unknownWorkspace',
      'packages/ledger/index.ts',
      'export const x = 1;',
    ],
    [
      'production imports material for tests',
      'onlyForDevelopment',
      'packages/venue/seed.ts',
      `import { market } from './testing/small-market.ts';`,
    ],
    [
      'production imports another package’s material for tests',
      'onlyForDevelopment',
      'apps/server/http/demo.ts',
      `import { market } from '@openpit/venue/testing';`,
    ],
    // Declarations
    [
      'a third-party package is not declared',
      'undeclared',
      'apps/server/http/log.ts',
      `import pino from 'pino';`,
    ],
    [
      'a package of this repository is not declared',
      'undeclared',
      'apps/server/http/rows.ts',
      `import { lots } from '@openpit/wire';`,
    ],
    [
      'a benchmark imports a package that no manifest declares',
      'undeclared',
      'bench/order.ts',
      `import x from 'left-pad';`,
    ],
    [
      'a style sheet imports an undeclared package',
      'undeclared',
      'apps/web/ui/base.css',
      `@import 'normalize.css';`,
    ],
    [
      'the root’s tests import an undeclared package',
      'undeclared',
      'scripts/start.test.ts',
      `import x from 'left-pad';`,
    ],
    [
      'production imports a development dependency',
      'onlyForDevelopment',
      'apps/server/http/socket.ts',
      `import { WebSocket } from 'ws';`,
    ],
    // Purity
    [
      'the venue reads the clock',
      'impure',
      'packages/venue/late.ts',
      'export const late = () => Date.now();',
    ],
    [
      'the venue makes a date',
      'impure',
      'packages/venue/late.ts',
      'export const late = (at: number) => new Date(at);',
    ],
    [
      'the venue takes the clock by another name',
      'impure',
      'packages/venue/late.ts',
      'const { now } = Date; export const late = () => now();',
    ],
    [
      'wire uses random numbers',
      'impure',
      'packages/wire/dice.ts',
      `export const dice = () => Math['random']();`,
    ],
    [
      'pricing sets a timer',
      'impure',
      'packages/pricing/wait.ts',
      'export const wait = (f: () => void) => setTimeout(f, 1);',
    ],
    [
      'the venue reads the environment',
      'impure',
      'packages/venue/env.ts',
      'export const env = () => process.env;',
    ],
    [
      'the venue reads a file',
      'impure',
      'packages/venue/file.ts',
      `import { existsSync, readFileSync } from 'node:fs'; export const x = readFileSync;`,
    ],
    [
      'the venue imports a third-party package',
      'impure',
      'packages/venue/day.ts',
      `import { addDays } from 'date-fns'; export const x = addDays;`,
    ],
    ['a command line is imported', 'impure', 'packages/venue/replay.ts', `import './cli.ts';`],
    [
      'a pure package widens its compiler options',
      'impure',
      'packages/venue/tsconfig.json',
      '{ "compilerOptions": { "types": ["node"] }, "references": [{ "path": "../pricing" }] }',
    ],
    [
      'pricing takes a logarithm from the engine',
      'notBitEqual',
      'packages/pricing/ln.ts',
      'export const ln = (x: number) => Math.log(x);',
    ],
    [
      'pricing raises to a power',
      'notBitEqual',
      'packages/pricing/power.ts',
      'export const power = (x: number) => x ** 2;',
    ],
    [
      'the venue sorts by the machine’s language',
      'notBitEqual',
      'packages/venue/sort.ts',
      'export const sort = (x: string[]) => x.sort((a, b) => a.localeCompare(b));',
    ],
    // The order gateway
    [
      'the simulator imports the venue',
      'gatewayOnly',
      'packages/simulator/robot.ts',
      `import { Venue } from '@openpit/venue'; export const x = Venue;`,
    ],
    [
      'the simulator imports all of the venue',
      'gatewayOnly',
      'packages/simulator/robot.ts',
      `import * as market from '@openpit/venue'; export const x = market;`,
    ],
    [
      'the simulator handles a command itself',
      'gatewayOnly',
      'packages/simulator/robot.ts',
      'export const x = (v: { handle(): void }) => v.handle();',
    ],
    // Inside the web application
    [
      'an action imports a panel',
      'webLayer',
      'apps/web/actions/open.ts',
      `import { DepthPanel } from '../panels/depth/depth-panel.tsx';`,
    ],
    [
      'a panel imports the workspace',
      'webLayer',
      'apps/web/panels/depth/up.ts',
      `import { Screen } from '../../workspace/screen.tsx';`,
    ],
    [
      'a panel imports the order form',
      'webLayer',
      'apps/web/panels/depth/up.ts',
      `import { openTicket } from '../../forms/ticket.ts';`,
    ],
    [
      'the order form imports the workspace',
      'webLayer',
      'apps/web/forms/up.ts',
      `import { Screen } from '../workspace/screen.tsx';`,
    ],
    [
      'the transport imports an action',
      'webLayer',
      'apps/web/transport/up.ts',
      `import { cancel } from '../actions/cancel.ts';`,
    ],
    [
      'the workspace imports the application',
      'webLayer',
      'apps/web/workspace/up.ts',
      `import '../app/main.tsx';`,
    ],
    [
      'a form imports what panels share',
      'webLayer',
      'apps/web/forms/up.ts',
      `import { heading } from '../panels/parts/heading.ts';`,
    ],
    [
      'a rule of the market imports an action',
      'webLayer',
      'apps/web/market/up.ts',
      `import { cancel } from '../actions/cancel.ts';`,
    ],
    ['a folder is not a room', 'webLayer', 'apps/web/helpers/up.ts', 'export const x = 1;'],
    [
      'a folder next to the panels is not a panel',
      'webLayer',
      'apps/web/panels/rows/up.ts',
      'export const x = 1;',
    ],
    [
      'a panel imports another panel',
      'foreignPanel',
      'apps/web/panels/depth/other.ts',
      `import { BookPanel } from '../book/book-panel.tsx';`,
    ],
    [
      'a panel reaches another through the registry',
      'foreignPanel',
      'apps/web/panels/depth/other.ts',
      `import { panels } from '../registry.ts';`,
    ],
    [
      'the workspace imports the component of a panel',
      'foreignPanel',
      'apps/web/workspace/top-bar.tsx',
      `import { DepthPanel } from '../panels/depth/panel.tsx';`,
    ],
    [
      'the gallery imports the rules of a panel',
      'foreignPanel',
      'apps/gallery/load.ts',
      `import { rows } from '../web/panels/depth/rows.ts';`,
    ],
    [
      'a file shared by panels imports one of them',
      'foreignPanel',
      'apps/web/panels/parts/menu.tsx',
      `import { rows } from '../depth/rows.ts';`,
    ],
    [
      'the kit imports a store',
      'uiKnowsMarket',
      'apps/web/ui/cell.tsx',
      `import { marketStore } from '../stores/stores.ts';`,
    ],
    [
      'the kit imports wire',
      'uiKnowsMarket',
      'apps/web/ui/cell.tsx',
      `import { lots } from '@openpit/wire';`,
    ],
    [
      'a panel writes a store',
      'storeWriter',
      'apps/web/panels/depth/write.ts',
      `import { contractStore as m } from '../../stores/stores.ts'; m.merge([]);`,
    ],
    [
      'an action writes a store through its module',
      'storeWriter',
      'apps/web/actions/write.ts',
      `import * as all from '../stores/stores.ts'; all.marketStore.merge([]);`,
    ],
    [
      'a panel makes a store',
      'storeWriter',
      'apps/web/panels/depth/make.ts',
      `import { createKeyedStore } from '../../stores/create-keyed-store.ts'; createKeyedStore();`,
    ],
    [
      'a context with a default',
      'contextDefault',
      'apps/web/actions/port.ts',
      `import { createContext } from 'react'; export const Port = createContext({});`,
    ],
    [
      'a panel reads prices that nobody may have subscribed to',
      'priceReader',
      'apps/web/panels/depth/read.ts',
      `import { contractStore, marketStore } from '../../stores/stores.ts'; export const x = [contractStore.get('X'), marketStore.get('X')];`,
    ],
    [
      'the workspace reads them through the module of the stores',
      'priceReader',
      'apps/web/workspace/read.ts',
      `import * as all from '../stores/stores.ts'; export const x = all.marketStore.get('X');`,
    ],
    [
      'a panel reads depth that may be old',
      'depthReader',
      'apps/web/panels/depth/read.ts',
      `import { depthStore } from '../../stores/stores.ts'; export const x = depthStore.get(7).rows;`,
    ],
    [
      'a panel splits the name of a contract',
      'contractName',
      'apps/web/panels/depth/read.ts',
      `export const x = (row: { near?: string }) => row.near?.split(' ')[1];`,
    ],
    [
      'the venue looks for the mark of a delta',
      'contractName',
      'packages/venue/deals/read.ts',
      `export const x = (contract: string) => contract.endsWith(' D');`,
    ],
    // Commands in messages
    [
      'a message of the server names a command without the folder',
      'commandByHand',
      'apps/server/server.ts',
      `export const x = 'Then: npm run admin -- history rebuild';`,
    ],
    [
      'a message with a value names a command',
      'commandByHand',
      'packages/storage/index.ts',
      `export const x = (file: string) => \`\${file}: node scripts/run-built.mjs admin\`;`,
    ],
    // The order of the venue's modules
    [
      'a module of the venue imports a higher one',
      'moduleOrder',
      'packages/venue/orders/settle.ts',
      `import { deals } from '../deals/deals.ts'; export const x = deals;`,
    ],
    [
      'a module of the venue imports a type of a higher one',
      'moduleOrder',
      'packages/venue/orders/flags.ts',
      `export type D = import('../deals/deals.ts').Deal;`,
    ],
    [
      'the kernel of the venue imports a module',
      'moduleOrder',
      'packages/venue/kernel/lots.ts',
      `import type { Order } from '../orders/orders.ts'; export type O = Order;`,
    ],
    [
      'a module of the venue imports a file at the root of the package',
      'moduleOrder',
      'packages/venue/deals/dealing.ts',
      `import { Venue } from '../venue.ts'; export const x = Venue;`,
    ],
    [
      'a folder of the venue is not in the list of modules',
      'moduleOrder',
      'packages/venue/silo/silo.ts',
      'export const x = 1;',
    ],
    ...(
      [
        ['a panel uses the storage', `export const x = () => localStorage.getItem('jwt');`],
        ['a panel uses the storage of the window', `export const x = () => window.sessionStorage;`],
        ['a panel uses the clipboard', `export const x = () => navigator.clipboard.writeText('1');`],
        [
          'a panel takes the clipboard apart',
          `export const x = () => { const { clipboard } = navigator; return clipboard; };`,
        ],
        ['a panel asks for notifications', `export const x = () => Notification.requestPermission();`],
        ['a panel opens a WebSocket', `export const x = () => new WebSocket('/market');`],
        ['a panel makes an id that only a secure address has', `export const x = () => crypto.randomUUID();`],
        ['a panel reads kept files', `export const x = () => caches.keys();`],
        ['a panel registers a service worker', `export const x = () => globalThis.navigator?.serviceWorker;`],
      ] as const
    ).map(
      ([breach, planted]) =>
        [`${breach}`, 'browserFeature' as const, 'apps/web/panels/deals/panel.tsx', planted] as [
          string,
          Rule,
          string,
          string,
        ],
    ),
    [
      'a dialog drops old answers itself',
      'answerByHand',
      'apps/web/workspace/dialog.tsx',
      `export const x = () => new AbortController();`,
    ],
    // Lengths
    ['a function has 151 lines', 'functionLength', 'apps/web/ui/long.tsx', functionOf(151)],
    [
      'a function in an object has 151 lines',
      'functionLength',
      'apps/web/ui/long.tsx',
      `export const x = {\n${functionOf(151).replace('export const x =', 'y:').replace(';', '')} };`,
    ],
    // Names
    ['a file is called utils', 'fileName', 'packages/venue/utils.ts', 'export const x = 1;'],
    ['a folder is called shared', 'fileName', 'apps/web/shared/button.tsx', 'export const x = 1;'],
    ['a file is called types.ts', 'fileName', 'packages/wire/types.ts', 'export const x = 1;'],
    ['a file is in CamelCase', 'fileName', 'apps/web/ui/BigButton.tsx', 'export const x = 1;'],
    ['a folder has an index', 'barrel', 'packages/venue/orders/index.ts', 'export const x = 1;'],
    [
      'a file only re-exports',
      'barrel',
      'packages/venue/everything.ts',
      `export { Venue } from './venue.ts';`,
    ],
    ['a file is not TypeScript', 'unreadable', 'packages/venue/broken.ts', 'const = 3'],
  ])('has a breach when %s', (_, rule, file, planted) => {
    const files = new Map(tidyRepository);
    const before = planted.startsWith('{') ? '' : (files.get(file) ?? '');
    files.set(file, `${before}\n${planted}`);
    const breaches = breachesOf(files);
    expect(breaches.map((breach) => breach.rule)).toContain(rule);
    const breach = breaches.find((breach) => breach.rule === rule);
    expect(breach?.message).not.toBe('');
    // The breaches name only the planted file, and the compiler's references, which lack a new import.
    const others = breaches.filter((breach) => breach.rule === rule || breach.rule !== 'projectReference');
    expect(others.map((breach) => breach.file).filter((blamed) => !file.startsWith(blamed))).toEqual([]);
  });

  it('has no breach when a function has 150 lines, or a longer one is in a test', () => {
    const files = new Map(tidyRepository);
    files.set('apps/web/ui/long.tsx', functionOf(150));
    files.set('apps/web/ui/long.test.tsx', functionOf(500));
    expect(breachesOf(files).map(describeBreach)).toEqual([]);
  });

  it('has an unused export when only its own file uses a value', () => {
    const files: FileMap = new Map([
      ['a.ts', 'export const used = 1;\nexport function lost() { return used; }\nexport interface Free {}'],
      [
        'b.ts',
        `import { used } from './a.ts';\nconst lone = [used, 'Panel'];\nexport const kept = () => kept;`,
      ],
      ['panel.tsx', 'export const Panel = () => null;'],
    ]);
    expect(unusedExports(readRepository(files, () => []))).toEqual([
      'a.ts exports lost, which no other file uses',
      'b.ts exports kept, which no other file uses',
    ]);
  });

  it('has a shared name when two files export it and one workspace can import the other', () => {
    const files: FileMap = new Map([
      ['apps/server/http.ts', 'export class BadInput {}\nexport const shown = 1;'],
      ['packages/pricing/black.ts', 'export interface BadInput {}'],
      ['apps/web/view.ts', 'export const shown = 2;'],
      ['packages/wire/rows.test.ts', 'export const shown = 3;'],
    ]);
    expect(sharedNames(readRepository(files, () => []))).toEqual([
      'apps/server/http.ts and packages/pricing/black.ts export BadInput',
    ]);
  });

  it('has a repeated import when two statements name one module, unless one imports the namespace', () => {
    const imports = [
      "import { a } from './a.ts';",
      "import * as all from './a.ts';",
      "import type { A } from './a.ts';",
    ];
    const repeatedIn = (lines: readonly string[]) =>
      repeatedImports(readRepository(new Map([['b.ts', lines.join('\n')]]), () => []));
    expect(repeatedIn(imports)).toEqual(['b.ts imports ./a.ts twice']);
    expect(repeatedIn(imports.slice(0, 2))).toEqual([]);
  });

  it('has a breach when the venue lists no modules', () => {
    const files = new Map(tidyRepository);
    files.set('packages/venue/modules.ts', 'export const modules = () => [];');
    expect(breachesOf(files).map(describeBreach)).toEqual([
      'packages/venue/modules.ts  [moduleOrder] exports no array `modules` of names that are imported from its folders',
    ]);
  });

  it('has a breach when a declared package is never imported', () => {
    const files = without('apps/server/http/serve.test.ts');
    expect(breachesOf(files).map(describeBreach)).toEqual([
      'apps/server/package.json  [unused] @types/ws is declared and never imported',
      'apps/server/package.json  [unused] ws is declared and never imported',
    ]);
  });

  it('has a breach when a peer is declared for a package that is not used', () => {
    const files = without('apps/web/workspace/screen.tsx');
    const rules = breachesOf(files).map(describeBreach);
    expect(rules).toContain('apps/web/package.json  [unused] @emotion/react is declared and never imported');
  });

  it('has a breach when an import or a workspace is missing from the compiler’s references', () => {
    const files = new Map(tidyRepository);
    files.set('packages/venue/tsconfig.json', '{ "references": [] }');
    files.set(
      'tsconfig.json',
      (files.get('tsconfig.json') ?? '').replace('packages/storage', 'packages/gone'),
    );
    expect(breachesOf(files).map(({ file, rule }) => [file, rule])).toEqual([
      ['packages/venue/tsconfig.json', 'projectReference'],
      ['tsconfig.json', 'projectReference'],
    ]);
  });

  it('has a breach when a folder has more than twenty files of code', () => {
    const files = new Map(tidyRepository);
    const add = (name: string) => files.set(`packages/storage/many/${name}`, 'export const one = 1;');
    for (let at = 0; at < 20; at += 1) add(`file-${at}.ts`);
    for (let at = 0; at < 20; at += 1) add(`file-${at}.test.ts`);
    expect(breachesOf(files)).toEqual([]);
    add('file-20.ts');
    expect(breachesOf(files).map(describeBreach)).toEqual([
      'packages/storage/many  [crowdedFolder] 21 files of code, more than 20: put those that belong together into folders',
    ]);
  });

  it('has the line of a breach reported', () => {
    const files = new Map(tidyRepository);
    files.set('packages/venue/late.ts', '// When.\n\nexport const late = () =>\n  Date.now();\n');
    expect(breachesOf(files).map(({ line }) => line)).toEqual([4]);
  });
});

describe('an import cycle', () => {
  const cyclesWith = (planted: Readonly<Record<string, string>>) =>
    findCycles(readRepository(new Map([...tidyRepository, ...Object.entries(planted)]), tidyPeers));

  it('is named with its import lines between files, type imports counted', () => {
    expect(
      cyclesWith({
        'apps/web/transport/reply.ts': `\nimport type { Call } from './call.ts';\nexport type Reply = Call;`,
        'apps/web/transport/call.ts': `export * from './retry.ts';\nexport type Call = 1;`,
        'apps/web/transport/retry.ts': `export type Retry = import('./reply.ts').Reply;`,
      }),
    ).toEqual([
      {
        name: 'files: apps/web/transport/call.ts, apps/web/transport/reply.ts, apps/web/transport/retry.ts',
        place: 'apps/web/transport/call.ts',
        words: [
          'These files import each other in a cycle: apps/web/transport/call.ts, apps/web/transport/reply.ts, apps/web/transport/retry.ts. For example:',
          '    apps/web/transport/call.ts:1 imports apps/web/transport/retry.ts',
          '    apps/web/transport/retry.ts:1 imports apps/web/transport/reply.ts',
          '    apps/web/transport/reply.ts:2 imports apps/web/transport/call.ts',
        ].join('\n'),
      },
    ]);
  });

  it('is found between rooms although no file is in a cycle, at every depth and between a file and a folder', () => {
    const planted = {
      'packages/storage/journal/file.ts': `import { row } from '../rows/row.ts'; export const file = row;`,
      'packages/storage/journal/lock.ts': 'export const lock = 1;',
      'packages/storage/rows/row.ts': 'export const row = 1;',
      'packages/storage/rows/locked-row.ts': `import { lock } from '../journal/lock.ts'; export const x = lock;`,
      'packages/storage/rows/deep/a.ts': `import { b } from '../b.ts'; export const a = b;`,
      'packages/storage/rows/deep/c.ts': 'export const c = 1;',
      'packages/storage/rows/b.ts': `import { c } from './deep/c.ts'; export const b = c;`,
    };
    expect(cyclesWith(planted).map(({ name }) => name)).toEqual([
      'rooms of packages/storage/: journal, rows',
      'rooms of packages/storage/rows/: b.ts, deep',
    ]);
    expect(
      breachesOf(new Map([...tidyRepository, ...Object.entries(planted)])).map(({ rule }) => rule),
    ).toEqual(['cycle', 'cycle']);
  });

  it('is found between packages through their names', () => {
    const names = cyclesWith({
      'packages/pricing/seen.ts': `import { lots } from '@openpit/wire'; export const x = lots;`,
      'packages/wire/priced.ts': `import { premium } from '@openpit/pricing'; export const x = premium;`,
    }).map(({ name }) => name);
    expect(names).toEqual(['rooms of packages/: pricing, wire']);
  });

  it.each([
    ['a dynamic import', 'apps/web/transport/later.ts', `export const x = () => import('./send.ts');`],
    ['a test', 'apps/web/transport/send.test.ts', `import './send.ts';`],
    ['material of tests', 'apps/web/transport/testing/send-late.ts', `import '../send.ts';`],
    ['the gallery', 'apps/web/gallery/show.ts', `import '../transport/send.ts';`],
  ])('is not closed by %s', (_, file, planted) => {
    const back = `./${file.replace('apps/web/transport/', '').replace('apps/web/', '../')}`;
    const send = `${tidyRepository.get('apps/web/transport/send.ts')}\nimport '${back}';`;
    expect(cyclesWith({ 'apps/web/transport/send.ts': send, [file]: planted })).toEqual([]);
    // Two files with static imports of each other outside of tests are a cycle.
    const other = {
      'apps/web/transport/send.ts': `import './other.ts';`,
      'apps/web/transport/other.ts': `import './send.ts';`,
    };
    expect(cyclesWith(other)).toHaveLength(1);
  });
});

describe('the waits of tests', () => {
  it('have no limit that a slow machine can reach', () => {
    const texts = readFiles(root, isTest);
    expect(texts.size).toBeGreaterThan(500);
    expect(shortLimits(texts)).toEqual([]);
  });

  it.each([
    ['a timeout', 'await expect.poll(read, { timeout: 5_000 }).toBe(1);'],
    ['a timeout of all tests of a file', 'vi.setConfig({ testTimeout: 30_000 });'],
    ['a timeout of one test', "it('holds', () => {\n}, 30_000);"],
    ['a named limit', 'const startLimitMs = 4000;'],
    ['a limit that is computed', 'const timeoutMs = 10_000 + cycles * 3_000;'],
    ['a time within which something happens', 'const startWithinMs = 30_000;'],
    ['the default of Vitest, one second', 'await vi.waitFor(() => expect(read()).toBe(1));'],
  ])('would be reported with %s', (_what, text) => {
    expect(shortLimits(new Map([['a.test.ts', text]]))).toHaveLength(1);
  });
});

function breachesOf(files: FileMap) {
  return findBreaches(readRepository(files, tidyPeers));
}

function without(file: string): ReadonlyMap<string, string> {
  return new Map([...tidyRepository].filter(([path]) => path !== file));
}

/** The peer dependencies of an installed package. */
function installedPeers(packageName: string): readonly string[] {
  const file = join(root, 'node_modules', packageName, 'package.json');
  const manifest: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  if (typeof manifest !== 'object' || manifest === null || !('peerDependencies' in manifest)) return [];
  return Object.keys(manifest.peerDependencies ?? {});
}
