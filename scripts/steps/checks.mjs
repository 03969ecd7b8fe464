// The parts that need no browser: types, lint and unit tests.
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installedProgram, root } from './repository.mjs';
import { isColoured, runTool } from './run-tool.mjs';
import { runTests, unitTestReport } from './test-reports.mjs';

/** @typedef {import('./parts.mjs').Part} Part */

/** The compiler's projects: packages and server (tsconfig.json), tests and scripts, the programs of the browser. */
const typeProjects = ['.', 'tsconfig.tests.json', 'tsconfig.browser.json'];
/** Each checker derives the types that it needs again: four, the default, take nearly twice the time of the processor. Projects are checked side by side. */
const typeCheckers = 1;

/** The folders of most changes whose tests need no files, threads and sockets. */
const fastFolders = [
  'packages/venue',
  'packages/wire',
  'packages/projections',
  'packages/pricing',
  'packages/scenario',
  'packages/market',
  'apps/web',
];
/** What the name of a file leaves out of `npm test`, `npm run check` and `npm run check:fast` (docs/testing.md, Names of test files). */
const notInTest = ['**/*.slowest.test.ts'];
const notInCheck = [...notInTest, '**/*.slow.test.ts'];
const notInFastCheck = [...notInCheck, '**/*.check.test.ts', '**/*.test.tsx'];

/**
 * @param {{ isFast?: boolean, isReduced?: boolean, isAll?: boolean, needs?: readonly string[], unitTestsNeed?: readonly string[] }} options
 *   isFast: the fastest unit tests of `fastFolders` only; isReduced: no slow unit tests, and tests that generate their input make a
 *   fraction of their runs; isAll: all unit tests, with more runs; needs: titles of parts without which no part here can run
 * @returns {readonly Part[]}
 */
export function checkParts({
  isFast = false,
  isReduced = false,
  isAll = false,
  needs = [],
  unitTestsNeed = [],
}) {
  return [
    {
      title: 'Types',
      repeat: 'npm run types',
      needs,
      run: (progress) => progress.step('Types', (voice) => checkTypes(voice.say)),
    },
    {
      title: 'Lint and format',
      repeat: 'npm run lint',
      needs,
      run: (progress) =>
        progress.step('Lint and format', async (voice) => voice.note(await lint(voice.say, isReduced))),
    },
    {
      title: 'Unit tests',
      repeat: 'npm run unit',
      needs: [...needs, ...unitTestsNeed],
      run: (progress) =>
        progress.step('Unit tests', async (voice) => {
          voice.note(
            await runUnitTests({
              files: isFast ? fastFolders : [],
              exclude: isFast ? notInFastCheck : isReduced ? notInCheck : isAll ? [] : notInTest,
              runs: isReduced ? 'reduced' : isAll ? 'all' : 'normal',
              onLine: voice.say,
              list: voice.list,
            }),
          );
        }),
    },
  ];
}

/** @param {(line: string) => void} onLine */
async function checkTypes(onLine) {
  await runTool({
    title: 'The types do not check',
    command: process.execPath,
    args: [
      installedProgram('typescript', 'tsc'),
      '--build',
      ...['--checkers', String(typeCheckers)],
      ...typeProjects,
      ...(isColoured() ? ['--pretty'] : []),
    ],
    cwd: root,
    onLine,
    advice: 'Fix what the compiler names above, then run the same command again.',
  });
}

/**
 * @param {(line: string) => void} onLine
 * @param {boolean} isReduced only files that have changed since the last lint without a finding: each rule of Biome that is in use
 *   looks at one file
 * @returns {Promise<string>} which files were checked; empty for all
 */
async function lint(onLine, isReduced) {
  const folder = join(root, '.build');
  const passed = join(folder, 'lint-passed');
  // Written before anything looks at the files: a file that changes meanwhile is newer.
  const began = join(folder, `lint-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(began, '');
  try {
    const files = (isReduced && changedSince(passed)) || ['.'];
    if (files.length === 0) return 'nothing has changed';
    await runTool({
      title: 'Biome has found something in the code',
      command: process.execPath,
      args: [
        installedProgram('@biomejs/biome', 'biome'),
        'check',
        ...files,
        '--no-errors-on-unmatched',
        '--max-diagnostics=50',
        `--colors=${isColoured() ? 'force' : 'off'}`,
      ],
      cwd: root,
      onLine,
      advice: 'To format the code and fix what Biome can fix: npm run format',
    });
    renameSync(began, passed);
    return files[0] === '.' ? '' : `${files.length} changed files`;
  } finally {
    rmSync(began, { force: true });
  }
}

/** The most files that one command names: more do not fit into the command line of every system. */
const maxNamed = 200;
/** Changes of these files change the findings in other files. */
const changesRules = /(^|\/)(biome\.json|package(-lock)?\.json|\.gitignore)$/;

/**
 * @param {string} stamp a file; its time of modification counts
 * @param {string} [folder] a working copy of git
 * @returns {readonly string[] | null} files that have been changed, moved or added since then; null if everything must be looked at
 */
export function changedSince(stamp, folder = root) {
  const since = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs;
  const command = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const listed = spawnSync('git', command, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (since === undefined || listed.status !== 0) return null;
  const files = listed.stdout.split('\0').filter((file) => {
    // The time of a change also covers a file that was moved here.
    const stat = file === '' ? undefined : statSync(join(folder, file), { throwIfNoEntry: false });
    return stat !== undefined && stat.ctimeMs >= since;
  });
  return files.length > maxNamed || files.some((file) => changesRules.test(file)) ? null : files;
}

/**
 * @param {object} options
 * @param {readonly string[]} options.files folders or files, all of them when empty
 * @param {readonly string[]} [options.exclude] patterns of files
 * @param {'reduced' | 'normal' | 'all' | 'long'} options.runs how many runs tests that generate their input make
 * @param {Readonly<Record<string, string | undefined>>} [options.env] additional environment variables
 * @param {(line: string) => void} options.onLine
 * @param {(list: import('./progress.mjs').List) => void} [options.list]
 * @returns {Promise<string>} the count, such as `812 unit tests passed`
 */
export async function runUnitTests({ files, exclude = [], runs, env = {}, onLine, list }) {
  const reportOf = (/** @type {number} */ attempt) => join(root, '.build', `unit-tests-${attempt}.json`);
  return await runTests({
    unit: 'unit tests',
    isOnce: runs === 'long',
    list,
    read: (attempt, output) => unitTestReport(reportOf(attempt), root, output),
    run: (targets, attempt) => {
      const report = reportOf(attempt);
      mkdirSync(dirname(report), { recursive: true });
      rmSync(report, { force: true });
      return runTool({
        title: 'Unit tests failed',
        command: process.execPath,
        args: [
          installedProgram('vitest', 'vitest'),
          'run',
          ...(attempt === 1 ? files : targets),
          ...exclude.map((pattern) => `--exclude=${pattern}`),
          ...(attempt === 1 ? [] : ['--no-file-parallelism']),
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        cwd: root,
        env: {
          NODE_ENV: 'test',
          OPENPIT_QUICK: runs === 'reduced' ? '1' : undefined,
          OPENPIT_ALL: runs === 'all' ? '1' : undefined,
          OPENPIT_LONG: runs === 'long' ? '1' : undefined,
          ...env,
        },
        onLine,
        advice: 'To run one file alone: npx vitest run PATH',
      });
    },
  });
}
