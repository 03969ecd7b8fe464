// axe on every panel of the desk with a market in it, and on every dialog and menu that the workspace has. The second theme
// runs in the long tests.
import { violations } from '../pages/axe.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, productOfFile, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';

const product = productOfFile();
const themes = process.env.OPENPIT_LONG === '1' ? (['light', 'dark'] as const) : (['light'] as const);

const theirs = { panel: '[data-panel]', dialog: '[role="dialog"]', menu: '[role="menu"]' } as const;

test.beforeAll(async () => {
  const url = () => product().url;
  const [client, other] = [
    await MarketClient.signIn(url, 'thandi'),
    await MarketClient.signIn(url, 'pieter'),
  ];
  for (const [at, order] of [
    { price: 4030, qty: 5 },
    { contract: 'DEC26-MAR27 WMAZ', price: 24 },
    { contract: 'DEC26 WMAZ-YMAZ', price: 150 },
    { contract: 'DEC26 WMAZ 4040 C', price: 28 },
  ].entries())
    await client.insertOrder({ requestId: `x-${at}`, ...order });
  await other.insertOrder({ requestId: 'x-o', side: 'S', price: 4030, qty: 2 });
});

for (const theme of themes) {
  // One panel at a time: axe looks at every cell, and a desk full of them takes it minutes.
  test(`[PANEL-0] axe finds nothing on any panel (${theme})`, async ({ page }) => {
    // Ten panels, some with thousands of cells, on a machine that may be busy.
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const trading = await TradingPage.signIn(page, product().url, 'thandi');
    const desk = new Workspace(page);
    await trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
    await desk.chooseForLayout('New empty layout');
    for (const [title, prepare] of [
      ['Options', () => desk.panel('Options').getByRole('button', { name: 'Add strike' }).click()],
      ['Deltas', () => desk.choose('Deltas', 'Colour…', 'Teal')],
      ['Splits', () => desk.choose('Splits', 'Totals')],
      ['Spreads', () => desk.choose('Spreads', 'Freeze')],
      ['Depth', () => expect(desk.panel('Depth').locator('[data-line]').first()).toBeVisible()],
      ['Completed orders', () => desk.choose('Completed orders', 'Group by…', 'Contract')],
      ['Positions', () => expect(desk.grid('Positions').locator('[data-line]').first()).toBeVisible()],
      ['Deals', () => desk.choose('Deals', 'Filter row')],
      ['Chart', () => expect(desk.panel('Chart').locator('canvas').first()).toBeVisible()],
      ['Clock', () => expect(desk.panel('Clock').getByText('Trading')).toBeVisible()],
    ] as const) {
      await desk.item(title).click();
      // Its footer says that it has been loaded.
      await expect(
        desk
          .panel(title)
          .getByText(/feed|connected/)
          .first(),
      ).toBeVisible();
      await prepare();
      expect(await violations(page, theirs.panel), title).toEqual([]);
      await desk
        .panel(title)
        .getByRole('button', { name: `Close ${title}` })
        .click();
    }
  });

  test(`axe finds nothing on any dialog and menu of the workspace (${theme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const trading = await TradingPage.signIn(page, product().url, 'thandi');
    const desk = new Workspace(page);
    await desk.chooseForLayout('New empty layout');
    await desk.item('Deals').click();
    const look = async (open: () => Promise<unknown>, of: string) => {
      await open();
      await expect(page.locator(of).last()).toBeVisible();
      expect(await violations(page, of)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.locator(of)).toHaveCount(0);
    };
    await look(() => desk.item('More…').click(), theirs.menu);
    await look(() => desk.panel('Deals').getByRole('button', { name: 'Menu of Deals' }).click(), theirs.menu);
    await look(() => desk.choose('Deals', 'Move and size…'), theirs.dialog);
    await look(() => desk.choose('Deals', 'Columns…'), theirs.dialog);
    await look(() => desk.item('Save as…').click(), theirs.dialog);
    await look(() => desk.item('My actions…').click(), theirs.dialog);
    await look(() => desk.chooseForLayout('New: Dealer'), theirs.dialog);
    await desk.choose('Deals', 'Replace with…', 'Deltas');
    await look(async () => {
      await desk.grid('Deltas on DEC26 WMAZ').locator('[data-col="call-bid"]').first().click();
      await page.keyboard.press('b');
      await expect(trading.form.dialog.locator('[data-hedge]')).toBeVisible();
    }, theirs.dialog);
    await desk.choose('Deltas', 'Replace with…', 'Splits');
    const split = desk.grid('Splits').locator('[data-line] [data-col="bid"]').first();
    await look(() => split.click({ button: 'right' }), theirs.menu);
    await desk.panel('Splits').getByRole('button', { name: 'Close Splits' }).click();
    await desk.item('Spawn point').click();
    await desk.item('Confirmations').click();
    expect(await violations(page)).toEqual([]);
  });
}
