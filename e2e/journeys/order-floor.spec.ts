// Dealers act on their orders, and other members see the result in the depth.
import { LoginPage } from '../pages/login-page.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, phoneIn, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { membersOf } from '../product/people.ts';
import { emptyBooks } from '../product/shared-product.ts';
import { twoDealers } from '../product/two-dealers.ts';

test('[ACT-1] [ACT-2] [ACT-3] [ACT-4] [ACT-5] [ACT-6] [ACT-7] [ACT-8] [PANEL-17] a dealer’s orders, as two members see them', async ({
  browser,
  product,
}) => {
  const { KAND, VELD } = membersOf(product);
  const client = await MarketClient.signIn(product, 'thandi');
  const other = await MarketClient.signIn(product, 'pieter');
  const { thandi, pieter } = await twoDealers(browser, product);
  await test.step('[ACT-5] [ACT-6] [ACT-7] [ACT-8] a dealer reduces, amends and edits an order, and both members see each step in the depth', async () => {
    await client.insertOrder({ requestId: 'f-1', price: 4030, qty: 10, ref: 'first' });
    await client.insertOrder({ requestId: 'f-2', price: 4030, qty: 3, ref: 'second' });
    const bothSee = async (bids: string[]) => {
      for (const screen of [thandi, pieter]) await expect.poll(() => screen.depth.bids()).toEqual(bids);
    };
    await bothSee([`${KAND} 10 4030.00`, `${KAND} 3 4030.00`]);
    const [first] = (await client.activeOrders()).filter(({ ref }) => ref === 'first');
    const order = first?.activeOrderSeq ?? 0;

    await thandi.orders.press(order, 'Reduce');
    await thandi.form.dialog.getByRole('textbox', { name: /^To be left/ }).fill('4');
    await thandi.form.send.click();
    await expect(thandi.form.outcome).toHaveAttribute('data-kind', 'accepted');
    await thandi.form.close();
    await bothSee([`${KAND} 4 4030.00`, `${KAND} 3 4030.00`]);

    await thandi.orders.press(order, 'Amend');
    await thandi.form.price.fill('4031.00');
    await thandi.form.send.click();
    await expect(thandi.form.outcome).toHaveAttribute('data-kind', 'accepted');
    await thandi.form.close();
    await bothSee([`${KAND} 4 4031.00`, `${KAND} 3 4030.00`]);

    await thandi.orders.press(order, 'Suspend');
    await bothSee([`${KAND} 3 4030.00`]);
    await thandi.orders.press(order, 'Edit');
    await thandi.form.price.fill('4030.00');
    await thandi.form.quantity.fill('6');
    await thandi.form.send.click();
    await expect(thandi.form.outcome).toHaveAttribute('data-kind', 'accepted');
    await thandi.form.close();
    await bothSee([`${KAND} 3 4030.00`]);
    await thandi.orders.press(order, 'Resubmit');
    await bothSee([`${KAND} 3 4030.00`, `${KAND} 6 4030.00`]);
    await expect(pieter.orders.rows).toHaveCount(0);
  });

  await test.step('[ACT-1] [ACT-2] [ACT-3] a dealer enters a two-way quote, and suspends and cancels all orders of their member but of no other', async () => {
    await emptyBooks(product);
    for (const screen of [thandi, pieter]) await expect.poll(() => screen.depth.bids()).toEqual([]);
    await other.insertOrder({ requestId: 'o-1', price: 4029, qty: 9, ref: 'theirs' });
    const { page } = thandi;

    await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Double/ }).click();
    for (const [field, value] of [
      ['Bid quantity', '5'],
      ['Bid price', '4034.00'],
      ['Offer quantity', '7'],
      ['Offer price', '4036.00'],
    ] as const)
      await thandi.form.dialog.getByRole('textbox', { name: new RegExp(`^${field}`) }).fill(value);
    await thandi.form.send.click();
    await expect(thandi.form.outcome).toHaveAttribute('data-kind', 'accepted');
    await thandi.form.close();
    for (const screen of [thandi, pieter]) {
      await expect.poll(() => screen.depth.bids()).toEqual([`${KAND} 5 4034.00`, `${VELD} 9 4029.00`]);
      await expect.poll(() => screen.depth.offers()).toEqual([`${KAND} 7 4036.00`]);
    }

    await page.getByRole('button', { name: /^Suspend all orders/ }).click();
    const question = page.getByRole('dialog', { name: 'Suspend 2 orders?' });
    await expect(question.getByRole('button', { name: 'Keep them' })).toBeFocused();
    await question.getByRole('button', { name: /^Suspend/ }).click();
    for (const screen of [thandi, pieter]) {
      await expect.poll(() => screen.depth.bids()).toEqual([`${VELD} 9 4029.00`]);
      await expect.poll(() => screen.depth.offers()).toEqual([]);
    }
    await expect(thandi.orders.rows).toHaveCount(2);

    await page.getByRole('button', { name: /^Cancel all \(/ }).click();
    await page
      .getByRole('dialog', { name: 'Cancel 2 orders?' })
      .getByRole('button', { name: /^Cancel (all|2)/ })
      .click();
    await expect(thandi.orders.rows).toHaveCount(0);
    await expect(pieter.orders.rows).toHaveCount(1);
    await expect.poll(() => pieter.depth.bids()).toEqual([`${VELD} 9 4029.00`]);
  });

  await test.step('[PANEL-17] [ACT-4] a dealer deletes their own order in its line of Depth, and another member has no button for it', async () => {
    await emptyBooks(product);
    for (const screen of [thandi, pieter]) await expect.poll(() => screen.depth.bids()).toEqual([]);
    await client.insertOrder({ requestId: 'x-1', price: 4030, qty: 5 });
    await expect.poll(() => pieter.depth.bids()).toEqual([`${KAND} 5 4030.00`]);
    await expect(pieter.depth.grid.getByRole('button', { name: /^Cancel own order/ })).toHaveCount(0);
    await thandi.depth.grid.getByRole('button', { name: /^Cancel own order/ }).click();
    await thandi.page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
    for (const screen of [thandi, pieter]) await expect.poll(() => screen.depth.bids()).toEqual([]);
  });
});

test('[PANEL-7] [PANEL-8] [PANEL-10] [PREF-3] both members see a deal as a row and a toast with their own side, and a position whose open profit moves with the price', async ({
  browser,
  product,
}) => {
  const { KAND, VELD } = membersOf(product);
  const { thandi, pieter } = await twoDealers(browser, product);
  for (const screen of [thandi, pieter]) await screen.addPanels('Deals', 'Completed orders', 'Positions');
  const client = await MarketClient.signIn(product, 'thandi');
  const other = await MarketClient.signIn(product, 'pieter');
  await other.insertOrder({ requestId: 'd-1', side: 'S', price: 4036, qty: 8, ref: 'P1' });
  await client.insertOrder({ requestId: 'd-2', side: 'B', price: 4037, qty: 5, ref: 'T1' });

  // At the same time: each toast ends after a few seconds.
  await Promise.all([
    expect(thandi.toast.filter({ hasText: 'Bought 5 DEC26 WMAZ at 4,036.00' })).toBeVisible(),
    expect(pieter.toast.filter({ hasText: 'Sold 5 of 8 DEC26 WMAZ at 4,036.00' })).toBeVisible(),
  ]);
  const deal = ['contract', 'side', 'qty', 'price', 'principal', 'counterparty', 'ref'];
  // Whole panels have all columns.
  const maximise = async (panel: string, ...screens: TradingPage[]) => {
    for (const { page } of screens) await new Workspace(page).choose(panel, 'Maximise');
  };
  await maximise('Deals', thandi, pieter);
  await expect
    .poll(() => thandi.deals.texts(deal))
    .toEqual([`DEC26 WMAZ | Buy | 5 | 4,036.00 | ${KAND} | ${VELD} | T1`]);
  await expect
    .poll(() => pieter.deals.texts(deal))
    .toEqual([`DEC26 WMAZ | Sell | 5 | 4,036.00 | ${VELD} | ${KAND} | P1`]);
  await maximise('Deals', thandi, pieter);
  // The buyer's order is filled; the seller's still rests and is not completed.
  await maximise('Completed orders', thandi);
  await expect.poll(() => thandi.completed.texts(['state', 'ref'])).toEqual(['Filled | T1']);
  await expect(pieter.completed.rows).toHaveCount(0);
  await expect(pieter.orders.rows).toHaveCount(1);

  // A deal at another price moves the open profit of both by the same amount in opposite directions.
  const position = ['principal', 'contract', 'net', 'open'];
  await maximise('Completed orders', thandi);
  await maximise('Positions', thandi, pieter);
  const [bought] = await thandi.positions.texts(position);
  expect(bought).toMatch(new RegExp(`^${KAND} \\| DEC26 WMAZ \\| \\+?5 \\|`));
  await other.insertOrder({ requestId: 'd-3', side: 'B', price: 4034, qty: 1 });
  await client.insertOrder({ requestId: 'd-4', side: 'S', price: 4034, qty: 1 });
  await expect.poll(() => thandi.positions.texts(position)).toEqual([`${KAND} | DEC26 WMAZ | +4 | −800.00`]);
  await expect.poll(() => pieter.positions.texts(position)).toEqual([`${VELD} | DEC26 WMAZ | −4 | +800.00`]);
});

test('[LAYOUT-11] on a phone a dealer enters an order from the depth sheet, and reaches its row, deal and position with one tap each', async ({
  browser,
  product,
}) => {
  const other = await MarketClient.signIn(product, 'pieter');
  await other.insertOrder({ requestId: 'm-1', side: 'S', price: 4036, qty: 8 });
  const context = await browser.newContext(phoneIn(browser));
  const page = await context.newPage();
  const phone = new TradingPage(page);
  const login = new LoginPage(page);
  await login.open(product.url);
  await login.signIn(product.people.thandi);
  await page.getByRole('grid', { name: 'Futures' }).getByText('DEC26').first().tap();
  await page.getByRole('button', { name: /^Buy/ }).tap();
  await expect(phone.form.price).toHaveValue('4,036.00');
  await phone.form.quantity.fill('3');
  await phone.form.send.tap();
  await expect(phone.form.outcome).toHaveAttribute('data-kind', 'accepted');
  await expect(phone.form.outcome).toContainText('Bought 3');
  await phone.form.close();
  await page.getByRole('button', { name: 'Close the depth' }).tap();
  const panels = page.getByRole('navigation', { name: 'Panels' });
  await panels.getByRole('button', { name: 'Deals' }).tap();
  await expect(phone.deals.rows).toHaveCount(1);
  await panels.getByRole('button', { name: 'Positions' }).tap();
  await expect(phone.positions.rows).toHaveCount(1);
  await panels.getByRole('button', { name: 'Orders' }).tap();
  await expect(phone.orders.rows).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
