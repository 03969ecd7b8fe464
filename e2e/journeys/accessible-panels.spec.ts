// axe on every panel with market data and on every dialog and menu of the workspace. The dark theme runs in the long tests.
import { violations } from '../pages/axe.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';

const themes = process.env.OPENPIT_LONG === '1' ? (['light', 'dark'] as const) : (['light'] as const);

const selectors = { panel: '[data-panel]', dialog: '[role="dialog"]', menu: '[role="menu"]' } as const;

test.beforeEach(async ({ product }) => {
  const [client, other] = [
    await MarketClient.signIn(product, 'thandi'),
    await MarketClient.signIn(product, 'pieter'),
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
  // One panel at a time: axe examines every cell, and all panels together take minutes.
  test(`[PANEL-0] axe finds no violation in any panel (${theme})`, async ({ page, product }) => {
    // Ten panels, some with thousands of cells.
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const trading = await TradingPage.signIn(page, product, 'thandi');
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
      // The footer shows that the panel is loaded.
      await expect(
        desk
          .panel(title)
          .getByText(/feed|connected/)
          .first(),
      ).toBeVisible();
      await prepare();
      expect(await violations(page, selectors.panel), title).toEqual([]);
      await desk
        .panel(title)
        .getByRole('button', { name: `Close ${title}` })
        .click();
    }
  });

  test(`axe finds no violation in any dialog or menu of the workspace (${theme})`, async ({
    page,
    product,
  }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const trading = await TradingPage.signIn(page, product, 'thandi');
    const desk = new Workspace(page);
    await desk.chooseForLayout('New empty layout');
    await desk.item('Deals').click();
    const check = async (open: () => Promise<unknown>, of: string) => {
      await open();
      await expect(page.locator(of).last()).toBeVisible();
      expect(await violations(page, of)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.locator(of)).toHaveCount(0);
    };
    await check(() => desk.item('More…').click(), selectors.menu);
    await check(
      () => desk.panel('Deals').getByRole('button', { name: 'Menu of Deals' }).click(),
      selectors.menu,
    );
    await check(() => desk.choose('Deals', 'Move and size…'), selectors.dialog);
    await check(() => desk.choose('Deals', 'Columns…'), selectors.dialog);
    await check(() => desk.item('Save as…').click(), selectors.dialog);
    await check(() => desk.item('My actions…').click(), selectors.dialog);
    await check(() => desk.chooseForLayout('New: Dealer'), selectors.dialog);
    await desk.choose('Deals', 'Replace with…', 'Deltas');
    await check(async () => {
      await desk.grid('Deltas on DEC26 WMAZ').locator('[data-col="call-bid"]').first().click();
      await page.keyboard.press('b');
      await expect(trading.form.dialog.locator('[data-hedge]')).toBeVisible();
    }, selectors.dialog);
    await desk.choose('Deltas', 'Replace with…', 'Splits');
    const split = desk.grid('Splits').locator('[data-line] [data-col="bid"]').first();
    await check(() => split.click({ button: 'right' }), selectors.menu);
    await desk.panel('Splits').getByRole('button', { name: 'Close Splits' }).click();
    await desk.item('New panels open here').click();
    await desk.item('Dialog position').click();
    expect(await violations(page)).toEqual([]);
  });
}
