// The newcomer's journey: a double-click on an offer that deals, and every step of an order's life as two dealers of
// different members see it in two browsers.

import { watchLayoutShifts } from '../pages/layout-shift.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { expect, test } from '../product/journey.ts';
import { membersOf } from '../product/people.ts';

test('[PANEL-1] [ACT-1] in the simulated market a newcomer buys with a double-click on an offer, and no part of the screen moves', async ({
  page,
  startProduct,
}) => {
  const product = await startProduct({ simulator: true });
  const thandi = await TradingPage.signIn(page, product, 'thandi');

  const layoutShifts = await watchLayoutShifts(page);

  const bids = () => thandi.futures.grid.locator('[data-col="bid"]').allInnerTexts();
  // The simulated participants begin to quote when the market opens, one contract after the other.
  await expect.poll(async () => (await bids()).filter((text) => /\d/.test(text)).length).toBeGreaterThan(10);
  const before = await bids();
  await expect.poll(bids).not.toEqual(before);

  // The simulator rarely trades in this contract, so its price stays for a while.
  const offer = await thandi.futures.price('WMAZ', 'DEC27', 'offer');
  await thandi.futures.cell('WMAZ', 'DEC27', 'offer').dblclick();
  await expect(thandi.form.dialog).toContainText('DEC27 WMAZ');
  await expect(thandi.form.price).toHaveValue(offer);
  await expect(thandi.form.quantity).toHaveValue('10');
  await expect(thandi.form.send).toHaveText(`Buy 10 DEC27 WMAZ at ${offer}`);
  const order = await thandi.form.enter();
  expect(order).toBeGreaterThan(0);
  await expect(thandi.form.outcome).toContainText(/Bought|rests/);
  // The prices have changed many times, and a form was opened and filled in: nothing has moved.
  const { total, moved } = await layoutShifts();
  expect(total, moved.join('\n')).toBeLessThanOrEqual(0.02);
});

test('[ACT-4] [ACT-5] [ACT-7] [PANEL-6] [PANEL-17] a dealer enters, suspends, resubmits and deletes an order, and both members see each step in the depth', async ({
  browser,
  product,
}) => {
  const { KAND, VELD } = membersOf(product);
  const [left, right] = [await browser.newContext(), await browser.newContext()];
  const thandi = await TradingPage.signIn(await left.newPage(), product, 'thandi');
  const pieter = await TradingPage.signIn(await right.newPage(), product, 'pieter');
  const screens = [thandi, pieter];
  for (const screen of screens) await screen.futures.cell('WMAZ', 'DEC26', 'contract').click();

  const enter = async (screen: TradingPage, key: 'b' | 's', qty: number, price: string) => {
    await screen.futures.cell('WMAZ', 'DEC26', 'contract').click();
    await screen.page.keyboard.press(key);
    const order = await screen.form.enter({ qty, price });
    await screen.form.close();
    return order;
  };
  const everyoneSees = async (bids: string[], offers: string[]) => {
    for (const screen of screens) {
      await expect.poll(() => screen.depth.bids()).toEqual(bids);
      await expect.poll(() => screen.depth.offers()).toEqual(offers);
    }
  };

  const first = await enter(thandi, 'b', 5, '4030.00');
  await enter(thandi, 'b', 7, '4030.00');
  const offer = await enter(pieter, 's', 4, '4040.00');
  await everyoneSees([`${KAND} 5 4030.00`, `${KAND} 7 4030.00`], [`${VELD} 4 4040.00`]);
  await expect(pieter.futures.cell('WMAZ', 'DEC26', 'bidQty')).toHaveText('12');
  await expect(thandi.orders.rows).toHaveCount(2);
  await expect(pieter.orders.rows).toHaveCount(1);

  await thandi.orders.press(first, 'Suspend');
  await everyoneSees([`${KAND} 7 4030.00`], [`${VELD} 4 4040.00`]);
  await expect(thandi.orders.cell(first, 'state')).toHaveText('Suspended');

  await thandi.orders.press(first, 'Resubmit');
  await everyoneSees([`${KAND} 7 4030.00`, `${KAND} 5 4030.00`], [`${VELD} 4 4040.00`]);
  await expect(thandi.orders.cell(first, 'state')).toHaveText('Active');

  await thandi.futures.cell('WMAZ', 'DEC26', 'offer').dblclick();
  await expect(thandi.form.send).toHaveText(/^Buy 10 DEC26 WMAZ at 4.?040[.,]00$/);
  await thandi.form.enter({ qty: 3 });
  await thandi.form.close();
  await everyoneSees([`${KAND} 7 4030.00`, `${KAND} 5 4030.00`], [`${VELD} 1 4040.00`]);
  for (const screen of screens)
    await expect(screen.futures.cell('WMAZ', 'DEC26', 'last')).toHaveText(/4.?040[.,]00/);
  await expect(pieter.orders.cell(offer, 'remaining')).toHaveText('1');

  await thandi.orders.press(first, 'Cancel');
  await everyoneSees([`${KAND} 7 4030.00`], [`${VELD} 1 4040.00`]);
  await expect(thandi.orders.row(first)).toHaveCount(0);
  await expect(pieter.page.getByText(KAND).first()).toBeVisible();
  await expect(pieter.orders.grid).not.toContainText('4,030.00');
});
