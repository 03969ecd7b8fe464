// Uses the gallery as a dealer would, by mouse, keyboard and touch, and checks what happens: the proof of what only a
// browser can show.
//   npx tsx --conditions=openpit-source apps/web/gallery/proof/behaviour.ts [part of a title]
// Ends with 1 when anything does not hold.
import type { Browser } from '@playwright/test';
import { withGallery } from './browser.ts';
import { type Check, checks } from './checks.ts';
import { workspaceChecks } from './workspace-checks.ts';

const [part = ''] = process.argv.slice(2);
let failures = 0;

async function run(
  browser: Browser,
  origin: string,
  { title, on = 'desk', query = '', check }: Check,
): Promise<void> {
  const isPhone = on === 'phone';
  const context = await browser.newContext({
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1600, height: 900 },
    hasTouch: isPhone,
    isMobile: isPhone,
    locale: 'en-GB',
    timezoneId: 'Africa/Johannesburg',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(5_000);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  try {
    await page.goto(`${origin}/gallery.html?page=desk&${query}`);
    await page.getByRole('main').waitFor();
    await page.waitForFunction(() => document.querySelector('[data-loading-panel]') === null);
    await check(page);
    if (errors.length > 0) throw new Error(errors.join('\n'));
    console.log(`✓ ${title}`);
  } catch (error) {
    failures += 1;
    console.error(`✗ ${title}\n${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await context.close();
  }
}

await withGallery(async (browser, origin) => {
  for (const check of [...checks, ...workspaceChecks])
    if (check.title.includes(part)) await run(browser, origin, check);
});
console.log(failures === 0 ? 'All hold.' : `${failures} do not hold.`);
process.exit(failures === 0 ? 0 : 1);
