// `npm run release -- VERSION`: makes the commit and the tag of a release after all tests have passed, and stops before anything is
// published. When a step fails, the files are as they were before.
import './steps/require-node.mjs';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { npmCommand } from './steps/install.mjs';
import { isCommand, root } from './steps/repository.mjs';
import { runCommand, StepFailure } from './steps/step-failure.mjs';

/** @param {string[]} words */
const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');
/** @param {string} one such as `0.2.0-rc.1`, which is older than `0.2.0` @param {string} other */
export function isOlder(one, other) {
  const [a = '', b = ''] = [one, other].map((version) => (version.includes('-') ? version : `${version}-x`));
  return a.localeCompare(b, 'en', { numeric: true }) < 0;
}

/**
 * Dates the section of the unreleased changes, and begins an empty one above it.
 * @param {string} changelog
 * @param {string} version
 * @param {string} day `2026-11-26`
 */
export function dated(changelog, version, day) {
  const [, changes = ''] = /^## \[Unreleased\]\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog) || [];
  if (changes.trim() === '')
    throw new StepFailure('CHANGELOG.md has nothing in its section Unreleased.', {
      advice: 'Write there what users and operators will notice.',
    });
  return changelog.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - ${day}\n`);
}

/**
 * Sets our version in a package.json or a lock file, and the version of our packages among its dependencies.
 * @param {string} text
 * @param {string} version
 */
export function withVersion(text, version) {
  const document = JSON.parse(text);
  const ours = Object.entries(document.packages || {}).filter(([path]) => !path.includes('node_modules/'));
  for (const manifest of [document, ...ours.map(([, one]) => one)]) {
    if (manifest.version !== undefined) manifest.version = version;
    for (const dependencies of [manifest.dependencies, manifest.devDependencies])
      for (const name of Object.keys(dependencies || {}))
        if (name.startsWith('@openpit/')) dependencies[name] = version;
  }
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** @param {string[]} args */
function npm(...args) {
  const { command, args: before, shell } = npmCommand();
  const output = args.includes('sbom') ? 'pipe' : 'inherit';
  const maxBuffer = 64 * 1024 * 1024;
  const ran = spawnSync(command, [...before, ...args], {
    cwd: root,
    shell,
    stdio: ['ignore', output, 'inherit'],
    maxBuffer,
  });
  if (ran.status !== 0) throw new StepFailure(`npm ${args.join(' ')} has failed. There is no release.`);
  return String(ran.stdout || '');
}

/** @param {readonly string[]} argv */
async function release(argv) {
  const options = /** @type {const} */ ({ 'dry-run': { type: 'boolean', default: false } });
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  const [version = '', ...surplus] = positionals;
  const { version: now, scripts } = JSON.parse(read('package.json'));
  if (!/^\d+\.\d+\.\d+(-rc\.\d+)?$/.test(version) || surplus.length > 0)
    throw new StepFailure('Name the version of the release, as in: npm run release -- 0.3.0 (or 0.3.0-rc.1)');
  if (isOlder(version, now))
    throw new StepFailure(`${version} is older than ${now}, the version in package.json.`);
  if (git('tag', '--list', `v${version}`) !== '')
    throw new StepFailure(`The tag v${version} already exists.`);
  if (git('status', '--porcelain') !== '')
    throw new StepFailure('There are changes that are not committed.', { advice: 'git status lists them.' });
  const changelog = dated(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10));
  const tests = scripts['test:all'] === undefined ? 'test' : 'test:all';
  if (values['dry-run']) {
    const steps = [
      'set the version and date the changelog',
      'npm run check',
      `npm run ${tests}`,
      'npm run sbom',
    ];
    process.stdout.write(
      `${[...steps, 'npm pack', `commit and tag v${version}`].join('\n')}\nNothing was changed.\n`,
    );
    return;
  }
  try {
    writeFileSync(join(root, 'CHANGELOG.md'), changelog);
    const manifests = git('ls-files')
      .split('\n')
      .filter((path) => /(^|\/)package(-lock)?\.json$/.test(path));
    for (const path of manifests) writeFileSync(join(root, path), withVersion(read(path), version));
    npm('run', 'check');
    npm('run', tests);
    mkdirSync(join(root, '.build'), { recursive: true });
    writeFileSync(join(root, '.build', `openpit-${version}.cdx.json`), npm('run', '--silent', 'sbom'));
    npm('pack', '--pack-destination', '.build');
  } catch (error) {
    git('checkout', '--', '.');
    throw error;
  }
  git('commit', '--quiet', '--all', '--message', `release: ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Openpit ${version}`);
  process.stdout.write(
    `\nThe commit and the tag v${version} are made, package and list of components are in .build. Nothing is published.\n` +
      `To publish: git push origin HEAD v${version}\nTo undo: git tag --delete v${version} && git reset --keep HEAD~1\n`,
  );
}

if (isCommand(import.meta.url)) runCommand(() => release(process.argv.slice(2)));
