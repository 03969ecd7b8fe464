// The chart that a dealer amends an order on, and the clock that knows the exchange's day.
import type { Page } from '@playwright/test';
import { TradingPage } from '../pages/trading-page.ts';
import { boxOf, Workspace } from '../pages/workspace.ts';
import { expect, productOfFile, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { operate } from '../product/operator.ts';

const product = productOfFile();

async function open(page: Page, person: 'thandi' | 'pieter' | 'lerato') {
  const trading = await TradingPage.signIn(page, product().url, person);
  return { trading, desk: new Workspace(page) };
}

test('[PANEL-16] [ACT-8] own orders stand on the chart as handles: dragged to another price one is amended after the form was sent, and not before; the other member’s chart has none', async ({
  page,
  browser,
}) => {
  const url = () => product().url;
  const [client, other] = [
    await MarketClient.signIn(url, 'thandi'),
    await MarketClient.signIn(url, 'pieter'),
  ];
  await other.insertOrder({ requestId: 'c-1', side: 'S', price: 4036, qty: 3 });
  await client.insertOrder({ requestId: 'c-2', price: 4036, qty: 3 });
  const entered = await client.insertOrder({ requestId: 'c-3', price: 4030, qty: 5 });
  const order = (entered.body as { activeOrderSeq: number }).activeOrderSeq;
  const { trading, desk } = await open(page, 'thandi');
  const hisPage = await (await browser.newContext({ viewport: { width: 1600, height: 900 } })).newPage();
  const his = await open(hisPage, 'pieter');

  // The row's menu opens the chart of that contract.
  for (const one of [
    { trading, desk, page },
    { ...his, page: hisPage },
  ]) {
    await one.trading.futures.cell('WMAZ', 'DEC26', 'contract').click({ button: 'right' });
    await one.page.getByRole('menuitem', { name: /^Chart/ }).click();
    await expect(one.desk.panel('Chart')).toContainText('DEC26 WMAZ');
    await one.desk.choose('Chart', 'Maximise');
  }
  const chart = desk.panel('Chart');
  const handle = chart.getByRole('button', { name: new RegExp(`^Order ${order}: `) });
  await expect(handle).toBeVisible();
  await expect(handle).toHaveAccessibleName(/4,030\.00$/);
  await expect(his.desk.panel('Chart').locator('canvas').first()).toBeVisible();
  await expect(his.desk.panel('Chart').getByRole('button', { name: /^Order \d+:/ })).toHaveCount(0);

  const before = await boxOf(handle);
  const middle = { x: before.x + before.width / 2, y: before.y + before.height / 2 };
  await desk.drag(middle, { x: middle.x, y: middle.y + 60 });
  await expect(trading.form.dialog).toContainText(`Order ${order}, active`);
  const price = await trading.form.price.inputValue();
  expect(Number(price.replace(',', ''))).toBeLessThan(4030);
  await expect(trading.form.send).toContainText(price);
  // The drag alone sent nothing, and the line stands where the order is.
  expect((await client.activeOrders()).map((row) => (row as unknown as { price: number }).price)).toEqual([
    4030,
  ]);
  await expect(handle).toHaveAccessibleName(/4,030\.00$/);
  await trading.form.send.click();
  await expect(trading.form.outcome).toHaveAttribute('data-kind', 'accepted');
  await trading.form.close();
  await expect(handle).toHaveAccessibleName(new RegExp(`${price.replace('.', '\\.')}$`));

  // Escape in the middle of a move by keys leaves all as it is.
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  await expect(trading.form.dialog).toHaveCount(0);

  for (const length of ['1', '15', '60', 'Day', '5']) {
    await chart.getByRole('radio', { name: length, exact: true }).check({ force: true });
    await expect(chart.getByText(/\d+ candles?/)).toBeVisible();
  }
  await chart.getByRole('button', { name: 'Show the candles as a table' }).click();
  const table = page.getByRole('grid', { name: 'Candles of DEC26 WMAZ' });
  await expect(table.locator('[data-line="0"] [data-col="close"]')).toHaveText('4,036.00');
  await expect(table.locator('[data-line="0"] [data-col="volume"]')).toHaveText('3');
  // A deal moves the newest candle on both screens.
  await other.insertOrder({ requestId: 'c-4', side: 'S', price: 4020, qty: 1 });
  await expect(table.locator('[data-line="0"] [data-col="close"]')).toHaveText(price);
});

test('[PANEL-18] [HUB-3] the clock tells the time of the exchange and its phase, and a phase or a halt that the operator brings shows at once', async ({
  page,
}) => {
  const { desk } = await open(page, 'lerato');
  await desk.item('Clock').click();
  const clock = desk.panel('Clock');
  await expect(clock.locator('time')).toHaveText(/^\d\d:\d\d:\d\d$/);
  const shown = await clock.locator('time').innerText();
  await expect(clock.locator('time')).not.toHaveText(shown);
  await expect(clock.getByText('Trading')).toBeVisible();
  // Long before the half minute after which it would ask anyway.
  expect(await operate(product().dataFolder, 'halt', 'SUNS', 'Price', 'under', 'review')).toMatchObject({
    code: 0,
  });
  await expect(clock.getByText('SUNS is halted: Price under review')).toBeVisible({ timeout: 5_000 });
  expect(await operate(product().dataFolder, 'resume', 'SUNS')).toMatchObject({ code: 0 });
  await expect(clock.getByText(/is halted/)).toHaveCount(0, { timeout: 5_000 });
  expect(await operate(product().dataFolder, 'phase', 'admin')).toMatchObject({ code: 0 });
  await expect(clock.getByText('Administration')).toBeVisible({ timeout: 5_000 });
});

test('[PANEL-17] before the opening both dealers see at what price a contract would open and how much would deal, nobody’s orders, and afterwards the deal', async ({
  page,
  browser,
  startProduct,
}) => {
  const { url, dataFolder } = await startProduct();
  const [client, other] = [
    await MarketClient.signIn(() => url, 'thandi'),
    await MarketClient.signIn(() => url, 'pieter'),
  ];
  const thandi = new Workspace(page);
  const his = await (await browser.newContext({ viewport: { width: 1600, height: 900 } })).newPage();
  const pieter = new Workspace(his);
  await TradingPage.signIn(page, url, 'thandi');
  await TradingPage.signIn(his, url, 'pieter');
  expect(await operate(dataFolder, 'phase', 'preOpen')).toMatchObject({ code: 0 });
  await client.insertOrder({ requestId: 'o-1', price: 4030, qty: 5 });
  for (const desk of [thandi, pieter]) await expect(desk.panel('Depth')).not.toContainText('opens at');
  await other.insertOrder({ requestId: 'o-2', side: 'S', price: 4030, qty: 3 });
  for (const desk of [thandi, pieter]) {
    await expect(desk.panel('Depth')).toContainText('opens at 4,030.00, 3');
    await expect(desk.panel('Depth')).not.toContainText('KAND');
    await expect(desk.panel('Depth')).not.toContainText('VELD');
  }
  expect(await operate(dataFolder, 'phase', 'continuous')).toMatchObject({ code: 0 });
  for (const desk of [thandi, pieter]) {
    await expect(desk.panel('Depth')).toContainText('V 3');
    await expect(desk.panel('Depth')).not.toContainText('opens at');
    await expect(desk.panel('Depth')).toContainText('KAND');
  }
});
