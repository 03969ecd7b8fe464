// The price ladder: its fixed axis, one-click dealing while it is armed, and everything that disarms it. The loss of the feed is
// in server-lost.spec.ts, a user without permissions in no-permission.spec.ts.
import { violations } from '../pages/axe.ts';
import { PriceLadder } from '../pages/price-ladder.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { boxOf, Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { operate } from '../product/operator.ts';

test('[PANEL-17] [ACT-1] [ACT-8] only an armed price ladder sends, amends and deletes orders by click, drag and key, and the axis never moves', async ({
  page,
  product,
}) => {
  const [client, other] = [
    await MarketClient.signIn(product, 'thandi'),
    await MarketClient.signIn(product, 'pieter'),
  ];
  await other.insertOrder({ requestId: 'l-1', price: 4030, qty: 5 });
  await other.insertOrder({ requestId: 'l-2', side: 'S', price: 4031, qty: 4 });
  await client.insertOrder({ requestId: 'l-3', price: 4030, qty: 3 });
  const thandi = await TradingPage.signIn(page, product, 'thandi');
  const workspace = new Workspace(page);
  await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await page.getByRole('button', { name: 'Price ladder' }).click();
  const ladder = new PriceLadder(page, 'DEC26 WMAZ');
  // In a small window the panel becomes as high as fifteen prices need, and low again without the ladder.
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect.poll(() => ladder.pricesInView()).toBeGreaterThanOrEqual(15);
  await page.getByRole('button', { name: 'Price ladder' }).click();
  expect((await workspace.box('Depth')).height).toBeLessThan(300);
  await page.getByRole('button', { name: 'Price ladder' }).click();
  await page.setViewportSize({ width: 1600, height: 1800 });
  await expect(ladder.cell('4,030.00', 'B')).toHaveText('3#28');
  await expect(ladder.cell('4,031.00', 'S')).toHaveText('4');

  // The axis: a better price appears in its row, and no row moves.
  const before = await boxOf(ladder.row('4,030.00'));
  await other.insertOrder({ requestId: 'l-4', price: 4030.4, qty: 7 });
  await expect(ladder.cell('4,030.40', 'B')).toHaveText('7');
  expect(await boxOf(ladder.row('4,030.00'))).toEqual(before);
  await ladder.grid.evaluate((grid) => {
    grid.scrollTop = 0;
  });
  await expect(ladder.grid.getByRole('row', { name: /upper limit/ })).toBeVisible();
  await ladder.grid.focus();
  await page.keyboard.press('Home');
  await expect(ladder.row('4,030.40')).toBeInViewport();

  // On a ladder that is not armed, a click and a key open the ticket.
  await ladder.cell('4,029.60', 'B').click();
  await expect(thandi.form.price).toHaveValue('4,029.60');
  await page.keyboard.press('Escape');
  await expect(thandi.form.dialog).toBeHidden();
  expect(await client.activeOrders()).toHaveLength(1);

  // Armed: a click sends.
  await ladder.lots.fill('501');
  await expect(ladder.arm).toHaveAttribute('aria-disabled', 'true');
  await expect(ladder.words).toContainText('At most 500 lots per order');
  await ladder.lots.fill('2');
  // On a slow machine two clicks can be more than the idle time of a minute apart.
  await ladder.region.getByLabel('Disarm when not used for').selectOption('300');
  await ladder.arm.click();
  await expect(ladder.words).toHaveText('Armed: a click sends 2 lots.');
  await ladder.cell('4,029.60', 'B').click();
  await expect(ladder.chips('4,029.60')).toHaveText('2#1');
  await expect(thandi.form.dialog).toBeHidden();

  // A price far from the market is asked for.
  await ladder.grid.evaluate((grid) => {
    grid.scrollTop = 0;
  });
  const limit = ladder.grid.getByRole('row', { name: /upper limit/ });
  await limit.locator('[data-side="B"]').click();
  const question = page.getByRole('dialog', { name: 'The price is far from the market' });
  await expect(question).toContainText('Buy 2 DEC26 WMAZ at');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();

  // A user's order that is released next to its place in the same cell is left alone, and so is the price.
  await ladder.grid.focus();
  await page.keyboard.press('Home');
  const own = await boxOf(ladder.chips('4,029.60'));
  await workspace.drag({ x: own.x + 6, y: own.y + 8 }, { x: own.x + own.width + 8, y: own.y + 8 });

  // Amended by a drag, then by a key, deleted by a key and by its ✕: nothing asks.
  const [from, to] = [await boxOf(ladder.chips('4,029.60')), await boxOf(ladder.row('4,029.20'))];
  await page.mouse.move(from.x + 6, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 6, to.y + 8, { steps: 6 });
  await expect(ladder.dragWords).toHaveText('Release: amends 2 lots to 4,029.20.');
  await expect(ladder.dragWords).toBeInViewport({ ratio: 1 });
  await expect(ladder.row('4,029.20')).toHaveAttribute('data-drop', 'true');
  await page.mouse.up();
  await expect(ladder.dragWords).toHaveCount(0);
  await expect(ladder.chips('4,029.20')).toHaveText('2#1');
  await expect(ladder.chips('4,029.60')).toHaveCount(0);
  await ladder.chips('4,029.20').click({ position: { x: 6, y: 8 } });
  await page.keyboard.press('Shift+ArrowUp');
  await expect(ladder.chips('4,029.40')).toHaveText('2#1');
  await page.keyboard.press('Delete');
  await expect(ladder.chips('4,029.40')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('b');
  await expect(ladder.chips('4,029.20')).toHaveText('2#1');
  await ladder
    .chips('4,029.20')
    .getByRole('button', { name: /^Cancel own order/ })
    .click();
  await expect(ladder.chips('4,029.20')).toHaveCount(0);
  await expect.poll(() => client.activeOrders()).toHaveLength(1);

  // All of it is in the list of the user's actions.
  await workspace.item('My actions…').click();
  const actions = page.getByRole('dialog', { name: 'My actions' });
  for (const words of ['Buy 2 DEC26 WMAZ at 4,029.60', 'at 4,029.20', 'Cancel order'])
    await expect(actions.getByText(words).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(actions).toBeHidden();

  // Disarmed by the user, by the loss of the focus, by another contract or layout, by a halt.
  await ladder.grid.focus();
  await page.keyboard.press('Escape');
  await expect(ladder.words).toHaveText('Not armed: a click opens the ticket.');
  await page.keyboard.press('a');
  await expect(ladder.words).toContainText('Armed:');
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await expect(ladder.words).toHaveText('Disarmed: the window lost the focus.');
  await page.keyboard.press('b');
  await expect(thandi.form.dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await ladder.arm.click();
  await thandi.futures.cell('WMAZ', 'MAR27', 'contract').click();
  const next = new PriceLadder(page, 'MAR27 WMAZ');
  await expect(next.words).toHaveText('Disarmed: the contract changed.');
  await next.arm.click();
  await workspace.chooseForLayout('New empty layout');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(thandi.toast.filter({ hasText: 'Price ladder of MAR27 WMAZ' })).toContainText(
    'Disarmed: the layout changed.',
  );
  await workspace.item('Depth').click();
  // In the narrow panel the tools are a menu.
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Price ladder' }).click();
  await next.arm.click();
  try {
    await operate(product.dataFolder, 'halt', 'WMAZ', 'Price', 'under', 'review');
    await expect(next.words).toHaveText('Disarmed: the phase of the market changed.');
  } finally {
    await operate(product.dataFolder, 'resume', 'WMAZ');
  }
  expect(await client.activeOrders()).toHaveLength(1);

  // Last, because axe can block a page until its prices count as old, which disarms the ladder.
  await next.arm.click();
  await expect(next.words).toContainText('Armed:');
  expect(await violations(page, '[data-panel]:has([aria-label^="Price ladder of"])')).toEqual([]);
});

test('[PANEL-17] [PANEL-8] the Ladder panel shows the position and, armed, flattens it and cancels bids, offers or all orders', async ({
  page,
  product,
}) => {
  const [client, other] = [
    await MarketClient.signIn(product, 'thandi'),
    await MarketClient.signIn(product, 'pieter'),
  ];
  for (const [requestId, side, price] of [
    ['p-1', 'B', 4030],
    ['p-2', 'S', 4031],
  ] as const)
    await other.insertOrder({ requestId, side, price, qty: 20 });
  await client.insertOrder({ requestId: 'p-3', price: 4031, qty: 5 });
  for (const [at, [side, price]] of (
    [
      ['B', 4029],
      ['B', 4029.2],
      ['S', 4032],
      ['S', 4032.2],
    ] as const
  ).entries())
    await client.insertOrder({ requestId: `p-o${at}`, side, price, qty: 2 });
  const thandi = await TradingPage.signIn(page, product, 'thandi');
  const workspace = new Workspace(page);
  await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await workspace.item('Ladder').click();
  const ladder = new PriceLadder(page, 'DEC26 WMAZ');
  const button = (name: string) => ladder.strip.getByRole('button', { name });
  await expect.poll(() => ladder.pricesInView()).toBeGreaterThanOrEqual(30);
  await expect(ladder.strip).toContainText('+5 at 4,031.00open R');
  await expect(button('Cancel Bids')).toHaveText(/2$/);
  await expect(button('Cancel All')).toHaveText(/4$/);
  expect(await violations(page, '[data-panel]:has([aria-label^="Price ladder of"])')).toEqual([]);

  // On a ladder that is not armed, Flatten opens the ticket that sells, and Cancel asks.
  await button('Flatten').click();
  await expect(thandi.form.price).toHaveValue('4,030.00');
  await page.keyboard.press('Escape');
  await ladder.grid.focus();
  await page.keyboard.press('Shift+B');
  const question = page.getByRole('dialog', { name: 'Cancel 2 orders?' });
  await expect(question).toContainText('Buy 2 DEC26 WMAZ at 4,029.20');
  await question.getByRole('button', { name: 'Keep them' }).click();
  expect(await client.activeOrders()).toHaveLength(4);

  // Armed: the same keys and buttons act immediately.
  await ladder.grid.focus();
  await page.keyboard.press('a');
  await page.keyboard.press('Shift+B');
  await expect(ladder.chips('4,029.20')).toHaveCount(0);
  await expect(button('Cancel Bids')).toHaveAttribute('aria-disabled', 'true');
  await expect(button('Cancel Bids')).toHaveAccessibleDescription('You have no bids in DEC26 WMAZ.');
  await button('Reverse').click();
  await expect(ladder.strip).toContainText('−5 at 4,030.00');
  await ladder.grid.focus();
  await page.keyboard.press('x');
  await expect(ladder.strip).toContainText('Flat');
  await button('Cancel All').click();
  await expect(ladder.chips('4,032.00')).toHaveCount(0);
  await expect.poll(() => client.activeOrders()).toEqual([]);

  // The market leaves the view. An armed ladder does not move, nor does one that has the focus.
  const quoteAt = async (bid: number) => {
    await other.post('/api/Orders/CancelAllActiveOrders', {
      requestId: `p-cancel-${bid}`,
      filter: { mine: true, contract: 'DEC26 WMAZ' },
      includeHoldOver: true,
    });
    await other.insertOrder({ requestId: `p-bid-${bid}`, price: bid, qty: 5 });
    await other.insertOrder({ requestId: `p-offer-${bid}`, side: 'S', price: bid + 1, qty: 5 });
  };
  const panel = page.locator('[data-panel]').filter({ has: ladder.region });
  await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await quoteAt(4090);
  await expect(panel).toContainText('the market is above');
  await ladder.grid.press('Escape');
  await expect(ladder.words).toContainText('Not armed');
  await expect(panel).toContainText('the market is above');
  await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await expect(ladder.row('4,090.00')).toBeInViewport();
  await ladder.grid.focus();
  await quoteAt(4030);
  await expect(panel).toContainText('the market is below');
  await expect(ladder.row('4,090.00')).toBeInViewport();
});
