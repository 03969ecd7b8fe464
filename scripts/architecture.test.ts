// The rules of docs/architecture.md, kept by a test of our own: npm links every workspace at the root, so that a wrong
// import works silently. Each rule is proved by a breach planted in memory; then the real files are walked.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeBreach, type Rule } from './architecture/breach.ts';
import { findBreaches } from './architecture/find-breaches.ts';
import { isCode, isLookedAt, pathsIn, readFiles } from './architecture/repository-files.ts';
import { tidyPeers, tidyRepository } from './architecture/tidy-repository.ts';
import { importTable, workspaceOf } from './architecture/workspaces.ts';
import { root } from './repository.mjs';

/** Far below what there is, far above what a walk would see that lost a folder. */
const fewestFiles = 400;

describe('the real files', () => {
  const files = readFiles(root, isLookedAt);

  it('keep every rule of the architecture', () => {
    expect(findBreaches(files, installedPeers).map(describeBreach)).toEqual([]);
  });

  it('were all seen: enough of them, and some in every workspace', () => {
    const code = [...files.keys()].filter(isCode);
    expect(code.length).toBeGreaterThan(fewestFiles);
    const manifests = [...files.keys()].filter((path) => path.endsWith('/package.json'));
    const workspaces = manifests.map((path) => workspaceOf(path) ?? path);
    const withCode = new Set(code.map(workspaceOf));
    expect(workspaces.filter((workspace) => !withCode.has(workspace))).toEqual([]);
    expect(workspaces.filter((workspace) => !(workspace in importTable))).toEqual([]);
  });

  it('do not reach into what is installed or built', () => {
    expect(pathsIn(root).filter((path) => /(^|\/)(node_modules|dist|\.build)\//.test(path))).toEqual([]);
  });
});

describe('a tidy small repository', () => {
  it('has no breach: strings, comments, tests and a map called rows are not mistaken for one', () => {
    expect(findBreaches(tidyRepository, tidyPeers).map(describeBreach)).toEqual([]);
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
      `import type { Floor } from '@openpit/venue';`,
    ],
    [
      'wire names a type of the venue in place',
      'importTable',
      'packages/wire/rows.ts',
      `export type F = import('@openpit/venue').Floor;`,
    ],
    [
      'the browser imports the venue lazily',
      'importTable',
      'apps/web/live/peek.ts',
      `export const peek = () => import('@openpit/venue');`,
    ],
    [
      'the browser imports the venue by a template',
      'importTable',
      'apps/web/live/peek.ts',
      'export const peek = () => import(`@openpit/venue`);',
    ],
    [
      'the browser re-exports the venue',
      'importTable',
      'apps/web/live/peek.ts',
      `export * from '@openpit/venue'; export const x = 1;`,
    ],
    [
      'the browser requires the venue',
      'importTable',
      'apps/web/live/peek.ts',
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
      'apps/web/live/peek.ts',
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
      'a package of others is not declared',
      'undeclared',
      'apps/server/http/log.ts',
      `import pino from 'pino';`,
    ],
    [
      'one of ours is not declared',
      'undeclared',
      'apps/server/http/rows.ts',
      `import { lots } from '@openpit/wire';`,
    ],
    [
      'a style sheet imports what is not declared',
      'undeclared',
      'apps/web/ui/base.css',
      `@import 'normalize.css';`,
    ],
    [
      'the root’s tests import what is not declared',
      'undeclared',
      'scripts/start.test.ts',
      `import x from 'left-pad';`,
    ],
    [
      'production runs what is for development',
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
      'a projection rolls dice',
      'impure',
      'packages/wire/dice.ts',
      `export const dice = () => Math['random']();`,
    ],
    [
      'pricing waits',
      'impure',
      'packages/pricing/wait.ts',
      'export const wait = (f: () => void) => setTimeout(f, 1);',
    ],
    [
      'the venue asks its surroundings',
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
      'the venue imports a package of others',
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
    // The Floor
    [
      'the simulator imports the venue',
      'floorOnly',
      'packages/simulator/robot.ts',
      `import { Venue } from '@openpit/venue'; export const x = Venue;`,
    ],
    [
      'the simulator imports all of the venue',
      'floorOnly',
      'packages/simulator/robot.ts',
      `import * as market from '@openpit/venue'; export const x = market;`,
    ],
    [
      'the simulator handles a command itself',
      'floorOnly',
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
      'live imports an action',
      'webLayer',
      'apps/web/live/up.ts',
      `import { cancel } from '../actions/cancel.ts';`,
    ],
    [
      'the workspace imports the application',
      'webLayer',
      'apps/web/workspace/up.ts',
      `import '../app/main.tsx';`,
    ],
    [
      'a panel imports another panel',
      'panelImportsPanel',
      'apps/web/panels/depth/other.ts',
      `import { BookPanel } from '../book/book-panel.tsx';`,
    ],
    [
      'a panel reaches another through the registry',
      'panelImportsPanel',
      'apps/web/panels/depth/other.ts',
      `import { panels } from '../registry.tsx';`,
    ],
    [
      'what panels have in common imports one of them',
      'panelImportsPanel',
      'apps/web/panels/heading.tsx',
      `import { rows } from './depth/rows.ts';`,
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
      `import { marketStore as m } from '../../stores/stores.ts'; m.merge([]);`,
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
  ])('is found out when %s', (_, rule, file, planted) => {
    const files = new Map(tidyRepository);
    const before = planted.startsWith('{') ? '' : (files.get(file) ?? '');
    files.set(file, `${before}\n${planted}`);
    const breaches = findBreaches(files, tidyPeers);
    expect(breaches.map((breach) => breach.rule)).toContain(rule);
    const found = breaches.find((breach) => breach.rule === rule);
    expect(found?.message).not.toBe('');
    // The planted file is blamed, and no other: but for the compiler, which was not told of a new import.
    const others = breaches.filter((breach) => breach.rule === rule || breach.rule !== 'projectReference');
    expect(others.map((breach) => breach.file).filter((blamed) => !file.startsWith(blamed))).toEqual([]);
  });

  it('is found out when a declared package is never imported', () => {
    const files = without('apps/server/http/serve.test.ts');
    expect(findBreaches(files, tidyPeers).map(describeBreach)).toEqual([
      'apps/server/package.json  [unused] @types/ws is declared and never imported',
      'apps/server/package.json  [unused] ws is declared and never imported',
    ]);
  });

  it('is found out when a peer is declared for a package that is not used', () => {
    const files = without('apps/web/workspace/screen.tsx');
    const rules = findBreaches(files, tidyPeers).map(describeBreach);
    expect(rules).toContain('apps/web/package.json  [unused] @emotion/react is declared and never imported');
  });

  it('is found out when the compiler is not told of an import, or of a workspace', () => {
    const files = new Map(tidyRepository);
    files.set('packages/venue/tsconfig.json', '{ "references": [] }');
    files.set(
      'tsconfig.json',
      (files.get('tsconfig.json') ?? '').replace('packages/storage', 'packages/gone'),
    );
    expect(findBreaches(files, tidyPeers).map(({ file, rule }) => [file, rule])).toEqual([
      ['packages/venue/tsconfig.json', 'projectReference'],
      ['tsconfig.json', 'projectReference'],
    ]);
  });

  it('is told the line of the breach', () => {
    const files = new Map(tidyRepository);
    files.set('packages/venue/late.ts', '// When.\n\nexport const late = () =>\n  Date.now();\n');
    expect(findBreaches(files, tidyPeers).map(({ line }) => line)).toEqual([4]);
  });
});

function without(file: string): ReadonlyMap<string, string> {
  return new Map([...tidyRepository].filter(([path]) => path !== file));
}

/** The peers of an installed package: what it wants its user to declare. */
function installedPeers(packageName: string): readonly string[] {
  const file = join(root, 'node_modules', packageName, 'package.json');
  const manifest: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  if (typeof manifest !== 'object' || manifest === null || !('peerDependencies' in manifest)) return [];
  return Object.keys(manifest.peerDependencies ?? {});
}
