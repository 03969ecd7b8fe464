// `npm run pictures`: takes the pictures of README.md and docs/images from the demonstration after its first start. They are committed,
// so only a change of the screens needs this. OPENPIT_CHROMIUM is the file of the browser where it is not /usr/bin/chromium.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const root = fileURLToPath(new URL('..', import.meta.url));
const images = join(root, 'docs', 'images');
const startLimitMs = 300_000;
/** Prices need a while to move after a start. */
const settlingMs = 15_000;

const desktop = { viewport: { width: 1600, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Pictures of the first layout of a demonstration dealer. */
const pictures = /** @type {const} */ ([
  { name: 'trading', device: desktop, colorScheme: 'light' },
  { name: 'trading-dark', device: desktop, colorScheme: 'dark' },
  { name: 'phone', device: phone, colorScheme: 'light' },
]);

/** @param {string} folder */
async function startedProduct(folder) {
  const child = spawn(
    process.execPath,
    [join(root, 'scripts', 'start.mjs'), '--port', '0', '--data', folder],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  const url = await new Promise((resolve, reject) => {
    const limit = setTimeout(
      () => reject(new Error(`The demonstration did not start:\n${output}`)),
      startLimitMs,
    );
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
      const found = /open at (http:\/\/\S+)/.exec(output)?.[1];
      if (found === undefined) return;
      clearTimeout(limit);
      resolve(found);
    });
    child.once('exit', () => reject(new Error(`The demonstration has ended:\n${output}`)));
  });
  return { child, url };
}

/** @param {string} executablePath of Chromium */
async function takePictures(executablePath) {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-pictures-'));
  const { child, url } = await startedProduct(folder);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    for (const { name, device, colorScheme } of pictures) {
      const context = await browser.newContext({
        ...device,
        colorScheme,
        locale: 'en-ZA',
        timezoneId: 'Africa/Johannesburg',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await page.goto(url);
      await page.getByRole('button', { name: /Thandi/ }).click();
      await page.locator('[data-line]').first().waitFor({ timeout: startLimitMs });
      await page.waitForTimeout(settlingMs);
      await page.screenshot({ path: join(images, `${name}.png`) });
      await context.close();
    }
  } finally {
    await browser.close();
    child.removeAllListeners('exit');
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
    rmSync(folder, { recursive: true, force: true });
  }
}

await takePictures(process.env.OPENPIT_CHROMIUM ?? '/usr/bin/chromium');
