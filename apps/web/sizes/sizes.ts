// Measures what a browser must fetch before the first interaction, gzipped: the page, its scripts, its styles and the one
// font file that its text needs; for Login, and for Trading with every panel that a layout may open. Reads the build in
// dist/ and exits with code 1 above a limit.
//   npx tsx apps/web/sizes/sizes.ts [--all]
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest } from 'vite';

const outDir = resolve(import.meta.dirname, '../dist');

/** Kilobytes of 1 000 bytes. */
const limits = { Login: 165, Trading: 360, chart: 60 } as const;

const manifest: Manifest = JSON.parse(readFileSync(resolve(outDir, '.vite/manifest.json'), 'utf8'));

/** The files of an entry with its static imports. */
function filesOf(key: string, seen: Set<string> = new Set()): Set<string> {
  const chunk = manifest[key];
  if (chunk === undefined || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const file of chunk.css ?? []) seen.add(file);
  for (const next of chunk.imports ?? []) filesOf(next, seen);
  return seen;
}

/**
 * What is fetched only when a user opens it or asks for a file: the first interaction does not wait for it, so it is
 * counted separately. A name that is not in the build is an error, so that the list stays true.
 */
const onDemand = [
  'order-form/floating-order-form.tsx',
  'ui/action-menu-view.tsx',
  'ui/confirm-dialog.tsx',
  'ui/live-grid/column-chooser.tsx',
  'ui/live-grid/grid-cells.ts',
  'ui/live-grid/xlsx-file.ts',
  'workspace/contract-details/contract-details.tsx',
  'workspace/desktop/move-and-size.tsx',
  'workspace/layouts/layout-file.ts',
  'workspace/layouts/name-dialog.tsx',
  'workspace/notices/notices.tsx',
  'workspace/own-actions/own-actions.tsx',
  'workspace/phone/depth-sheet.tsx',
  'workspace/phone/more-sheet.tsx',
  'workspace/phone/order-sheet.tsx',
] as const;
for (const key of onDemand)
  if (manifest[key]?.isDynamicEntry !== true)
    throw new Error(`${key} is no longer a chunk that is loaded on demand.`);

/** This file and what it loads later without an interaction. */
function laterThan(key: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(key) || (onDemand as readonly string[]).includes(key)) return seen;
  seen.add(key);
  const chunk = manifest[key];
  for (const next of [...(chunk?.imports ?? []), ...(chunk?.dynamicImports ?? [])]) laterThan(next, seen);
  return seen;
}

/** The picture of a chart with its library: fetched only when a chart is opened. */
const isChart = (key: string) => /chart-picture/.test(key);
const gzipped = (file: string) => gzipSync(readFileSync(resolve(outDir, file)), { level: 9 }).length / 1_000;
const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + gzipped(file), 0);

const page = 'index.html';
const trading = Object.keys(manifest).find((key) => key.endsWith('trading-page.tsx'));
if (manifest[page] === undefined || trading === undefined)
  throw new Error('The build has no index.html or no trading-page.tsx: the manifest has another shape.');

const latin = readdirSync(resolve(outDir, 'assets')).filter((file) =>
  file.startsWith('inter-latin-wght-normal'),
);
if (latin.length !== 1) throw new Error('The build has no font for Latin letters: its name has changed.');
const login = new Set([page, ...filesOf(page), ...latin.map((file) => `assets/${file}`)]);
const tradingFiles = new Set(login);
for (const key of laterThan(trading)) if (!isChart(key)) filesOf(key, tradingFiles);
const later = new Set(onDemand.flatMap((key) => [...filesOf(key)]).filter((file) => !tradingFiles.has(file)));
const charts = new Set(
  Object.keys(manifest)
    .filter(isChart)
    .flatMap((key) => [...filesOf(key)])
    .filter((file) => !tradingFiles.has(file) && !later.has(file)),
);

const measured = [
  { name: 'Login', kilobytes: sum(login), files: login.size, limit: limits.Login },
  { name: 'Trading', kilobytes: sum(tradingFiles), files: tradingFiles.size, limit: limits.Trading },
  ...(charts.size === 0
    ? []
    : [{ name: 'chart', kilobytes: sum(charts), files: charts.size, limit: limits.chart }]),
];
for (const { name, kilobytes, files, limit } of measured)
  console.log(
    `${name} ${kilobytes.toFixed(1)} of ${limit} kB in ${files} files${kilobytes > limit ? ', TOO LARGE' : ''}`,
  );
console.log(`on demand ${sum(later).toFixed(1)} kB in ${later.size} files`);
if (process.argv.includes('--all'))
  for (const file of [...tradingFiles].sort((a, b) => gzipped(b) - gzipped(a)))
    console.log(`${gzipped(file).toFixed(1).padStart(7)}  ${file}`);
process.exit(measured.some(({ kilobytes, limit }) => kilobytes > limit) ? 1 : 0);
