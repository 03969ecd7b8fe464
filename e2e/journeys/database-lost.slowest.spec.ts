// The PostgreSQL database of the market is killed under an open screen and started again. The server stays: the screen says that the
// market accepts no orders, and continues without a reload.
import { startPostgres } from '@openpit/storage/testing';
import { TradingPage } from '../pages/trading-page.ts';
import { FaultyProxy } from '../product/faulty-proxy.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { membersOf } from '../product/people.ts';

test('[ACT-1] [HUB-3] [PANEL-0] while the database is away a dealer keeps all rows and cannot send an order, which goes when the database is back', async ({
  page,
  startProduct,
}) => {
  const database = await startPostgres();
  const url = await database.createDatabase(() => undefined);
  const product = await startProduct({ more: ['--database', url] });
  const { KAND } = membersOf(product);
  const client = await MarketClient.signIn(product, 'thandi');
  await client.insertOrder({ requestId: 'd-1', price: 4032, qty: 3 });
  const proxy = await FaultyProxy.start(product.url);
  const behindProxy = { url: proxy.url, dataFolder: product.dataFolder, people: product.people };
  const thandi = await TradingPage.signIn(page, behindProxy, 'thandi');
  await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await expect.poll(() => thandi.depth.bids()).toEqual([`${KAND} 3 4032.00`]);
  await page.keyboard.press('b');
  await expect(thandi.form.send).not.toHaveAttribute('aria-disabled', 'true');

  database.kill();
  await expect(thandi.form.send).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('The market accepts no orders at the moment').first()).toBeVisible();
  // The market is as it was, and nobody is signed out.
  await expect(thandi.orders.rows).toHaveCount(1);
  expect(await thandi.depth.bids()).toEqual([`${KAND} 3 4032.00`]);
  const rejected = await client.insertOrder({ requestId: 'd-2', price: 4033, qty: 1 });
  expect(rejected).toMatchObject({ status: 503, body: { code: 'venueInterrupted' } });
  // A connection that is made in the meantime is also told.
  const closed = page.getByText('The market accepts no orders at the moment').first();
  proxy.cut();
  await expect(closed).toBeHidden();
  proxy.restore();
  await expect(closed).toBeVisible();
  await expect(thandi.form.send).toHaveAttribute('aria-disabled', 'true');

  await database.start();
  await expect(thandi.form.send).not.toHaveAttribute('aria-disabled', 'true');
  await thandi.form.enter({ qty: 2, price: '4031.00' });
  await expect(thandi.orders.rows).toHaveCount(2);
  await expect.poll(() => thandi.depth.bids()).toEqual([`${KAND} 3 4032.00`, `${KAND} 2 4031.00`]);
  await proxy.close();
});
