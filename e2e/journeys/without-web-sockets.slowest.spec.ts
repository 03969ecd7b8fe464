// A network that lets no WebSocket through. The page keeps two requests to the hub open, however many panels it shows, and
// the browser's other connections to the server stay free for orders.

import { type LayoutDocument, paths, type StoredLayout } from '@openpit/wire';
import type { Page } from '@playwright/test';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { BlockingProxy } from '../product/blocking-proxy.ts';
import { test as base, expect } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import type { Product } from '../product/running-product.ts';

type StartProxy = (product: Product, options?: { isBlocking?: boolean }) => Promise<BlockingProxy>;

const test = base.extend<{ readonly startProxy: StartProxy }>({
  startProxy: async ({ browserName: _browserName }, use) => {
    const started: BlockingProxy[] = [];
    await use(async (product, options) => {
      const proxy = await BlockingProxy.start(product.url, options);
      started.push(proxy);
      return proxy;
    });
    await Promise.all(started.map((proxy) => proxy.close()));
  },
});

// Wide enough for the quantities of seven panels.
test.use({ viewport: { width: 2400, height: 1000 } });

/** Prices that do not arrive for a while must not close order entry: the journey keeps them back. */
const clientSettings = {
  startupDelayMs: 50,
  depthConnectDelayMs: 20,
  depthSubscribeDelayMs: 40,
  staleAfterMs: 60_000,
};

/** All market screens with depth and orders. */
const everyScreen: LayoutDocument = {
  name: 'Every screen',
  isMobile: false,
  columns: [
    ['Futures', 0, 0, 40, 50],
    ['Options', 40, 0, 35, 50],
    ['Depth', 75, 0, 25, 50],
    ['Splits', 0, 50, 25, 50],
    ['Spreads', 25, 50, 25, 50],
    ['Deltas', 50, 50, 25, 50],
    ['ActiveOrders', 75, 50, 25, 50],
  ].map(([component, x, y, w, h]) => ({
    id: `${component}-1`,
    component: String(component),
    coordinates: { x: Number(x), y: Number(y), w: Number(w), h: Number(h), z: 150 },
  })),
};

async function openEveryScreen(page: Page, product: Product, proxy: BlockingProxy): Promise<TradingPage> {
  // The layout with every panel replaces the user's layout, which opens.
  const client = await MarketClient.signIn(product, 'thandi');
  const { body } = await client.get(paths.getAllUserLayouts);
  const [id] = (body as StoredLayout[]).map(({ _id }) => _id);
  const { status } = await client.post(paths.updateUserLayout, {
    id,
    jsonString: JSON.stringify(everyScreen),
  });
  expect(status).toBe(200);
  const { dataFolder, people } = product;
  const trading = await TradingPage.signIn(page, { url: proxy.url, dataFolder, people }, 'thandi');
  await expect(new Workspace(page).panels).toHaveCount(7);
  const series = page.getByRole('region', { name: 'Options', exact: true }).getByRole('combobox', {
    name: 'Underlying and expiry',
  });
  const label = (await series.getByRole('option').allTextContents()).find((option) =>
    option.startsWith('MAR27 WMAZ,'),
  );
  await series.selectOption({ label: label ?? 'no series MAR27 WMAZ' });
  await trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
  return trading;
}

/** Another member enters these lots on each screen; the page shows them as they arrive. */
async function seesLiveRows(trading: TradingPage, product: Product, { qty }: { readonly qty: number }) {
  const { page, depth, futures } = trading;
  const pieter = await MarketClient.signIn(product, 'pieter');
  const quotes = [
    ['DEC26 WMAZ', 4000 + qty],
    ['DEC26-MAR27 WMAZ', 10 + qty],
    ['DEC26 WMAZ-WEAT', -2200 + qty],
    ['MAR27 WMAZ 4060 C', 100 + qty],
  ] as const;
  for (const [at, [contract, price]] of quotes.entries()) {
    const { status, body } = await pieter.insertOrder({ requestId: `p-${qty}-${at}`, contract, price, qty });
    expect(status, JSON.stringify(body)).toBe(200);
  }
  const lots = (panel: string, column: string, row: string, quantity: string) =>
    expect(
      page
        .getByRole('region', { name: panel, exact: true })
        .locator('[role="row"][data-line]')
        .filter({ has: page.locator(`[data-col="${column}"]`).getByText(row, { exact: true }) })
        .locator(`[data-col="${quantity}"]`),
    ).toHaveText(String(qty));
  await expect(futures.cell('WMAZ', 'DEC26', 'bidQty')).toHaveText(String(qty));
  await lots('Splits', 'contract', 'DEC26-MAR27 WMAZ', 'bidQty');
  await lots('Spreads', 'contract', 'DEC26 WMAZ-WEAT', 'bidQty');
  await lots('Options', 'strike', '4,060', 'call-bidQty');
  await expect.poll(async () => (await depth.bids())[0]).toContain(` ${qty} ${4000 + qty}.00`);
}

const waitingOf = ({ waiting }: BlockingProxy) =>
  waiting.map(({ component, kind }) => `${kind} ${component}`).sort();

test('[HUB-8] without WebSockets a page has two polls open and live rows, and an order is acknowledged while both wait', async ({
  page,
  startProduct,
  startProxy,
}) => {
  const product = await startProduct({ clientSettings });
  const proxy = await startProxy(product);
  const thandi = await openEveryScreen(page, product, proxy);
  await seesLiveRows(thandi, product, { qty: 3 });
  await seesLiveRows(thandi, product, { qty: 4 });
  expect(proxy.blockedUpgrades).toBeGreaterThan(0);

  await page.keyboard.press('b');
  await thandi.form.quantity.fill('2');
  await thandi.form.price.fill('4010.00');
  proxy.keepPollsBack();
  await expect.poll(() => waitingOf(proxy)).toEqual(['poll All', 'poll Depth']);
  await thandi.form.send.click();
  await expect(thandi.form.outcome).toHaveAttribute('data-kind', 'accepted');
  // The acknowledgement did not use the polls, but rows arrive only over them.
  await expect(thandi.orders.rows).toHaveCount(0);
  expect(waitingOf(proxy)).toEqual(['poll All', 'poll Depth']);
  proxy.release();
  await expect(thandi.orders.rows).toHaveCount(1);
  await expect.poll(async () => (await thandi.depth.bids())[0]).toContain(' 2 4010.00');
  expect(proxy.maxWaiting).toBe(2);
});

test('[HUB-4] [HUB-8] a page whose WebSockets are cut off and then blocked continues with two polls', async ({
  page,
  product,
  startProxy,
}) => {
  const proxy = await startProxy(product, { isBlocking: false });
  const thandi = await openEveryScreen(page, product, proxy);
  await seesLiveRows(thandi, product, { qty: 5 });
  // Market, five screens, depth.
  await expect.poll(() => [proxy.openWebSockets, proxy.maxWaiting]).toEqual([7, 0]);
  proxy.block();
  await expect.poll(() => waitingOf(proxy)).toEqual(['poll All', 'poll Depth']);
  await expect(page.getByRole('img', { name: 'Live' }).first()).toBeVisible();
  await seesLiveRows(thandi, product, { qty: 6 });
  expect([proxy.openWebSockets, proxy.maxWaiting]).toEqual([0, 2]);
});

test('[HUB-1] [HUB-8] without WebSockets a page uses two event streams with JSON if the server says so, and the dealer trades as always', async ({
  page,
  startProduct,
  startProxy,
}) => {
  const product = await startProduct({
    clientSettings: { ...clientSettings, fallbackTransport: 'ServerSentEvents' },
  });
  const proxy = await startProxy(product);
  const handshakes: string[] = [];
  page.on('request', (request) => {
    const protocol = /"protocol":"(\w+)"/.exec(request.postData() ?? '')?.[1];
    if (protocol !== undefined) handshakes.push(protocol);
  });
  const thandi = await openEveryScreen(page, product, proxy);
  await seesLiveRows(thandi, product, { qty: 3 });
  await page.keyboard.press('b');
  await thandi.form.enter({ qty: 2, price: '4010.00' });
  await expect(thandi.orders.rows).toHaveCount(1);
  await expect.poll(async () => (await thandi.depth.bids())[0]).toContain(' 2 4010.00');
  expect(waitingOf(proxy)).toEqual(['event stream All', 'event stream Depth']);
  expect(proxy.maxWaiting).toBe(2);
  expect(handshakes).toEqual(['json', 'json']);
});
