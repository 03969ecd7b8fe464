// Exercise and abandonment on the expiry day of an option: the holder acts, the other member is assigned, and the day ends.
import type { Locator } from '@playwright/test';
import { violations } from '../pages/axe.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { operate } from '../product/operator.ts';
import { twoDealers } from '../product/two-dealers.ts';

const option = 'DEC26 WMAZ 4000 C';
const columns = ['principal', 'contract', 'net'];

test('[ACT-18] [ACT-19] [PANEL-8] a dealer exercises and abandons lots of an option by keyboard, and the assigned dealer is notified', async ({
  browser,
  startProduct,
}) => {
  const product = await startProduct({ more: ['--business-day', '2026-11-20'] });
  const { thandi, pieter } = await twoDealers(browser, product);
  const [client, other] = [
    await MarketClient.signIn(product, 'thandi'),
    await MarketClient.signIn(product, 'pieter'),
  ];
  const later = 'MAR27 WMAZ 4060 C';
  for (const [contract, qty, price] of [
    [option, 10, 40],
    [later, 1, 220],
  ] as const) {
    await other.insertOrder({ requestId: `s-${qty}`, contract, side: 'S', qty, price });
    await client.insertOrder({ requestId: `b-${qty}`, contract, qty, price });
  }
  for (const screen of [thandi, pieter]) {
    await screen.addPanels('Positions');
    await new Workspace(screen.page).choose('Positions', 'Maximise');
  }
  await expect
    .poll(() => thandi.positions.texts(columns))
    .toEqual([`KAND | ${option} | +10`, `KAND | ${later} | +1`]);

  // Only a holder is offered it; and before its expiry day an option can be exercised only in administration.
  await rowOf(pieter, option).click({ button: 'right' });
  await expect(pieter.page.getByRole('menuitem', { name: /^Close out/ })).toBeVisible();
  await expect(pieter.page.getByRole('menuitem', { name: /^Exercise/ })).toHaveCount(0);
  await pieter.page.keyboard.press('Escape');
  await rowOf(thandi, later).click({ button: 'right' });
  await thandi.page.getByRole('menuitem', { name: /^Exercise/ }).click();
  const { form } = thandi;
  await expect(form.send).toHaveAttribute('aria-disabled', 'true');
  await expect(form.send).toHaveAccessibleDescription(
    new RegExp(
      `^${later} can be exercised in administration, and on its expiry day, .*, until trading ends\\.`,
    ),
  );
  await thandi.page.keyboard.press('Escape');
  await expect(form.dialog).toBeHidden();

  // By keyboard: the row, its menu, the form, the button.
  await thandi.positions.grid.focus();
  await thandi.page.keyboard.press('Control+Home');
  await thandi.page.keyboard.press('Shift+F10');
  const exercise = thandi.page.getByRole('menuitem', { name: /^Exercise/ });
  await expect(exercise).toBeVisible();
  while (!(await isFocused(exercise))) await thandi.page.keyboard.press('ArrowDown');
  await thandi.page.keyboard.press('Enter');
  const lots = form.dialog.getByRole('textbox', { name: /^To exercise/ });
  await expect(lots).toBeFocused();
  await expect(lots).toHaveValue('10');
  await lots.fill('11');
  await expect(form.send).toHaveAccessibleDescription('KAND is long 10 lots: enter that many or fewer.');
  await lots.fill('4');
  await expect(form.dialog.locator('[data-expiry]')).toHaveText(
    'KAND buys 4 DEC26 WMAZ at the strike of 4,000.00; 4 lots of the option close at 0. This cannot be undone.',
  );
  // The future is at its MTM of 4,035.00.
  await expect(form.dialog.locator('[data-given-up]')).toHaveText(
    /^That gives up R\s2,000 now: the option’s last price is 40\.00, and DEC26 WMAZ at 4,035\.00 brings 35\.00 per ton\.$/,
  );
  expect(await violations(thandi.page, '[role="dialog"]')).toEqual([]);
  await thandi.page.keyboard.press('Control+Enter');
  await expect(form.outcome).toHaveText(`Exercised 4 ${option} of KAND: bought 4 DEC26 WMAZ at 4,000.00.`);
  await expect(pieter.toast.filter({ hasText: 'Sold 4 DEC26 WMAZ at 4,000.00 by exercise' })).toBeVisible();
  await form.close();
  await expect
    .poll(() => thandi.positions.texts(columns))
    .toEqual(['KAND | DEC26 WMAZ | +4', `KAND | ${option} | +6`, `KAND | ${later} | +1`]);
  await expect
    .poll(() => pieter.positions.texts(columns))
    .toEqual(['VELD | DEC26 WMAZ | −4', `VELD | ${option} | −6`, `VELD | ${later} | −1`]);

  // The deals of the position add up to it.
  await rowOf(thandi, option).click({ button: 'right' });
  await thandi.page.getByRole('menuitem', { name: 'Deals of this position…' }).click();
  const deals = thandi.page.getByRole('dialog', { name: `KAND in ${option}` });
  await expect(deals.locator('tbody [data-side]')).toHaveText(['+10', '−4']);
  await expect(deals.locator('tfoot')).toContainText('+6');
  await expect(deals.getByRole('status')).toHaveCount(0);
  expect(await violations(thandi.page, '[role="dialog"]')).toEqual([]);
  await thandi.page.keyboard.press('Escape');
  await expect(deals).toBeHidden();

  await rowOf(thandi, option).click({ button: 'right' });
  await thandi.page.getByRole('menuitem', { name: /^Abandon/ }).click();
  await form.dialog.getByRole('textbox', { name: /^To abandon/ }).fill('2');
  await expect(form.dialog.locator('[data-given-up]')).toHaveText(
    /^With DEC26 WMAZ at 4,035\.00, that gives up R\s7,000\.$/,
  );
  await form.send.click();
  await expect(form.outcome).toHaveText(
    `Abandoned 2 ${option} of KAND: they are not exercised automatically today.`,
  );
  await form.close();
  // Wide enough for all columns.
  for (const { page } of [thandi, pieter]) await page.setViewportSize({ width: 2400, height: 900 });
  await expect(rowOf(thandi, option).locator('[data-col="abandoned"]')).toHaveText('2');
  await expect(rowOf(pieter, option).locator('[data-col="abandoned"]')).toHaveText('0');

  // At the end of the day four lots are exercised automatically, and the abandoned ones lapse.
  expect((await operate(product.dataFolder, 'end-of-day')).output).toContain('has ended');
  for (const [screen, name, member, sign] of [
    [thandi, 'thandi', 'KAND', '+'],
    [pieter, 'pieter', 'VELD', '−'],
  ] as const) {
    await expect(screen.page).toHaveURL(/login$/);
    const again = await TradingPage.signIn(screen.page, product, name);
    await new Workspace(again.page).choose('Positions', 'Maximise');
    await expect
      .poll(() => again.positions.texts(columns))
      .toEqual([`${member} | DEC26 WMAZ | ${sign}8`, `${member} | ${later} | ${sign}1`]);
  }
});

const rowOf = (screen: TradingPage, contract: string): Locator =>
  screen.positions.rows.filter({
    has: screen.page.locator('[data-col="contract"]', { hasText: new RegExp(`^${contract}$`) }),
  });

const isFocused = (item: Locator): Promise<boolean> =>
  item.evaluate((element) => element === document.activeElement);
