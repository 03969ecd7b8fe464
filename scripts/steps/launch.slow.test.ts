// `npm start` in a separate process, over a small copy of Openpit.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { flagOf, optionNames } from '../../apps/server/options/option-table.ts';
import { newCopy, write } from '../testing/small-copy.ts';
import { optionsSwallowedByNpm } from './launch.mjs';
import { root } from './repository.mjs';

const launchUrl = pathToFileURL(join(root, 'scripts/steps/launch.mjs')).href;

function start(
  copy: ReturnType<typeof newCopy>,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  node = { nodeVersion: '24.0.0', day: '2026-11-23' },
) {
  const script = `import(${JSON.stringify(launchUrl)}).then(({ launch }) => launch(${JSON.stringify(argv)}, { folder: process.cwd(), ...${JSON.stringify(node)} }))`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', script], {
    cwd: copy.folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, npm_execpath: copy.npmFile, ...env },
  });
  return { status, stdout, stderr };
}

describe('npm start', () => {
  it('installs, builds and opens the market with the given options, and the next time opens it immediately', () => {
    const copy = newCopy();
    const first = start(copy, ['--port', '8080', '--no-simulator']);
    expect(first).toMatchObject({ status: 0, stderr: '' });
    expect(first.stdout).toMatch(
      /^✓ Install the packages .* s\n✓ Build the server .* s\n✓ Build the web application .* s\n\nthe market is open --port 8080 --no-simulator\n$/,
    );
    expect(start(copy, ['--help'])).toMatchObject({
      status: 0,
      stdout: 'the market is open --help\n',
      stderr: '',
    });
  });

  it('warns of a Node that is no longer maintained, and opens the market', () => {
    const copy = newCopy();
    const old = { nodeVersion: '20.20.2', day: '2026-11-23' };
    const { status, stdout, stderr } = start(copy, [], {}, old);
    expect(stderr).toBe(
      'Warning: Node 20.20.2 runs Openpit, but has had no security fixes since 2026-04-30. Install a maintained one from https://nodejs.org.\n',
    );
    expect([status, stdout.includes('the market is open')]).toEqual([0, true]);
  });

  it('shows the compiler’s output when it cannot build, and does not open the market of the build before', () => {
    const copy = newCopy();
    start(copy, []);
    write(copy.folder, 'apps/server/main.ts', 'wrong');
    const { status, stdout, stderr } = start(copy, []);
    expect(status).toBe(2);
    expect(stderr).toContain('error TS2322: wrong');
    expect(stderr).toContain('The packages and the server do not compile.');
    expect(stdout).not.toContain('the market is open');
  });

  it('reports in one line why the server does not open, and prints a stack trace only on request', () => {
    const copy = newCopy();
    write(
      copy.folder,
      'apps/server/main.ts',
      'export async function main() { throw new Error("Port 8080 is taken."); }',
    );
    const { status, stderr } = start(copy, []);
    expect(status).toBe(1);
    expect(stderr).toContain('Openpit could not start: Port 8080 is taken.\n');
    expect(stderr).not.toContain('    at ');
    expect(start(copy, [], { OPENPIT_TRACE: '1' }).stderr).toContain('    at ');
  });

  it('says where the dashes belong when npm has kept its options, and opens nothing', () => {
    const { status, stdout, stderr } = start(newCopy(), [], { npm_config_port: '8080' });
    expect(status).toBe(1);
    expect(stderr).toContain('npm has kept --port for itself.');
    expect(stderr).toContain('npm start -- --port 8080');
    expect(stdout).toBe('');
  });
});

it('options that npm has kept as settings are found in the environment', () => {
  expect(
    optionsSwallowedByNpm({ npm_config_port: 'true', npm_config_simulator: '', npm_config_cache: 'x' }),
  ).toEqual(['--port', '--no-simulator']);
  expect(optionsSwallowedByNpm({ PATH: 'x', npm_config_registry: 'x' })).toEqual([]);
});

it('finds every option of the server that npm has kept, however many words it has', () => {
  const detected = optionNames.flatMap((name) =>
    optionsSwallowedByNpm({ [`npm_config_${name.replaceAll('-', '_')}`]: 'x' }),
  );
  expect(detected).toEqual(optionNames.map(flagOf));
});
