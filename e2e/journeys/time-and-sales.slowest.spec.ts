// Time and sales next to the depth: everyone sees the deals of two members, and nobody sees their names.
import type { Browser, Page } from '@playwright/test';
import { watchLayoutShifts } from '../pages/layout-shift.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { membersOf, type PersonName } from '../product/people.ts';
import type { Product } from '../product/running-product.ts';

// No other journey deals in it.
const contract = 'SEP27 WMAZ';
const gridName = `Time and sales of ${contract}`;

async function openTape(browser: Browser, product: Product, name: PersonName) {
  const page = await (await browser.newContext({ viewport: { width: 1600, height: 900 } })).newPage();
  const trading = await TradingPage.signIn(page, product, name);
  await trading.futures.cell('WMAZ', 'SEP27', 'contract').click();
  const workspace = new Workspace(page);
  const toggle = workspace.panel('Depth').getByRole('button', { name: 'Time and sales' });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  return { page, trading, workspace, grid: workspace.grid(gridName) };
}

/** The deals as `direction price lots`, the newest first. */
function tapeOf(page: Page): Promise<string[]> {
  return page
    .getByRole('grid', { name: gridName })
    .locator('[role="row"][data-line]')
    .evaluateAll((rows) =>
      rows.map((row) =>
        ['move', 'price', 'qty']
          .map((id) => row.querySelector(`[data-col="${id}"]`)?.textContent ?? '')
          .join(' ')
          .trim(),
      ),
    );
}

test('[PANEL-17] two members and a third see each deal with the direction of its price, the newest first, and no member’s name', async ({
  browser,
  product,
}) => {
  const client = await MarketClient.signIn(product, 'thandi');
  await client.insertOrder({ requestId: 't-1', contract, price: 4030, qty: 10 });
  const thandi = await openTape(browser, product, 'thandi');
  const pieter = await openTape(browser, product, 'pieter');
  const lerato = await openTape(browser, product, 'lerato');
  const all = [thandi, pieter, lerato];
  const allSee = async (tape: string[]) => {
    for (const { page } of all) await expect.poll(() => tapeOf(page)).toEqual(tape);
  };
  for (const { page } of all) await expect(page.getByText(`No deals in ${contract} yet.`)).toBeVisible();

  const layoutShifts = await watchLayoutShifts(lerato.page);

  // Pieter sells to Thandi's bid twice from the depth; then Thandi buys at Pieter's offer.
  const cell = (workspace: typeof thandi, column: 'bid' | 'offer') =>
    workspace.trading.depth.grid.locator(`[data-line="0"] [data-col="${column}"]`);
  for (const qty of [3, 2]) {
    await cell(pieter, 'bid').dblclick();
    await pieter.trading.form.enter({ qty });
    await pieter.trading.form.close();
  }
  await allSee(['= 4,030.00 2', '4,030.00 3']);
  await pieter.trading.futures.cell('WMAZ', 'SEP27', 'bid').dblclick();
  await pieter.trading.form.enter({ qty: 4, price: '4029.80' });
  await pieter.trading.form.close();
  await allSee(['= 4,030.00 4', '= 4,030.00 2', '4,030.00 3']);
  const other = await MarketClient.signIn(product, 'pieter');
  await other.insertOrder({ requestId: 't-2', contract, side: 'S', price: 4031.2, qty: 6 });
  await expect(cell(thandi, 'offer')).toHaveText(/4,031\.20$/);
  await cell(thandi, 'offer').dblclick();
  await thandi.trading.form.enter({ qty: 6 });
  await thandi.trading.form.close();
  await allSee(['+ 4,031.20 6', '= 4,030.00 4', '= 4,030.00 2', '4,030.00 3']);

  // Each deal pushes the older ones down without a new layout of their lines.
  const { moved } = await layoutShifts();
  expect(moved.filter((what) => what.includes('role="row"'))).toEqual([]);

  const members = new RegExp(Object.values(membersOf(product)).join('|'));
  for (const { grid } of all) await expect(grid).not.toContainText(members);
  await expect(lerato.trading.deals.rows).toHaveCount(0);

  // The keyboard moves the selection, and the columns explain themselves.
  await lerato.grid.focus();
  await lerato.page.keyboard.press('ArrowDown');
  await expect(lerato.grid).toHaveAttribute('aria-activedescendant', /.+/);
  await expect(lerato.grid.getByRole('columnheader', { name: /Against the deal before/ })).toBeVisible();
  await expect(lerato.grid).toHaveAttribute('aria-rowcount', '5');

  // The open list is saved with the layout, and can be closed again.
  await expect(thandi.workspace.changedMark).toHaveCount(1);
  // The toast about saving waits behind the toasts of the deals, but the mark of changes disappears immediately.
  await thandi.page.keyboard.press('Control+s');
  await expect(thandi.workspace.changedMark).toHaveCount(0);
  await thandi.page.reload();
  await thandi.trading.isOpen();
  await thandi.trading.futures.cell('WMAZ', 'SEP27', 'contract').click();
  await expect.poll(() => tapeOf(thandi.page)).toHaveLength(4);
  await thandi.workspace.panel('Depth').getByRole('button', { name: 'Time and sales' }).click();
  await expect(thandi.grid).toHaveCount(0);
  await expect(thandi.trading.depth.grid).toBeVisible();
});
