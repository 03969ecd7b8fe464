// Photographs the gallery in its states, light and dark, on a desk and on a phone, and runs axe on every picture.
//   npx tsx --conditions=openpit-source apps/web/gallery/proof/photograph.ts FOLDER [parts of names, such as form-,panel-menu or -phone-light]
// Leaves a PNG for each picture in FOLDER and ends with 1 when axe finds a violation or the page reports an error.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from '@playwright/test';
import { withGallery } from './browser.ts';
import { type Picture, pictures } from './pictures.ts';

const [folder = '', wanted = ''] = process.argv.slice(2);
const parts = wanted.split(',');
if (folder === '') {
  console.error('Give the folder for the pictures: photograph.ts FOLDER [parts of names]');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const sizes = { desk: { width: 1600, height: 900 }, phone: { width: 390, height: 844 } } as const;
type Theme = 'light' | 'dark';
const nameOf = (picture: Picture, theme: Theme) => `${picture.name}-${picture.on}-${theme}`;

let faults = 0;

async function photograph(browser: Browser, origin: string, picture: Picture, theme: Theme): Promise<void> {
  const name = nameOf(picture, theme);
  const context = await browser.newContext({
    viewport: picture.size ?? sizes[picture.on],
    hasTouch: picture.on === 'phone',
    isMobile: picture.on === 'phone',
    deviceScaleFactor: picture.scale ?? 1,
    locale: 'en-GB',
    timezoneId: 'Africa/Johannesburg',
    reducedMotion: 'no-preference',
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => fault(`${name}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') fault(`${name}: ${message.text()}`);
  });
  await page.goto(`${origin}/gallery.html?${picture.query}&theme=${theme}`);
  await settle(page);
  await picture.prepare?.(page);
  await settle(page);
  await page.screenshot({ path: join(folder, `${name}.png`), ...(picture.clip && { clip: picture.clip }) });
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const { id, help, nodes } of violations) {
    const where = nodes.map((node) => `    ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`);
    fault([`${name}: axe ${id}: ${help}`, ...where].join('\n'));
  }
  await context.close();
  console.log(name);
}

/** Until two frames have been painted without a panel still being loaded. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector('[data-loading-panel]') === null);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
}

function fault(text: string): void {
  faults += 1;
  console.error(text);
}

await withGallery(async (browser, origin) => {
  for (const picture of pictures)
    for (const theme of picture.themes ?? (['light', 'dark'] as const))
      if (parts.some((part) => nameOf(picture, theme).includes(part)))
        await photograph(browser, origin, picture, theme);
});
console.log(faults === 0 ? 'No faults.' : `${faults} faults.`);
process.exit(faults === 0 ? 0 : 1);
