// Actions on the user's orders, from the Active orders panel and the depth, and the notices of the user's deals.
import { readFile } from 'node:fs/promises';
import {
  activeOrders,
  contractRow,
  depthOf,
  expect,
  futures,
  orderForm,
  orderNumbers,
  orderRow,
  test,
  toast,
} from './gallery.ts';

test('[AUTH-11] an action without permission is disabled, gives the reason in its description, and does nothing', async ({
  openGallery,
}) => {
  const { page } = await openGallery('denied=1');
  const [order = 0] = await orderNumbers(page);
  const button = page.getByRole('button', { name: `Suspend order ${order}` });
  await expect(button).toHaveAccessibleDescription(/your account may not suspend orders\. Ask your operator/);
  await button.click({ force: true });
  await expect(page.getByRole('tooltip')).toContainText('Ask your operator to allow it');
  await expect(page.getByText(/^Suspended order/)).toHaveCount(0);
  await contractRow(page, 'MAR27').locator('[data-col="offer"]').dblclick();
  await expect(toast(page, /your account may not enter orders/)).toBeVisible();
  await expect(orderForm(page)).toBeHidden();

  // A menu says it once for all of its items, even where they lack different permissions.
  await orderRow(page, order).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: /^Cancel/ })).toHaveAttribute('aria-disabled', 'true');
  const reasons = page.getByRole('menu').locator(':text("Ask your operator"):not(.visually-hidden)');
  await expect(reasons).toHaveText([
    'No permission: your account may not suspend orders, resubmit orders, cancel orders, amend active orders or reduce orders. Ask your operator to allow it.',
  ]);
});

test('[ACT-4] Delete on a focused order asks first; after it is deleted, no key acts on the order that takes its place', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  const [first, second, ...others] = await orderNumbers(page);
  const headAnd = (orders: number) => String(orders + 1);
  await activeOrders(page).focus();
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: 'Cancel the order?' });
  await expect(question).toContainText(`Order ${first}: Buy 3 MAR27 SUNS`);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(activeOrders(page)).toHaveAttribute('aria-rowcount', headAnd(others.length + 2));
  await activeOrders(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await expect(toast(page, `Cancelled order ${second}`)).toBeVisible();
  await expect(activeOrders(page)).toHaveAttribute('aria-rowcount', headAnd(others.length + 1));

  await activeOrders(page).focus();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('dialog', { name: 'Cancel the order?' })).toBeVisible();
});

test('[ACT-5] [ACT-6] [ACT-7] [ACT-8] E amends and edits an order, H suspends it, U resubmits it, and − reduces it', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  const changed = (await orderNumbers(page)).at(-1) ?? 0;
  await page.getByRole('button', { name: `Amend order ${changed}` }).click();
  const amend = page.getByRole('dialog', { name: `Amend order ${changed}` });
  await amend.getByRole('textbox', { name: /Price/ }).fill('4030.20');
  await amend.getByRole('button', { name: `Amend order ${changed}: Buy 5 DEC26 WMAZ at 4,030.20` }).click();
  await expect(amend.getByText(`Amended order ${changed}`)).toBeVisible();
  await amend.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(orderRow(page, changed).locator('[data-col="price"]')).toContainText('4,030.20');
  // The changed order has become the newest, and the oldest is suspended.
  const orders = await orderNumbers(page);
  const [newest = 0, oldest = 0] = [orders[0], orders.at(-1)];
  expect(newest).toBe(changed);
  await activeOrders(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('e');
  const edit = page.getByRole('dialog', { name: `Edit order ${oldest}` });
  await expect(edit.getByRole('textbox', { name: /Price/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await activeOrders(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('h');
  await expect(toast(page, `Suspended order ${newest}`)).toBeVisible();
  const state = orderRow(page, newest).locator('[data-col="state"]');
  await expect(state).toHaveText('Suspended');
  await page.keyboard.press('u');
  await expect(state).toHaveText('Active');
  // From anywhere: the question names the order that was entered last.
  const last = Math.max(...(await orderNumbers(page)));
  await futures(page).focus();
  await page.keyboard.press('Alt+x');
  const question = page.getByRole('dialog', { name: 'Cancel the order?' });
  await expect(question).toContainText(`Order ${last}:`);
  await question.getByRole('button', { name: 'Keep it' }).click();

  await activeOrders(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('-');
  const reduce = page.getByRole('dialog', { name: `Reduce order ${oldest}` });
  const remaining = reduce.getByRole('textbox', { name: /To be left/ });
  await expect(remaining).toBeFocused();
  await page.keyboard.type('10');
  await expect(reduce.locator('[data-send]')).toHaveAttribute('aria-disabled', 'true');
  await remaining.fill('4');
  await page.keyboard.press('Control+Enter');
  await expect(reduce.getByText(`Reduced order ${oldest}: 4 lots left.`)).toBeVisible();
  await expect(orderRow(page, oldest).locator('[data-col="remaining"]')).toHaveText('4');
});

test('[ACT-2] [ACT-3] [PANEL-6] the tabs count the orders; “Cancel all” and “Suspend all” state which orders they act on, and how many', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  const { length: all } = await orderNumbers(page);
  const hasOrders = (orders: number) =>
    expect(activeOrders(page)).toHaveAttribute('aria-rowcount', String(orders + 1));
  await page.getByRole('radio', { name: /^Suspended/ }).click();
  await hasOrders(1);
  await page.getByRole('radio', { name: /^Active/ }).click();
  await hasOrders(all - 1);
  await page.getByRole('radio', { name: /^All/ }).click();
  await page.getByRole('button', { name: `Cancel all (${all}) of your member` }).click();
  const question = page.getByRole('dialog', { name: `Cancel ${all} orders?` });
  await expect(question).toContainText(/All orders of your member: .*3 in DEC26 WMAZ/);
  await expect(question).toContainText('One of them is suspended');
  await expect(question.getByRole('button', { name: 'Keep them' })).toBeFocused();
  for (const answer of await question.getByRole('button').all())
    await expect(answer).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await hasOrders(all);

  // Only the active ones are suspended.
  await page.getByRole('button', { name: 'Suspend all orders of your member' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Suspend ${all - 1} orders` })
    .click();
  await page.getByRole('radio', { name: /^Suspended/ }).click();
  await hasOrders(all);
  await page.getByRole('radio', { name: /^All/ }).click();

  await page.getByRole('button', { name: 'Filter the orders' }).click();
  await page.getByRole('menuitem', { name: 'Instrument WMAZ' }).click();
  await hasOrders(all - 1);
  await page.getByRole('button', { name: `Cancel all (${all - 1}) in WMAZ` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Cancel ${all - 1} orders` })
    .click();
  await expect(toast(page, `Cancelled ${all - 1} orders in WMAZ.`)).toBeVisible();
  await hasOrders(0);
});

test('[PANEL-17] the user’s order is deleted from its line of the depth, after a confirmation', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  const [, order] = await orderNumbers(page);
  const deleteButton = depthOf(page, 'DEC26 WMAZ').getByRole('button', { name: `Cancel own order ${order}` });
  await deleteButton.click();
  const question = page.getByRole('dialog', { name: 'Cancel the order?' });
  await expect(question).toContainText(`Order ${order}: Buy 10 DEC26 WMAZ`);
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await expect(toast(page, `Cancelled order ${order}`)).toBeVisible();
  await expect(deleteButton).toHaveCount(0);
});

test('[PREF-3] a new deal of the user shows one toast, the deals of the snapshot none', async ({
  openGallery,
}) => {
  const { page } = await openGallery('deal=1&sound=1');
  await expect(toast(page, /^Bought 5 DEC26 WMAZ at [\d,.]+/)).toBeVisible();
  await expect(page.getByText(/more$/)).toHaveCount(0);
});

test('the list of the user’s actions shows each command, its time and its outcome, and is exported as a file', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  const [order] = await orderNumbers(page);
  await page.getByRole('button', { name: `Suspend order ${order}` }).click();
  await expect(toast(page, `Suspended order ${order}`)).toBeVisible();
  await workspace.drawer.getByRole('button', { name: 'My actions…' }).click();
  const dialog = page.getByRole('dialog', { name: 'My actions' });
  const row = dialog.getByRole('row').nth(1);
  await expect(row).toContainText('Suspend');
  await expect(row).toContainText('Accepted');
  await expect(row).toContainText(/\d\d:\d\d:\d\d\.\d{3}/);
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await readFile(await (await saving).path(), 'utf8');
  expect(file).toMatch(/Suspend order \d+: Buy 3 MAR27 SUNS/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
