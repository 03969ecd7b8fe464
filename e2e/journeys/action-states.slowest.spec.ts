// The states of an action at its button or form: disabled with the reason, sending, accepted, rejected with the reason, unknown
// while the server is lost; and the list of the user's own actions.
import { readFile } from 'node:fs/promises';
import { userCommands } from '@openpit/wire';
import type { Page, Route } from '@playwright/test';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { membersOf } from '../product/people.ts';
import { twoDealers } from '../product/two-dealers.ts';

/** Holds the next call of this path until the test continues it. */
async function holdBack(page: Page, path: string) {
  let isHeld: (route: Route) => void = () => undefined;
  const held = new Promise<Route>((resolve) => {
    isHeld = resolve;
  });
  await page.route(`**${path}`, (route) => isHeld(route), { times: 1 });
  return { held };
}

test('[ACT-5] [ACT-7] a dealer sees why actions are disabled, and follows a suspension until the other member’s depth changes', async ({
  browser,
  product,
}) => {
  const { KAND } = membersOf(product);
  const client = await MarketClient.signIn(product, 'thandi');
  const entered = await client.insertOrder({ requestId: 's-1', price: 4030, qty: 5 });
  const order = (entered.body as { activeOrderSeq: number }).activeOrderSeq;
  const { thandi, pieter } = await twoDealers(browser, product);
  const { page } = thandi;
  const button = (name: 'Suspend' | 'Resubmit') => thandi.orders.button(order, name);

  // The button is disabled and says why.
  await expect(button('Resubmit')).toHaveAttribute('aria-disabled', 'true');
  await expect(button('Resubmit')).toHaveAccessibleDescription(/suspended/);
  await button('Resubmit').hover();
  await expect(page.getByRole('tooltip')).toContainText(/suspended/);

  const { held } = await holdBack(page, userCommands.suspendActiveOrder.path);
  await button('Suspend').click();
  const route = await held;
  // Sending: this button and the others of the order wait; nothing has happened anywhere yet.
  await expect(button('Suspend')).toHaveAccessibleDescription(/Waiting for the market’s answer/);
  await button('Suspend').click({ force: true });
  expect(await pieter.depth.bids()).toEqual([`${KAND} 5 4030.00`]);
  await route.continue();
  await expect(thandi.orders.cell(order, 'state')).toHaveText('Suspended');
  await expect(thandi.toast.filter({ hasText: `Suspended order ${order}` })).toBeVisible();
  await expect.poll(() => pieter.depth.bids()).toEqual([]);
  await expect(button('Suspend')).toHaveAccessibleDescription('The order is already suspended.');
  await expect(button('Resubmit')).not.toHaveAttribute('aria-disabled', 'true');
  await expect(pieter.orders.rows).toHaveCount(0);
});

test('[ACT-1] a dealer sees the outcome of an order in the form and in the list of the user’s actions, which no other user sees', async ({
  browser,
  product,
}) => {
  const { KAND } = membersOf(product);
  const { thandi, pieter } = await twoDealers(browser, product);
  const { page, form } = thandi;
  await page.keyboard.press('Escape');
  const open = async () => {
    await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click();
    await page.keyboard.press('b');
  };
  await open();
  await form.quantity.fill('5');
  await form.price.fill('4030.00');
  const { held } = await holdBack(page, userCommands.insertOrder.path);
  await form.send.click();
  const route = await held;
  await expect(form.outcome).toHaveAttribute('data-kind', 'sending');
  await expect(form.send).toContainText('Sending…');
  await expect(form.send).toHaveAttribute('aria-disabled', 'true');
  await expect(form.quantity).toHaveAttribute('readonly', '');
  expect(await pieter.depth.bids()).toEqual([]);
  await route.continue();
  await expect(form.outcome).toHaveAttribute('data-kind', 'accepted');
  await expect(form.outcome).toContainText('rests in the market: Buy 5 DEC26 WMAZ at 4,030.00');
  await form.close();
  await expect.poll(() => pieter.depth.bids()).toEqual([`${KAND} 5 4030.00`]);

  // The market's rejection is in the form, and nobody's depth changes.
  await open();
  await form.dialog.getByRole('radio', { name: 'Sell' }).check({ force: true });
  await form.quantity.fill('1');
  await form.price.fill('4030.00');
  await form.send.click();
  await expect(form.outcome).toHaveAttribute('data-kind', 'rejected');
  const rejection = await form.outcome.innerText();
  expect(rejection).toMatch(/^Rejected: .*your member’s order/);
  await page.keyboard.press('Escape');
  await expect(form.dialog).toBeHidden();
  expect(await pieter.depth.bids()).toEqual([`${KAND} 5 4030.00`]);
  expect(await pieter.depth.offers()).toEqual([]);

  const workspace = new Workspace(page);
  const list = workspace.grid('My actions');
  const lines = (of: Page = page) =>
    new Workspace(of)
      .grid('My actions')
      .locator('[role="row"][data-line]')
      .evaluateAll((rows) =>
        rows.map((row) =>
          ['action', 'words', 'outcome']
            .map((id) => row.querySelector(`[data-col="${id}"]`)?.textContent)
            .join(' | '),
        ),
      );
  const expected = [
    'Sell | Sell 1 DEC26 WMAZ at 4,030.00 | Rejected',
    'Buy | Buy 5 DEC26 WMAZ at 4,030.00 | Accepted',
  ];
  await workspace.item('My actions…').click();
  await expect.poll(() => lines()).toEqual(expected);
  const newest = list.locator('[data-line="0"]');
  await expect(newest.locator('[data-col="at"]')).toHaveText(/^\d\d:\d\d:\d\d\.\d{3}$/);
  await expect(newest.locator('[data-col="sentence"]')).toHaveText(rejection);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^my-actions-\d{8}-\d{6}\.csv$/);
  const [captions = '', first = '', second = '', ...rest] = (await readFile(await file.path(), 'utf8'))
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
  expect(rest).toEqual([]);
  expect(captions).toMatch(/^Time,/);
  expect(first).toMatch(/^20\d\d-\d\d-\d\dT[\d:.]+Z,Sell,/);
  expect(first).toContain('your member’s order');
  expect(second).toContain('Buy 5 DEC26 WMAZ at');

  // The same dealer at another computer, where a program also sends commands: both lists follow.
  const elsewhere = await (await browser.newContext({ viewport: { width: 1600, height: 900 } })).newPage();
  await TradingPage.signIn(elsewhere, product, 'thandi');
  await new Workspace(elsewhere).item('My actions…').click();
  await expect.poll(() => lines(elsewhere)).toEqual(expected);
  const program = await MarketClient.signIn(product, 'thandi');
  await program.insertOrder({ requestId: 'by-program', price: 4029, qty: 2 });
  await program.insertOrder({ requestId: 'own-order', side: 'S', price: 4030, qty: 3 });
  const later = [
    'Sell | Sell 3 DEC26 WMAZ at 4,030.00 | Rejected',
    'Buy | Buy 2 DEC26 WMAZ at 4,029.00 | Accepted',
  ];
  for (const screen of [page, elsewhere])
    await expect.poll(() => lines(screen)).toEqual([...later, ...expected]);
  await elsewhere.context().close();
  await page.keyboard.press('Escape');
  await new Workspace(pieter.page).item('My actions…').click();
  await expect(pieter.page.getByText('No actions yet.')).toBeVisible();
});

test('[ACT-1] a dealer whose reply is lost sees an unknown outcome, and after the restart that the order was accepted once', async ({
  browser,
  startProduct,
}) => {
  const product = await startProduct();
  const { KAND } = membersOf(product);
  const { thandi, pieter } = await twoDealers(browser, product);
  const { page, form } = thandi;
  await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await page.keyboard.press('b');
  await form.quantity.fill('3');
  await form.price.fill('4030.00');
  const { held } = await holdBack(page, userCommands.insertOrder.path);
  await form.send.click();
  // The market accepts the order, and the server is killed before its reply is read.
  const route = await held;
  expect((await route.fetch()).status()).toBe(200);
  await product.kill();
  await route.abort('connectionreset');
  await expect(form.outcome).toHaveAttribute('data-kind', 'unknown');
  await expect(form.outcome).toContainText('it is not known whether the order is in the market');
  await expect(form.send).toContainText('Asking for the outcome…');
  await expect(form.send).toHaveAttribute('aria-disabled', 'true');
  const workspace = new Workspace(page);

  await product.startAgain();
  await expect(form.outcome).toHaveAttribute('data-kind', 'accepted', { timeout: 60_000 });
  await expect(form.outcome).toContainText('Buy 3 DEC26 WMAZ at 4,030.00');
  await form.close();
  for (const screen of [thandi, pieter])
    await expect.poll(() => screen.depth.bids(), { timeout: 60_000 }).toEqual([`${KAND} 3 4030.00`]);
  await expect(thandi.orders.rows).toHaveCount(1);
  await expect(pieter.orders.rows).toHaveCount(0);
  await workspace.item('My actions…').click();
  await expect(workspace.grid('My actions').locator('[data-line="0"] [data-col="outcome"]')).toHaveText(
    'Accepted',
  );
  await expect(workspace.grid('My actions').locator('[data-line]')).toHaveCount(1);
});
