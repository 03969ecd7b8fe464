// Where the addresses lead, with which token, and how a session ends.

import { LoginPage } from '../pages/login-page.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { expect, test } from '../product/journey.ts';
import { RunningProduct } from '../product/running-product.ts';

let product: RunningProduct;
test.beforeAll(async () => {
  product = await RunningProduct.start();
});
test.afterAll(() => product.dispose());

const expiredToken = () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ name: 'Old', exp: 1_000_000_000 })}.x`;
};

test('[ROUTE-1] [ROUTE-3] without a token every address leads to Login', async ({ page }) => {
  for (const path of ['/', '/app', '/app/trading', '/authentication/login']) {
    await page.goto(product.url + path);
    await expect(page).toHaveURL(`${product.url}/authentication/login`);
  }
});

test('[ROUTE-2] [AUTH-4] a valid token leads on to Trading, also after a reload', async ({ page }) => {
  await TradingPage.signIn(page, product.url, 'thandi');
  expect(await page.evaluate(() => localStorage.getItem('jwt'))).toMatch(/^ey/);
  await page.goto(`${product.url}/authentication/login`);
  await new TradingPage(page).isOpen();
  await page.reload();
  await new TradingPage(page).isOpen();
});

test('[ROUTE-4] [AUTH-5] an expired or unreadable token is cleared with the last-used layout before Login', async ({
  page,
}) => {
  for (const token of [expiredToken(), 'garbage']) {
    await page.goto(`${product.url}/authentication/login`);
    await page.evaluate((jwt) => {
      localStorage.setItem('jwt', jwt);
      localStorage.setItem('lastUsedLayout', 'some-layout');
    }, token);
    await page.goto(`${product.url}/app/trading`);
    await expect(page).toHaveURL(`${product.url}/authentication/login`);
    await expect
      .poll(() => page.evaluate(() => [localStorage.getItem('jwt'), localStorage.getItem('lastUsedLayout')]))
      .toEqual([null, null]);
  }
});

test('[AUTH-1] a wrong password is answered in words and lets nobody in', async ({ page }) => {
  const login = new LoginPage(page);
  await login.open(product.url);
  await login.signIn('thandi', 'not the password');
  await expect(page.getByRole('alert').filter({ hasText: 'wrong' }).first()).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/authentication/login`);
  expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeNull();
});

test('[AUTH-7] signing out ends the session everywhere: here, in another tab, and on the server', async ({
  page,
  context,
}) => {
  const thandi = await TradingPage.signIn(page, product.url, 'thandi');
  const other = await context.newPage();
  await other.goto(`${product.url}/app/trading`);
  await new TradingPage(other).isOpen();
  const token = await page.evaluate(() => localStorage.getItem('jwt'));
  await thandi.page
    .getByRole('navigation', { name: 'Workspace' })
    .getByRole('button', { name: 'Sign out' })
    .click();
  for (const tab of [page, other]) await expect(tab).toHaveURL(`${product.url}/authentication/login`);
  const reply = await fetch(`${product.url}/api/authenticate/getHQAccess`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.status).toBe(401);
});
