// The start-up of Trading: its nine lines, a slow loader and a failing loader, the toasts, and loading again when the
// browser is online again; the frame of the workspace on screens of each width; a failure before it.

import { paths, userReads } from '@openpit/wire';
import type { Page } from '@playwright/test';
import { violations } from '../pages/axe.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, secondLook, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import type { Product } from '../product/running-product.ts';

const others = [
  'your profile',
  'market data',
  'layouts',
  'preferences',
  'MTM',
  'contract dates',
  'instruments',
  'trade history',
];

/** Stores a session of this user's own, as if the user had signed in here before. */
async function storeSession(page: Page, product: Product): Promise<MarketClient> {
  const client = await MarketClient.signIn(product, 'thandi');
  await page.goto(`${product.url}/favicon.svg`);
  await page.evaluate((jwt) => localStorage.setItem('jwt', jwt), client.token);
  return client;
}

/** The number of rows of each event that the hub sends when everything is requested. */
async function rowCounts(
  client: MarketClient,
): Promise<Record<'mtm' | 'contractDate' | 'instruments', number>> {
  const { connection, close } = await client.connect();
  const countOf = (event: string, dataSetId: number) =>
    new Promise<number>((resolve, reject) => {
      let count = 0;
      connection.on(event, ({ rows, more }: { rows: unknown[]; more?: boolean }) => {
        count += rows.length;
        if (!more) resolve(count);
      });
      connection.invoke('PublishAllData', dataSetId, null).catch(reject);
    });
  try {
    return {
      mtm: await countOf('MTMInit', 9),
      contractDate: await countOf('ContractDateInit', 4),
      instruments: await countOf('InstrumentsInit', 2),
    };
  } finally {
    await close();
  }
}

test('[START-1] [START-2] [START-4] [START-5] [START-6] the start-up covers the workspace until a loader that has failed is loaded, and then counts the loaded items', async ({
  page,
  product,
}) => {
  const client = await storeSession(page, product);
  const counts = await rowCounts(client);
  let answer: 'fail' | Promise<void> = 'fail';
  let calls = 0;
  await page.route(`**${userReads.getAllMembers.path}`, async (route) => {
    calls += 1;
    if (answer === 'fail')
      return route.fulfill({ status: 503, json: { status: 503, message: 'The market is starting.' } });
    await answer;
    return route.continue();
  });
  await page.goto(`${product.url}/app/trading`);
  const lines = page.getByRole('main').getByRole('listitem');
  const progress = page.getByRole('progressbar');
  await expect(lines).toHaveCount(9);
  for (const subject of others) await expect(lines.filter({ hasText: `Loaded ${subject}.` })).toHaveCount(1);
  const members = lines.filter({ hasText: 'members' });
  await expect(members).toContainText('Error has occured loading members');
  await expect(members).toContainText('503: The market is starting.');
  await expect(page.locator('section[data-type="error"]')).toContainText('503: The market is starting.');
  await expect(progress).toHaveAttribute('aria-valuenow', '89');
  await expect(page.getByRole('status').filter({ hasText: '8 of 9 loaded' })).toContainText('1 error');
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);

  let release = () => {};
  answer = new Promise((resolve) => {
    release = resolve;
  });
  await members.getByRole('button', { name: 'Retry' }).click();
  await expect(members).toContainText('Loading members...');
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  release();
  const trading = new TradingPage(page);
  await trading.isOpen();
  // Failed ones are also retried automatically.
  expect(calls).toBeGreaterThanOrEqual(2);

  // SHELL-3: on a desktop the toolbar is closed and the drawer is open.
  const workspace = new Workspace(page);
  await expect(page.getByRole('button', { name: /^Openpit/ })).toHaveAttribute('aria-expanded', 'false');
  await expect(workspace.drawer).toBeVisible();

  await page.keyboard.press('Alt+t');
  await page.getByRole('button', { name: 'Notices' }).click();
  const notices = page.getByRole('dialog', { name: 'Notices' }).getByRole('listitem');
  for (const text of [
    `Added ${counts.mtm} mtm`,
    `Added ${counts.contractDate} contract dates`,
    `Added ${counts.instruments} instruments`,
  ])
    await expect(notices.filter({ hasText: text })).toHaveCount(1);
});

test('[START-3] the loaders run again when the browser is online again', async ({ page, product }) => {
  const trading = await TradingPage.signIn(page, product, 'thandi');
  const again = [
    paths.getHqAccess,
    userReads.getAllMembers.path,
    paths.getAllUserLayouts,
    paths.getUserPreference,
  ];
  const seen: string[] = [];
  page.on('request', (request) => seen.push(new URL(request.url()).pathname));
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
  expect(seen.filter((path) => again.includes(path as (typeof again)[number]))).toEqual([]);
  await page.context().setOffline(false);
  for (const path of again) await expect.poll(() => seen.filter((other) => other === path).length).toBe(1);
  await trading.isOpen();
  // The toasts of START-6 are for the start-up: nothing was added.
  await page.keyboard.press('Alt+t');
  await page.getByRole('button', { name: 'Notices' }).click();
  const notices = page.getByRole('dialog', { name: 'Notices' }).getByRole('listitem');
  await expect(notices.filter({ hasText: /Added \d+ instruments/ })).toHaveCount(1);
});

test(
  '[SHELL-2] [SHELL-3] the theme and the frame of the workspace',
  secondLook('phone and desktop are in order-floor.spec.ts and in the journey above.'),
  async ({ page, product }) => {
    await page.goto(`${product.url}/authentication/login`);
    const rgb = (value: string) => (value.match(/\d+/g) ?? []).map(Number);
    const styleOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { backgroundColor, borderTopWidth, borderTopStyle, blockSize } = getComputedStyle(element);
          return {
            backgroundColor,
            border: `${borderTopWidth} ${borderTopStyle}`,
            blockSize: Number.parseFloat(blockSize),
          };
        });
    await expect(page.getByLabel('E-mail')).toBeVisible();
    const ground = rgb((await styleOf('body')).backgroundColor);
    expect(Math.min(...ground), 'a light grey').toBeGreaterThan(225);
    expect(Math.max(...ground) - Math.min(...ground), 'a light grey').toBeLessThan(12);
    const [red = 0, green = 0, blue = 0] = rgb((await styleOf('button[type=submit]')).backgroundColor);
    expect(blue, 'blue').toBeGreaterThan(1.5 * Math.max(red, green));
    // Dark where the system of the user prefers dark (decision 25).
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(async () => Math.max(...rgb((await styleOf('body')).backgroundColor))).toBeLessThan(60);
    await page.emulateMedia({ colorScheme: 'light' });
    const input = await styleOf('input[type=email], input[name=email], form input');
    expect(input.border, 'outlined').toBe('1px solid');
    expect(input.blockSize, 'compact').toBeLessThanOrEqual(36);

    const trading = await TradingPage.signIn(page, product, 'thandi');
    const workspace = new Workspace(page);
    const pill = page.getByRole('button', { name: /^Openpit/ });
    await page.setViewportSize({ width: 600, height: 900 });
    await expect(workspace.drawer).toBeVisible();
    await expect(pill).toHaveAttribute('aria-expanded', 'false');
    await page.setViewportSize({ width: 599, height: 900 });
    await expect(workspace.drawer).toHaveCount(0);
    await expect(pill).toHaveCount(0);
    await expect(page.getByRole('img', { name: 'Live' }).first()).toBeVisible();
    await expect(trading.futures.grid).toBeVisible();
  },
);

test('a page whose files are gone shows what to do, in a sentence that the application replaces', async ({
  page,
  product,
}) => {
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  await page.goto(`${product.url}/authentication/login`);
  const sentence = page.getByText('Openpit has not opened yet. If this text stays, load the page again');
  // A page that opens in time does not show it. The server permits this style by its hash.
  await expect(sentence).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(sentence).toBeVisible();
  await page.unroute('**/assets/**');
  await page.reload();
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await expect(sentence).toHaveCount(0);
});

test('the details of a failure are copied with one button, and selected where the page may not copy', async ({
  page,
  product,
}) => {
  await storeSession(page, product);
  await page.route('**/assets/trading-page-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("The hold is empty.");' }),
  );
  await page.goto(`${product.url}/app/trading`);
  await expect(page.getByRole('heading', { name: 'This page has failed' })).toBeVisible();
  await page.getByText('Details for support').click();
  expect(await violations(page)).toEqual([]);
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
  );
  const copy = page.getByRole('button', { name: 'Copy the details' });
  await copy.click();
  const outcome = page.locator('details').getByRole('status');
  await expect(outcome).toContainText('The details are selected');
  expect(await page.evaluate(() => String(getSelection()))).toContain('The hold is empty.');

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.reload();
  await page.getByText('Details for support').click();
  await copy.click();
  await expect(outcome).toHaveText('Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^The hold is empty\.\nTime: 20\d\d-.*Z\nPage: \/app\/trading\nBrowser: Mozilla/);
});
