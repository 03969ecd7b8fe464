// axe on every panel of the desk with a market in it, and on every dialog and menu that the workspace has. The second theme
// runs in the long tests.
import { violations } from '../pages/axe.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, productOfFile, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';

const product = productOfFile();
const themes = process.env.OPENPIT_LONG === '1' ? (['light', 'dark'] as const) : (['light'] as const);

for (const theme of themes)
  test(`[PANEL-0] axe finds nothing on any panel, dialog and menu of the workspace (${theme})`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
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
      await client.insertOrder({ requestId: `${theme}-${at}`, ...order });
    await other.insertOrder({ requestId: `${theme}-o`, side: 'S', price: 4030, qty: 2 });
    const trading = await TradingPage.signIn(page, product().url, 'thandi');
    const desk = new Workspace(page);
    await trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
    const titles = [
      'Options',
      'Deltas',
      'Splits',
      'Spreads',
      'Completed orders',
      'Positions',
      'Deals',
      'Chart',
      'Clock',
    ];
    for (const [at, title] of titles.entries()) {
      await desk.item(title).click();
      await desk.choose(title, 'Move and size…');
      const dialog = page.getByRole('dialog', { name: `Move and size ${title}` });
      if (at === 0) expect(await violations(page, '[role="dialog"]')).toEqual([]);
      await dialog.getByRole('textbox', { name: 'From the left' }).fill(String((at % 3) * 33));
      await dialog.getByRole('textbox', { name: 'From the top' }).fill(String(Math.floor(at / 3) * 33));
      await dialog.getByRole('textbox', { name: 'Width' }).fill('33');
      await dialog.getByRole('textbox', { name: 'Height' }).fill('33');
      await page.keyboard.press('Enter');
    }
    await expect(desk.panel('Chart').locator('canvas').first()).toBeVisible();
    await expect(desk.grid('Deals').locator('[data-line]')).not.toHaveCount(0);
    await desk.choose('Deals', 'Filter row');
    await desk.choose('Deals', 'Totals');
    await desk.choose('Positions', 'Freeze');
    await desk.panel('Options').getByRole('button', { name: 'Add strike' }).click();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    const look = async (open: () => Promise<unknown>, of: string) => {
      await open();
      await expect(page.locator(of).last()).toBeVisible();
      expect(await violations(page, of)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.locator(of)).toHaveCount(0);
    };
    const dialog = '[role="dialog"]';
    const menu = '[role="menu"]';
    await look(() => desk.item('More…').click(), menu);
    await look(() => desk.panel('Deals').getByRole('button', { name: 'Menu of Deals' }).click(), menu);
    await look(() => desk.item('Save as…').click(), dialog);
    await look(() => desk.choose('Deals', 'Columns…'), dialog);
    await look(() => desk.item('My actions…').click(), dialog);
    await look(() => desk.chooseForLayout('Delete…'), dialog);
    const option = desk.grid('Deltas on DEC26 WMAZ').locator('[data-col="call-bid"]').first();
    await look(async () => {
      await option.click();
      await page.keyboard.press('b');
      await expect(trading.form.dialog.locator('[data-hedge]')).toBeVisible();
    }, dialog);
    await look(
      () => desk.grid('Splits').locator('[data-line] [data-col="bid"]').first().click({ button: 'right' }),
      menu,
    );
    await desk.item('Spawn point').click();
    await desk.item('Confirmations').click();
    expect(await violations(page, 'main')).toEqual([]);
  });
