// The main journeys in WebKit, the engine of Safari: sign-in, order, deal, layout and phone.
import { writeFile } from 'node:fs/promises';
import { expect, productTest } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { demoPassword } from '../product/people.ts';
import type { Product } from '../product/running-product.ts';
import { WebKitDriver, WebKitWindow } from './webkit-window.ts';

interface Windows {
  /** Opens the only window of a journey. */
  readonly openWindow: (size?: { width: number; height: number }) => Promise<WebKitWindow>;
}

const test = productTest.extend<Windows, { readonly driver: WebKitDriver }>({
  driver: [
    async ({ browserName: _browserName }, use) => {
      const driver = await WebKitDriver.start(process.env.OPENPIT_WEBKIT ?? 'WebKitWebDriver');
      await use(driver);
      driver.stop();
    },
    { scope: 'worker' },
  ],
  openWindow: async ({ driver }, use, testInfo) => {
    let opened: WebKitWindow | null = null;
    await use(async (size = { width: 1600, height: 900 }) => {
      opened = await WebKitWindow.open(driver, size);
      return opened;
    });
    if (opened === null) return;
    const last = opened as WebKitWindow;
    if (testInfo.status !== testInfo.expectedStatus)
      await writeFile(testInfo.outputPath('window.png'), await last.screenshot(), 'base64');
    await last.close();
  },
});

async function signIn(screen: WebKitWindow, { url, people }: Product): Promise<void> {
  await screen.goTo(url);
  await screen.fill(/^E-mail/, people.thandi.email);
  await screen.fill(/^Password/, demoPassword);
  await screen.press('button', /^Sign in$/);
  await screen.sees('grid', /^Futures/);
  await screen.sees('cell', /^DEC26/);
}

/** The texts of these columns of a panel's rows, separated by ` | `. */
const rowsOf = (screen: WebKitWindow, panel: string, columns: readonly string[]): Promise<string[]> =>
  screen.evaluate(
    `const [panel, columns] = arguments;
    const grid = document.querySelector('[role="grid"][aria-label="' + panel + '"]');
    return [...(grid?.querySelectorAll('[role="row"][data-line]') ?? [])].map((row) =>
      columns.map((id) => row.querySelector('[data-col="' + id + '"]')?.textContent?.trim() ?? '?').join(' | '));`,
    panel,
    columns,
  );

test('[AUTH-1] in WebKit a dealer signs in, a wrong password is explained, and a reload keeps the session', async ({
  openWindow,
  product,
}) => {
  const screen = await openWindow();
  await screen.goTo(product.url);
  await expect.poll(() => screen.url()).toBe(`${product.url}/authentication/login`);
  await screen.fill(/^E-mail/, product.people.thandi.email);
  await screen.fill(/^Password/, 'wrong');
  await screen.press('button', /^Sign in$/);
  await expect
    .poll(() => screen.evaluate('return document.querySelector(\'[role="alert"]\')?.innerText ?? ""'))
    .toMatch(/password/i);
  await signIn(screen, product);
  expect(await screen.url()).toContain('/app/trading');
  await screen.reload();
  await screen.sees('cell', /^DEC26/);
});

test('[ACT-1] [ACT-4] in WebKit a dealer enters an order from a menu, sees it, and cancels it', async ({
  openWindow,
  product,
}) => {
  const screen = await openWindow();
  await signIn(screen, product);
  await screen.openMenu('cell', /^DEC26/);
  await screen.press('menuitem', /^Bid/);
  await screen.fill(/^Quantity/, '4');
  await screen.fill(/^Price/, '4030.00');
  await screen.press('send', /Buy|Bid|Send/);
  await screen.sees('outcome', /Order \d+/);
  await expect
    .poll(() => rowsOf(screen, 'Active orders', ['side', 'qty', 'price']))
    .toEqual(['Buy | 4 | 4,030.00']);
  await screen.press('answer', /^Close$/);
  await screen.press('button', /^Cancel all \(1\)/);
  await screen.press('answer', /^Cancel/);
  await expect.poll(() => rowsOf(screen, 'Active orders', ['side'])).toEqual([]);
});

test('[ACT-1] [PANEL-9] [PANEL-10] in WebKit a dealer deals with another member and sees deal and position', async ({
  openWindow,
  product,
}) => {
  const other = await MarketClient.signIn(product, 'pieter');
  await other.insertOrder({ requestId: 'w-1', contract: 'MAR27 WMAZ', side: 'S', price: 4061, qty: 8 });
  const screen = await openWindow();
  await signIn(screen, product);
  await screen.openMenu('cell', /^MAR27/);
  await screen.press('menuitem', /^Buy/);
  await screen.fill(/^Quantity/, '3');
  await screen.press('send', /Buy|Send/);
  await screen.sees('outcome', /Bought 3/);
  const deals = () => rowsOf(screen, 'Deals', ['side', 'qty', 'price']);
  await expect.poll(deals).toEqual(['Buy | 3 | 4,061.00']);
  await expect.poll(() => rowsOf(screen, 'Positions', ['net'])).toEqual(['+3']);
});

test('[LAYOUT-5] [LAYOUT-8] in WebKit a dealer closes a panel, saves the layout, and finds it after a reload', async ({
  openWindow,
  product,
}) => {
  const screen = await openWindow();
  await signIn(screen, product);
  await screen.sees('button', /^Close Depth$/);
  await screen.press('button', /^Close Depth$/);
  await screen.press('button', /^Save$/);
  await expect
    .poll(() => screen.evaluate<string>('return document.body.innerText'))
    .toContain('Updated layout');
  await screen.reload();
  await screen.sees('cell', /^DEC26/);
  await screen.sees('button', /^Close Positions$/);
  expect(await screen.has('button', /^Close Depth$/)).toBe(false);
});

test('[LAYOUT-11] in WebKit a dealer deals in a window as narrow as a phone, and nothing is wider than it', async ({
  openWindow,
  product,
}) => {
  const other = await MarketClient.signIn(product, 'pieter');
  await other.insertOrder({ requestId: 'w-2', side: 'S', price: 4036, qty: 8 });
  const screen = await openWindow({ width: 390, height: 844 });
  await signIn(screen, product);
  await screen.press('cell', /^DEC26/);
  await screen.press('button', /^Buy/);
  await screen.fill(/^Quantity/, '3');
  await screen.press('send', /Buy|Send/);
  await screen.sees('outcome', /Bought 3/);
  await screen.press('answer', /^Close$/);
  await screen.press('button', /^Close the depth$/);
  await screen.press('button', /^Deals/);
  await expect.poll(() => rowsOf(screen, 'Deals', ['side'])).toHaveLength(1);
  expect(await screen.evaluate('return document.documentElement.scrollWidth - innerWidth')).toBe(0);
});
