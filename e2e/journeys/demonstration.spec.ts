// What somebody finds who starts the demonstration for the first time: rows in every panel and every tab, on a desktop and a phone
// (issue 42).
import type { Locator } from '@playwright/test';
import { violations } from '../pages/axe.ts';
import { LoginPage } from '../pages/login-page.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { layoutOf, type Place, saveLayout } from '../product/saved-layouts.ts';

/** Panels by screen, with their tabs; those without rows have the text or picture that they show. */
const screens: readonly (readonly (readonly [
  component: string,
  title: string,
  tabs: readonly (string | RegExp)[],
])[])[] = [
  [
    ['Futures', 'Futures', []],
    ['Depth', 'Depth', []],
    ['Options', 'Options', []],
    ['Deltas', 'Deltas', []],
  ],
  [
    ['Splits', 'Splits', []],
    ['Spreads', 'Spreads', []],
    ['MTM', 'MTM', ['Futures', 'Options', 'Deltas', 'Pairs', 'All']],
    ['Breakdown', 'Breakdown', []],
  ],
  [
    ['Positions', 'Positions', []],
    ['ConsolidatedPositions', 'Consolidated positions', []],
    ['Deals', 'Deals', ['Today', 'History']],
    ['unMatchedDeals', 'Unmatched deals', [/^For us/, /^Ours/]],
  ],
  [
    ['ActiveOrders', 'Active orders', [/^All/, /^Active/, /^Suspended/]],
    ['CompletedOrders', 'Completed orders', []],
    ['Clearing', 'Clearing', ['Accounts', 'Movements', 'Valuations', 'Margins', 'Fees']],
    ['TVChartContainer', 'Chart', ['1', '5', '15', '60', 'Day', 'History']],
  ],
  [
    ['SiloCerts', 'Silo certificates', []],
    ['SiloAuction', 'Silo auction', ['Lots', /^Own bids/, 'To deliver', 'Deliveries']],
  ],
];

const places: readonly (readonly [number, number])[] = [
  [0, 0],
  [50, 0],
  [0, 50],
  [50, 50],
];

const rowsOf = (panel: Locator): Locator => panel.locator('[data-line], canvas').first();

test('a new dealer finds rows in every panel and every tab of it, and axe finds nothing', async ({
  page,
  startProduct,
}) => {
  test.slow();
  const product = await startProduct({ past: true, simulator: true });
  const client = await MarketClient.signIn(product, 'thandi');
  for (const [at, panels] of screens.entries())
    await saveLayout(
      client,
      product.people.thandi.userId,
      layoutOf(
        `Screen ${at}`,
        panels.map(([component], place): Place => [component, ...(places[place] ?? [0, 0]), 50, 50]),
      ),
    );
  await page.setViewportSize({ width: 1600, height: 1000 });
  await TradingPage.signIn(page, product, 'thandi');
  const workspace = new Workspace(page);
  for (const [at, panels] of screens.entries()) {
    await workspace.item(`Screen ${at}`).click();
    // Choosing a tab changes the layout.
    const discard = page.getByRole('button', { name: 'Discard' });
    await expect(discard.or(workspace.panel(panels[0]?.[1] ?? ''))).toBeVisible();
    if (await discard.isVisible()) await discard.click();
    for (const [, title, tabs] of panels) {
      const panel = workspace.panel(title);
      await expect(rowsOf(panel), title).toBeVisible();
      for (const tab of tabs) {
        await panel.getByRole('radio', { name: tab, exact: typeof tab === 'string' }).check({ force: true });
        await expect(rowsOf(panel), `${title}, ${tab}`).toBeVisible();
      }
    }
    expect(await violations(page)).toEqual([]);
  }
});

test('a new dealer finds rows in each layout of a phone', async ({ browser, startProduct }) => {
  test.slow();
  const product = await startProduct({ past: true, simulator: true });
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
  const main = page.getByRole('main');
  await expect(rowsOf(main)).toBeVisible();
  const panels = page.getByRole('navigation', { name: 'Panels' });
  for (const name of ['Orders', 'Positions', 'Deals']) {
    await panels.getByRole('button', { name }).tap();
    await expect(rowsOf(main), name).toBeVisible();
  }
  for (const title of [
    'Options',
    'Deltas',
    'Splits',
    'Spreads',
    'Completed orders',
    'Consolidated positions',
    'Unmatched deals',
    'MTM',
    'Clearing',
    'Breakdown',
    'Chart',
    'Silo certificates',
    'Silo auction',
  ]) {
    await panels.getByRole('button', { name: 'More' }).tap();
    // Its badge is a part of the name of Unmatched deals.
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${title}`) })
      .tap();
    await expect(rowsOf(main), title).toBeVisible();
  }
});
