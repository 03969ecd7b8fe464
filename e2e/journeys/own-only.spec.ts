// A dealer whom the operator keeps to his own while he sits at his screen, and lets see his member's again.
import { RowsPanel } from '../pages/rows-panel.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { operate } from '../product/operator.ts';

test('[PANEL-0] a dealer who is kept to his own is told why his positions are gone, keeps his orders, and has all back when he is let', async ({
  page,
  startProduct,
}) => {
  const product = await startProduct();
  const url = () => product.url;
  const [hers, his] = [await MarketClient.signIn(url, 'thandi'), await MarketClient.signIn(url, 'pieter')];
  await his.insertOrder({ requestId: 'o-1', side: 'S', qty: 3, price: 4035 });
  await hers.insertOrder({ requestId: 'o-2', qty: 3, price: 4035 });
  await hers.insertOrder({ requestId: 'o-3', price: 4000 });
  const thandi = await TradingPage.signIn(page, product.url, 'thandi');
  const desk = new Workspace(page);
  await desk.item('Positions').click();
  const positions = new RowsPanel(page, 'Positions');
  await expect(positions.rows).toHaveCount(1);
  await expect(thandi.orders.rows).toHaveCount(1);

  expect(await operate(product.dataFolder, 'scope', 'thandi@kand.example', 'own')).toMatchObject({ code: 0 });
  await expect(desk.panel('Positions')).toContainText('Positions are not shown to you.');
  await expect(positions.rows).toHaveCount(0);
  await hers.insertOrder({ requestId: 'o-4', price: 4001 });
  await expect(thandi.orders.rows).toHaveCount(2);

  await operate(product.dataFolder, 'scope', 'thandi', 'member');
  await expect(positions.rows).toHaveCount(1);
  await expect(desk.panel('Positions')).not.toContainText('not shown');
  await expect(thandi.orders.rows).toHaveCount(2);
});
