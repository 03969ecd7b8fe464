// The files of deploy/ without a container engine: images have a version, nothing runs as root, and every named file and command exists.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { livePath } from '../apps/server/http/health.ts';
import { optionNames, variableOf } from '../apps/server/options/option-table.ts';
import { readOptions } from '../apps/server/options/options.ts';
import { root } from './steps/repository.mjs';
import { newFolder, write } from './testing/small-copy.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const dockerfile = read('deploy/Dockerfile');
const compose = read('deploy/compose.yaml');
const unit = read('deploy/openpit.service');
const packageStart = (JSON.parse(read('package.json')) as { scripts: { start: string } }).scripts.start;

/** `node:24.11.1-bookworm`, not `node`, `node:latest` or `node:24`. */
const isPinned = (image: string) => /^[a-z]+:\d+\.\d+(\.\d+)?(-[a-z]+)*$/.test(image);
/** The options of Node before the script, which `npm start` also has. */
const nodeOptions = (text: string) => text.match(/--max-semi-space-size=\d+|--initial-heap-size=\d+/g);
const passwordVariable = /\$\{DATABASE_PASSWORD:\?\}/;
const knownVariables = [...optionNames.map(variableOf), 'NODE_ENV'];

/** The lines of a service of the compose file. */
const service = (name: string) =>
  new RegExp(`^  ${name}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(compose)?.[1] ?? '';

describe('an image name', () => {
  it.each(['node', 'node:latest', 'node:24', 'node:24-bookworm'])('%s is not pinned', (image) => {
    expect(isPinned(image)).toBe(false);
  });
});

describe('the Dockerfile', () => {
  const [build = '', run = ''] = dockerfile.split(/^(?=FROM )/m).slice(1);

  it('has two stages of one pinned image', () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
    expect(images).toHaveLength(2);
    expect(images.filter(isPinned)).toEqual(images);
    expect(new Set(images).size).toBe(1);
  });

  it('keeps production packages only, and copies only files that exist or that the build creates', () => {
    expect(build).toMatch(/npm ci --omit=dev --workspace=@openpit\/server/);
    const copied = [...run.matchAll(/^COPY --from=build \/build\/(\S+) /gm)].map(([, path = '']) => path);
    const made = ['node_modules', 'apps/web/dist'];
    expect(copied).toContain('apps/server');
    expect(copied.filter((path) => !made.includes(path) && !existsSync(join(root, path)))).toEqual([]);
  });

  it('does not run as root, and begins as npm start does', () => {
    expect(run).toMatch(/^USER node$/m);
    expect(run.indexOf('USER node')).toBeLessThan(run.indexOf('ENTRYPOINT'));
    expect(run).toMatch(/^ENTRYPOINT \["node", .*"scripts\/run-built.mjs"\]$/m);
    expect(nodeOptions(run)).toEqual(nodeOptions(packageStart));
  });

  it('asks for its health a path of the server, with Node', () => {
    expect(run).toMatch(/^HEALTHCHECK /m);
    expect(run).toContain(`\${process.env.OPENPIT_PORT}${livePath}`);
    expect(run).toMatch(/CMD \["node", "-e", /);
  });

  it('sets variables that the server can use', () => {
    const set = Object.fromEntries(
      [...run.matchAll(/(OPENPIT_[A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    );
    expect(readOptions([], '/', set)).toMatchObject({
      host: '0.0.0.0',
      port: 4173,
      dataFolder: '/data',
      // JSON lines on standard output (apps/server/first-start.slow.test.ts).
      logTo: 'stdout',
    });
  });

  it('leaves the build’s output out of its context', () => {
    const ignored = read('deploy/Dockerfile.dockerignore').split('\n');
    for (const path of ['.git', '**/node_modules', '**/dist', 'data']) expect(ignored).toContain(path);
  });
});

describe('the compose file', () => {
  it('has the application, built from the Dockerfile, with its data in a volume', () => {
    expect(service('application')).toMatch(/^ {6}context: \.\.$/m);
    expect(service('application')).toMatch(/^ {6}dockerfile: deploy\/Dockerfile$/m);
    const declared = /^volumes:\n((?: {2}\w+:\n)+)/m.exec(compose)?.[1]?.match(/\w+/g) ?? [];
    const mounted = [...compose.matchAll(/^ {6}- (\w+):\//gm)].map(([, name]) => name);
    expect(mounted).toEqual([...declared]);
    expect(service('application')).toContain('- market:/data');
  });

  it('has PostgreSQL with it, which no other machine reaches, with checksums and its data in a volume', () => {
    const database = service('database');
    expect(database).toContain('- database:/var/lib/postgresql/data');
    expect(database).toContain('POSTGRES_INITDB_ARGS: --data-checksums');
    expect(database).not.toContain('ports:');
    expect(service('application')).toContain('condition: service_healthy');
    const url = /DATABASE_URL: "(.*)"/.exec(service('application'))?.[1] ?? '';
    const environment = { DATABASE_URL: url.replace(passwordVariable, 'secret') };
    expect(readOptions([], '/', environment)?.database).toBe(
      'postgres://openpit:secret@database:5432/openpit',
    );
  });

  it('has no password but the value of a variable, and sets only variables that the server knows', () => {
    const named = compose.match(/^[^#\n]*password.*$/gim) ?? [];
    expect(named.filter((line) => !passwordVariable.test(line))).toEqual([]);
    const names = [...service('application').matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name = '']) => name);
    expect(names.filter((name) => !knownVariables.includes(name))).toEqual([]);
    const values = [...compose.matchAll(/^ {6}(OPENPIT_[A-Z_]+): "?([^"\n]*)"?$/gm)];
    const environment = Object.fromEntries(values.map(([, name = '', value = '']) => [name, value]));
    expect(readOptions([], '/', environment)).toMatchObject({ simulator: false });
  });

  it('gives the application no rights that it does not need, and opens no port to other machines', () => {
    const application = service('application');
    for (const line of ['read_only: true', 'no-new-privileges:true', 'cap_drop:\n      - ALL'])
      expect(application).toContain(line);
    expect(compose.match(/^ {6}- ".*:\d+"$/gm)).toEqual(['      - "127.0.0.1:4173:4173"']);
  });
});

describe('the systemd unit', () => {
  const settings = new Map(
    unit.split('\n').flatMap((line) => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
      return name === undefined || name === 'Environment' ? [] : [[name, value ?? ''] as const];
    }),
  );

  it('runs the built server as its own user, as npm start does, and starts it again when it has ended', () => {
    expect(settings.get('ExecStart')).toMatch(/^\/usr\/bin\/node .* scripts\/run-built\.mjs$/);
    expect(nodeOptions(unit)).toEqual(nodeOptions(packageStart));
    expect(settings.get('User')).toBe('openpit');
    expect(settings.get('Restart')).toBe('always');
    expect(settings.get('EnvironmentFile')).toBe('-/etc/openpit.env');
  });

  it('may write its data folder only', () => {
    expect(settings.get('ProtectSystem')).toBe('strict');
    expect(settings.get('NoNewPrivileges')).toBe('yes');
    expect(settings.get('CapabilityBoundingSet')).toBe('');
    expect(unit).toContain(`Environment=OPENPIT_DATA=/var/lib/${settings.get('StateDirectory')}\n`);
  });

  it('names only variables of the server', () => {
    const names = [...unit.matchAll(/\b(OPENPIT_[A-Z_]+)=/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(1);
    expect(names.filter((name) => !knownVariables.includes(name))).toEqual([]);
  });
});

describe('the command of image and unit', () => {
  const runBuilt = (folder: string, argv: readonly string[], nodeVersion = '26.0.0') => {
    const url = pathToFileURL(join(root, 'scripts/run-built.mjs')).href;
    const script = `process.exitCode = await import(${JSON.stringify(url)}).then(({ runBuilt }) => runBuilt(${JSON.stringify(argv)}, ${JSON.stringify(folder)}, ${JSON.stringify(nodeVersion)})) ?? 0`;
    const done = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    return { status: done.status, stdout: done.stdout, stderr: done.stderr };
  };

  it('runs the built server, or a command with its exit code, and builds nothing', () => {
    const folder = newFolder();
    write(folder, 'package.json', '{ "type": "module" }');
    expect(runBuilt(folder, ['--port', '1']).stderr).toContain('Openpit is not built');
    write(
      folder,
      'apps/server/dist/bundle/main.js',
      'export const main = async (argv) => console.log("open", ...argv);',
    );
    write(
      folder,
      'apps/server/dist/bundle/cli.js',
      'export const runOperatorCli = async (argv) => { console.log("act", ...argv); return 1; };',
    );
    expect(runBuilt(folder, ['--port', '1'])).toMatchObject({ status: 0, stdout: 'open --port 1\n' });
    expect(runBuilt(folder, ['admin', 'users'])).toMatchObject({ status: 1, stdout: 'act users\n' });
    const unmaintained = '21.7.0';
    expect(runBuilt(folder, [], unmaintained).stderr).toContain('no security fixes');
    expect(runBuilt(folder, ['admin', 'users'], unmaintained).stderr).toBe('');
  });
});
