// The application as it is installed, updated and started without a connection. A proxy in front of the product serves later
// versions of the application, which are built here, and cuts the network.
import { userCommands } from '@openpit/wire';
import type { Page } from '@playwright/test';
import { violations } from '../pages/axe.ts';
import { LoginPage } from '../pages/login-page.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { type BuiltVersion, buildVersion } from '../product/built-version.ts';
import { test as base, expect } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { membersOf } from '../product/people.ts';
import { ReleaseProxy } from '../product/release-proxy.ts';
import type { Product } from '../product/running-product.ts';

const test = base.extend<{
  /** The product behind a proxy. */
  readonly released: { readonly product: Product; readonly proxy: ReleaseProxy };
}>({
  released: async ({ product }, use) => {
    const proxy = await ReleaseProxy.start(product.url);
    const { dataFolder, people } = product;
    await use({ proxy, product: { url: proxy.url, dataFolder, people } });
    await proxy.close();
  },
});
test.use({ serviceWorkers: 'allow' });

const installTitle = 'Install Openpit';
const updateText =
  'New features and improvements are available. Update for a smoother and more efficient trading experience. Save your layout first, because the page will reload.';
const offlineText =
  'Live trading and real-time data need an internet connection. Check your network settings or try again later.';
const day = 24 * 60 * 60 * 1_000;

const installPrompt = (page: Page) => page.getByRole('region', { name: installTitle });
const updatePrompt = (page: Page) => page.getByRole('region', { name: 'Update', exact: true });
const offlineDialog = (page: Page) => page.getByRole('dialog', { name: 'Offline Mode Activated' });
const versionOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.version ?? 'first');

/** The browser offers to install; it does so only with a window. */
const offerInstall = (page: Page) =>
  page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => document.documentElement.setAttribute('data-install-asked', ''),
    });
    return !window.dispatchEvent(offer);
  });

/** Waits until the service worker is in use and has kept the files; it is registered a while after start-up. */
async function filesAreKept(page: Page): Promise<void> {
  await page.clock.fastForward(6_000);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
}

/** The addresses that this browser has kept. */
const keptAddresses = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => new URL(url).pathname + new URL(url).search);
  });

test('[SHELL-1] [SHELL-7] the application can be installed, and asks on Trading only, until it is silenced', async ({
  page,
  context,
  product,
  browser,
}) => {
  await page.addInitScript(() => {
    const badges: number[] = [];
    Object.assign(window, { badges });
    navigator.setAppBadge = async (count) => void badges.push(count ?? -1);
    const register = navigator.serviceWorker.register.bind(navigator.serviceWorker);
    navigator.serviceWorker.register = (...asked) => {
      Object.assign(window, { registeredAt: performance.now() });
      return register(...asked);
    };
  });
  // A day before now, so that the session is still valid a day later.
  await page.clock.install({ time: Date.now() - day });
  const login = new LoginPage(page);
  await login.open(product.url);
  expect(await offerInstall(page)).toBe(true);
  const devTools = await context.newCDPSession(page);
  const { url, errors } = await devTools.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${product.url}/manifest.webmanifest`, []]);
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
  // A context of Playwright is a private window. Some versions of Chromium count that as an error, others do not.
  const ofTheApplication = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
  expect(ofTheApplication).toEqual([]);

  const script = await page.request.get(`${product.url}/service-worker.js`);
  expect(script.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringContaining('javascript'),
    'content-security-policy': expect.stringContaining("default-src 'self'"),
  });

  // Start-up is held up.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/GetAllMembers', async (route) => {
    await held;
    await route.continue();
  });
  await expect(installPrompt(page)).toHaveCount(0);
  await login.signIn(product.people.thandi);
  await expect(page.getByText('8 of 9 loaded')).toBeVisible();
  await expect(installPrompt(page)).toHaveCount(0);
  release();
  await expect(installPrompt(page)).toBeVisible();
  await expect(installPrompt(page).getByRole('button')).toHaveText([
    "Don't Remind Me Again",
    'Remind me later',
    'Install',
  ]);
  expect(await violations(page, 'section[aria-labelledby="install-title"]')).toEqual([]);

  await installPrompt(page).getByRole('button', { name: 'Remind me later' }).click();
  await expect(installPrompt(page)).toHaveCount(0);
  // The worker is registered 5 s after the page is loaded, so that its files delay no price.
  const registeredAt = () =>
    page.evaluate(() => (window as unknown as { registeredAt?: number }).registeredAt ?? 0);
  await expect.poll(registeredAt).toBeGreaterThanOrEqual(5_000);
  await page.clock.fastForward(day - 60_000);
  await page.clock.runFor(1_000);
  await expect(installPrompt(page)).toHaveCount(0);
  await page.clock.fastForward(120_000);
  await expect(installPrompt(page)).toBeVisible();
  await installPrompt(page).getByRole('button', { name: 'Install' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-install-asked', '');
  await expect(installPrompt(page)).toHaveCount(0);

  await offerInstall(page);
  await installPrompt(page).getByRole('button', { name: "Don't Remind Me Again" }).click();
  await expect(installPrompt(page)).toHaveCount(0);
  await page.goto(`${product.url}/app/trading?panel=Clock`);
  await new TradingPage(page).isOpen();
  await expect(new Workspace(page).panel('Clock')).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/app/trading`);
  await offerInstall(page);
  await page.clock.fastForward(120_000);
  await expect(installPrompt(page)).toHaveCount(0);

  const badge = () => page.evaluate(() => (window as unknown as { badges: number[] }).badges.at(-1));
  expect(await badge()).toBe(0);
  const pieter = await MarketClient.signIn(product, 'pieter');
  const { KAND, VELD } = membersOf(product);
  const report = { contract: 'MAR27 WMAZ', side: 'S', qty: 1, price: 4060, capacity: 'P', principal: VELD };
  const reply = await pieter.post(userCommands.insertUnmatchedDeal.path, {
    requestId: 'badge',
    ...report,
    counterparty: KAND,
  });
  expect(reply.status).toBe(200);
  await expect.poll(badge).toBe(1);

  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  });
  const { page: onPhone } = await TradingPage.signIn(await phone.newPage(), product, 'pieter');
  await installPrompt(onPhone).getByRole('button', { name: 'Install' }).click();
  await expect(installPrompt(onPhone).getByRole('listitem')).toHaveText([
    'Tap Share in the bar of the browser.',
    'Choose “Add to Home Screen”.',
    'Tap Add. Then open Openpit from its icon.',
  ]);
  expect(await violations(onPhone, 'section[aria-labelledby="install-title"]')).toEqual([]);
});

test('[SHELL-6] each version is offered, an older page keeps its files, and a typed ticket survives the update', async ({
  page,
  context,
  released: { product, proxy },
  browser,
}) => {
  const versions: Promise<BuiltVersion[]> = Promise.all([buildVersion('second'), buildVersion('third')]);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.clock.install();
  await TradingPage.signIn(page, product, 'thandi');
  await filesAreKept(page);
  const kept = await keptAddresses(page);
  expect(kept.length).toBeGreaterThan(50);
  expect(
    kept.filter((address) => !/^(\/index\.html|\/manifest\.webmanifest|\/assets\/[^?]+)$/.test(address)),
  ).toEqual([]);
  // The page of a browser without a service worker.
  const other = await browser.newContext({ serviceWorkers: 'block' });
  const { page: otherPage } = await TradingPage.signIn(await other.newPage(), product, 'pieter');

  const [second, third] = await versions;
  if (second === undefined || third === undefined) throw new Error('Two versions were built.');
  proxy.release(second.folder);
  await expect(updatePrompt(page)).toHaveCount(0);
  await page.clock.fastForward(300_000);
  await expect(updatePrompt(page).getByText(updateText, { exact: true })).toBeVisible();
  await expect(updatePrompt(page).getByRole('button')).toHaveText(['Close', 'Update']);
  await expect(updatePrompt(page).getByText('not saved')).toHaveCount(0);
  await new Workspace(page).item('Clock').click();
  await expect(updatePrompt(page)).toContainText(/The layout “.+” has changes that are not saved\./);
  expect(await violations(page, 'section[aria-label="Update"]')).toEqual([]);
  await updatePrompt(page).getByRole('button', { name: 'Close' }).click();
  await expect(updatePrompt(page)).toHaveCount(0);
  expect(await versionOf(page)).toBe('first');

  // A file that the page needs no longer exists on the server.
  await new Workspace(otherPage).item('Option calculator').click();
  await expect(updatePrompt(otherPage).getByText(updateText, { exact: true })).toBeVisible();
  await expect(updatePrompt(otherPage)).toContainText('A part of this page could not be loaded');
  const missing = otherPage.getByRole('alert').filter({ hasText: 'Option calculator could not be loaded.' });
  await expect(missing).toContainText('The server has a newer version of Openpit');
  await updatePrompt(otherPage).getByRole('button', { name: 'Close' }).click();
  await missing.getByRole('button', { name: 'Update…' }).click();
  await updatePrompt(otherPage).getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => versionOf(otherPage).catch(() => null)).toBe('second');

  // The offer of the second version was closed; the third one is another offer.
  proxy.release(third.folder);
  await page.clock.fastForward(300_000);
  await expect(updatePrompt(page)).toBeVisible();
  await updatePrompt(page).getByRole('button', { name: 'Close' }).click();

  // A second window starts with the kept files and updates. The first one keeps those that it still shows.
  const beside = await context.newPage();
  await beside.goto(`${product.url}/app/trading`);
  await new TradingPage(beside).isOpen();
  expect(await versionOf(beside)).toBe('first');
  await updatePrompt(beside).getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => versionOf(beside).catch(() => null)).toBe('third');
  await expect(updatePrompt(page)).toBeVisible();
  expect(await versionOf(page)).toBe('first');
  await new Workspace(page).item('MTM').click();
  await expect(new Workspace(page).grid('MTM')).toBeVisible();

  const trading = new TradingPage(page);
  await trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await page.keyboard.press('b');
  await trading.form.quantity.fill('37');
  await expect(updatePrompt(page)).toContainText(
    /37 DEC26 WMAZ.+ has not been sent\. It comes back after the update\./,
  );
  await updatePrompt(page).getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => versionOf(page).catch(() => null)).toBe('third');
  await trading.isOpen();
  await expect(trading.form.quantity).toHaveValue('37');
  await expect(updatePrompt(page)).toHaveCount(0);
  for (const version of [second, third]) await version.remove();
});

test('[SHELL-8] without a network the dialog stays, prices state their age, the application starts, and order entry opens', async ({
  page,
  context,
  product: direct,
  released: { product, proxy },
}) => {
  const client = await MarketClient.signIn(direct, 'thandi');
  await client.insertOrder({ requestId: 'before', price: 4032, ref: 'before' });
  let requestDelayMs = 0;
  await page.routeWebSocket(/\/market/, (socket) => {
    const server = socket.connectToServer();
    let isHandshake = true;
    socket.onMessage((message) => {
      if (isHandshake || requestDelayMs === 0) server.send(message);
      else setTimeout(() => server.send(message), requestDelayMs);
      isHandshake = false;
    });
  });
  await page.clock.install();
  const trading = await TradingPage.signIn(page, product, 'thandi');
  await filesAreKept(page);
  await expect(trading.orders.rows).toHaveCount(1);

  // The user clears the data of the site, in which the service worker may stay: the files are kept again.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.reload();
  await trading.isOpen();
  await expect.poll(async () => (await keptAddresses(page)).length).toBeGreaterThan(50);
  await trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await page.keyboard.press('b');
  await expect(trading.form.send).not.toHaveAttribute('aria-disabled', 'true');

  const cut = async () => {
    proxy.cut();
    await context.setOffline(true);
  };
  const restore = async () => {
    proxy.restore();
    await context.setOffline(false);
  };
  await cut();
  const dialog = offlineDialog(page);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText(offlineText, { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect(
    page.getByText(/^Prices stopped \d\d:\d\d:\d\d — this device is offline$/).first(),
  ).toBeVisible();
  await expect(page.locator('[data-panel] [role="row"][data-line]').first()).toBeVisible();
  await expect(trading.form.send).toHaveAttribute('aria-disabled', 'true');
  await client.insertOrder({ requestId: 'meanwhile', price: 4033, ref: 'meanwhile' });

  // The number of the user's orders on screen when order entry opens, a moment later for the grid to be painted.
  const ordersAtOpening = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const timer = setInterval(() => {
          const send = document.querySelector('[data-send]');
          if (send === null || send.getAttribute('aria-disabled') === 'true') return;
          clearInterval(timer);
          const rows = () =>
            document.querySelectorAll('[aria-label="Active orders"] [role="row"][data-line]');
          setTimeout(() => resolve(rows().length), 150);
        }, 5);
      }),
  );
  // The connection is back before the requests for the orders arrive.
  requestDelayMs = 1_500;
  await restore();
  await expect(dialog).toBeHidden();
  expect(await ordersAtOpening).toBe(2);
  requestDelayMs = 0;
  await trading.isOpen();

  await cut();
  await expect(dialog).toBeVisible();
  // The network stays cut: the application starts from the files that the browser has kept.
  await page.reload();
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible();
  // Chromium forgets at a reload that it emulates a device without a network, so it is set again.
  await context.setOffline(false);
  await context.setOffline(true);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText(offlineText, { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await restore();
  await expect(dialog).toBeHidden();
  await trading.isOpen();
  await expect(trading.orders.rows).toHaveCount(2);
});
