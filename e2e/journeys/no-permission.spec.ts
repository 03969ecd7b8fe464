// A user without permissions sees the whole market, can do nothing in it, and sees why; the server rejects calls that bypass
// the screen.

import { PriceLadder } from '../pages/price-ladder.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { membersOf } from '../product/people.ts';

test('[AUTH-11] a user without permissions sees prices and depth, but no orders, cannot send any, and sees why', async ({
  page,
  product,
}) => {
  const { KAND } = membersOf(product);
  const thandi = await MarketClient.signIn(product, 'thandi');
  await thandi.insertOrder({ requestId: 'p-1', price: 4031, qty: 6, ref: 'hidden' });
  const lerato = await TradingPage.signIn(page, product, 'lerato');

  await lerato.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await expect(lerato.futures.cell('WMAZ', 'DEC26', 'bid')).toHaveText(/4.?031[.,]00/);
  await expect.poll(() => lerato.depth.bids()).toEqual([`${KAND} 6 4031.00`]);
  await expect(lerato.orders.rows).toHaveCount(0);
  await expect(page.getByText('Read-only', { exact: true })).toBeVisible();

  await lerato.futures.cell('WMAZ', 'DEC26', 'bid').dblclick();
  await expect(lerato.form.dialog).toBeHidden();
  await expect(lerato.toast).toContainText('No permission');
  await lerato.futures.cell('WMAZ', 'DEC26', 'contract').click({ button: 'right' });
  const buy = page.getByRole('menuitem', { name: /^Buy/ });
  await expect(buy).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');

  // The price ladder cannot be armed, by its button or its key, and a click on a price opens nothing.
  await page.getByRole('button', { name: 'Price ladder' }).click();
  const ladder = new PriceLadder(page, 'DEC26 WMAZ');
  await expect(ladder.arm).toHaveAttribute('aria-disabled', 'true');
  await ladder.cell('4,031.00', 'B').click();
  await page.keyboard.press('a');
  await expect(ladder.words).toHaveText('Not armed: a click opens the ticket.');
  await expect(lerato.form.dialog).toBeHidden();
  await page.getByRole('button', { name: 'Price ladder' }).click();
  await new Workspace(page).item('Ladder').click();
  const flatten = ladder.strip.getByRole('button', { name: 'Flatten' });
  await expect(flatten).toHaveAttribute('aria-disabled', 'true');
  await expect(flatten).toHaveAccessibleDescription(/^No permission: your account may not enter orders/);
  await ladder.grid.focus();
  await page.keyboard.press('Shift+B');
  await expect(lerato.toast).toContainText('No permission: your account may not cancel orders');

  const client = await MarketClient.signIn(product, 'lerato');
  const rejected = await client.insertOrder({ requestId: 'p-2', price: 4031 });
  expect(rejected).toMatchObject({ status: 403, body: { code: 'notPermitted' } });
  expect(await client.activeOrders()).toEqual([]);
  expect((await thandi.activeOrders()).map(({ ref }) => ref)).toEqual(['hidden']);
});
