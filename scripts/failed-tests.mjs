// Which tests of a JSON report have failed, each with the command that repeats it alone.
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';

/** @typedef {import('./step-failure.mjs').FailedTest} FailedTest */

/**
 * @typedef {object} VitestReport
 * @property {readonly { readonly name: string, readonly status: string, readonly message?: string, readonly assertionResults: readonly { readonly status: string, readonly fullName: string }[] }[]} testResults
 */

/**
 * @typedef {{ readonly title: string, readonly file: string, readonly line: number, readonly ok: boolean }} Spec
 * @typedef {{ readonly suites?: readonly Suite[], readonly specs: readonly Spec[] }} Suite
 */

/**
 * @param {string} file the report of Vitest; it is missing when Vitest itself has crashed
 * @param {string} root the folder from which paths are written
 * @returns {readonly FailedTest[]} one for each file
 */
export function failedUnitTests(file, root) {
  if (!existsSync(file)) return [];
  /** @type {VitestReport} */
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, assertionResults }) => {
      const path = isAbsolute(name) ? relative(root, name) : name;
      const titles = assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => fullName);
      return {
        what: `${path}: ${titles.length === 0 ? 'the file itself' : titles.join('; ')}`,
        repeat: `npx vitest run ${path}`,
      };
    });
}

/**
 * @param {string} file the report of Playwright; it is missing when Playwright itself has crashed
 * @returns {readonly FailedTest[]} one for each test
 */
export function failedJourneys(file) {
  if (!existsSync(file)) return [];
  /** @type {{ readonly suites: readonly Suite[] }} */
  const { suites } = JSON.parse(readFileSync(file, 'utf8'));
  return specsOf(suites)
    .filter(({ ok }) => !ok)
    .map(({ title, file: path, line }) => ({
      what: `${path}:${line}: ${title}`,
      repeat: `npm run journeys -- ${path}:${line}`,
    }));
}

/**
 * @param {readonly Suite[]} suites
 * @returns {readonly Spec[]}
 */
function specsOf(suites) {
  return suites.flatMap(({ suites: inner = [], specs }) => [...specs, ...specsOf(inner)]);
}
