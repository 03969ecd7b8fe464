// The server is killed under an open screen and started again: the screen says so, shuts order entry, comes back by itself
// and shows what the market really holds.

import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';

test('[HUB-4] a killed server is shown as lost, order entry is shut with the reason, and everything is back after a restart', async ({
  page,
  startProduct,
}) => {
  const product = await startProduct();
  const client = await MarketClient.signIn(() => product.url, 'thandi');
  await client.insertOrder({ requestId: 's-1', price: 4032, qty: 3, ref: 'before' });
  const thandi = await TradingPage.signIn(page, product.url, 'thandi');
  await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await expect.poll(() => thandi.depth.bids()).toEqual(['KAND 3 4032.00']);
  await page.keyboard.press('b');
  await expect(thandi.form.send).not.toHaveAttribute('aria-disabled', 'true');

  await product.kill();
  await expect(page.getByText(/reconnecting/i).first()).toBeVisible({ timeout: 15_000 });
  await expect(thandi.form.send).toHaveAttribute('aria-disabled', 'true');

  // The dialogs of the desk have been fetched with the first press: they open without a server, and the page stays.
  await page.keyboard.press('Escape');
  await new Workspace(page).item('My actions…').click();
  const actions = page.getByRole('dialog', { name: 'My actions' });
  await expect(actions).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(actions).toBeHidden();

  await product.startAgain();
  await client.insertOrder({ requestId: 's-2', price: 4033, qty: 1, ref: 'after' });
  await expect(page.getByRole('img', { name: 'Live' }).first()).toBeVisible({ timeout: 45_000 });
  await expect.poll(() => thandi.depth.bids()).toEqual(['KAND 1 4033.00', 'KAND 3 4032.00']);
  await expect(thandi.orders.rows).toHaveCount(2);
  await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await page.keyboard.press('b');
  await expect(thandi.form.send).not.toHaveAttribute('aria-disabled', 'true');
  await thandi.form.enter({ qty: 2, price: '4031.00' });
  await expect(thandi.orders.rows).toHaveCount(3);
});
