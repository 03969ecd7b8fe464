// `npm run release` in a small repository, and the list of components and the package of the real one.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { dated, isOlder, withVersion } from './release.mjs';
import { npmCommand } from './steps/install.mjs';
import { root } from './steps/repository.mjs';
import { newFolder, write } from './testing/small-copy.ts';

const npmOutput = (...args: string[]) => {
  const { command, args: before, shell } = npmCommand();
  const options = { cwd: root, encoding: 'utf8', shell, maxBuffer: 64 * 1024 * 1024 } as const;
  const { status, stdout, stderr } = spawnSync(command, [...before, ...args], options);
  expect(status, stderr).toBe(0);
  return { stdout, stderr };
};

describe('npm run release', () => {
  let folder: string;
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();
  const file = (path: string) => readFileSync(join(folder, path), 'utf8');
  const release = (...args: string[]) => {
    const command = [join('scripts', 'release.mjs'), ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  const changelog = '# Changelog\n\n## [Unreleased]\n\n- New.\n\n## [0.1.0] - 2026-01-01\n\n- Old.\n';

  beforeEach(() => {
    folder = newFolder();
    cpSync(join(root, 'scripts'), join(folder, 'scripts'), {
      recursive: true,
      filter: (path) => !/\.ts$/.test(path),
    });
    const log = (name: string) => `node -e "require('fs').appendFileSync('.build-log', '${name} ')"`;
    const scripts = {
      check: log('check'),
      test: `${log('test')} && node -e "process.exit(require('fs').existsSync('fails') ? 1 : 0)"`,
      sbom: 'node -e "console.log(JSON.stringify({ bomFormat: 1 }))"',
    };
    write(
      folder,
      'package.json',
      JSON.stringify({ name: 'openpit', version: '0.2.0', files: ['a'], scripts }),
    );
    write(folder, 'apps/web/package.json', '{"version":"0.2.0","dependencies":{"@openpit/wire":"0.2.0"}}');
    write(folder, 'CHANGELOG.md', changelog);
    write(folder, '.gitignore', '.build/\n.build-log\nfails\n');
    git('init', '--quiet');
    git('config', 'user.name', 'Tester');
    git('config', 'user.email', 'tester@openpit.example');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'begin');
  });

  it('dates the changelog, sets the version, tests, and makes list, package, commit and tag; publishes nothing', () => {
    const { status, stdout, stderr } = release('0.3.0');
    expect(stderr.replace(/^npm notice.*\n/gm, '')).toBe('');
    expect(status).toBe(0);
    expect(file('.build-log')).toBe('check test ');
    expect(file('CHANGELOG.md')).toMatch(
      /## \[Unreleased\]\n\n## \[0\.3\.0\] - \d{4}-\d\d-\d\d\n\n- New\.\n\n## \[0\.1\.0\]/,
    );
    expect(JSON.parse(file('package.json'))).toMatchObject({ version: '0.3.0' });
    expect(JSON.parse(file('apps/web/package.json'))).toEqual({
      version: '0.3.0',
      dependencies: { '@openpit/wire': '0.3.0' },
    });
    expect(JSON.parse(file('.build/openpit-0.3.0.cdx.json'))).toEqual({ bomFormat: 1 });
    expect(file('.build/openpit-0.3.0.tgz').length).toBeGreaterThan(0);
    expect([git('log', '-1', '--format=%s'), git('tag'), git('cat-file', '-t', 'v0.3.0')]).toEqual([
      'release: 0.3.0',
      'v0.3.0',
      'tag',
    ]);
    expect(git('status', '--porcelain')).toBe('');
    expect(stdout).toContain('Nothing is published.');
  });

  it('lists the steps with --dry-run, and changes nothing', () => {
    const { status, stdout } = release('0.3.0', '--dry-run');
    expect(status).toBe(0);
    expect(stdout).toMatch(/npm run check\nnpm run test\nnpm run sbom\n[\s\S]*Nothing was changed\.\n$/);
    expect([git('status', '--porcelain'), git('tag'), git('log', '--format=%s')]).toEqual(['', '', 'begin']);
  });

  it('puts the files back when a test fails', () => {
    write(folder, 'fails', '');
    const { status, stderr } = release('0.2.0');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('npm run test has failed. There is no release.'),
    ]);
    expect([git('status', '--porcelain'), git('tag'), file('CHANGELOG.md')]).toEqual(['', '', changelog]);
  });

  it.each([
    [[], 'Name the version'],
    [['next'], 'Name the version'],
    [['0.1.9'], '0.1.9 is older than 0.2.0'],
  ])('names the fault of the arguments %j', (args, sentence) => {
    const { status, stderr } = release(...args);
    expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  });

  it('needs a clean tree, a free tag and something in the changelog', () => {
    write(folder, 'CHANGELOG.md', changelog.replace('- New.\n', ''));
    expect(release('0.3.0').stderr).toContain('changes that are not committed');
    git('commit', '--quiet', '--all', '--message', 'nothing new');
    expect(release('0.3.0').stderr).toContain('nothing in its section Unreleased');
    git('tag', 'v0.3.0');
    expect(release('0.3.0').stderr).toContain('The tag v0.3.0 already exists');
  });
});

describe('a version', () => {
  it('is older than those after it in this list', () => {
    const versions = ['0.2.0-rc.1', '0.2.0-rc.2', '0.2.0', '0.2.1', '0.10.0-rc.1', '0.10.0', '1.0.0'];
    for (const [index, version] of versions.entries())
      for (const [at, other] of versions.entries())
        expect(isOlder(version, other), `${version} ${other}`).toBe(index < at);
  });
});

describe('the real repository', () => {
  it('has a changelog that can be dated, as the first section', () => {
    const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
    expect(changelog.match(/^## .*/m)?.[0]).toBe('## [Unreleased]');
    const version = '0.0.1';
    if (/^## \[Unreleased\]\n+(?!## )\S/m.test(changelog))
      expect(dated(changelog, version, '2026-01-01')).toContain(
        `## [Unreleased]\n\n## [${version}] - 2026-01-01\n`,
      );
  });

  it('changes nothing in its lock files except the version', () => {
    for (const path of ['package-lock.json', 'bench/package-lock.json', 'package.json']) {
      const text = readFileSync(join(root, path), 'utf8');
      const { version } = JSON.parse(text) as { version: string };
      expect(withVersion(text, version), path).toBe(text);
    }
  });

  it('has a list of the components that are installed with the server, in CycloneDX, each with a licence', () => {
    const { stdout, stderr } = npmOutput('run', '--silent', 'sbom');
    expect(stderr).toBe('');
    const list = JSON.parse(stdout) as {
      bomFormat: string;
      components: { name: string; purl: string; licenses?: unknown[] }[];
    };
    expect(list.bomFormat).toBe('CycloneDX');
    const names = list.components.map(({ name }) => name);
    expect(names).toContain('fastify');
    expect(names).not.toContain('vitest');
    expect(list.components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
  });

  it('packs the files that run, without tests, sources and data', () => {
    const [made] = JSON.parse(npmOutput('pack', '--dry-run', '--json').stdout) as [
      { files: { path: string }[] },
    ];
    const paths = made.files.map(({ path }) => path);
    for (const path of ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'scripts/run-built.mjs'])
      expect(paths).toContain(path);
    expect(paths).toContain('apps/server/reference-data/demo-market.json');
    expect(paths).toContain('packages/venue/package.json');
    const wrong = /\.tsx?$|\.map$|(^|\/)(testing|node_modules|data|e2e|bench)\/|test-results|\.log$/;
    expect(paths.filter((path) => wrong.test(path))).toEqual([]);
  });
});
