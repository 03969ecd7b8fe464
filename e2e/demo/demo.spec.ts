// The demonstration without a server: a static site in which the market itself runs.
import { test as base, expect, type Page } from '@playwright/test';
import { violations } from '../pages/axe.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { secondLook } from '../product/journey.ts';
import { serveBuilt } from '../product/static-server.ts';

interface DemoFixtures {
  /** Opens the site, whose market has begun at ten in the morning, and signs in as Thandi. Fails for a request to anywhere else. */
  readonly openDemo: () => Promise<TradingPage>;
}

const test = base.extend<DemoFixtures, { readonly siteOrigin: string }>({
  siteOrigin: [
    async ({ browserName: _browserName }, use) => {
      const site = await serveBuilt('demo', '/some/folder');
      await use(site.origin);
      await site.close();
    },
    { scope: 'worker' },
  ],
  openDemo: async ({ page, siteOrigin }, use) => {
    const errors: string[] = [];
    const requests: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
    page.on('websocket', (socket) => requests.push(`WebSocket ${socket.url()}`));
    await use(async () => {
      await page.goto(`${siteOrigin}/?time=2026-11-25T10:00:00%2B02:00&days=1`);
      await page.getByRole('button', { name: /^Thandi Nkosi/ }).click();
      return new TradingPage(page);
    });
    expect(errors).toEqual([]);
    // Only files of the site, whose names have an extension.
    const isFile = (request: string) =>
      request.startsWith(`GET ${siteOrigin}/`) && /\/(\?.*|[^/]+\.\w+)$/.test(request);
    expect(requests.filter((request) => !isFile(request))).toEqual([]);
  },
});

const strip = (page: Page) => page.getByRole('complementary', { name: 'About this page' });

test('the demo trades in the page: prices move, an order rests, deals and is in the history; the manual opens; nothing is sent', async ({
  openDemo,
  page,
}) => {
  const thandi = await openDemo();
  await thandi.isOpen();
  await expect(strip(page)).toContainText('The whole market runs in this page. Nothing is sent anywhere');
  // The browser itself forbids requests.
  const isSent = page.evaluate(() => fetch('favicon.svg').then(() => true));
  await expect(isSent).rejects.toThrow('Failed to fetch');
  const bids = () => thandi.futures.grid.locator('[data-col="bid"]').allInnerTexts();
  const before = await bids();
  await expect.poll(bids).not.toEqual(before);

  await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await page.keyboard.press('b');
  const resting = await thandi.form.enter({ qty: 3, price: '4,000.00' });
  await thandi.form.close();
  await expect(thandi.orders.row(resting)).toContainText('4,000.00');

  await thandi.futures.cell('WMAZ', 'DEC27', 'offer').dblclick();
  await thandi.form.enter();
  await expect(thandi.form.outcome).toContainText(/Bought|rests/);
  await thandi.form.close();
  const deals = page.getByRole('region', { name: 'Deals' });
  await deals.getByRole('radio', { name: 'History' }).check({ force: true });
  await expect(deals.getByRole('row').nth(3)).toBeVisible();
  await new Workspace(page).showsManual();
});

test(
  '[PANEL-0] Login, Trading and every panel of the demo work below the strip; reload and sign-out begin again',
  secondLook(
    'all-panels.spec.ts opens every panel, accessibility.spec.ts runs axe on Login and Trading, and routes-and-session.spec.ts signs out.',
  ),
  async ({ openDemo, page }) => {
    const thandi = await openDemo();
    await thandi.isOpen();
    expect(await violations(page)).toEqual([]);
    const screen = await page.getByRole('main').boundingBox();
    const { height = 0 } = (await strip(page).boundingBox()) ?? {};
    expect(screen?.y).toBeGreaterThanOrEqual(height);
    await page.reload();
    await thandi.isOpen();

    const workspace = new Workspace(page);
    const entries = await workspace.panelItems.count();
    expect(entries).toBeGreaterThan(15);
    for (let entry = 0; entry < entries; entry += 1)
      await workspace.panelItems.nth(entry).getByRole('button').first().click();
    await expect(workspace.panels).toHaveCount(entries);
    await expect(page.locator('[data-loading-panel]')).toHaveCount(0);
    await expect(page.getByText(/could not be loaded/)).toHaveCount(0);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('button', { name: /^Pieter Botha/ })).toBeVisible();
    await expect(page).toHaveURL(/#\/authentication\/login$/);
    expect(await violations(page)).toEqual([]);
  },
);
