// `npm run icons`: draws the icons of the installed application from their SVG sources, with Chromium. The pictures are
// committed, so only a change of a source needs this.
import './steps/require-node.mjs';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, ensureProgram } from './steps/programs.mjs';
import { createProgress } from './steps/progress.mjs';
import { isCommand, root } from './steps/repository.mjs';
import { runCommand } from './steps/step-failure.mjs';

const web = join(root, 'apps', 'web');

/** By source: the names of its pictures, and their widths in pixels. */
const drawings = [
  { source: 'public/favicon.svg', name: 'icon', sizes: [48, 96, 192, 256, 512] },
  { source: 'icons/maskable.svg', name: 'maskable', sizes: [192, 512] },
  { source: 'icons/monochrome.svg', name: 'monochrome', sizes: [192, 512] },
  // iOS puts its own mask over a square picture.
  { source: 'icons/maskable.svg', name: 'apple-touch', sizes: [180] },
];

/** @param {string} file of Chromium */
function drawIcons(file) {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-icons-'));
  const page = join(folder, 'icon.html');
  for (const { source, name, sizes } of drawings) {
    for (const size of sizes) {
      const address = pathToFileURL(join(web, source)).href;
      const style = `display:block;width:${size}px;height:${size}px`;
      writeFileSync(page, `<body style="margin:0"><img style="${style}" src="${address}">`);
      const options = [
        ...['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--no-first-run'],
        ...['--force-device-scale-factor=1', '--default-background-color=00000000'],
        ...[`--window-size=${size},${size}`, `--user-data-dir=${join(folder, 'profile')}`],
      ];
      const picture = join(web, 'public', 'icons', `${name}-${size}.png`);
      execFileSync(file, [...options, `--screenshot=${picture}`, pathToFileURL(page).href], {
        stdio: 'ignore',
      });
    }
  }
  rmSync(folder, { recursive: true, force: true });
}

if (isCommand(import.meta.url)) {
  runCommand(async () =>
    drawIcons(await ensureProgram(chromium, { progress: createProgress({ isQuiet: true }) })),
  );
}
