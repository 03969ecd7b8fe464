// What somebody finds who starts the demonstration for the first time: rows in every panel and every tab of it, on a desktop and a phone
// (issue 42). Panels and tabs are those that the product has, so that a new one cannot be forgotten.
import type { Locator, Page } from '@playwright/test';
import { violations } from '../pages/axe.ts';
import { LoginPage } from '../pages/login-page.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import type { Product } from '../product/running-product.ts';
import { allPanels, layoutOf, type Place, saveLayout } from '../product/saved-layouts.ts';

/** How long somebody waits for the rows of a tab. */
const longestWaitMs = 2_000;
const places: readonly (readonly [number, number])[] = [
  [0, 0],
  [50, 0],
  [0, 50],
  [50, 50],
];

/** Rows of a grid or of a ladder, a chart, or figures. */
function contentOf(panel: Locator): Locator {
  const page = panel.page();
  const figures = page.locator('td, dd').filter({ hasText: /\d/ });
  return panel.locator('[data-line], [data-ticks], canvas, li').or(panel.locator(figures)).first();
}

const tabsOf = (panel: Locator): Locator => panel.locator('[data-look="tabs"]').getByRole('radio');

/** Chooses each tab of a panel; returns how many there are. */
async function openTabs(panel: Locator, name: string): Promise<number> {
  const tabs = tabsOf(panel);
  const count = await tabs.count();
  for (let at = 0; at < count; at += 1) {
    await tabs.nth(at).check({ force: true });
    // A strategy begins with what its user enters.
    const addLeg = panel.getByRole('button', { name: 'Add leg' });
    if (await addLeg.isVisible()) await addLeg.click();
    await expect(contentOf(panel), `${name}, tab ${at + 1}`).toBeVisible({ timeout: longestWaitMs });
  }
  return count;
}

test('[issue 42] a new dealer finds rows in every panel and every tab, on a desktop and a phone, and axe finds nothing', async ({
  browser,
  page,
  startProduct,
}) => {
  test.slow();
  const product = await startProduct({ past: true, simulator: true });
  const onDesktop = await openAllOnDesktop(page, product);
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const onPhone = await openAllOnPhone(await context.newPage(), product);
  // Depth is a sheet over other panels there, without tabs.
  expect(onPhone).toEqual({ panels: onDesktop.panels - 1, tabs: onDesktop.tabs });
});

/** Four panels at a time, until the user has seen all. */
async function openAllOnDesktop(
  page: Page,
  product: Product,
): Promise<{ readonly panels: number; readonly tabs: number }> {
  const components = allPanels.columns.map(({ component }) => component);
  const client = await MarketClient.signIn(product, 'thandi');
  const names: string[] = [];
  for (let from = 0; from < components.length; from += places.length) {
    const onScreen = components.slice(from, from + places.length);
    const name = `Screen ${names.length + 1}`;
    names.push(name);
    const layout = layoutOf(
      name,
      onScreen.map((component, at): Place => [component, ...(places[at] ?? [0, 0]), 50, 50]),
    );
    await saveLayout(client, product.people.thandi.userId, layout);
  }
  await page.setViewportSize({ width: 1600, height: 1000 });
  await TradingPage.signIn(page, product, 'thandi');
  const workspace = new Workspace(page);
  await expect(workspace.panelItems).toHaveCount(components.length);
  let [panels, tabs] = [0, 0];
  for (const name of names) {
    await workspace.item(name).click();
    // Choosing a tab has changed the layout before.
    const discard = page.getByRole('button', { name: 'Discard' });
    const isShown = workspace.item(name).and(page.locator('[aria-current]'));
    await expect(discard.or(isShown)).toBeVisible();
    if (await discard.isVisible()) await discard.click();
    await expect(isShown).toBeVisible();
    const titles = await workspace.panels.evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label')),
    );
    for (const title of titles) {
      const panel = workspace.panel(title ?? '');
      await expect(contentOf(panel), title ?? '').toBeVisible();
      tabs += await openTabs(panel, title ?? '');
      panels += 1;
    }
    expect(await violations(page), name).toEqual([]);
  }
  return { panels, tabs };
}

async function openAllOnPhone(
  page: Page,
  product: Product,
): Promise<{ readonly panels: number; readonly tabs: number }> {
  const login = new LoginPage(page);
  await login.open(product.url);
  await login.signIn(product.people.thandi);
  const main = page.getByRole('main');
  const along = page.getByRole('navigation', { name: 'Panels' }).getByRole('button');
  const more = page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'More' });
  await expect(more).toBeVisible();
  let [panels, tabs] = [0, 0];
  const look = async (name: string) => {
    await expect(contentOf(main), name).toBeVisible();
    tabs += await openTabs(main, name);
    panels += 1;
    expect(await violations(page), name).toEqual([]);
  };
  for (let at = 0; at < (await along.count()) - 1; at += 1) {
    await along.nth(at).tap();
    await look(await along.nth(at).innerText());
  }
  const sheet = page.getByRole('dialog');
  const listed = sheet.getByRole('list').first().getByRole('button');
  await more.tap();
  await expect(listed.first()).toBeVisible();
  const count = await listed.count();
  for (let at = 0; at < count; at += 1) {
    if (!(await sheet.isVisible())) await more.tap();
    const name = await listed.nth(at).innerText();
    await listed.nth(at).tap();
    await expect(sheet).toBeHidden();
    await look(name);
  }
  return { panels, tabs };
}
