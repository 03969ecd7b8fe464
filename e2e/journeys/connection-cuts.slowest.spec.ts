// A page whose connection is repeatedly cut and restored, in every way that a network can fail, while the market continues.
// Afterwards each of its stores equals the store of a page that has just been opened. OPENPIT_LONG=1 makes two hundred cycles.
import type { Page } from '@playwright/test';
import { differences, storesOf } from '../pages/page-stores.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { FaultyProxy } from '../product/faulty-proxy.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import type { RunningProduct } from '../product/running-product.ts';

const cycles = process.env.OPENPIT_LONG === '1' ? 200 : 3;
/** HUB-4: after 30 s without a message the browser gives a connection up. */
const longerThanServerTimeout = '00:31';

interface Scene {
  readonly page: Page;
  readonly product: RunningProduct;
  readonly proxy: FaultyProxy;
  /** Lets the market continue while the fault lasts. */
  readonly trade: () => Promise<void>;
}

const isLive = (page: Page) => page.getByRole('img', { name: 'Live' }).first();

/** Each ends with a connection that works. */
const faults: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  async offline({ page, proxy, trade }) {
    await page.context().setOffline(true);
    proxy.cut();
    await expect(isLive(page)).toBeHidden();
    await trade();
    proxy.restore();
    await page.context().setOffline(false);
  },
  async 'server killed'({ page, product, trade }) {
    await trade();
    await product.kill();
    await expect(isLive(page)).toBeHidden();
    await product.startAgain();
  },
  async slow({ proxy, trade }) {
    proxy.slowDown();
    await trade();
    proxy.restore();
  },
  async garbage({ page, proxy, trade }) {
    const reconnected = page.waitForEvent('websocket');
    proxy.garble();
    await trade();
    await reconnected;
  },
  async 'half open'({ page, proxy, trade }) {
    const reconnected = page.waitForEvent('websocket');
    proxy.leaveHalfOpen();
    await trade();
    await page.clock.fastForward(longerThanServerTimeout);
    await reconnected;
  },
};

test(`[HUB-4] a page whose connection was cut ${cycles} times has the same data as a new page`, async ({
  browser,
  page,
  startProduct,
}) => {
  test.setTimeout(300_000 + cycles * 15_000);
  const product = await startProduct();
  const proxy = await FaultyProxy.start(product.url);
  const behindProxy = { url: proxy.url, dataFolder: product.dataFolder, people: product.people };
  await page.clock.install();
  const thandi = await TradingPage.signIn(page, behindProxy, 'thandi');
  // One buys and the other sells, because an order must not match one of the user's member.
  const traders = [
    { client: await MarketClient.signIn(product, 'thandi'), side: 'B', step: 7 },
    { client: await MarketClient.signIn(product, 'pieter'), side: 'S', step: 3 },
  ] as const;
  let orders = 0;
  const trade = async () => {
    for (let round = 0; round < 4; round += 1)
      for (const { client, side, step } of traders) {
        orders += 1;
        const price = 4_015 + ((orders * step) % 11);
        const reply = await client.insertOrder({
          requestId: `cut-${orders}`,
          side,
          price,
          qty: 1 + (orders % 4),
        });
        expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      }
  };
  const names = Object.keys(faults);
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const name = names[cycle % names.length] ?? '';
    await test.step(`${cycle + 1}: ${name}`, async () => {
      await faults[name]?.({ page, product, proxy, trade });
      const connectAgain = page.getByRole('button', { name: 'Connect again' }).first();
      await expect(async () => {
        if (await connectAgain.isVisible()) await connectAgain.click();
        await expect(isLive(page)).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 60_000 });
    });
    if ((cycle + 1) % names.length !== 0) continue;
    const fresh = await (await browser.newContext()).newPage();
    await TradingPage.signIn(fresh, product, 'thandi');
    let stores = 0;
    // The last of the tries of a connection follows after half a minute (HUB-4).
    await expect
      .poll(
        async () => {
          const expected = await storesOf(fresh);
          stores = Object.keys(expected).length;
          return differences(await storesOf(page), expected);
        },
        { timeout: 60_000 },
      )
      .toEqual([]);
    // The data sets, the market, the members and the depth of each contract.
    expect(stores).toBeGreaterThan(20);
    await fresh.context().close();
  }
  await thandi.isOpen();
  await proxy.close();
});
