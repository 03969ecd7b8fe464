// The bytes that a browser transfers before the first interaction, measured at its own network stack: headers, files and replies
// as they were sent, compressed or not.
import { paths, userReads } from '@openpit/wire';
import type { Page } from '@playwright/test';
import { TradingPage } from '../pages/trading-page.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';

/** Kilobytes of 1 000 bytes. */
const limits = { Login: 150, Trading: 360, 'the chart of Trading': 60, 'the service worker': 15 } as const;

/** Counts the bytes that a page receives by HTTP, by address. Nothing comes from a cache. */
async function transferOf(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const addresses = new Map<string, string>();
  const bytes = new Map<string, number>();
  devTools.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url));
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId);
    if (address === undefined || !address.startsWith('http')) return;
    const { pathname } = new URL(address);
    bytes.set(pathname, (bytes.get(pathname) ?? 0) + encodedDataLength);
  });
  /** Compares the bytes transferred since the last call with their limit; the error lists the addresses. */
  return (name: keyof typeof limits, counted: (address: string) => boolean = () => true) => {
    const largestFirst = [...bytes].filter(([address]) => counted(address)).sort(([, a], [, b]) => b - a);
    bytes.clear();
    const kilobytes = largestFirst.reduce((total, [, size]) => total + size, 0) / 1_000;
    console.log(`${name}: ${kilobytes.toFixed(1)} of ${limits[name]} kB in ${largestFirst.length} replies`);
    const table = largestFirst.map(
      ([address, size]) => `${(size / 1_000).toFixed(1).padStart(7)}  ${address}`,
    );
    expect(largestFirst.map(([address]) => address).join(' ')).not.toContain('/assets/material-');
    expect(largestFirst.length, `replies of ${name}`).toBeGreaterThan(0);
    expect(kilobytes, `${name}, in kB:\n${table.join('\n')}\n`).toBeLessThanOrEqual(limits[name]);
  };
}

test('Login, Trading, a chart and the service worker transfer no more than their limits', async ({
  page,
  product,
}) => {
  const expectWithinLimit = await transferOf(page);
  await page.goto(`${product.url}/authentication/login`);
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expectWithinLimit('Login');

  const { token } = await MarketClient.signIn(product, 'thandi');
  await page.evaluate((jwt) => localStorage.setItem('jwt', jwt), token);
  // With the delay of the specification: the events since the last visit are loaded during that time.
  await page.route(`**${paths.getClientSettings}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), startupDelayMs: 2_500 } });
  });
  const deals = page.waitForResponse(`**${userReads.historyDeals.path}?**`);
  await page.goto(`${product.url}/app/trading`);
  await deals;
  const trading = new TradingPage(page);
  await trading.isOpen();
  await page.waitForLoadState('networkidle');
  expectWithinLimit('Trading');

  await trading.addPanels('Chart');
  await expect(page.locator('canvas').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  // The first press has also fetched the order form and the dialogs.
  expectWithinLimit('the chart of Trading', (address) => address.startsWith('/assets/chart-'));

  // A browser fetches it after that; here the page does, so that it is counted.
  await page.evaluate(async () => void (await (await fetch('/service-worker.js')).text()));
  await page.waitForLoadState('networkidle');
  expectWithinLimit('the service worker', (address) => address === '/service-worker.js');
});
