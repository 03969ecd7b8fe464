// Figures that are computed from prices move with the market on every layout and device, whether or not a panel lists the contract.
import type { BrowserContextOptions, Page } from '@playwright/test';
import { PriceLadder } from '../pages/price-ladder.ts';
import { RowsPanel } from '../pages/rows-panel.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { operate } from '../product/operator.ts';

test('[review 13] profit and distance agree and move with Futures open, on the Options desk, in the Back office, on a phone', async ({
  browser,
  product,
}) => {
  const [thandi, pieter] = [
    await MarketClient.signIn(product, 'thandi'),
    await MarketClient.signIn(product, 'pieter'),
  ];
  await operate(product.dataFolder, 'grant', product.people.lerato.email, 'insertOrderOrDouble');
  const lerato = await MarketClient.signIn(product, 'lerato');
  let count = 0;
  const enter = (client: MarketClient, side: 'B' | 'S', price: number, qty = 1) => {
    count += 1;
    return client.insertOrder({ requestId: `m-${count}`, side, price, qty });
  };
  /** Pieter and Lerato deal with each other: nothing of Thandi's changes but the market. */
  const dealAt = async (price: number) => {
    await enter(pieter, 'S', price);
    await enter(lerato, 'B', price);
  };
  await enter(pieter, 'S', 4_035, 3);
  await enter(thandi, 'B', 4_035, 3);
  await enter(thandi, 'B', 4_030, 1);

  const open = async (options: BrowserContextOptions) => {
    const page = await (await browser.newContext(options)).newPage();
    await TradingPage.signIn(page, product, 'thandi');
    return page;
  };
  const desk = { viewport: { width: 1600, height: 900 } };
  const dealer = await open(desk);
  const other = await open(desk);
  const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await new Workspace(other).chooseForLayout('New: Options desk');
  await phone.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Positions' }).tap();

  const profitIn = (page: Page, panel: string, column: string) => async () => {
    const [text = ''] = await new RowsPanel(page, panel).texts([column]);
    return text;
  };
  const openProfits = () =>
    Promise.all([
      profitIn(dealer, 'Positions', 'open')(),
      profitIn(other, 'Positions', 'open')(),
      profitIn(phone, 'Positions', 'price')(),
    ]);
  const all = (text: string) => [text, text, text];
  await expect.poll(openProfits).toEqual(all('0.00'));
  // All of it is received: no value says that it is old.
  for (const page of [dealer, other, phone])
    await expect(page.locator('[role="gridcell"][aria-label$="not up to date"]')).toHaveCount(0);
  await dealAt(4_036);
  await expect.poll(openProfits).toEqual(all('+300.00'));
  await dealAt(4_033.4);
  await expect.poll(openProfits).toEqual(all('−480.00'));
  for (const page of [dealer, other]) await expect(page.getByText('P/L −480').first()).toBeAttached();
  await expect(phone.getByRole('main')).toContainText('open R −480.00');

  // The distance of a resting order follows the offer, which the Options desk does not show.
  await enter(pieter, 'S', 4_032);
  const distances = () =>
    Promise.all([dealer, other].map((page) => profitIn(page, 'Active orders', 'distance')()));
  await expect.poll(distances).toEqual(['2.00', '2.00']);
  await enter(pieter, 'S', 4_030.8);
  await expect.poll(distances).toEqual(['0.80', '0.80']);

  // The Back office shows the position of the member.
  await new Workspace(other).chooseForLayout('New: Back office');
  /** The line of the group comes first. */
  const memberProfit = async () =>
    (await new RowsPanel(other, 'Consolidated positions').texts(['open'])).find((text) => text !== '?');
  await expect.poll(memberProfit).toBe('−480.00');
  await enter(lerato, 'B', 4_030.8);
  await expect.poll(memberProfit).toBe('−1,260.00');

  // The palette names the offer as it is now, in a contract that no panel on this layout follows.
  await pieter.insertOrder({ requestId: 'm-far', contract: 'MAR27 YMAZ', side: 'S', price: 4_040, qty: 2 });
  await other.keyboard.press('Control+k');
  const palette = other.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill('mar 27 ymaz buy');
  const take = palette.getByRole('option').filter({ hasText: /^MAR27 YMAZ Buy/ });
  await expect(take).toContainText('at 4,040.00');
  await pieter.insertOrder({ requestId: 'm-near', contract: 'MAR27 YMAZ', side: 'S', price: 4_038, qty: 1 });
  await expect(take).toContainText('at 4,038.00');
});

test('[review 14] the marks of a price ladder and its middle are where the market is now, without a Futures panel', async ({
  page,
  product,
}) => {
  const pieter = await MarketClient.signIn(product, 'pieter');
  await operate(product.dataFolder, 'grant', product.people.lerato.email, 'insertOrderOrDouble');
  const lerato = await MarketClient.signIn(product, 'lerato');
  let count = 0;
  const enter = (client: MarketClient, side: 'B' | 'S', price: number) => {
    count += 1;
    return client.insertOrder({ requestId: `n-${count}`, side, price });
  };
  const dealAt = async (price: number) => {
    await enter(pieter, 'S', price);
    await enter(lerato, 'B', price);
  };
  await dealAt(4_035);
  await TradingPage.signIn(page, product, 'thandi');
  const workspace = new Workspace(page);
  await workspace.chooseForLayout('New empty layout');
  await workspace.item('Depth').click();
  await workspace.choose('Depth', 'Maximise');
  await page.getByRole('button', { name: 'Price ladder' }).click();
  const ladder = new PriceLadder(page, 'DEC26 WMAZ');
  const lastAt = (price: string) => expect(ladder.row(price)).toHaveAttribute('data-last');
  await lastAt('4,035.00');
  await dealAt(4_036.4);
  await lastAt('4,036.40');
  await expect(ladder.row('4,036.40')).toHaveAccessibleName(/last price.*high of the day/);
  await expect(ladder.row('4,035.00')).not.toHaveAttribute('data-last');
  // Far below what is in view: Home goes to the middle of the market of now.
  await enter(pieter, 'B', 3_990);
  await enter(pieter, 'S', 3_991);
  await ladder.grid.focus();
  await expect
    .poll(async () => {
      await page.keyboard.press('Home');
      return await ladder.row('3,990.60').count();
    })
    .toBe(1);
});
