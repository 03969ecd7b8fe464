// axe on both screens, with panels, form and menu open, and an order by keyboard alone. The dark theme runs in the long tests.
import { violations } from '../pages/axe.ts';
import { LoginPage } from '../pages/login-page.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { demoPassword } from '../product/people.ts';

const themes = process.env.OPENPIT_LONG === '1' ? (['light', 'dark'] as const) : (['light'] as const);

// axe examines every cell on the screen: a smaller one has as many kinds of cells, and fewer of each.
test.use({ viewport: { width: 1280, height: 720 } });

for (const theme of themes)
  test(`axe finds no violation on Login and on Trading with its form and menu (${theme})`, async ({
    page,
    product,
  }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const pieter = await MarketClient.signIn(product, 'pieter');
    await pieter.insertOrder({ requestId: `bid-${theme}`, price: 4030, qty: 5 });
    await pieter.insertOrder({ requestId: `offer-${theme}`, side: 'S', price: 4031, qty: 4 });
    const login = new LoginPage(page);
    await login.open(product.url);
    expect(await violations(page)).toEqual([]);
    await login.signIn(product.people.thandi, 'wrong');
    await expect(page.getByRole('alert').filter({ hasText: 'wrong' }).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await login.signIn(product.people.thandi);
    const thandi = new TradingPage(page);
    await thandi.isOpen();
    await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click();
    await expect.poll(async () => (await thandi.depth.bids()).length).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('b');
    await thandi.form.enter({ qty: 1, price: '4000.00' });
    expect(await violations(page)).toEqual([]);
    await thandi.form.close();
    await thandi.orders.rows.first().click({ button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

test('a dealer enters, suspends and deletes an order with the keyboard alone', async ({ page, product }) => {
  const login = new LoginPage(page);
  await login.open(product.url);
  await login.email.focus();
  await page.keyboard.type(product.people.thandi.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  const thandi = new TradingPage(page);
  await thandi.isOpen();
  await thandi.futures.grid.focus();
  for (const key of ['Control+Home', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await page.keyboard.press('b');
  await expect(thandi.form.quantity).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect(thandi.form.price).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('4010.00');
  await page.keyboard.press('Control+Enter');
  await expect(thandi.form.outcome).toHaveAttribute('data-kind', 'accepted');
  await page.keyboard.press('Escape');
  await expect(thandi.form.dialog).toBeHidden();
  await expect(thandi.orders.rows).toHaveCount(1);
  await thandi.orders.grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('h');
  await expect(thandi.orders.rows.first()).toContainText('Suspended');
  await expect(thandi.orders.rows.first().getByRole('button', { name: /^Cancel/ })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('Delete');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel order' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(thandi.orders.rows).toHaveCount(0);
});
