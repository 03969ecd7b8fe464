// Additional versions of the web application, built from its sources with one change: the page says which version it is.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from './running-product.ts';

const web = join(repository, 'apps', 'web');

/** `html[data-version]` of such a page is the name; the product's own page has none. */
const program = `
import { build } from 'vite';
const [name, outDir] = process.argv.slice(1);
await build({
  configFile: 'vite.config.ts',
  logLevel: 'error',
  build: { outDir, sourcemap: false },
  plugins: [{
    name: 'version',
    transform: (code, id) =>
      id.endsWith('/app/main.tsx') ? code + '\\ndocument.documentElement.dataset.version = ' + JSON.stringify(name) : null,
  }],
});`;

export interface BuiltVersion {
  readonly folder: string;
  remove(): Promise<void>;
}

export async function buildVersion(name: string): Promise<BuiltVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'openpit-version-'));
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, name, folder], {
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
