// The MTM panel: a valuation during the day reaches every open screen, marked as provisional, including the screen of a
// dealer without permissions.
import { RowsPanel } from '../pages/rows-panel.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { operate } from '../product/operator.ts';

test('[PANEL-12] two dealers of different members see the same MTM prices, marked as provisional, as soon as the market is valued', async ({
  browser,
  product,
}) => {
  const [thandi, pieter] = [
    await MarketClient.signIn(product, 'thandi'),
    await MarketClient.signIn(product, 'pieter'),
  ];
  const at = { contract: 'MAR27 WMAZ', price: 4_060, qty: 3 };
  await pieter.insertOrder({ requestId: 'm-1', side: 'S', ref: 'not-for-all', ...at });
  await thandi.insertOrder({ requestId: 'm-2', ...at });
  const open = async (name: 'thandi' | 'lerato') => {
    const page = await (await browser.newContext({ viewport: { width: 1600, height: 900 } })).newPage();
    await TradingPage.signIn(page, product, name);
    const workspace = new Workspace(page);
    await workspace.chooseForLayout('New empty layout');
    await workspace.item('MTM').click();
    await workspace.choose('MTM', 'Maximise');
    return { page, workspace, panel: workspace.panel('MTM'), rows: new RowsPanel(page, 'MTM') };
  };
  const [own, other] = [await open('thandi'), await open('lerato')];
  const shown = ({ rows }: typeof own) =>
    rows.texts(['contract', 'mtmToday', 'mtmPrevious', 'method', 'status']);

  expect(await operate(product.dataFolder, 'value-market')).toMatchObject({ code: 0 });
  for (const { panel } of [own, other])
    await expect(panel.getByRole('status').first()).toContainText('Provisional: MTM prices of the valuation');
  const seen = await shown(own);
  expect(await shown(other)).toEqual(seen);
  expect(seen.find((row) => row.startsWith('MAR27 WMAZ'))).toMatch(
    /\| (VWAP of \d+ deals|Last deal|Closing \w+) \| Provisional$/,
  );

  // By keyboard: the next kind of contracts.
  await own.panel.getByRole('radio', { name: 'Futures' }).focus();
  await own.page.keyboard.press('ArrowRight');
  await expect(own.panel.getByRole('radio', { name: 'Options' })).toBeChecked();
  await expect(own.rows.rows.first()).toContainText('Volatility curve');
  await expect(other.panel).not.toContainText('not-for-all');
});
