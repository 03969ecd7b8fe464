// Actions on own orders, from the Active orders panel and the depth, and the notices of own deals.
import { readFile } from 'node:fs/promises';
import { activeOrders, contractRow, depthOf, expect, orderForm, orderRow, test, toast } from './gallery.ts';

test('[AUTH-11] an action without permission is disabled, gives the reason in its description, and does nothing', async ({
  openGallery,
}) => {
  const { page } = await openGallery('state=denied');
  const button = page.getByRole('button', { name: 'Suspend order 1201' });
  await expect(button).toHaveAccessibleDescription(/your account may not suspend orders\. Ask your operator/);
  await button.click({ force: true });
  await expect(page.getByRole('tooltip')).toContainText('Ask your operator to allow it');
  await expect(page.getByText(/Suspended order 1201/)).toHaveCount(0);
  await contractRow(page, 'MAR27').locator('[data-col="offer"]').dblclick();
  await expect(toast(page, /your account may not enter orders/)).toBeVisible();
  await expect(orderForm(page)).toBeHidden();

  // A menu says it once for all of its items, also where they lack different permissions.
  await orderRow(page, 1201).click({ button: 'right' });
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
  await activeOrders(page).focus();
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: 'Cancel the order?' });
  await expect(question).toContainText('Order 1206: Buy 8 MAY27 YMAZ');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(activeOrders(page)).toHaveAttribute('aria-rowcount', '7');
  await activeOrders(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await expect(toast(page, /Cancelled order 1205/)).toBeVisible();
  await expect(activeOrders(page)).toHaveAttribute('aria-rowcount', '6');

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
  await page.getByRole('button', { name: 'Amend order 1201' }).click();
  const amend = page.getByRole('dialog', { name: /Amend order 1201/ });
  await amend.getByRole('textbox', { name: /Price/ }).fill('4030.20');
  await amend.getByRole('button', { name: /^Amend order 1201: Buy 10 DEC26 WMAZ at 4,030.20/ }).click();
  await expect(amend.getByText(/Amended order 1201/)).toBeVisible();
  await amend.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(orderRow(page, 1201).locator('[data-col="price"]')).toContainText('4,030.20');
  await activeOrders(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: /Edit order 1206/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await activeOrders(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('h');
  await expect(toast(page, /Suspended order 1205/)).toBeVisible();
  const row = activeOrders(page).getByRole('row', { name: 'MAR27 SUNS' });
  await expect(row).toContainText('Suspended');
  await page.keyboard.press('u');
  await expect(row).toContainText('Active');

  await page.keyboard.press('End');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('-');
  const reduce = page.getByRole('dialog', { name: /Reduce order 1201/ });
  const remaining = reduce.getByRole('textbox', { name: /To be left/ });
  await expect(remaining).toBeFocused();
  await page.keyboard.type('10');
  await expect(reduce.locator('[data-send]')).toHaveAttribute('aria-disabled', 'true');
  await remaining.fill('4');
  await page.keyboard.press('Control+Enter');
  await expect(reduce.getByText('Reduced order 1201: 4 lots left.')).toBeVisible();
  await expect(orderRow(page, 1201).locator('[data-col="remaining"]')).toHaveText('4');
});

test('[ACT-2] [ACT-3] [PANEL-6] the tabs count the orders; “Cancel all” and “Suspend all” say of which orders and how many', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  await page.getByRole('radio', { name: /^Suspended/ }).click();
  await expect(activeOrders(page)).toHaveAttribute('aria-rowcount', '3');
  await page.getByRole('radio', { name: /^Active/ }).click();
  await expect(activeOrders(page)).toHaveAttribute('aria-rowcount', '5');
  await page.getByRole('radio', { name: /^All/ }).click();
  await page.getByRole('button', { name: 'Cancel all (6) of your member' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel 6 orders?' });
  await expect(question).toContainText('All orders of your member: 2 in DEC26 WMAZ');
  await expect(question).toContainText('2 of them are suspended');
  await expect(question.getByRole('button', { name: 'Keep them' })).toBeFocused();
  for (const answer of await question.getByRole('button').all())
    await expect(answer).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(activeOrders(page)).toHaveAttribute('aria-rowcount', '7');

  // Only the active ones are suspended.
  await page.getByRole('button', { name: 'Suspend all orders of your member' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend 4 orders' }).click();
  await page.getByRole('radio', { name: /^Suspended/ }).click();
  await expect(activeOrders(page)).toHaveAttribute('aria-rowcount', '7');
  await page.getByRole('radio', { name: /^All/ }).click();

  await page.getByRole('button', { name: 'Filter the orders' }).click();
  await page.getByRole('menuitem', { name: 'Instrument WMAZ' }).click();
  await expect(activeOrders(page)).toHaveAttribute('aria-rowcount', '4');
  await page.getByRole('button', { name: 'Cancel all (3) in WMAZ' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel 3 orders' }).click();
  await expect(toast(page, 'Cancelled 3 orders in WMAZ.')).toBeVisible();
  await expect(activeOrders(page)).toHaveAttribute('aria-rowcount', '1');
});

test('[PANEL-17] the user’s order is deleted from its line of the depth, after a confirmation', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  const deleteButton = depthOf(page, 'DEC26 WMAZ').getByRole('button', { name: /Cancel own order 1201/ });
  await deleteButton.click();
  const question = page.getByRole('dialog', { name: 'Cancel the order?' });
  await expect(question).toContainText('Order 1201: Buy 10 DEC26 WMAZ');
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await expect(toast(page, /Cancelled order 1201/)).toBeVisible();
  await expect(deleteButton).toHaveCount(0);
});

test('[PREF-3] new own deals show one toast, the deals of the snapshot none', async ({ openGallery }) => {
  const { page } = await openGallery('deal=1&sound=1');
  await expect(toast(page, 'Bought 5 DEC26 WMAZ at 4,035.20')).toBeVisible();
  await expect(page.getByText(/more$/)).toHaveCount(0);
});

test('the list of own actions shows what was sent, when, and its outcome, and is exported as a file', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  await page.getByRole('button', { name: 'Suspend order 1201' }).click();
  await expect(toast(page, /Suspended order 1201/)).toBeVisible();
  await workspace.drawer.getByRole('button', { name: 'My actions…' }).click();
  const dialog = page.getByRole('dialog', { name: 'My actions' });
  const row = dialog.getByRole('row').nth(1);
  await expect(row).toContainText('Suspend');
  await expect(row).toContainText('Accepted');
  await expect(row).toContainText(/\d\d:\d\d:\d\d\.\d{3}/);
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await readFile(await (await saving).path(), 'utf8');
  expect(file).toMatch(/Suspend order 1201: Buy 10 DEC26 WMAZ/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
