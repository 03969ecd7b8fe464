// The server is killed and restarted while a screen is open: the screen shows that the connection is lost, blocks order
// entry, reconnects by itself and shows the orders of the market.

import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { membersOf } from '../product/people.ts';

test('[HUB-4] a dealer sees that the connection is lost and cannot enter orders until the server has restarted, and then sees every order', async ({
  page,
  startProduct,
}) => {
  const product = await startProduct();
  const { KAND } = membersOf(product);
  const client = await MarketClient.signIn(product, 'thandi');
  await client.insertOrder({ requestId: 's-1', price: 4032, qty: 3, ref: 'before' });
  const thandi = await TradingPage.signIn(page, product, 'thandi');
  await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await expect.poll(() => thandi.depth.bids()).toEqual([`${KAND} 3 4032.00`]);
  await page.keyboard.press('b');
  await expect(thandi.form.send).not.toHaveAttribute('aria-disabled', 'true');

  await product.kill();
  await expect(page.getByText(/reconnecting/i).first()).toBeVisible({ timeout: 15_000 });
  await expect(thandi.form.send).toHaveAttribute('aria-disabled', 'true');

  // The code of the dialogs was loaded with the first key press: they open without a server, and the page stays.
  await page.keyboard.press('Escape');
  await new Workspace(page).item('My actions…').click();
  const actions = page.getByRole('dialog', { name: 'My actions' });
  await expect(actions).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(actions).toBeHidden();

  await product.startAgain();
  await client.insertOrder({ requestId: 's-2', price: 4033, qty: 1, ref: 'after' });
  await expect(page.getByRole('img', { name: 'Live' }).first()).toBeVisible({ timeout: 45_000 });
  await expect.poll(() => thandi.depth.bids()).toEqual([`${KAND} 1 4033.00`, `${KAND} 3 4032.00`]);
  await expect(thandi.orders.rows).toHaveCount(2);
  await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await page.keyboard.press('b');
  await expect(thandi.form.send).not.toHaveAttribute('aria-disabled', 'true');
  await thandi.form.enter({ qty: 2, price: '4031.00' });
  await expect(thandi.orders.rows).toHaveCount(3);
});
