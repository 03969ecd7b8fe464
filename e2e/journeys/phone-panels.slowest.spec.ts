// The sixteen layouts of a phone: each opens with a tap or two, fits the width and has its menu.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { LoginPage } from '../pages/login-page.ts';
import { cutTargets, smallTargets } from '../pages/touch-targets.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';

interface PhoneLayout {
  readonly layout: string;
  /** The tab along the bottom that opens it, or “More”. */
  readonly from: string;
  /** The panel's title, if it differs from the name of the layout. */
  readonly title?: string;
  readonly inside: (page: Page) => Locator;
  readonly hasRows?: boolean;
}

const grid = (name: string | RegExp) => (page: Page) => page.getByRole('grid', { name });

const sixteen: readonly PhoneLayout[] = [
  { layout: 'Options', from: 'More', inside: grid(/^Options on/) },
  { layout: 'Futures', from: 'Markets', inside: grid('Futures') },
  { layout: 'Deltas', from: 'More', inside: grid(/^Deltas on/) },
  { layout: 'Splits', from: 'More', inside: grid('Splits') },
  { layout: 'Spreads', from: 'More', inside: grid('Spreads') },
  { layout: 'Active Orders', from: 'Orders', title: 'Active orders', inside: grid('Active orders') },
  { layout: 'Completed Orders', from: 'More', title: 'Completed orders', inside: grid('Completed orders') },
  { layout: 'Positions', from: 'Positions', inside: grid('Positions') },
  {
    layout: 'Consolidated Positions',
    from: 'More',
    title: 'Consolidated positions',
    inside: grid('Consolidated positions'),
  },
  { layout: 'Deals', from: 'Deals', inside: grid('Deals') },
  { layout: 'Unmatched Deals', from: 'More', title: 'Unmatched deals', inside: grid('Unmatched deals') },
  { layout: 'MTM', from: 'More', inside: grid('MTM') },
  {
    layout: 'Option Calculator',
    from: 'More',
    title: 'Option calculator',
    inside: (page) => page.getByRole('textbox', { name: 'Future' }),
    hasRows: false,
  },
  { layout: 'Clearing', from: 'More', inside: grid('Accounts') },
  {
    layout: 'Breakdown',
    from: 'More',
    inside: (page) => page.getByRole('treegrid', { name: 'Breakdown' }),
  },
  { layout: 'Chart', from: 'More', inside: (page) => page.locator('canvas').first(), hasRows: false },
];

test('[LAYOUT-11] [LAYOUT-9] on a phone a user opens each of the sixteen layouts and the chart, and saves and updates the layout', async ({
  browser,
  product,
}) => {
  const client = await MarketClient.signIn(product, 'thandi');
  const other = await MarketClient.signIn(product, 'pieter');
  await client.insertOrder({ requestId: 'h-1', price: 4030, qty: 4 });
  await other.insertOrder({ requestId: 'h-2', side: 'S', price: 4030, qty: 1 });
  await client.insertOrder({ requestId: 'h-3', contract: 'DEC26-MAR27 WMAZ', price: 24, qty: 2 });
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const login = new LoginPage(page);
  await login.open(product.url);
  await login.signIn(product.people.thandi);
  await expect(page.getByRole('grid', { name: 'Futures' })).toBeVisible();
  const panels = page.getByRole('navigation', { name: 'Panels' });
  const more = async (name: string) => {
    await panels.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).tap();
  };
  for (const { layout, from, title = layout, inside, hasRows = true } of sixteen) {
    if (from === 'More') await more(title);
    else await panels.getByRole('button', { name: from }).tap();
    await expect(page.getByRole('banner').getByRole('heading')).toHaveText(title);
    await expect(inside(page)).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const menu = page.getByRole('button', { name: `Menu of ${title}` });
    await expect(menu).toBeVisible();
    expect(await smallTargets(page.getByRole('main')), layout).toEqual([]);
    expect(await cutTargets(page.getByRole('main')), layout).toEqual([]);
    if (!hasRows) continue;
    await menu.tap();
    await expect(page.getByRole('menuitem', { name: /^Export all rows as CSV/ })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /Move and size|Maximise|Columns/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
  }
  // Depth is a sheet over other panels.
  await panels.getByRole('button', { name: 'More' }).tap();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('button', { name: 'Clock', exact: true })).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Depth', exact: true })).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Option calculator', exact: true }).tap();
  for (const view of ['Option', 'Scenarios', 'Strategy']) {
    await page.getByRole('radio', { name: view, exact: true }).check({ force: true });
    await expect(page.getByRole('textbox', { name: 'Future' })).toHaveValue(/^\d/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
  await more('Ladder');
  await expect(page.getByRole('button', { name: 'Arm', exact: true })).toBeVisible();
  expect(await smallTargets(page.getByRole('main'))).toEqual([]);
  expect(await cutTargets(page.getByRole('main'))).toEqual([]);
  await more('Clock');
  await expect(page.getByText('SAST')).toBeVisible();
  await more('Splits');
  const splits = page.getByRole('grid', { name: 'Splits' });
  await expect(splits.getByText('24.00').first()).toBeVisible();
  await page.getByRole('button', { name: 'Menu of Splits' }).tap();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /^Export all rows as CSV/ }).tap();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('DEC26-MAR27 WMAZ');
  await page.getByRole('button', { name: 'Menu of Splits' }).tap();
  const splitRow = splits.locator('[data-line]').first();
  const rowBefore = await splitRow.boundingBox();
  await page.getByRole('menuitemcheckbox', { name: 'Freeze' }).tap();
  await expect(page.getByText(/^Frozen at/)).toBeVisible();
  expect(await splitRow.boundingBox()).toEqual(rowBefore);
  await page.getByRole('button', { name: 'Unfreeze' }).tap();

  await panels.getByRole('button', { name: 'Orders' }).tap();
  const cancelAll = page.getByRole('button', { name: /^Cancel all \(/ });
  await expect(cancelAll).toHaveText('Cancel all (2)');
  for (const tab of ['All', 'Active', 'Suspended'])
    await expect(page.getByRole('radio', { name: new RegExp(`^${tab}`) })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Which orders to cancel' }).tap();
  await expect(page.getByRole('menuitem', { name: 'My orders (2)' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page
    .getByRole('grid', { name: 'Active orders' })
    .locator('[data-line]')
    .filter({ hasText: 'DEC26 WMAZ' })
    .first()
    .tap();
  await page.getByRole('menuitem', { name: 'Chart of DEC26 WMAZ' }).tap();
  await expect(page.locator('canvas').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Order \d+: / })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  // A phone has no tip that shows a cut text in full.
  const rejected = await client.insertOrder({ requestId: 'h-4', price: 9_000 });
  expect(rejected.status).toBe(422);
  await more('My actions');
  const actions = page.getByRole('dialog', { name: 'My actions' });
  const sentences = actions.locator('[data-line] [data-col="sentence"]');
  await expect(sentences.first()).toHaveText(/^Rejected: .+\.$/);
  await expect(sentences).toHaveCount(3);
  const cut = await actions
    .locator('[data-line] [data-col]')
    .evaluateAll((cells) =>
      cells.flatMap(({ scrollWidth, clientWidth, scrollHeight, clientHeight, textContent }) =>
        scrollWidth > clientWidth || scrollHeight > clientHeight + 1 ? [textContent] : [],
      ),
    );
  expect(cut).toEqual([]);
  expect(await smallTargets(actions)).toEqual([]);
  await actions.getByRole('button', { name: 'Close my actions' }).tap();

  const toast = page.locator('section[data-type]');
  for (const words of ['Mobile Layout saved', 'Mobile Layout updated']) {
    await more('Save this layout');
    await expect(toast.getByText(words, { exact: true })).toBeVisible();
    await toast.getByRole('button', { name: 'Close' }).tap();
  }
});
