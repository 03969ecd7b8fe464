// The tools of the Active orders panel for selected orders, orders that are held over, and details in the panels of the user's rows.
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { membersOf } from '../product/people.ts';
import { twoDealers } from '../product/two-dealers.ts';

test('[PANEL-6] [ACT-4] [ACT-5] a dealer suspends and deletes the selected orders with one confirmation, and the depth loses only these', async ({
  browser,
  product,
}) => {
  const { KAND } = membersOf(product);
  const client = await MarketClient.signIn(product, 'thandi');
  for (const [at, price] of [4030, 4029, 4028, 4027].entries())
    await client.insertOrder({ requestId: `k-${at}`, price, qty: at + 1 });
  const { thandi, pieter } = await twoDealers(browser, product);
  const { page } = thandi;
  await expect.poll(() => pieter.depth.bids()).toHaveLength(4);
  const panel = new Workspace(page).panel('Active orders');
  const tool = (name: string) => panel.getByRole('button', { name, exact: true });
  await panel.hover();
  await expect(tool('Suspend the chosen orders')).toHaveAccessibleDescription(/Choose an order first/);

  // Each order is found by its price.
  const row = (price: string) =>
    thandi.orders.rows.filter({ has: page.locator('[data-col="price"]', { hasText: price }) });
  await row('4,030.00').locator('[data-col="qty"]').click();
  await row('4,028.00')
    .locator('[data-col="qty"]')
    .click({ modifiers: ['Control'] });
  await tool('Suspend the chosen orders').click();
  await expect.poll(() => pieter.depth.bids()).toEqual([`${KAND} 2 4029.00`, `${KAND} 4 4027.00`]);
  await expect(row('4,030.00').locator('[data-col="state"]')).toHaveText('Suspended');
  await expect(row('4,029.00').locator('[data-col="state"]')).toHaveText('Active');

  await row('4,029.00').locator('[data-col="qty"]').click();
  await row('4,027.00')
    .locator('[data-col="qty"]')
    .click({ modifiers: ['Control'] });
  await expect(tool('Amend the chosen orders')).toHaveAccessibleDescription(/One order at a time/);
  await tool('Cancel the chosen orders').click();
  const question = page.getByRole('dialog', { name: 'Cancel 2 orders?' });
  await expect(question).toContainText('Buy 2 DEC26 WMAZ at 4,029.00');
  await question.getByRole('button', { name: 'Keep them' }).click();
  await expect(thandi.orders.rows).toHaveCount(4);
  await tool('Cancel the chosen orders').click();
  await question.getByRole('button', { name: 'Cancel 2 orders' }).click();
  await expect(thandi.orders.rows).toHaveCount(2);
  await expect.poll(() => pieter.depth.bids()).toEqual([]);
  expect((await client.activeOrders()).map(({ state }) => state)).toEqual(['Suspended', 'Suspended']);
});

test('[PANEL-6] [ACT-2] a dealer holds an order over, sees its date and its place in the queue, and can exclude it when cancelling all orders', async ({
  browser,
  product,
}) => {
  const { KAND, VELD } = membersOf(product);
  const other = await MarketClient.signIn(product, 'pieter');
  await other.insertOrder({ requestId: 'q-1', price: 4030, qty: 14 });
  const { thandi, pieter } = await twoDealers(browser, product);
  const { page, form } = thandi;
  await page.keyboard.press('b');
  await form.dialog.getByLabel('Hold over to').fill('25/11/2026');
  await form.quantity.fill('2');
  await form.price.fill('4030.00');
  await expect(form.send).toContainText('held over to 25/11/2026');
  const held = await form.enter();
  await form.close();
  await page.keyboard.press('b');
  const today = await form.enter({ qty: 1, price: '4029.00' });
  await form.close();
  await new Workspace(page).choose('Active orders', 'Maximise');
  await expect(thandi.orders.cell(held, 'holdOverUntil')).toHaveText('25/11/2026');
  await expect(thandi.orders.cell(today, 'holdOverUntil')).toHaveText('–');
  await expect(thandi.orders.cell(held, 'queuePosition')).toHaveText('14 ahead');
  await expect(thandi.orders.cell(held, 'timeLeft')).toHaveText('to 25/11/2026');
  await expect
    .poll(() => pieter.depth.bids())
    .toEqual([`${VELD} 14 4030.00`, `${KAND} 2 4030.00`, `${KAND} 1 4029.00`]);

  await page.getByRole('button', { name: /^Cancel all \(/ }).click();
  const question = page.getByRole('dialog', { name: 'Cancel 2 orders?' });
  await expect(question).toContainText('One of them is held over.');
  await question.getByRole('button', { name: 'Cancel the 1 not held over' }).click();
  await expect(thandi.orders.rows).toHaveCount(1);
  await expect.poll(() => pieter.depth.bids()).toEqual([`${VELD} 14 4030.00`, `${KAND} 2 4030.00`]);
  await page.getByRole('button', { name: /^Cancel all \(/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel 1 order' }).click();
  await expect(thandi.orders.rows).toHaveCount(0);
  await expect.poll(() => pieter.depth.bids()).toEqual([`${VELD} 14 4030.00`]);
});

test('[PANEL-8] [PANEL-10] [PANEL-1] a dealer consolidates deals without a request, and sees details of positions and contracts and a contract list', async ({
  page,
  product,
}) => {
  const [client, other] = [
    await MarketClient.signIn(product, 'thandi'),
    await MarketClient.signIn(product, 'pieter'),
  ];
  await client.insertOrder({ requestId: 'n-1', price: 4030, qty: 3 });
  await client.insertOrder({ requestId: 'n-2', price: 4032, qty: 1 });
  await other.insertOrder({ requestId: 'n-3', side: 'S', price: 4030, qty: 4 });
  const thandi = await TradingPage.signIn(page, product, 'thandi');
  const workspace = new Workspace(page);
  await workspace.choose('Deals', 'Maximise');
  await expect
    .poll(() => thandi.deals.texts(['side', 'qty', 'price', 'state']))
    .toEqual(['Buy | 3 | 4,030.00 | Open', 'Buy | 1 | 4,032.00 | Open']);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await workspace
    .panel('Deals')
    .getByRole('button', { name: /^Consolidate/ })
    .click();
  const sums = workspace.grid('Deals consolidated').locator('[role="row"][data-line]');
  await expect(sums).toHaveCount(1);
  await expect(sums.locator('[data-col="qty"]')).toHaveText('4');
  await expect(sums.locator('[data-col="averagePrice"]')).toHaveText('4,030.50');
  await expect(sums.locator('[data-col="deals"]')).toHaveText('2');
  expect(sent).toEqual([]);
  await workspace
    .panel('Deals')
    .getByRole('button', { name: /^Consolidate/ })
    .click();
  await expect(thandi.deals.rows).toHaveCount(2);

  await workspace.panel('Deals').getByRole('button', { name: 'Close Deals' }).click();
  // Wide enough for all columns.
  await page.setViewportSize({ width: 2400, height: 900 });
  await workspace.choose('Positions', 'Maximise');
  await expect
    .poll(() => thandi.positions.texts(['contract', 'net', 'deltaLots', 'exercisable', 'expiry']))
    .toEqual([expect.stringMatching(/^DEC26 WMAZ \| \+4 \| \+4\.0 \| – \| \d\d\/12\/2026$/)]);
  await workspace.choose('Positions', 'Maximise');
  await workspace.panel('Positions').getByRole('button', { name: 'Close Positions' }).click();
  await page.setViewportSize({ width: 1600, height: 900 });

  await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Contract details/ }).click();
  const details = page.getByRole('dialog', { name: 'DEC26 WMAZ' });
  await expect(details).toContainText('Contract size');
  await expect(details).toContainText('100 t');
  await expect(details).toContainText(/\d\d\/12\/2026/);
  await page.keyboard.press('Escape');

  await thandi.futures.cell('YMAZ', 'MAR27', 'contract').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add to list' }).click();
  await workspace.panel('Futures').getByRole('button', { name: 'Choose instruments' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'My list only (1)' }).click();
  await expect(thandi.futures.grid.locator('[role="row"][data-line]:not([data-group])')).toHaveCount(1);
  await expect(thandi.futures.cell('YMAZ', 'MAR27', 'contract')).toBeVisible();
  await expect(workspace.changedMark).toHaveCount(1);
});
