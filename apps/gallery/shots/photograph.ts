// Photographs the screens of the gallery, light and dark, on the desktop and on a phone.
//   npm run gallery:shots -- FOLDER [parts of names, such as form-,panel-menu or -phone-light] [--axe]
// Writes a PNG for each picture into FOLDER. With --axe it also checks each screen, which takes several times as long. Ends with 1 if axe finds
// a violation, the page reports an error, or a picture could not be taken; the other pictures are taken nevertheless.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import { dealPictures } from './deal-pictures.ts';
import { formPictures } from './form-pictures.ts';
import { panelPictures } from './panel-pictures.ts';
import { phonePictures } from './phone-pictures.ts';
import type { Picture } from './picture.ts';
import { statePictures } from './state-pictures.ts';
import { workspacePictures } from './workspace-pictures.ts';

const pictures = [
  statePictures,
  formPictures,
  panelPictures,
  dealPictures,
  workspacePictures,
  phonePictures,
].flat();
const sizes = { desktop: { width: 1600, height: 900 }, phone: { width: 390, height: 844 } } as const;
type Theme = 'light' | 'dark';

const given = process.argv.slice(2);
const checks = given.includes('--axe');
// Parts of names may begin with a hyphen.
const [folder = '', selection = ''] = given.filter((one) => one !== '--axe');
if (folder === '') {
  console.error('Give the folder for the pictures: npm run gallery:shots -- FOLDER [parts of names] [--axe]');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

/** The longest wait for anything in a picture. */
const patienceMs = 30_000;

let faults = 0;
const configFile = resolve(import.meta.dirname, '../vite.config.ts');
await build({ configFile, logLevel: 'error' });
const server = await preview({ configFile, logLevel: 'error', preview: { port: 0, strictPort: false } });
const browser = await chromium.launch({
  executablePath: process.env.OPENPIT_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const parts = selection.split(',');
  for (const picture of pictures)
    for (const theme of picture.themes ?? (['light', 'dark'] as const))
      if (parts.some((part) => nameOf(picture, theme).includes(part)))
        await photograph(browser, server.resolvedUrls?.local[0] ?? '', picture, theme);
} finally {
  await browser.close();
  await server.close();
}
console.log(faults === 0 ? 'No faults.' : `${faults} faults.`);
process.exit(faults === 0 ? 0 : 1);

function nameOf(picture: Picture, theme: Theme): string {
  return `${picture.name}-${picture.on}-${theme}`;
}

async function photograph(from: Browser, url: string, picture: Picture, theme: Theme): Promise<void> {
  const name = nameOf(picture, theme);
  const isPhone = picture.on === 'phone';
  const context = await from.newContext({
    viewport: picture.size ?? sizes[picture.on],
    hasTouch: isPhone,
    isMobile: isPhone,
    deviceScaleFactor: picture.scale ?? 1,
    locale: 'en-GB',
    timezoneId: 'Africa/Johannesburg',
    reducedMotion: 'no-preference',
  });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  page.on('pageerror', (error) => report(`${name}: ${error.message}`));
  page.on('console', (message) => {
    // A picture of a failure also has one in the console.
    const isExpected = /state=|failing=/.test(picture.query);
    if (message.type() === 'error' && !isExpected) report(`${name}: ${message.text()}`);
  });
  try {
    await take(page, { name, picture, address: `${url}?${picture.query}&theme=${theme}` });
  } catch (error) {
    report(`${name}: ${error instanceof Error ? error.message : error}`);
  } finally {
    await context.close();
  }
  console.log(name);
}

async function take(
  page: Page,
  { name, picture, address }: { readonly name: string; readonly picture: Picture; readonly address: string },
): Promise<void> {
  await page.goto(address);
  const isLoading = /silent=|state=(loading|error|stale|down|connecting)/.test(picture.query);
  await settle(page, isLoading);
  await picture.prepare?.(page);
  await settle(page, isLoading);
  await page.screenshot({ path: join(folder, `${name}.png`), ...(picture.clip && { clip: picture.clip }) });
  if (!checks) return;
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const { id, help, nodes } of violations) {
    const where = nodes.map((node) => `    ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`);
    report([`${name}: axe ${id}: ${help}`, ...where].join('\n'));
  }
}

/** Waits until no panel is loading, nor its rows unless the picture shows that, and two frames have been painted. */
async function settle(page: Page, isLoading: boolean): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(
    (mayLoad) =>
      document.querySelector('[data-loading-panel]') === null &&
      (mayLoad || !/Loading |Prices stopped/.test(document.body.innerText)),
    isLoading,
  );
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
}

function report(fault: string): void {
  faults += 1;
  console.error(fault);
}
