// The operator gives a dealer own-only visibility while the dealer's screen is open, and takes it away again.
import { RowsPanel } from '../pages/rows-panel.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { operate } from '../product/operator.ts';

test('[PANEL-0] a dealer with own-only visibility sees their own orders and why positions are missing, until it is lifted', async ({
  page,
  product,
}) => {
  const [thandiClient, pieterClient] = [
    await MarketClient.signIn(product, 'thandi'),
    await MarketClient.signIn(product, 'pieter'),
  ];
  await pieterClient.insertOrder({ requestId: 'o-1', side: 'S', qty: 3, price: 4035 });
  await thandiClient.insertOrder({ requestId: 'o-2', qty: 3, price: 4035 });
  await thandiClient.insertOrder({ requestId: 'o-3', price: 4000 });
  const thandi = await TradingPage.signIn(page, product, 'thandi');
  const workspace = new Workspace(page);
  await workspace.item('Positions').click();
  const positions = new RowsPanel(page, 'Positions');
  await expect(positions.rows).toHaveCount(1);
  await expect(thandi.orders.rows).toHaveCount(1);

  expect(
    await operate(product.dataFolder, 'user', 'scope', product.people.thandi.email, 'own'),
  ).toMatchObject({
    code: 0,
  });
  await expect(workspace.panel('Positions')).toContainText('Positions are not shown to you.');
  await expect(positions.rows).toHaveCount(0);
  await thandiClient.insertOrder({ requestId: 'o-4', price: 4001 });
  await expect(thandi.orders.rows).toHaveCount(2);

  await operate(product.dataFolder, 'user', 'scope', product.people.thandi.userId, 'member');
  await expect(positions.rows).toHaveCount(1);
  await expect(workspace.panel('Positions')).not.toContainText('not shown');
  await expect(thandi.orders.rows).toHaveCount(2);
});
