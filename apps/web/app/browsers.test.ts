import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolveConfig } from 'vite';
import { expect, it } from 'vitest';

const web = fileURLToPath(new URL('..', import.meta.url));

it('day-one.md names the browsers that the application supports, and the newer features that it uses', async () => {
  const page = readFileSync(new URL('../../../docs/operations/day-one.md', import.meta.url), 'utf8');
  const { build } = await resolveConfig({ root: web, logLevel: 'silent' }, 'build');
  const [, chrome, firefox, safari] =
    /built for Chrome and Edge (\d+), Firefox (\d+) and Safari ([\d.]+) /.exec(page) ?? [];
  expect([build.target].flat()).toEqual([
    `chrome${chrome}`,
    `edge${chrome}`,
    `firefox${firefox}`,
    `safari${safari}`,
    `ios${safari}`,
  ]);
  const rows = page.split('\n| used | without it |\n')[1]?.split('\n\n')[0] ?? '';
  const listed = [...rows.matchAll(/^\| `([^`]+)`/gm)].map(([, feature = '']) => feature);
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(css|tsx?)$/.test(path) && !/\.test\.|^(dist|node_modules)\//.test(path))
    .map((path) => readFileSync(join(web, path), 'utf8'));
  const isUsed = (feature: string) => sources.some((text) => text.includes(feature));
  expect(newerFeatures.filter(isUsed).sort()).toEqual(listed.sort());
});

/** Newer features of browsers that the build does not replace. */
const newerFeatures = [
  '.toSorted(',
  ':has(',
  'color-mix(',
  '@container',
  '100dvh',
  '@starting-style',
  '@scope',
  'light-dark(',
  'anchor-name',
  'field-sizing',
  'Object.groupBy(',
  'Promise.withResolvers',
  'Array.fromAsync',
  'startViewTransition',
];
