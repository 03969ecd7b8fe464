// A user without permissions sees every market panel, can do nothing in any of them, and sees why.
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';

// No other journey deals in it.
const contract = 'JUL27 YMAZ';

test('[AUTH-11] [PANEL-0] a user without permissions sees options, deltas, pairs and the chart, with each action disabled and the reason', async ({
  page,
  product,
}) => {
  const thandi = await MarketClient.signIn(product, 'thandi');
  const quotes = [
    { contract: 'DEC26-MAR27 WMAZ', price: 24 },
    { contract: 'DEC26 WMAZ-YMAZ', price: 150 },
    { contract: 'DEC26 WMAZ 4040 C', price: 28 },
    { contract: 'DEC26 WMAZ 4040 C D', price: undefined, volatility: 27.5 },
    { contract, price: 3820 },
  ];
  for (const [at, quote] of quotes.entries())
    expect(await thandi.insertOrder({ requestId: `n-${at}`, qty: 2, ...quote } as never)).toMatchObject({
      status: 200,
    });
  const lerato = await TradingPage.signIn(page, product, 'lerato');
  const workspace = new Workspace(page);
  for (const [name, grid, cell, text] of [
    ['Splits', 'Splits', '[data-col="bid"]', '24.00'],
    ['Spreads', 'Spreads', '[data-col="bid"]', '150.00'],
    ['Options', 'Options on DEC26 WMAZ', '[data-col="call-bid"]', '28.00'],
    ['Deltas', 'Deltas on DEC26 WMAZ', '[data-col="call-bid"]', '27.50'],
  ] as const) {
    await workspace.item(name).click();
    const quoted = workspace.grid(grid).locator(cell).filter({ hasText: text }).first();
    await expect(quoted).toBeVisible();
    await quoted.dblclick();
    await expect(lerato.form.dialog).toHaveCount(0);
    await expect(lerato.toast).toContainText('No permission');
    await lerato.toast.getByRole('button', { name: 'Close' }).click();
    await quoted.click({ button: 'right' });
    for (const item of [/^Buy/, /^Sell/, /^Bid/, /^Offer/, /^Double/]) {
      const entry = page.getByRole('menuitem', { name: item });
      await expect(entry).toHaveAttribute('aria-disabled', 'true');
      await expect(entry).toContainText('No permission');
    }
    await page.keyboard.press('Escape');
    if (name === 'Options') {
      const add = workspace.panel('Options').getByRole('button', { name: 'Add strike' });
      await expect(add).toHaveAttribute('aria-disabled', 'true');
      await add.hover();
      await expect(page.getByText(/^No permission/).locator('visible=true')).toBeVisible();
    }
    await workspace
      .panel(name)
      .getByRole('button', { name: `Close ${name}` })
      .click();
  }
  // The chart shows the deal of two others; it has no order to drag, and the actions in its contract's menu are disabled.
  const pieter = await MarketClient.signIn(product, 'pieter');
  await pieter.insertOrder({ requestId: 'n-p', contract, side: 'S', price: 3820, qty: 1 });
  await lerato.futures.cell('YMAZ', 'JUL27', 'contract').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Chart/ }).click();
  const chart = workspace.panel('Chart');
  await expect(chart).toContainText(contract);
  await expect(chart.locator('canvas').first()).toBeVisible();
  await expect(chart.getByRole('button', { name: /^Order \d+:/ })).toHaveCount(0);
  await chart.getByRole('button', { name: 'Show the candles as a table' }).click();
  const candles = workspace.grid(`Candles of ${contract}`);
  await expect(candles.locator('[data-line="0"] [data-col="close"]')).toHaveText('3,820.00');
  await expect(candles.locator('[data-line="0"] [data-col="volume"]')).toHaveText('1');
  await expect(lerato.orders.rows).toHaveCount(0);
  const client = await MarketClient.signIn(product, 'lerato');
  expect(
    await client.post('/api/Options/AddStrike', {
      requestId: 'n-s',
      instrument: 'WMAZ',
      contractDate: 'MAR27',
      strike: 4500,
    }),
  ).toMatchObject({ status: 403 });
});
