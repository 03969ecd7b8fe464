// Splits and spreads on the screen: a price difference that may be negative, the price that the legs imply, and deals in both
// legs for both members.
import type { Browser } from '@playwright/test';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import type { PersonName } from '../product/people.ts';
import type { Product } from '../product/running-product.ts';

async function open(browser: Browser, product: Product, name: PersonName) {
  // Wide enough for all columns of the pairs.
  const context = await browser.newContext({ viewport: { width: 2560, height: 1200 } });
  const trading = await TradingPage.signIn(await context.newPage(), product, name);
  const workspace = new Workspace(trading.page);
  await workspace.chooseForLayout('New: Back office');
  await workspace.choose('Clearing', 'Replace with…', 'Splits');
  await workspace.choose('Consolidated positions', 'Replace with…', 'Spreads');
  const cell = (panel: 'Splits' | 'Spreads', pair: string, column: string) =>
    workspace
      .grid(panel)
      .locator('[role="row"][data-line]')
      .filter({ has: trading.page.locator('[data-col="contract"]').getByText(pair, { exact: true }) })
      .locator(`[data-col="${column}"]`);
  return { trading, workspace, cell, page: trading.page };
}
const dealColumns = ['contract', 'side', 'qty', 'price'];

test('[PANEL-4] [PANEL-5] [ACT-1] two members quote a split at a negative Split Diff and a spread, and see the deals in both legs together', async ({
  browser,
  startProduct,
}) => {
  // A separate product: a deal of another journey in the near month would be the price of that leg.
  const product = await startProduct();
  const client = await MarketClient.signIn(product, 'pieter');
  const quotes = [
    ['DEC26 WMAZ', 'B', 4034],
    ['DEC26 WMAZ', 'S', 4036],
    ['MAR27 WMAZ', 'B', 4058],
    ['MAR27 WMAZ', 'S', 4062],
  ] as const;
  for (const [at, [contract, side, price]] of quotes.entries())
    await client.insertOrder({ requestId: `q-${at}`, contract, side, price, qty: 1 });
  const thandi = await open(browser, product, 'thandi');
  const pieter = await open(browser, product, 'pieter');

  // Far minus near: the implied bid is the far bid of 4,058 minus the near offer of 4,036.
  await expect(thandi.cell('Splits', 'DEC26-MAR27 WMAZ', 'impliedBid')).toHaveText('22.00');
  await expect(thandi.cell('Splits', 'DEC26-MAR27 WMAZ', 'impliedOffer')).toHaveText('28.00');
  await expect(thandi.cell('Splits', 'DEC26-MAR27 WMAZ', 'mtm')).toHaveText('25.00');
  await thandi.cell('Splits', 'DEC26-MAR27 WMAZ', 'impliedBid').click();
  await thandi.page.keyboard.press('b');
  const { form } = thandi.trading;
  const diff = form.dialog.getByRole('textbox', { name: /^Split Diff/ });
  await form.quantity.fill('5');
  await diff.fill('-12.4');
  await expect(form.send).toHaveText('Buy 5 DEC26-MAR27 WMAZ at −12.40');
  await diff.fill('24.00');
  await form.send.click();
  await expect(form.outcome).toHaveAttribute('data-kind', 'accepted');
  await form.close();
  for (const screen of [thandi, pieter]) {
    await expect(screen.cell('Splits', 'DEC26-MAR27 WMAZ', 'bid')).toContainText('24.00');
    await expect(screen.cell('Splits', 'DEC26-MAR27 WMAZ', 'bidQty')).toHaveText('5');
  }
  await expect(pieter.trading.orders.rows.filter({ hasText: 'DEC26-MAR27' })).toHaveCount(0);
  await pieter.cell('Splits', 'DEC26-MAR27 WMAZ', 'bid').dblclick();
  await expect(pieter.trading.form.send).toHaveText(/^Sell \d+ DEC26-MAR27 WMAZ at 24\.00$/);
  await pieter.trading.form.quantity.fill('5');
  const legs = pieter.trading.form.dialog.locator('[data-legs]');
  await expect(legs).toContainText(/^Sells 5 MAR27 WMAZ at 4,059\.00, buys 5 DEC26 WMAZ at 4,035\.00\./);
  await pieter.trading.form.send.click();
  await expect(pieter.trading.form.outcome).toHaveAttribute('data-kind', 'accepted');
  await expect(pieter.trading.form.outcome).toContainText(
    /Sold 5 MAR27 WMAZ at 4,059\.00, bought 5 DEC26 WMAZ at 4,035\.00\./,
  );
  await pieter.trading.form.close();
  for (const [screen, far, near] of [
    [thandi, 'Buy', 'Sell'],
    [pieter, 'Sell', 'Buy'],
  ] as const) {
    await expect(screen.cell('Splits', 'DEC26-MAR27 WMAZ', 'last')).toHaveText('24.00');
    await expect
      .poll(async () => (await screen.trading.deals.texts(dealColumns)).sort())
      .toEqual([
        expect.stringMatching(new RegExp(`^DEC26 WMAZ \\| ${near} \\| 5 \\|`)),
        expect.stringMatching(new RegExp(`^MAR27 WMAZ \\| ${far} \\| 5 \\|`)),
      ]);
  }

  // One lot of white maize and two lots of wheat have equal tons.
  await pieter.cell('Spreads', 'DEC26 WMAZ-WEAT', 'offer').click();
  await pieter.page.keyboard.press('s');
  await pieter.trading.form.quantity.fill('3');
  await pieter.trading.form.dialog.getByRole('textbox', { name: /^Spread Diff/ }).fill('-2115.00');
  await pieter.trading.form.send.click();
  await expect(pieter.trading.form.outcome).toHaveAttribute('data-kind', 'accepted');
  await pieter.trading.form.close();
  await expect(thandi.cell('Spreads', 'DEC26 WMAZ-WEAT', 'offer')).toContainText('−2,115.00');
  await expect(thandi.cell('Spreads', 'DEC26 WMAZ-WEAT', 'far')).toHaveText('2 × DEC26 WEAT');
  await thandi.cell('Spreads', 'DEC26 WMAZ-WEAT', 'offer').dblclick();
  await form.quantity.fill('3');
  await form.send.click();
  await expect(form.outcome).toHaveAttribute('data-kind', 'accepted');
  await form.close();
  for (const [screen, first, second] of [
    [thandi, 'Buy', 'Sell'],
    [pieter, 'Sell', 'Buy'],
  ] as const)
    await expect
      .poll(async () => (await screen.trading.deals.texts(['contract', 'side', 'qty'])).sort())
      .toEqual(expect.arrayContaining([`DEC26 WEAT | ${second} | 6`, `DEC26 WMAZ | ${first} | 3`]));
  await expect(thandi.trading.orders.rows).toHaveCount(0);
});
