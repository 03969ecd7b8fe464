// Openpit has one version, which the root package.json states. Everything else that names a version of Openpit agrees with it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { main } from '../apps/server/main.ts';
import { runOperatorCli } from '../apps/server/operator/cli.ts';
import { usage } from '../apps/server/options/options.ts';
import { serverVersion } from '../apps/server/server-folder.ts';
import { ruleVersion } from '../packages/venue/index.ts';
import { pathsIn } from './architecture/repository-files.ts';
import { root } from './steps/repository.mjs';

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as unknown;
const version = (read('package.json') as Manifest).version ?? '';

/** Our version in a manifest, and the versions of our packages among its dependencies. */
const versionsIn = (manifest: Manifest) => [
  ...(manifest.version === undefined ? [] : [manifest.version]),
  ...Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter(([name]) => name.startsWith('@openpit/'))
    .map(([, wanted]) => wanted),
];

describe('the version in package.json', () => {
  it('is a version by semantic versioning', () => {
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/);
  });

  it('is the version of every workspace, and of every dependency on one', () => {
    const manifests = pathsIn(root).filter((path) => /^[a-z].*\/package\.json$/.test(path));
    expect(manifests.length).toBeGreaterThan(10);
    const others = manifests.filter((path) =>
      versionsIn(read(path) as Manifest).some((versionText) => versionText !== version),
    );
    expect(others).toEqual([]);
  });

  it.each(['package-lock.json', 'bench/package-lock.json'])(
    'is the version of our packages in %s',
    (file) => {
      const lock = read(file) as Manifest & { packages: Readonly<Record<string, Manifest>> };
      const ours = Object.entries(lock.packages).filter(([path]) => !path.includes('node_modules/'));
      expect(ours.length).toBeGreaterThan(0);
      expect([...new Set([lock, ...ours.map(([, manifest]) => manifest)].flatMap(versionsIn))]).toEqual([
        version,
      ]);
    },
  );

  it('is the version of the server', () => {
    expect(serverVersion).toBe(version);
  });
});

describe('--version', () => {
  afterEach(() => void vi.restoreAllMocks());
  const printed = (): string[] => {
    const lines: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
    return lines;
  };
  const line = `Openpit ${version} (rules ${ruleVersion})`;

  it('prints the version of the program and of the market rules, and starts no server', async () => {
    const lines = printed();
    await main(['--version', '--port', '0']);
    expect(lines).toEqual([line]);
  });

  it('prints the same on the operator’s command line, without a market', async () => {
    const lines = printed();
    expect(await runOperatorCli(['--version', '--data', join(root, 'no such folder')])).toBe(0);
    expect(lines).toEqual([line]);
  });

  it('is in the help of both', async () => {
    const lines = printed();
    await main(['--help']);
    await runOperatorCli(['--help']);
    expect(lines[0]).toBe(usage);
    for (const help of lines) expect(help).toMatch(/^ {2}--version +print the version and exit$/m);
  });
});
