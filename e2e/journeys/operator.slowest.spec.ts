// The operator's command line, and its immediate effect on users' screens.

import { TradingPage } from '../pages/trading-page.ts';
import { expect, test } from '../product/journey.ts';
import { operate } from '../product/operator.ts';

test('[AUTH-10] [AUTH-11] [HUB-3] a user enters orders once the operator permits it, sees an announcement, and is at Login when the day ends', async ({
  page,
  startProduct,
}) => {
  const product = await startProduct();
  const lerato = await TradingPage.signIn(page, product, 'lerato');
  await lerato.futures.cell('WMAZ', 'DEC26', 'contract').click();

  expect(
    await operate(product.dataFolder, 'user', 'grant', 'lerato@karo.example', 'insertOrderOrDouble'),
  ).toMatchObject({ code: 0 });
  await expect(async () => {
    await lerato.futures.cell('WMAZ', 'DEC26', 'contract').click();
    await page.keyboard.press('b');
    await expect(lerato.form.send).not.toHaveAttribute('aria-disabled', 'true', { timeout: 500 });
  }).toPass();
  await lerato.form.enter({ qty: 1, price: '4020.00' });
  await lerato.form.close();
  await expect(lerato.orders.rows).toHaveCount(1);

  await operate(product.dataFolder, 'announce', 'Silo', 'receipts', 'at', 'noon');
  await expect(lerato.toast).toContainText('Silo receipts at noon');

  const ended = await operate(product.dataFolder, 'end-of-day');
  expect(ended.output).toContain('has ended');
  await expect(page).toHaveURL(`${product.url}/authentication/login`);
  await expect(page.getByText(/has ended/).first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeNull();
});

test('the operator’s command line works without a running server, and the server then knows the change', async ({
  startProduct,
}) => {
  const product = await startProduct();
  await product.stop();
  const users = await operate(product.dataFolder, 'users');
  expect(users.output).toMatch(/lerato +KARO\/LMO +lerato@karo\.example +no permissions/);
  expect((await operate(product.dataFolder, 'user', 'grant', 'lerato', 'dealer')).output).toContain(
    'Granted',
  );
  expect(await operate(product.dataFolder, 'user', 'grant', 'lerato', 'fly')).toMatchObject({ code: 1 });
  await product.startAgain();
  expect((await operate(product.dataFolder, 'users')).output).toMatch(/lerato .*insertOrderOrDouble/);
});
