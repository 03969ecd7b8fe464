// Time and sales beside the depth: what two members deal on the screen is printed on everybody's, and nobody is named there.
import type { Browser, Page } from '@playwright/test';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient, type Person } from '../product/market-client.ts';
import type { RunningProduct } from '../product/running-product.ts';

const gridName = 'Time and sales of DEC26 WMAZ';

async function openTape(browser: Browser, product: RunningProduct, person: Person) {
  const page = await (await browser.newContext({ viewport: { width: 1600, height: 900 } })).newPage();
  const trading = await TradingPage.signIn(page, product.url, person);
  await trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
  const desk = new Workspace(page);
  const toggle = desk.panel('Depth').getByRole('button', { name: 'Time and sales' });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  return { page, trading, desk, grid: desk.grid(gridName) };
}

/** The deals as `direction price lots`, the last first. */
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

test('[PANEL-17] what two members deal on the screen is printed at both and at a third, newest first, with the way the price went and without a name', async ({
  browser,
  startProduct,
}) => {
  const product = await startProduct();
  const client = await MarketClient.signIn(() => product.url, 'thandi');
  await client.insertOrder({ requestId: 't-1', price: 4030, qty: 10 });
  const thandi = await openTape(browser, product, 'thandi');
  const pieter = await openTape(browser, product, 'pieter');
  const lerato = await openTape(browser, product, 'lerato');
  const all = [thandi, pieter, lerato];
  const allSee = async (tape: string[]) => {
    for (const { page } of all) await expect.poll(() => tapeOf(page)).toEqual(tape);
  };
  for (const { page } of all) await expect(page.getByText('No deals in DEC26 WMAZ yet.')).toBeVisible();

  // He deals with her bid from his depth, twice; then she with an offer of his.
  const cell = (one: typeof thandi, column: 'bid' | 'offer') =>
    one.trading.depth.grid.locator(`[data-line="0"] [data-col="${column}"]`);
  for (const qty of [3, 2]) {
    await cell(pieter, 'bid').dblclick();
    await pieter.trading.form.enter({ qty });
    await pieter.trading.form.close();
  }
  await allSee(['= 4,030.00 2', '4,030.00 3']);
  await pieter.trading.futures.cell('WMAZ', 'DEC26', 'bid').dblclick();
  await pieter.trading.form.enter({ qty: 4, price: '4029.80' });
  await pieter.trading.form.close();
  await allSee(['= 4,030.00 4', '= 4,030.00 2', '4,030.00 3']);
  const other = await MarketClient.signIn(() => product.url, 'pieter');
  await other.insertOrder({ requestId: 't-2', side: 'S', price: 4031.2, qty: 6 });
  await expect(cell(thandi, 'offer')).toHaveText(/4,031\.20$/);
  await cell(thandi, 'offer').dblclick();
  await thandi.trading.form.enter({ qty: 6 });
  await thandi.trading.form.close();
  await allSee(['+ 4,031.20 6', '= 4,030.00 4', '= 4,030.00 2', '4,030.00 3']);

  for (const { grid } of all) await expect(grid).not.toContainText(/KAND|VELD|KARO/);
  await expect(lerato.trading.deals.rows).toHaveCount(0);

  // By the keyboard, and with what the columns mean told.
  await lerato.grid.focus();
  await lerato.page.keyboard.press('ArrowDown');
  await expect(lerato.grid).toHaveAttribute('aria-activedescendant', /.+/);
  await expect(lerato.grid.getByRole('columnheader', { name: /Against the deal before/ })).toBeVisible();
  await expect(lerato.grid).toHaveAttribute('aria-rowcount', '5');

  // It is kept in the layout, and goes when it is not wanted.
  await expect(thandi.desk.changedMark).toHaveCount(1);
  // What it says stands behind the toasts of the deals: the mark tells as much.
  await thandi.page.keyboard.press('Control+s');
  await expect(thandi.desk.changedMark).toHaveCount(0);
  await thandi.page.reload();
  await thandi.trading.isOpen();
  await thandi.trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await expect.poll(() => tapeOf(thandi.page)).toHaveLength(4);
  await thandi.desk.panel('Depth').getByRole('button', { name: 'Time and sales' }).click();
  await expect(thandi.grid).toHaveCount(0);
  await expect(thandi.trading.depth.grid).toBeVisible();
});
