// axe on every panel with market data and on every dialog and menu of the workspace. The dark theme runs in the long tests.
import { violations } from '../pages/axe.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';

const themes = process.env.OPENPIT_LONG === '1' ? (['light', 'dark'] as const) : (['light'] as const);

const selectors = { panel: '[data-panel]', dialog: '[role="dialog"]', menu: '[role="menu"]' } as const;

// axe examines every cell on the screen: a smaller one has as many kinds of cells, and fewer of each.
test.use({ viewport: { width: 1280, height: 720 } });

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
    // Eleven panels, some with thousands of cells.
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const trading = await TradingPage.signIn(page, product, 'thandi');
    const workspace = new Workspace(page);
    await trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
    await workspace.chooseForLayout('New empty layout');
    for (const [title, prepare] of [
      ['Options', () => workspace.panel('Options').getByRole('button', { name: 'Add strike' }).click()],
      ['Deltas', () => workspace.choose('Deltas', 'Colour…', 'Teal')],
      ['Splits', () => workspace.choose('Splits', 'Totals')],
      ['Spreads', () => workspace.choose('Spreads', 'Freeze')],
      ['Depth', () => expect(workspace.panel('Depth').locator('[data-line]').first()).toBeVisible()],
      ['Ladder', () => expect(workspace.panel('Ladder').locator('[data-ticks]').first()).toBeVisible()],
      ['Completed orders', () => workspace.choose('Completed orders', 'Group by…', 'Contract')],
      ['Positions', () => expect(workspace.grid('Positions').locator('[data-line]').first()).toBeVisible()],
      ['Deals', () => workspace.choose('Deals', 'Filter row')],
      ['Chart', () => expect(workspace.panel('Chart').locator('canvas').first()).toBeVisible()],
      ['Consolidated positions', () => workspace.choose('Consolidated positions', 'Totals')],
      [
        'Unmatched deals',
        () => expect(workspace.panel('Unmatched deals')).toContainText('Nothing for your member'),
      ],
      ['MTM', () => expect(workspace.grid('MTM').locator('[data-line]').first()).toBeVisible()],
      [
        'Option calculator',
        () =>
          workspace
            .panel('Option calculator')
            .getByRole('radio', { name: 'Scenarios' })
            .check({ force: true }),
      ],
      ['Clock', () => expect(workspace.panel('Clock').getByText('Trading')).toBeVisible()],
    ] as const) {
      await workspace.item(title).click();
      await workspace.isLoaded(title);
      await prepare();
      expect(await violations(page, selectors.panel), title).toEqual([]);
      await workspace
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
    const workspace = new Workspace(page);
    await workspace.chooseForLayout('New empty layout');
    await workspace.item('Deals').click();
    const check = async (open: () => Promise<unknown>, of: string) => {
      await open();
      await expect(page.locator(of).last()).toBeVisible();
      expect(await violations(page, of)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.locator(of)).toHaveCount(0);
    };
    await check(() => workspace.item('More…').click(), selectors.menu);
    await check(
      () => workspace.panel('Deals').getByRole('button', { name: 'Menu of Deals' }).click(),
      selectors.menu,
    );
    await check(() => workspace.choose('Deals', 'Move and size…'), selectors.dialog);
    await check(() => workspace.choose('Deals', 'Columns…'), selectors.dialog);
    await check(() => workspace.item('Save as…').click(), selectors.dialog);
    await check(() => workspace.item('My actions…').click(), selectors.dialog);
    await check(() => workspace.chooseForLayout('New: Dealer'), selectors.dialog);
    await workspace.choose('Deals', 'Replace with…', 'Deltas');
    await check(async () => {
      await workspace.grid('Deltas on DEC26 WMAZ').locator('[data-col="call-bid"]').first().click();
      await page.keyboard.press('b');
      await expect(trading.form.dialog.locator('[data-legs]')).toBeVisible();
    }, selectors.dialog);
    await workspace.choose('Deltas', 'Replace with…', 'Splits');
    const split = workspace.grid('Splits').locator('[data-line] [data-col="bid"]').first();
    await check(() => split.click({ button: 'right' }), selectors.menu);
    await workspace.panel('Splits').getByRole('button', { name: 'Close Splits' }).click();
    await workspace.item('New panels open here').click();
    await workspace.item('Dialog position').click();
    expect(await violations(page)).toEqual([]);
  });
}
