// The sheet of keys, the command palette, "Cancel all" and the keyboard focus, which is never on the bare page.
import type { Locator, Page } from '@playwright/test';
import { violations } from '../pages/axe.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';

/** A description of the element with the focus; "the page" where no key does anything. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return 'the page';
    return activeElement.getAttribute('aria-label') ?? activeElement.textContent;
  });

test('[ROUTE-3] a dealer finds every key on a sheet, and contracts, panels, layouts and permitted commands in the palette', async ({
  page,
  product,
}) => {
  const client = await MarketClient.signIn(product, 'pieter');
  await client.insertOrder({ requestId: 'q-1', contract: 'MAR27 WMAZ', side: 'S', price: 4040, qty: 3 });
  const trading = await TradingPage.signIn(page, product, 'thandi');
  const workspace = new Workspace(page);
  const { form } = trading;
  await trading.futures.cell('WMAZ', 'DEC26', 'contract').click();

  const sheet = page.getByRole('dialog', { name: 'Keys' });
  await page.keyboard.press('Shift+?');
  for (const place of ['Everywhere', 'Active orders', 'Depth', 'Order ticket', 'Positions'])
    await expect(sheet.getByRole('region', { name: place, exact: true })).toBeVisible();
  await expect(sheet.getByRole('region', { name: 'Everywhere' })).toContainText('Ctrl+K');
  expect(await violations(page, '[role="dialog"]')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(trading.futures.grid).toBeFocused();
  // In a field the question mark is a letter.
  await page.keyboard.press('b');
  await form.dialog.getByRole('textbox', { name: 'Ref' }).fill('why');
  await page.keyboard.press('?');
  await expect(form.dialog.getByRole('textbox', { name: 'Ref' })).toHaveValue('why?');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('Escape');
  await workspace.item('Keys…').click();
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(workspace.item('Keys…')).toBeFocused();

  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const field = palette.getByRole('combobox');
  const options = palette.getByRole('option');
  const chosen = palette.locator('[role="option"][aria-selected="true"]');
  const type = async (text: string) => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await field.fill(text);
  };
  await trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await type('26 wmaz dec');
  await expect(options.first()).toContainText('DEC26 WMAZ Depth');
  await expect(options.filter({ hasText: /^DEC26 WMAZ Chart/ })).toBeVisible();
  await expect(options.filter({ hasText: /^DEC26 WMAZ Buy.*B/ })).toBeVisible();
  await expect(field).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '');
  expect(await violations(page, '[role="dialog"]')).toEqual([]);
  await field.fill('wmaz mar 27 buy');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(form.send).toHaveText(/^Buy 10 MAR27 WMAZ at 4,040\.00/);
  await page.keyboard.press('Escape');
  await type('march 2027 white depth');
  await page.keyboard.press('Enter');
  await expect(workspace.panel('Depth')).toContainText('MAR27 WMAZ');
  await page.keyboard.press('Alt+PageUp');
  await expect(workspace.panel('Depth')).toContainText('DEC26 WMAZ');
  await page.keyboard.press('Alt+PageDown');
  await expect(workspace.panel('Depth')).toContainText('MAR27 WMAZ');
  await expect.poll(() => trading.depth.offers()).toHaveLength(1);
  await type('clock');
  await page.keyboard.press('Enter');
  await expect(workspace.panel('Clock')).toBeVisible();
  await type('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // The entry that was chosen last comes first.
  await page.keyboard.press('Control+k');
  await expect(options.nth(0)).toContainText('Dark theme');
  await expect(options.nth(1)).toContainText('Clock');
  await expect(options.nth(2)).toContainText('MAR27 WMAZ Depth');
  await field.fill('all orders');
  await expect(options.filter({ hasText: 'Cancel all orders of my member' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(trading.futures.grid).toBeFocused();

  // Lerato may enter and cancel nothing: the palette does not offer it.
  const lerato = await page.context().browser()?.newContext();
  if (lerato === undefined) throw new Error('The browser has no context to open.');
  const other = await lerato.newPage();
  await TradingPage.signIn(other, product, 'lerato');
  await other.keyboard.press('Control+k');
  const theirs = other.getByRole('dialog', { name: 'Command palette' });
  await theirs.getByRole('combobox').fill('wmaz dec 26');
  await expect(theirs.getByRole('option').filter({ hasText: 'DEC26 WMAZ Depth' })).toBeVisible();
  await expect(theirs.getByRole('option').filter({ hasText: /Buy|Sell|Cancel/ })).toHaveCount(0);
  await theirs.getByRole('combobox').fill('orders');
  await expect(theirs.getByRole('option').filter({ hasText: 'Active orders' })).toBeVisible();
  await expect(theirs.getByRole('option').filter({ hasText: /Cancel|Suspend/ })).toHaveCount(0);
  await theirs.getByRole('combobox').fill('sign out');
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL(/\/authentication\/login$/);
});

test('[ACT-2] “Cancel all” is always in sight with its number, has a key, and asks unless the dealer wants no question', async ({
  page,
  product,
}) => {
  const client = await MarketClient.signIn(product, 'thandi');
  for (const [at, contract] of ['DEC26 WMAZ', 'DEC26 WMAZ', 'MAR27 WMAZ', 'MAR27 WMAZ'].entries())
    await client.insertOrder({ requestId: `c-${at}`, contract, price: 4000 - at, qty: 1 });
  const { orders, futures, toast } = await TradingPage.signIn(page, product, 'thandi');
  const panel = new Workspace(page).panel('Active orders');
  const all = panel.getByRole('button', { name: /^Cancel all \(/ });
  await page.mouse.move(400, 200);
  await expect(all).toHaveText('Cancel all (4)');
  expect(await all.evaluate((button) => getComputedStyle(button.parentElement ?? button).opacity)).toBe('1');

  await futures.cell('WMAZ', 'DEC26', 'contract').click();
  const choices = panel.getByRole('button', { name: 'Which orders to cancel' });
  const choose = async (name: string | RegExp) => {
    await choices.click();
    await page.getByRole('menu').locator('[role^=menuitem]').filter({ hasText: name }).click();
  };
  await choose('Orders in DEC26 WMAZ (2)…');
  const question = page.getByRole('dialog', { name: /^Cancel \d orders?\?/ });
  await expect(question).toContainText('All orders in DEC26 WMAZ: 2 in DEC26 WMAZ.');
  await question.getByRole('button', { name: 'Cancel 2 orders' }).click();
  await expect(orders.rows).toHaveCount(2);
  await expect(all).toHaveText('Cancel all (2)');

  // The key also works in a field of the ticket.
  await page.keyboard.press('b');
  await page.keyboard.press('Alt+c');
  await expect(question).toContainText('All orders of dealer');
  await question.getByRole('button', { name: 'Keep them' }).click();
  await expect(orders.rows).toHaveCount(2);
  await page.keyboard.press('Escape');

  await choose('Ask first');
  await page.keyboard.press('Alt+c');
  await expect(orders.rows).toHaveCount(0);
  await expect(toast.filter({ hasText: 'Cancelled 2 orders of dealer' })).toBeVisible();
  await expect(question).toBeHidden();
  await client.insertOrder({ requestId: 'c-9', price: 4000, qty: 1 });
  await expect(all).toHaveText('Cancel all (1)');
  await all.click();
  await expect(orders.rows).toHaveCount(0);
  expect(await client.activeOrders()).toEqual([]);
});

test('[ROUTE-3] the focus is never on the bare page after a dialog, menu, ticket, toast, deleted row or closed panel', async ({
  page,
  product,
}) => {
  const client = await MarketClient.signIn(product, 'thandi');
  for (const at of [0, 1, 2]) await client.insertOrder({ requestId: `f-${at}`, price: 4000 - at, qty: 2 });
  const trading = await TradingPage.signIn(page, product, 'thandi');
  const workspace = new Workspace(page);
  const { futures, form, orders } = trading;
  const cell = futures.cell('WMAZ', 'DEC26', 'contract');
  const dialog = page.getByRole('dialog');
  const menu = page.getByRole('menu');
  /** Opens a layer, waits until it is there, and leaves it with Escape. */
  const left = async (open: Promise<unknown>, opened: Locator) => {
    await open;
    await expect(opened).toBeVisible();
    await page.keyboard.press('Escape');
  };
  const deleteButton = orders.grid.getByRole('button', { name: /^Cancel order/ });

  /** The name of the step, the act, the element that must be gone afterwards, and the element with the focus. */
  const steps: readonly (readonly [string, () => Promise<unknown>, Locator | null, Locator])[] = [
    ['Esc in a ticket', () => left(press('b'), form.dialog), form.dialog, futures.grid],
    [
      'Close after an order',
      async () => {
        await press('b');
        await form.enter({ qty: 1, price: '3990.00' });
        await form.close();
      },
      form.dialog,
      futures.grid,
    ],
    ['the menu of a row', () => left(cell.click({ button: 'right' }), menu), menu, futures.grid],
    [
      'the sheet of keys',
      () =>
        left(
          cell.click().then(() => page.keyboard.press('Shift+?')),
          dialog,
        ),
      dialog,
      futures.grid,
    ],
    [
      'the command palette',
      () =>
        left(
          cell.click().then(() => page.keyboard.press('Control+k')),
          dialog,
        ),
      dialog,
      futures.grid,
    ],
    [
      'a dialog from the drawer',
      () => left(workspace.item('My actions…').click(), dialog),
      dialog,
      workspace.item('My actions…'),
    ],
    [
      'a dialog from a menu of the drawer',
      () => left(workspace.chooseForLayout('Rename…'), dialog),
      dialog,
      workspace.item('More…'),
    ],
    [
      'Notices, whose button is gone',
      async () => {
        await page.keyboard.press('Alt+t');
        await left(page.getByRole('button', { name: 'Notices' }).click(), dialog);
      },
      dialog,
      page.getByRole('button', { name: /^Openpit/ }),
    ],
    [
      'a question that is declined',
      async () => {
        await deleteButton.first().click();
        await dialog.getByRole('button', { name: 'Keep it' }).click();
      },
      dialog,
      deleteButton.first(),
    ],
    [
      'a row that is cancelled by its button',
      async () => {
        const [row] = await orders.rows.all();
        await deleteButton.first().click();
        await dialog.getByRole('button', { name: 'Cancel order' }).click();
        await expect(orders.rows).toHaveCount(3);
        expect(row).toBeDefined();
      },
      dialog,
      orders.grid,
    ],
    [
      'a row that is cancelled by its key',
      async () => {
        await orders.rows.first().locator('[data-col="qty"]').click();
        await page.keyboard.press('Delete');
        await dialog.getByRole('button', { name: 'Cancel order' }).click();
        await expect(orders.rows).toHaveCount(2);
      },
      dialog,
      orders.grid,
    ],
    [
      'a toast that is closed, after a key in the rows',
      async () => {
        await cell.click();
        await trading.toast.getByRole('button', { name: 'Close' }).first().click();
      },
      null,
      futures.grid,
    ],
    [
      'a panel that is closed by its button',
      async () => {
        await workspace.item('Clock').click();
        await workspace.panel('Clock').getByRole('button', { name: 'Close Clock' }).click();
      },
      workspace.panel('Clock'),
      workspace.item('Clock'),
    ],
    [
      'a panel that is closed by its menu, after a cell of another',
      async () => {
        await cell.click();
        await workspace.choose('Deals', 'Close');
      },
      workspace.panel('Deals'),
      futures.grid,
    ],
  ];
  for (const [what, act, gone, at] of steps) {
    await test.step(what, async () => {
      await act();
      if (gone !== null) await expect(gone, what).toHaveCount(0);
      await expect(at, `after ${what} the focus is on ${await focused(page)}`).toBeFocused();
      expect(await focused(page), what).not.toBe('the page');
    });
  }

  async function press(key: string): Promise<void> {
    await cell.click();
    await page.keyboard.press(key);
    await expect(form.dialog).toBeVisible();
  }
});
