// Sessions that end or change while their screen is open: by the operator, and in another tab.

import { LoginPage } from '../pages/login-page.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { expect, test } from '../product/journey.ts';
import { operate } from '../product/operator.ts';
import { membersOf } from '../product/people.ts';

test('[AUTH-6] a user whose token expires while Trading is open is at Login with “Token Expired” at the next check', async ({
  page,
  product,
}) => {
  await page.clock.install();
  await TradingPage.signIn(page, product, 'thandi');
  await page.clock.fastForward('13:00:00');
  await expect(page).toHaveURL(`${product.url}/authentication/login`);
  await expect(page.getByText('Token Expired').first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeNull();
});

test('[AUTH-10] the operator ends the sessions of a user, who is at Login with the reason and can sign in again', async ({
  page,
  product,
}) => {
  const { thandi } = product.people;
  await TradingPage.signIn(page, product, 'thandi');
  const ended = await operate(product.dataFolder, 'user', 'end-sessions', thandi.email);
  expect(ended).toMatchObject({ code: 0 });
  await expect(page).toHaveURL(`${product.url}/authentication/login`);
  await expect(page.getByText('Token Expired').first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeNull();
  await new LoginPage(page).signIn(thandi);
  await new TradingPage(page).isOpen();
});

test('[AUTH-10] a user whom the operator disables is back at Login and cannot sign in until the operator enables the user', async ({
  page,
  product,
}) => {
  const { pieter } = product.people;
  await TradingPage.signIn(page, product, 'pieter');
  expect(await operate(product.dataFolder, 'user', 'disable', pieter.email)).toMatchObject({ code: 0 });
  await expect(page).toHaveURL(`${product.url}/authentication/login`);
  const login = new LoginPage(page);
  await login.signIn(pieter);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/authentication/login`);
  expect(await operate(product.dataFolder, 'user', 'enable', pieter.email)).toMatchObject({ code: 0 });
  await login.signIn(pieter);
  await new TradingPage(page).isOpen();
});

test('[AUTH-11] [AUTH-9] a permission that the operator revokes and grants again, and a client that is added, count without a reload', async ({
  page,
  product,
}) => {
  const { thandi } = product.people;
  const trading = await TradingPage.signIn(page, product, 'thandi');
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await page.keyboard.press('b');
  await trading.form.enter({ qty: 1, price: '3990.00' });
  await trading.form.close();
  await expect(trading.orders.rows).toHaveCount(1);
  const suspend = trading.orders.rows.getByRole('button', { name: /^Suspend order/ });
  await expect(suspend).not.toHaveAttribute('aria-disabled', 'true');

  await operate(product.dataFolder, 'user', 'revoke', thandi.email, 'suspendActiveOrder');
  await expect(suspend).toHaveAttribute('aria-disabled', 'true');
  await operate(product.dataFolder, 'user', 'grant', thandi.email, 'suspendActiveOrder');
  await expect(suspend).not.toHaveAttribute('aria-disabled', 'true');
  await suspend.click();
  await expect(trading.orders.rows.getByRole('button', { name: /^Resubmit order/ })).toBeVisible();

  const client = `C${Date.now().toString(36).slice(-6).toUpperCase()}`;
  const { KAND } = membersOf(product);
  await trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await page.keyboard.press('b');
  const account = trading.form.dialog.getByRole('combobox').locator(`option[value="${client}"]`);
  await expect(account).toHaveCount(0);
  const added = await operate(product.dataFolder, 'client', 'add', client, KAND, 'New', 'Client');
  expect(added).toMatchObject({ code: 0 });
  await expect(account).toHaveCount(1);
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
});

test('[AUTH-7] signing in in one of two tabs at Login opens Trading in both; another user’s sign-in there replaces the first in both', async ({
  page,
  context,
  product,
}) => {
  const other = await context.newPage();
  const [login, otherLogin] = [new LoginPage(page), new LoginPage(other)];
  await login.open(product.url);
  await otherLogin.open(product.url);
  await login.signIn(product.people.thandi);
  for (const tab of [page, other]) await new TradingPage(tab).isOpen();

  await other
    .getByRole('navigation', { name: 'Workspace' })
    .getByRole('button', { name: 'Sign out' })
    .click();
  for (const tab of [page, other]) await expect(tab).toHaveURL(`${product.url}/authentication/login`);
  await otherLogin.signIn(product.people.pieter);
  for (const tab of [page, other]) {
    await new TradingPage(tab).isOpen();
    await tab.getByRole('button', { name: /^Openpit/ }).click();
    await expect(tab.getByText(product.people.pieter.displayName)).toBeVisible();
  }
});
