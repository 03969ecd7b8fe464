// A small copy of Openpit in its own folder, with only the files that the commands need. Its npm, compiler and bundler are a few
// lines each, so that a test runs our commands for real in milliseconds.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new empty folder with a space in its name; removed after the test. */
export function newFolder(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'openpit-')), 'a copy');
  mkdirSync(folder);
  onTestFinished(() => rmSync(dirname(folder), { recursive: true, force: true }));
  return folder;
}

export function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const lock = { packages: { '': {}, 'node_modules/zod': { version: '4.0.0', integrity: 'sha512-a' } } };

/** npm: writes what `npm ci` writes, or fails as without a network. */
const npm = `
const { mkdirSync, writeFileSync, appendFileSync, existsSync } = require('node:fs');
appendFileSync('npm-was-asked', process.argv.slice(2).join(' ') + '\\n');
if (existsSync('no-network')) { console.error('npm error code ENOTFOUND'); process.exit(1); }
const tool = (name, bin, text) => { mkdirSync('node_modules/' + name, { recursive: true });
  writeFileSync('node_modules/' + name + '/package.json', JSON.stringify({ name, bin })); writeFileSync('node_modules/' + name + '/run.cjs', text); };
tool('typescript', { tsc: 'run.cjs' }, ${JSON.stringify(`
const { mkdirSync, readFileSync, writeFileSync, appendFileSync } = require('node:fs');
appendFileSync('tsc-was-asked', process.argv.slice(2).join(' ') + '\\n');
const source = readFileSync('apps/server/main.ts', 'utf8');
if (source.includes('wrong')) { console.log('apps/server/main.ts(1,1): error TS2322: wrong'); process.exit(2); }
mkdirSync('apps/server/dist', { recursive: true });
writeFileSync('apps/server/dist/main.js', source);
writeFileSync('apps/server/dist/.tsbuildinfo', source);`)});
tool('vite', 'run.cjs', ${JSON.stringify(`
const { mkdirSync, writeFileSync } = require('node:fs');
mkdirSync('dist', { recursive: true });
writeFileSync('dist/index.html', process.env.NODE_ENV);`)});
mkdirSync('node_modules/esbuild', { recursive: true });
writeFileSync('node_modules/esbuild/index.js', ${JSON.stringify(`
const { cpSync, mkdirSync } = require('node:fs');
const { join } = require('node:path');
exports.build = async ({ absWorkingDir, outdir, entryPoints }) => {
  mkdirSync(join(absWorkingDir, outdir), { recursive: true });
  cpSync(join(absWorkingDir, entryPoints.main), join(absWorkingDir, outdir, 'main.js'));
  return { metafile: { outputs: { [join(outdir, 'main.js')]: {} } } };
};
exports.stop = async () => {};`)});
writeFileSync('node_modules/.package-lock.json', JSON.stringify(${JSON.stringify({ packages: { 'node_modules/zod': lock.packages['node_modules/zod'] } })}));
`;

/**
 * @returns the folder of a copy that is neither installed nor built; `npmFile` is for npm_execpath
 */
export function newCopy(): { folder: string; npmFile: string } {
  const folder = newFolder();
  write(folder, 'package.json', '{ "type": "module" }');
  write(folder, 'package-lock.json', JSON.stringify(lock));
  write(folder, 'packages/wire/index.ts', 'export const lots = 1;');
  write(
    folder,
    'apps/server/main.ts',
    'export async function main(argv) { console.log("the market is open", ...argv); }',
  );
  write(folder, 'apps/web/index.html', '<div>');
  write(folder, 'npm.cjs', npm);
  return { folder, npmFile: join(folder, 'npm.cjs') };
}
