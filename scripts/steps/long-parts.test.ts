// Every test that OPENPIT_LONG makes longer belongs to a part of `npm run test:long`.
import { expect, it } from 'vitest';
import { readFiles } from '../architecture/repository-files.ts';
import { longParts } from './long-parts.mjs';
import { root } from './repository.mjs';

// The parts in another browser or on another Node repeat the same tests.
const longerParts = Object.values(longParts).filter(
  ({ isInFirefox, node }) => isInFirefox !== true && node === undefined,
);
const paths = longerParts.flatMap(({ unitTests = [], journeys = [] }) => [
  ...unitTests,
  ...journeys.map((journey) => `e2e/${journey}`),
]);
const longTests = [
  ...readFiles(root, (path) =>
    /^(packages|apps|e2e|scripts)\/(?!steps\/long-parts).*\.(test|spec)\.tsx?$/.test(path),
  ),
]
  .filter(([path, text]) => path.endsWith('.long.test.ts') || text.includes('process.env.OPENPIT_LONG'))
  .map(([path]) => path);
const isIn = (path: string, part: string) => path === part || path.startsWith(`${part}/`);

it('the parts of the long tests hold every test that is longer there', () => {
  expect(longTests.length).toBeGreaterThan(9);
  expect(longTests.filter((test) => !paths.some((part) => isIn(test, part)))).toEqual([]);
});

it('the parts of the long tests name no file or folder without a longer test', () => {
  expect(paths.filter((part) => !longTests.some((test) => isIn(test, part)))).toEqual([]);
});
