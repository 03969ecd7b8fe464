// The workspaces and their import rights: the table of docs/architecture.md as data. A package exists only
// where import rights differ or where two users share it.

/** By folder: the names (`@openpit/NAME`) that it may import, or `anything`. */
export const importTable: Readonly<Record<string, readonly string[] | 'anything'>> = {
  'packages/terms': [],
  'packages/pricing': [],
  'packages/wire': ['terms'],
  'packages/signalr-server': [],
  'packages/storage': [],
  'packages/venue': ['terms', 'pricing'],
  'packages/projections': ['venue', 'wire', 'pricing'],
  'packages/scenario': ['venue', 'projections', 'pricing'],
  'packages/simulator': ['venue', 'projections', 'pricing'],
  'packages/market': ['venue', 'wire', 'projections', 'simulator'],
  'apps/server': [
    'market',
    'pricing',
    'wire',
    'signalr-server',
    'storage',
    'venue',
    'projections',
    'scenario',
    'simulator',
  ],
  'apps/web': ['wire', 'pricing'],
  'apps/gallery': ['wire', 'venue', 'simulator', 'market', 'web', 'demo'],
  'apps/demo': ['wire', 'venue', 'projections', 'simulator', 'market', 'web'],
  e2e: ['wire', 'storage'],
  bench: 'anything',
  scripts: 'anything',
};

/** No workspace imports these. */
export const importedByNobody: readonly string[] = [
  'server',
  'web',
  'gallery',
  'demo',
  'bench',
  'e2e',
  'scripts',
];

/**
 * The demonstration runs the web application, and the gallery shows its components with the demonstration's market. They import the files of
 * these applications by path, because an application has no index.
 */
export const importsByPath: Readonly<Record<string, readonly string[]>> = {
  'apps/gallery': ['apps/web', 'apps/demo'],
  'apps/demo': ['apps/web'],
};

/** Packages that only the composition root of the server may import. */
export const compositionRoot = { file: 'apps/server/main.ts', only: ['simulator', 'scenario'] };

/** No clock, no randomness, no files, no timers: the same input always gives the same output, on every machine. */
export const purePackages: readonly string[] = [
  'packages/venue',
  'packages/pricing',
  'packages/projections',
  'packages/wire',
  'packages/market',
];

/** The packages whose results are equal to the last bit on every machine, so that they use + − × ÷ and sqrt only. */
export const bitEqualPackages: readonly string[] = ['packages/venue', 'packages/pricing'];

/** Packages that trade through an OrderGateway and never use the venue itself. */
export const tradesThroughGateway: readonly string[] = ['packages/simulator', 'packages/scenario'];

/**
 * @returns the workspace's folder, or undefined for a file at the root or in docs/ and the like
 */
export function workspaceOf(path: string): string | undefined {
  const [first, second] = path.split('/');
  if (first === undefined) return undefined;
  if (first === 'packages' || first === 'apps')
    return second === undefined ? undefined : `${first}/${second}`;
  return first in importTable && path.includes('/') ? first : undefined;
}

/** `packages/venue` → `venue`. */
export function nameOf(workspace: string): string {
  return workspace.slice(workspace.lastIndexOf('/') + 1);
}

/**
 * True for files that never run in production: tests, what they are made of, tool configurations, files that
 * are not compiled.
 */
export function isForDevelopment(path: string): boolean {
  const workspace = workspaceOf(path);
  if (workspace === undefined || ['apps/gallery', 'apps/demo', 'e2e', 'bench', 'scripts'].includes(workspace))
    return true;
  return isTest(path) || /\.config\.[cm]?[jt]s$/.test(path) || path.endsWith('.mjs');
}

/** A test, or what tests are made of, in `testing/`. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.includes('/testing/');
}
