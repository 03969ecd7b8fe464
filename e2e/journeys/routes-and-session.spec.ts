// The screen of each address with and without a valid token, and the end of a session.

import { LoginPage } from '../pages/login-page.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { demoPassword } from '../product/people.ts';

const expiredToken = () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ name: 'Old', exp: 1_000_000_000 })}.x`;
};

test('[ROUTE-1] [ROUTE-3] without a token every address leads to Login', async ({ page, product }) => {
  for (const path of ['/', '/app', '/app/trading', '/authentication/login']) {
    await page.goto(product.url + path);
    await expect(page).toHaveURL(`${product.url}/authentication/login`);
  }
});

test('[ROUTE-2] [AUTH-4] a valid token leads on to Trading, even after a reload', async ({
  page,
  product,
}) => {
  await TradingPage.signIn(page, product, 'thandi');
  expect(await page.evaluate(() => localStorage.getItem('jwt'))).toMatch(/^ey/);
  await page.goto(`${product.url}/authentication/login`);
  await new TradingPage(page).isOpen();
  await page.reload();
  await new TradingPage(page).isOpen();
});

test('[ROUTE-4] [AUTH-5] an expired or unreadable token leads to Login and is removed, with the last-used layout', async ({
  page,
  product,
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

test('[AUTH-1] a user with a wrong password sees a message and is not signed in', async ({
  page,
  product,
}) => {
  const login = new LoginPage(page);
  await login.open(product.url);
  await login.signIn(product.people.thandi, 'not the password');
  await expect(page.getByRole('alert').filter({ hasText: 'wrong' }).first()).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/authentication/login`);
  expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeNull();
});

test('Login shows the phase of the market, reveals the password, and signs in a user of the demonstration with one click', async ({
  page,
  product,
}) => {
  const login = new LoginPage(page);
  await login.open(product.url);
  await expect(page.getByText(/^Trading( until .* SAST)?$/)).toBeVisible();

  await login.password.fill('not shown to others');
  await expect(login.password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(login.password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(login.password).toHaveAttribute('type', 'password');

  expect(await page.content()).not.toContain(demoPassword);
  await page.getByRole('button', { name: /^Thandi Nkosi/ }).click();
  await new TradingPage(page).isOpen();
});

test('[AUTH-7] signing out ends the session everywhere; what another tab had typed and changed comes back there', async ({
  page,
  context,
  product,
}) => {
  const thandi = await TradingPage.signIn(page, product, 'thandi');
  const other = await context.newPage();
  await other.goto(`${product.url}/app/trading`);
  await new TradingPage(other).isOpen();
  const inOther = new TradingPage(other);
  await new Workspace(other).item('Clock').click();
  await inOther.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await other.keyboard.press('b');
  await inOther.form.quantity.fill('37');
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

  await expect(
    other.getByText(/^You signed out in another tab, so this one did too\. What you typed/).first(),
  ).toBeVisible();
  await new LoginPage(other).signIn(product.people.thandi);
  await inOther.isOpen();
  await expect(inOther.form.quantity).toHaveValue('37');
  await expect(new Workspace(other).panel('Clock')).toHaveCount(0);
  await other.getByRole('button', { name: 'Bring them back' }).click();
  await expect(new Workspace(other).panel('Clock')).toBeVisible();
});

test('a browser without storage, clipboard, service worker, WebSocket and sound opens the application and trades', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get, configurable: true });
    for (const name of ['WebSocket', 'EventSource', 'Notification', 'AudioContext', 'requestIdleCallback'])
      Reflect.deleteProperty(window, name);
    for (const name of ['clipboard', 'serviceWorker', 'setAppBadge', 'storage', 'locks'])
      Object.defineProperty(Navigator.prototype, name, { value: undefined, configurable: true });
    Object.defineProperty(crypto, 'randomUUID', { value: undefined });
  });
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  const login = new LoginPage(page);
  await login.open(product.url);
  await expect(page.getByText(/^This browser blocks the storage of this site/).first()).toBeVisible();
  await login.signIn(product.people.thandi);
  const trading = new TradingPage(page);
  await trading.isOpen();
  await trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await page.keyboard.press('b');
  await trading.form.enter({ qty: 2, price: '4010.00' });
  await expect(trading.orders.rows).toHaveCount(1);
  await new Workspace(page).choose('Futures', 'Copy all');
  await expect(
    new Workspace(page)
      .panel('Futures')
      .getByText(/^Not copied: on an address without HTTPS/)
      .last(),
  ).toBeInViewport({ ratio: 1 });
  expect(failures).toEqual([]);
});
