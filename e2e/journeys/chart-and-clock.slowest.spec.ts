// The chart, where a dealer amends an order, the clock with the phase of the exchange, and the call auction.
import type { Page } from '@playwright/test';
import { countGestures } from '../pages/gestures.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { boxOf, Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { operate } from '../product/operator.ts';
import type { PersonName } from '../product/people.ts';
import type { Product } from '../product/running-product.ts';

// No other journey deals in it.
const contract = 'DEC26 YMAZ';

async function open(page: Page, product: Product, name: PersonName) {
  const trading = await TradingPage.signIn(page, product, name);
  return { trading, workspace: new Workspace(page) };
}

test('[PANEL-16] [ACT-8] [DATA-1] a dealer drags an order on the chart, and amends it by sending the form; another member has no handle for it', async ({
  page,
  browser,
  product,
}) => {
  const [client, other] = [
    await MarketClient.signIn(product, 'thandi'),
    await MarketClient.signIn(product, 'pieter'),
  ];
  await other.insertOrder({ requestId: 'c-1', contract, side: 'S', price: 3881, qty: 3 });
  await client.insertOrder({ requestId: 'c-2', contract, price: 3881, qty: 3 });
  const entered = await client.insertOrder({ requestId: 'c-3', contract, price: 3875, qty: 5 });
  const order = (entered.body as { activeOrderSeq: number }).activeOrderSeq;
  const { trading, workspace } = await open(page, product, 'thandi');
  const otherPage = await (await browser.newContext({ viewport: { width: 1600, height: 900 } })).newPage();
  const another = await open(otherPage, product, 'pieter');

  // The row's menu opens the chart of that contract.
  for (const one of [
    { trading, workspace, page },
    { ...another, page: otherPage },
  ]) {
    await one.trading.futures.cell('YMAZ', 'DEC26', 'contract').click({ button: 'right' });
    await one.page.getByRole('menuitem', { name: /^Chart/ }).click();
    await expect(one.workspace.panel('Chart')).toContainText(contract);
    await one.workspace.choose('Chart', 'Maximise');
  }
  const chart = workspace.panel('Chart');
  const handle = chart.getByRole('button', { name: new RegExp(`^Order ${order}: `) });
  await expect(handle).toBeVisible();
  await expect(handle).toHaveAccessibleName(/3,875\.00$/);
  await expect(another.workspace.panel('Chart').locator('canvas').first()).toBeVisible();
  await expect(another.workspace.panel('Chart').getByRole('button', { name: /^Order \d+:/ })).toHaveCount(0);

  const gestures = await countGestures(page);
  const before = await boxOf(handle);
  const middle = { x: before.x + before.width / 2, y: before.y + before.height / 2 };
  await workspace.drag(middle, { x: middle.x, y: middle.y + 60 });
  await expect(trading.form.dialog).toContainText(`Order ${order}, active`);
  const price = await trading.form.price.inputValue();
  expect(Number(price.replace(',', ''))).toBeLessThan(3875);
  await expect(trading.form.send).toContainText(price);
  // The drag alone has sent nothing, and the handle is still at the order's price.
  expect((await client.activeOrders()).map((row) => (row as unknown as { price: number }).price)).toEqual([
    3875,
  ]);
  await expect(handle).toHaveAccessibleName(/3,875\.00$/);
  await page.keyboard.press('Control+Enter');
  await expect(trading.form.outcome).toHaveAttribute('data-kind', 'accepted');
  // A drag and Ctrl+Enter, as in docs/usability.md.
  expect(await gestures()).toBe(2);
  await trading.form.close();
  await expect(handle).toHaveAccessibleName(new RegExp(`${price.replace('.', '\\.')}$`));

  // Escape during a move by keys changes nothing.
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  await expect(trading.form.dialog).toHaveCount(0);

  for (const length of ['1', '15', '60', 'Day', '5']) {
    await chart.getByRole('radio', { name: length, exact: true }).check({ force: true });
    // A footer that only counts is hidden, but its text follows the candles.
    await expect(chart.getByText(/\d+ candles?/)).toBeAttached();
  }
  // The lengths of a candle and the moving averages have keys, which work anywhere in the panel.
  for (const [key, length] of [
    ['3', '15'],
    ['5', 'Day'],
    ['2', '5'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(chart.getByRole('radio', { name: length, exact: true })).toBeChecked();
  }
  const averages = chart.getByRole('button', { name: 'Moving averages of 20 and 50 candles' });
  await page.keyboard.press('m');
  await expect(averages).toHaveAttribute('aria-pressed', 'true');
  await expect(chart).toContainText(/MA20.+MA50/);
  await page.keyboard.press('m');
  await expect(averages).toHaveAttribute('aria-pressed', 'false');
  await expect(chart).not.toContainText('MA20');
  await chart.getByRole('button', { name: 'Show the candles as a table' }).click();
  const table = page.getByRole('grid', { name: `Candles of ${contract}` });
  await expect(table.locator('[data-line="0"] [data-col="close"]')).toHaveText('3,881.00');
  await expect(table.locator('[data-line="0"] [data-col="volume"]')).toHaveText('3');
  // A deal moves the newest candle on both screens.
  await other.insertOrder({ requestId: 'c-4', contract, side: 'S', price: 3865, qty: 1 });
  await expect(table.locator('[data-line="0"] [data-col="close"]')).toHaveText(price);

  // The trade history of the other member: its row of today follows the market, and its deals name nobody.
  const theirs = another.workspace.panel('Chart');
  await theirs.getByRole('radio', { name: 'History', exact: true }).check({ force: true });
  const today = otherPage.getByRole('grid', { name: `Days of ${contract}` }).locator('[data-line="0"]');
  await expect(today.locator('[data-col="volume"]')).toHaveText('4');
  await other.insertOrder({ requestId: 'c-5', contract, side: 'S', price: 3865, qty: 2 });
  await expect(today.locator('[data-col="volume"]')).toHaveText('6');
  await expect(today.locator('[data-col="deals"]')).toHaveText('3');
  await theirs.getByRole('radio', { name: 'Deals', exact: true }).check({ force: true });
  const deals = otherPage
    .getByRole('grid', { name: `Deals in ${contract}` })
    .locator('[role="row"][data-line]');
  // History is a moment behind the market.
  await expect(async () => {
    await theirs.getByRole('button', { name: 'Load again' }).click();
    await expect(deals.locator('[data-col="qty"]')).toHaveText(['2', '1', '3'], { timeout: 1_000 });
  }).toPass();
  expect((await deals.allTextContents()).join()).not.toContain(product.people.thandi.member);
  await otherPage.keyboard.press('5');
  await expect(theirs.getByRole('radio', { name: 'Day', exact: true })).toBeChecked();
});

test('[PANEL-18] [HUB-3] a user sees the time and phase of the exchange in the clock, and a halt or a phase that the operator begins immediately', async ({
  page,
  startProduct,
}) => {
  const product = await startProduct();
  const { workspace } = await open(page, product, 'lerato');
  await workspace.item('Clock').click();
  const clock = workspace.panel('Clock');
  await expect(clock.locator('time')).toHaveText(/^\d\d:\d\d:\d\d$/);
  const shown = await clock.locator('time').innerText();
  await expect(clock.locator('time')).not.toHaveText(shown);
  await expect(clock.getByText('Trading')).toBeVisible();
  // The clock asks the server every half minute anyway: the server must announce it before.
  const announced = { timeout: 25_000 };
  expect(await operate(product.dataFolder, 'halt', 'SUNS', 'Price', 'under', 'review')).toMatchObject({
    code: 0,
  });
  await expect(clock.getByText('SUNS is halted: Price under review')).toBeVisible(announced);
  expect(await operate(product.dataFolder, 'resume', 'SUNS')).toMatchObject({ code: 0 });
  await expect(clock.getByText(/is halted/)).toHaveCount(0, announced);
  expect(await operate(product.dataFolder, 'phase', 'admin')).toMatchObject({ code: 0 });
  await expect(clock.getByText('Administration')).toBeVisible(announced);
});

test('[PANEL-17] in the call auction two dealers see the opening price and quantity but no orders, and afterwards the deal', async ({
  page,
  browser,
  startProduct,
}) => {
  const product = await startProduct();
  const { dataFolder } = product;
  const [client, other] = [
    await MarketClient.signIn(product, 'thandi'),
    await MarketClient.signIn(product, 'pieter'),
  ];
  const thandi = new Workspace(page);
  const otherPage = await (await browser.newContext({ viewport: { width: 1600, height: 900 } })).newPage();
  const pieter = new Workspace(otherPage);
  await TradingPage.signIn(page, product, 'thandi');
  await TradingPage.signIn(otherPage, product, 'pieter');
  expect(await operate(dataFolder, 'phase', 'preOpen')).toMatchObject({ code: 0 });
  await client.insertOrder({ requestId: 'o-1', price: 4030, qty: 5 });
  for (const workspace of [thandi, pieter])
    await expect(workspace.panel('Depth')).not.toContainText('opens at');
  await other.insertOrder({ requestId: 'o-2', side: 'S', price: 4030, qty: 3 });
  for (const workspace of [thandi, pieter]) {
    await expect(workspace.panel('Depth')).toContainText('opens at 4,030.00, 3');
    await expect(workspace.panel('Depth')).not.toContainText('KAND');
    await expect(workspace.panel('Depth')).not.toContainText('VELD');
  }
  const own = (workspace: Workspace) =>
    workspace.panel('Depth').getByRole('region', { name: 'Your orders in the auction of DEC26 WMAZ' });
  await expect(own(thandi).getByRole('listitem')).toHaveText([
    'Buy 5 at 4,030.00 may deal at 4,030.00, oldest orders first',
  ]);
  await expect(own(pieter).getByRole('listitem')).toHaveText([
    'Sell 3 at 4,030.00 may deal at 4,030.00, oldest orders first',
  ]);
  expect(await operate(dataFolder, 'phase', 'continuous')).toMatchObject({ code: 0 });
  for (const workspace of [thandi, pieter]) {
    await expect(workspace.panel('Depth')).toContainText('V 3');
    await expect(workspace.panel('Depth')).not.toContainText('opens at');
    await expect(own(workspace)).toHaveCount(0);
    await expect(workspace.panel('Depth')).toContainText('KAND');
  }
});
