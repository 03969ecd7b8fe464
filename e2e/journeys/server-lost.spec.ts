// The server is killed under an open screen and started again. The screen says so, disables order entry, reconnects automatically
// and shows the market's actual state. The open ticket is kept with all that was typed.

import { countGestures } from '../pages/gestures.ts';
import { PriceLadder } from '../pages/price-ladder.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, secondLook, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { membersOf } from '../product/people.ts';

test('[HUB-4] a dealer sees that the connection is lost, cannot enter orders until the restart, and then sees every order', async ({
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
  await page.getByRole('button', { name: 'Price ladder' }).click();
  const ladder = new PriceLadder(page, 'DEC26 WMAZ');
  await ladder.arm.click();
  await expect(ladder.words).toContainText('Armed:');
  await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await page.keyboard.press('b');
  await expect(thandi.form.send).not.toHaveAttribute('aria-disabled', 'true');

  await product.kill();
  await expect(page.getByText(/reconnecting/i).first()).toBeVisible();
  // An armed ladder is disarmed by the connection that is lost first, and cannot be armed before both are back.
  await expect(ladder.words).toHaveText(/^Disarmed: (prices were not live|depth was lost)\.$/);
  await expect(ladder.arm).toHaveAttribute('aria-disabled', 'true');
  await expect(thandi.form.send).toHaveAttribute('aria-disabled', 'true');

  // The code of the dialogs was loaded with the first key press: they open without a server, and the page stays.
  await page.keyboard.press('Escape');
  await new Workspace(page).item('My actions…').click();
  const actions = page.getByRole('dialog', { name: 'My actions' });
  await expect(actions).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(actions).toBeHidden();
  await page.getByRole('button', { name: 'Price ladder' }).click();

  await product.startAgain();
  await client.insertOrder({ requestId: 's-2', price: 4033, qty: 1, ref: 'after' });
  await expect(page.getByRole('img', { name: 'Live' }).first()).toBeVisible();
  await expect.poll(() => thandi.depth.bids()).toEqual([`${KAND} 1 4033.00`, `${KAND} 3 4032.00`]);
  await expect(thandi.orders.rows).toHaveCount(2);
  await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await page.keyboard.press('b');
  await expect(thandi.form.send).not.toHaveAttribute('aria-disabled', 'true');
  await thandi.form.enter({ qty: 2, price: '4031.00' });
  await expect(thandi.orders.rows).toHaveCount(3);
});

test(
  '[ACT-1] [PANEL-0] a ticket survives a restart of the server: it turns grey, keeps the typed values, and sends them afterwards',
  secondLook('The journey above is for the lost server; the gallery has a ticket with stale prices.'),
  async ({ page, browser, startProduct }) => {
    const product = await startProduct();
    const client = await MarketClient.signIn(product, 'thandi');
    await client.insertOrder({ requestId: 's-1', price: 4032, qty: 3 });
    const phone = await (
      await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    ).newPage();
    const onPhone = await TradingPage.signIn(phone, product, 'thandi');
    const phoneRow = onPhone.futures.row('WMAZ', 'DEC26');
    const phoneRowBefore = await phoneRow.boundingBox();
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    const thandi = await TradingPage.signIn(page, product, 'thandi');
    const { form } = thandi;
    const contract = thandi.futures.cell('WMAZ', 'DEC26', 'contract');
    await contract.click();
    await page.keyboard.press('b');
    await form.quantity.fill('7');
    await form.price.fill('4031.00');
    await form.dialog.getByRole('textbox', { name: 'Ref' }).fill('kept');
    const typed = async () => ({
      qty: await form.quantity.inputValue(),
      price: await form.price.inputValue(),
      ref: await form.dialog.getByRole('textbox', { name: 'Ref' }).inputValue(),
    });
    const before = await typed();
    const rowBefore = await contract.boundingBox();
    const placesOfForm = async () => [await form.price.boundingBox(), await form.send.boundingBox()];
    const formBefore = await placesOfForm();
    const gestures = await countGestures(page);
    await expect(form.dialog.locator('form')).not.toHaveAttribute('data-stale');

    await product.kill();
    await expect(form.dialog.locator('form')).toHaveAttribute('data-stale', 'true');
    await expect(form.dialog).toContainText(/Prices stopped \d\d:\d\d:\d\d\. Limits/);
    await expect(form.dialog).not.toContainText(/deals? now/);
    await expect(form.send).toHaveAttribute('aria-disabled', 'true');
    expect(await typed()).toEqual(before);
    expect(await contract.boundingBox()).toEqual(rowBefore);
    expect(await placesOfForm()).toEqual(formBefore);
    await expect(phone.getByText(/reconnecting/i).last()).toBeVisible();
    expect(await phoneRow.boundingBox()).toEqual(phoneRowBefore);
    await phone.close();

    // The form must survive a render at any moment, even while the market is empty: the window changes its size all the time.
    const resizing = await page.evaluate(() =>
      window.setInterval(() => window.dispatchEvent(new Event('resize')), 5),
    );
    await product.startAgain();
    await expect(page.getByRole('img', { name: 'Live' }).first()).toBeVisible();
    await expect.poll(() => thandi.depth.bids()).toEqual(['KAND 3 4032.00']);
    await page.evaluate((timer) => window.clearInterval(timer), resizing);
    await expect(form.dialog.locator('form')).not.toHaveAttribute('data-stale');
    expect(await typed()).toEqual(before);
    expect(errors.filter((text) => /No contract/.test(text))).toEqual([]);

    await form.send.click();
    await expect(form.outcome).toHaveAttribute('data-kind', 'accepted');
    // As in docs/usability.md, the restart itself takes none.
    expect(await gestures()).toBe(1);
    await expect.poll(() => thandi.depth.bids()).toEqual(['KAND 3 4032.00', 'KAND 7 4031.00']);
  },
);
