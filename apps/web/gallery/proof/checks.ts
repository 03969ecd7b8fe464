// What must hold when somebody uses the screens, each as a sentence and the steps that show it.
import { expect, type Page } from '@playwright/test';

export interface Check {
  readonly title: string;
  readonly on?: 'desk' | 'phone';
  /** More of the gallery's address. */
  readonly query?: string;
  readonly check: (page: Page) => Promise<void>;
}

const futures = (page: Page) => page.getByRole('grid', { name: 'Futures' });
const orders = (page: Page) => page.getByRole('grid', { name: 'Active orders' });
const orderRow = (page: Page, activeOrderSeq: number) =>
  orders(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: new RegExp(` ${activeOrderSeq}$`) }) });
const contractRow = (page: Page, name: string) => futures(page).getByRole('row', { name }).first();
const form = (page: Page) => page.getByRole('dialog', { name: /Order/ });
const quantity = (page: Page) => form(page).getByRole('textbox', { name: /Quantity/ });
const price = (page: Page) => form(page).getByRole('textbox', { name: /Price/ });
const toast = (page: Page, text: RegExp | string) => page.getByText(text).last();

async function openForm(
  page: Page,
  cell: 'bid' | 'offer',
  modifiers: ('Control' | 'Shift')[] = [],
): Promise<void> {
  await contractRow(page, 'MAR27').locator(`[data-col="${cell}"]`).dblclick({ modifiers });
  await form(page).waitFor();
}

async function focusContract(page: Page, linesDown: number): Promise<void> {
  await futures(page).focus();
  for (let line = 0; line < linesDown; line += 1) await page.keyboard.press('ArrowDown');
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const boxOf = async (page: Page, name: string) => {
  const box = await panel(page, name).boundingBox();
  if (box === null) throw new Error(`No panel ${name} is in sight.`);
  return box;
};

export const checks: readonly Check[] = [
  {
    title:
      '[PANEL-1] a double-click on the offer opens a Buy form at the offer, on the bid a Sell form at the bid',
    check: async (page) => {
      await openForm(page, 'offer');
      await expect(form(page).getByRole('button', { name: 'Buy 10 MAR27 WMAZ at 4,056.00' })).toBeVisible();
      await expect(quantity(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(form(page)).toBeHidden();
      await expect(futures(page)).toBeFocused();
      await openForm(page, 'bid');
      await expect(form(page).getByRole('button', { name: 'Sell 10 MAR27 WMAZ at 4,055.20' })).toBeVisible();
    },
  },
  {
    title: '[PANEL-1] with Ctrl the form is a take-or-kill, and nothing is sent by a click',
    check: async (page) => {
      await openForm(page, 'offer', ['Control']);
      await expect(form(page).getByRole('radio', { name: 'TOK' })).toBeChecked();
      await expect(form(page).getByRole('button', { name: /take or kill/ })).toBeVisible();
      await expect(page.getByText(/Order 1207/)).toHaveCount(0);
    },
  },
  {
    title:
      '[ACT-1] an order is entered by keyboard alone, and its outcome is told in the form and as a toast',
    check: async (page) => {
      await focusContract(page, 2);
      await page.keyboard.press('b');
      await expect(quantity(page)).toBeFocused();
      await page.keyboard.type('7');
      await page.keyboard.press('Enter');
      await expect(price(page)).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(price(page)).toHaveValue('4,055.80');
      await page.keyboard.press('PageUp');
      await expect(price(page)).toHaveValue('4,057.80');
      await page.keyboard.press('Control+Enter');
      await expect(
        form(page).getByText('Order 1207 rests in the market: Buy 7 MAR27 WMAZ at 4,057.80.'),
      ).toBeVisible();
      await expect(
        toast(page, 'Order 1207 rests in the market: Buy 7 MAR27 WMAZ at 4,057.80.'),
      ).toBeVisible();
      await form(page).getByRole('button', { name: 'Close', exact: true }).click();
      await expect(form(page)).toBeHidden();
    },
  },
  {
    title: '[ACT-1] while no answer has come, nothing in the form can be changed or sent again',
    query: 'answer=slow',
    check: async (page) => {
      await openForm(page, 'offer');
      await form(page)
        .getByRole('button', { name: /^Buy 10/ })
        .click();
      await expect(form(page).getByRole('button', { name: 'Sending…' })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
      await expect(quantity(page)).not.toBeEditable();
      await expect(form(page).getByRole('radio', { name: 'Sell' })).toBeDisabled();
    },
  },
  {
    title: '[ACT-1] the typed price does not change when the market does',
    query: 'ticks=60',
    check: async (page) => {
      await openForm(page, 'offer');
      await price(page).fill('4012.40');
      await quantity(page).focus();
      const offer = contractRow(page, 'MAR27').locator('[data-col="offer"]');
      const before = await offer.textContent();
      await expect(offer).not.toHaveText(before ?? '');
      await expect(price(page)).toHaveValue('4,012.40');
    },
  },
  {
    title: '[PREF-3] an order beyond maxOrderQuantity is not sent, and the form says whose limit it is',
    check: async (page) => {
      await openForm(page, 'offer');
      await quantity(page).fill('501');
      await page.keyboard.press('Control+Enter');
      await expect(form(page).getByText(/At most 500 lots/)).toBeVisible();
      await expect(quantity(page)).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByText(/Order 1207/)).toHaveCount(0);
    },
  },
  {
    title: 'P and A and the principal set each other',
    check: async (page) => {
      await openForm(page, 'offer');
      await form(page).getByRole('radio', { name: 'A', exact: true }).click();
      await expect(form(page).getByRole('combobox')).toHaveValue('FARM1');
      await form(page).getByRole('combobox').selectOption('KAND');
      await expect(form(page).getByRole('radio', { name: 'P', exact: true })).toBeChecked();
    },
  },
  {
    title: '[PANEL-0] order entry is shut with the reason while prices are old, suspending is not',
    query: 'state=stale',
    check: async (page) => {
      await openForm(page, 'offer');
      const send = form(page).getByRole('button', { name: /^Buy 10/ });
      await expect(send).toHaveAttribute('aria-disabled', 'true');
      await expect(send).toHaveAccessibleDescription(/prices are more than/);
      await page.keyboard.press('Control+Enter');
      await expect(page.getByText(/Order 1207/)).toHaveCount(0);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Suspend order 1201' }).click();
      await expect(toast(page, /Suspended order 1201/)).toBeVisible();
    },
  },
  {
    title:
      '[AUTH-11] what is not permitted is shown disabled, with the reason in its description, and does nothing',
    query: 'state=denied',
    check: async (page) => {
      const button = page.getByRole('button', { name: 'Suspend order 1201' });
      await expect(button).toHaveAccessibleDescription(/Ask your operator for suspendActiveOrder/);
      await button.click({ force: true });
      await expect(page.getByRole('tooltip')).toContainText('Ask your operator for suspendActiveOrder');
      await expect(page.getByText(/Suspended order 1201/)).toHaveCount(0);
      await contractRow(page, 'MAR27').locator('[data-col="offer"]').dblclick();
      await expect(toast(page, /insertOrderOrDouble/)).toBeVisible();
      await expect(form(page)).toBeHidden();
    },
  },
  {
    title: '[ACT-4] Delete on a focused order asks first; No keeps it, Yes takes it away',
    check: async (page) => {
      await orders(page).focus();
      await page.keyboard.press('Delete');
      const question = page.getByRole('dialog', { name: 'Delete the order?' });
      await expect(question).toContainText('Order 1206: Buy 8 MAY27 YMAZ');
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await expect(orders(page)).toHaveAttribute('aria-rowcount', '7');
      await orders(page).focus();
      await page.keyboard.press('Delete');
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(toast(page, /Deleted order 1206/)).toBeVisible();
      await expect(orders(page)).toHaveAttribute('aria-rowcount', '6');
    },
  },
  {
    title: '[ACT-5] [ACT-7] H suspends and U resubmits the focused order',
    check: async (page) => {
      await orders(page).focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('h');
      await expect(toast(page, /Suspended order 1205/)).toBeVisible();
      await expect(orders(page).getByRole('row', { name: 'MAR27 SUNS' })).toContainText('Suspended');
      await page.keyboard.press('u');
      await expect(orders(page).getByRole('row', { name: 'MAR27 SUNS' })).toContainText('Active');
    },
  },
  {
    title: 'after the focused order has gone, no key acts on the one that slid into its place',
    check: async (page) => {
      await orders(page).focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(orders(page)).toHaveAttribute('aria-rowcount', '6');
      await orders(page).focus();
      await page.keyboard.press('Delete');
      await expect(page.getByRole('dialog')).toBeHidden();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Delete');
      await expect(page.getByRole('dialog', { name: 'Delete the order?' })).toBeVisible();
    },
  },
  {
    title: '[ACT-6] an order is reduced by keyboard: what is to be left is typed, and the row shows it',
    check: async (page) => {
      await orders(page).focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Control+End');
      await page.keyboard.press('-');
      const reduce = page.getByRole('dialog', { name: /Reduce order 1201/ });
      const left = reduce.getByRole('textbox', { name: /To be left/ });
      await expect(left).toBeFocused();
      await page.keyboard.type('10');
      await expect(reduce.locator('[data-send]')).toHaveAttribute('aria-disabled', 'true');
      await left.fill('4');
      await page.keyboard.press('Control+Enter');
      await expect(reduce.getByText('Reduced order 1201: 4 lots left.')).toBeVisible();
      await expect(orderRow(page, 1201).locator('[data-col="remaining"]')).toHaveText('4');
    },
  },
  {
    title: '[ACT-8] E amends an active order and edits a suspended one, in the same form prefilled',
    check: async (page) => {
      await page.getByRole('button', { name: 'Amend order 1201' }).click();
      const amend = page.getByRole('dialog', { name: /Amend order 1201/ });
      await amend.getByRole('textbox', { name: /Price/ }).fill('4030.20');
      await amend.getByRole('button', { name: /^Amend order 1201: Buy 10 DEC26 WMAZ at 4,030.20/ }).click();
      await expect(amend.getByText(/Amended order 1201/)).toBeVisible();
      await amend.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(orderRow(page, 1201).locator('[data-col="price"]')).toContainText('4,030.20');
      await orders(page).focus();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('e');
      await expect(page.getByRole('dialog', { name: /Edit order 1206/ })).toBeVisible();
    },
  },
  {
    title: '[ACT-2] Cancel all names its scope and its count, and the focus stands on the way out',
    check: async (page) => {
      await page.getByRole('button', { name: 'Cancel all orders of your member' }).click();
      const question = page.getByRole('dialog', { name: 'Cancel 6 orders?' });
      await expect(question).toContainText('All orders of your member: 2 in DEC26 WMAZ');
      await expect(question).toContainText('2 of them are suspended');
      await expect(question.getByRole('button', { name: 'Keep them' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(question).toBeHidden();
      await expect(orders(page)).toHaveAttribute('aria-rowcount', '7');
      await page.getByRole('button', { name: 'Filter the orders' }).click();
      await page.getByRole('menuitem', { name: 'Instrument WMAZ' }).click();
      await expect(orders(page)).toHaveAttribute('aria-rowcount', '4');
      await page.getByRole('button', { name: 'Cancel all orders in WMAZ' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel 3 orders' }).click();
      await expect(toast(page, 'Cancelled 3 orders in WMAZ.')).toBeVisible();
      await expect(orders(page)).toHaveAttribute('aria-rowcount', '1');
    },
  },
  {
    title: '[ACT-3] Suspend all takes the active orders only',
    check: async (page) => {
      await page.getByRole('button', { name: 'Suspend all orders of your member' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Suspend 4 orders' }).click();
      await page.getByRole('radio', { name: /^Suspended/ }).click();
      await expect(orders(page)).toHaveAttribute('aria-rowcount', '7');
    },
  },
  {
    title: '[PANEL-17] an own order is taken out of the market from its line of the depth, after a question',
    check: async (page) => {
      const depth = page.getByRole('grid', { name: 'Depth of DEC26 WMAZ' });
      await depth.getByRole('button', { name: /Delete own order 1201/ }).click();
      const question = page.getByRole('dialog', { name: 'Delete the order?' });
      await expect(question).toContainText('Order 1201: Buy 10 DEC26 WMAZ');
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(toast(page, /Deleted order 1201/)).toBeVisible();
      await expect(depth.getByRole('button', { name: /Delete own order 1201/ })).toHaveCount(0);
    },
  },
  {
    title: '[ACT-1] Double quotes both sides in one step, and rejects an offer that is not above the bid',
    check: async (page) => {
      await contractRow(page, 'MAR27').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Double…' }).click();
      const send = form(page).getByRole('button', {
        name: 'Double MAR27 WMAZ: bid 10 at 4,055.20, offer 10 at 4,056.00',
      });
      await expect(send).toBeVisible();
      await form(page)
        .getByRole('textbox', { name: /Offer price/ })
        .fill('4055.20');
      await page.keyboard.press('Control+Enter');
      await expect(form(page).getByText('In a double the offer must be above the bid.')).toBeVisible();
      await form(page)
        .getByRole('textbox', { name: /Offer price/ })
        .fill('4056.20');
      await page.keyboard.press('Control+Enter');
      await expect(form(page).getByText(/Order 1208 rests in the market: Sell 10/)).toBeVisible();
    },
  },
  {
    title: '[ACT-1] the same order right after the first is asked about once, and the reference counts on',
    check: async (page) => {
      await openForm(page, 'offer');
      const ref = form(page).getByRole('textbox', { name: 'Ref' });
      const first = Number(await ref.inputValue());
      await page.keyboard.press('Control+Enter');
      await form(page).getByRole('button', { name: 'Another order' }).click();
      await expect(ref).toHaveValue(String(first + 1));
      await quantity(page).focus();
      await page.keyboard.press('Control+Enter');
      await expect(page.getByRole('dialog', { name: 'The same order again?' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(form(page).getByText(/rests in the market/)).toBeHidden();
    },
  },
  {
    title: '[ACT-1] a price outside of the limits of the day is not sent, and the limits are shown',
    check: async (page) => {
      await openForm(page, 'offer');
      await expect(form(page).getByText('limits 3,860.00 to 4,260.00')).toBeVisible();
      await price(page).fill('4260.20');
      await page.keyboard.press('Control+Enter');
      await expect(form(page).getByText("Above today's upper limit, 4,260.00.")).toBeVisible();
    },
  },
  {
    title: '[PANEL-8] a double-click on a position opens the order that closes it, for its principal',
    query: 'desk=own',
    check: async (page) => {
      const positions = page.getByRole('grid', { name: 'Positions' });
      await positions
        .getByRole('row', { name: /MAR27 WMAZ/ })
        .locator('[data-col="net"]')
        .dblclick();
      await expect(form(page).getByRole('button', { name: /^Buy 13 MAR27 WMAZ at 4,056.00/ })).toBeVisible();
      await expect(form(page).getByRole('combobox')).toHaveValue('FARM1');
    },
  },
  {
    title: '[PREF-3] own deals that come are told in one toast, those of the snapshot are not',
    query: 'deal=1&sound=1',
    check: async (page) => {
      await expect(toast(page, 'Bought 5 DEC26 WMAZ at 4,035.20 (2 deals)')).toBeVisible();
      await expect(page.getByText(/more$/)).toHaveCount(0);
    },
  },
  {
    title: 'looking at a panel does not mark the layout as changed',
    check: async (page) => {
      await page.getByRole('grid', { name: 'Depth of MAR27 SUNS' }).click();
      await expect(page.getByTitle('Changed since it was saved')).toHaveCount(0);
      await page.getByRole('button', { name: 'Lock panels' }).click();
      await expect(page.getByTitle('Changed since it was saved')).toHaveCount(1);
    },
  },
  {
    title: '[PANEL-6] the tabs show and count the active and the suspended orders',
    check: async (page) => {
      await page.getByRole('radio', { name: /^Suspended/ }).click();
      await expect(orders(page)).toHaveAttribute('aria-rowcount', '3');
      await page.getByRole('radio', { name: /^Active/ }).click();
      await expect(orders(page)).toHaveAttribute('aria-rowcount', '5');
    },
  },
  {
    title: '[PANEL-17] a double-click on a level opens the opposite side with the quantity up to it',
    check: async (page) => {
      const depth = page.getByRole('grid', { name: 'Depth of DEC26 WMAZ' });
      await depth.locator('[data-line="2"] [data-col="offer"]').dblclick();
      await expect(form(page).getByRole('button', { name: 'Buy 35 DEC26 WMAZ at 4,041.60' })).toBeVisible();
    },
  },
  {
    title: '[PANEL-17] Depth follows the contract that is clicked, unless it is pinned',
    check: async (page) => {
      await contractRow(page, 'MAY27').locator('[data-col="last"]').click();
      await expect(page.getByRole('grid', { name: 'Depth of MAY27 WMAZ' })).toBeVisible();
      await expect(page.getByRole('grid', { name: 'Depth of MAR27 SUNS' })).toBeVisible();
    },
  },
  {
    title:
      '[SHELL-10] [PANEL-19] groups stand in the order of the specification and close and open by keyboard',
    check: async (page) => {
      const groups = futures(page).locator('[data-group]');
      await expect(groups.first()).toContainText('WMAZ');
      await expect(groups.nth(1)).toContainText('YMAZ');
      const count = Number(await futures(page).getAttribute('aria-rowcount'));
      await futures(page).focus();
      await page.keyboard.press('ArrowLeft');
      await expect(futures(page)).toHaveAttribute('aria-rowcount', String(count - 5));
      await expect(groups.first().getByRole('gridcell').first()).toHaveAttribute('aria-expanded', 'false');
      await page.keyboard.press('Enter');
      await expect(futures(page)).toHaveAttribute('aria-rowcount', String(count));
    },
  },
  {
    title: 'a header sorts up, down and not at all; groups keep their order and the focus follows its row',
    check: async (page) => {
      await focusContract(page, 2);
      const focused = () => futures(page).getAttribute('aria-activedescendant');
      const before = await focused();
      const header = futures(page).getByRole('columnheader', { name: 'Last', exact: true });
      await header.click();
      await expect(header).toHaveAttribute('aria-sort', 'ascending');
      await expect(futures(page).locator('[data-line="1"]')).toContainText('JUL27');
      await expect(futures(page).locator('[data-line="0"]')).toContainText('WMAZ');
      expect(await focused()).toBe(before);
      await header.click();
      await expect(header).toHaveAttribute('aria-sort', 'descending');
      await expect(futures(page).locator('[data-line="1"]')).toContainText('MAR27');
      await header.click();
      await expect(header).toHaveAttribute('aria-sort', 'none');
      await expect(futures(page).locator('[data-line="1"]')).toContainText('DEC26');
    },
  },
  {
    title: 'a column is pulled wider by its border, and the width is kept',
    check: async (page) => {
      const header = futures(page).getByRole('columnheader', { name: 'Last', exact: true });
      const box = await header.boundingBox();
      if (box === null) throw new Error('no header');
      await page.mouse.move(box.x + box.width, box.y + 10);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width + 40, box.y + 10, { steps: 4 });
      await page.mouse.up();
      await expect
        .poll(async () => Math.round((await header.boundingBox())?.width ?? 0))
        .toBe(Math.round(box.width) + 40);
      await expect(header).toHaveAttribute('aria-sort', 'none');
    },
  },
  {
    title: '[PANEL-20] a caption is dragged to another place, or carried there by Ctrl+Shift and the arrows',
    check: async (page) => {
      const captions = () =>
        futures(page)
          .getByRole('columnheader')
          .evaluateAll((cells) => cells.slice(0, 9).map((cell) => cell.getAttribute('data-head')));
      const last = await futures(page).getByRole('columnheader', { name: 'Last', exact: true }).boundingBox();
      const bid = await futures(page).getByRole('columnheader', { name: 'Bid', exact: true }).boundingBox();
      if (last === null || bid === null) throw new Error('no header');
      await page.mouse.move(last.x + 20, last.y + 10);
      await page.mouse.down();
      await page.mouse.move(bid.x + 5, bid.y + 10, { steps: 6 });
      await page.mouse.up();
      await expect.poll(async () => (await captions()).join(' ')).toContain('bidQty last bid offer');
      await expect(futures(page).getByRole('columnheader', { name: 'Last', exact: true })).toHaveAttribute(
        'aria-sort',
        'none',
      );
      await expect(contractRow(page, 'MAR27').locator('[data-col]').nth(3)).toHaveAttribute(
        'data-col',
        'last',
      );
      await futures(page).focus();
      await page.keyboard.press('ArrowUp');
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Control+Shift+ArrowLeft');
      await expect.poll(async () => (await captions()).join(' ')).toContain('buyer last bidQty bid');
    },
  },
  {
    title: 'the row menu opens by Shift+F10 at the focused row and gives the focus back',
    check: async (page) => {
      await focusContract(page, 2);
      await page.keyboard.press('Shift+F10');
      const menu = page.getByRole('menu', { name: 'MAR27 WMAZ' });
      await expect(menu.getByRole('menuitem', { name: /Buy at 4,056.00: take the offer/ })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await expect(futures(page)).toBeFocused();
    },
  },
  {
    title:
      '[LAYOUT-2] a panel is moved by its header and sized by its corner, and stays inside the workspace',
    check: async (page) => {
      const name = 'Depth MAR27 SUNS';
      const before = await boxOf(page, name);
      await page.mouse.move(before.x + 110, before.y + 14);
      await page.mouse.down();
      await page.mouse.move(before.x + 10, before.y - 86, { steps: 5 });
      await page.mouse.up();
      const moved = await boxOf(page, name);
      expect(Math.round(before.x - moved.x)).toBe(100);
      expect(Math.round(before.y - moved.y)).toBe(100);
      await page.mouse.move(moved.x + moved.width - 1, moved.y + moved.height - 1);
      await page.mouse.down();
      await page.mouse.move(3_000, 3_000, { steps: 5 });
      await page.mouse.up();
      const sized = await boxOf(page, name);
      expect(sized.x + sized.width).toBeLessThanOrEqual(1600);
      expect(sized.y + sized.height).toBeLessThanOrEqual(900);
      expect(sized.width).toBeGreaterThan(moved.width);
    },
  },
  {
    title: 'a panel is moved and sized without a pointer, by the arrows on its grip',
    check: async (page) => {
      const name = 'Depth MAR27 SUNS';
      const before = await boxOf(page, name);
      await page.getByRole('button', { name: `Move or size ${name}` }).focus();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Shift+ArrowUp');
      await page.keyboard.press('Control+ArrowRight');
      const after = await boxOf(page, name);
      expect(after.x).toBeLessThan(before.x);
      expect(before.y - after.y).toBeGreaterThan(40);
      expect(after.width).toBeGreaterThan(before.width);
    },
  },
  {
    title: 'a locked workspace moves no panel',
    check: async (page) => {
      await page.getByRole('button', { name: 'Lock panels' }).click();
      const name = 'Depth MAR27 SUNS';
      const before = await boxOf(page, name);
      await page.mouse.move(before.x + 110, before.y + 14);
      await page.mouse.down();
      await page.mouse.move(before.x, before.y, { steps: 5 });
      await page.mouse.up();
      expect(await boxOf(page, name)).toEqual(before);
      await expect(page.getByRole('button', { name: /Move or size/ })).toHaveCount(0);
    },
  },
  {
    title:
      '[LAYOUT-4] [LAYOUT-5] panels are added from the drawer and closed, and F6 goes from one to the next',
    check: async (page) => {
      await page.getByRole('button', { name: 'Depth', exact: true }).click();
      await expect(page.locator('[data-panel]')).toHaveCount(5);
      await page.getByRole('button', { name: 'Close Depth, 2' }).click();
      await expect(page.locator('[data-panel]')).toHaveCount(4);
      await page.keyboard.press('F6');
      await expect(futures(page)).toBeFocused();
      await page.keyboard.press('F6');
      await expect(page.getByRole('grid', { name: 'Depth of DEC26 WMAZ' })).toBeFocused();
      await page.keyboard.press('Shift+F6');
      await expect(futures(page)).toBeFocused();
    },
  },
  {
    title: '[LAYOUT-9] Ctrl+S saves the layout and says so',
    check: async (page) => {
      await page.keyboard.press('Control+s');
      await expect(toast(page, 'Updated layout: Dealer desk')).toBeVisible();
    },
  },
  {
    title: 'values of a selected and focused row keep their colour and their marks while prices move',
    query: 'ticks=60',
    check: async (page) => {
      const bid = contractRow(page, 'MAR27').locator('[data-col="bid"]');
      const colour = () => bid.evaluate((cell) => getComputedStyle(cell).color);
      const other = await contractRow(page, 'JUL27')
        .locator('[data-col="bid"]')
        .evaluate((cell) => getComputedStyle(cell).color);
      await bid.click();
      const before = await bid.textContent();
      await expect(bid).not.toHaveText(before ?? '');
      await expect.poll(colour).toBe(other);
    },
  },
  {
    title: 'no value flashes while motion is reduced',
    query: 'ticks=60',
    check: async (page) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const bid = contractRow(page, 'MAR27').locator('[data-col="bid"]');
      const before = await bid.textContent();
      await expect(bid).not.toHaveText(before ?? '');
      expect(await page.locator('[class*="flashUp"], [class*="flashDown"]').count()).toBe(0);
    },
  },
  {
    title: '[LAYOUT-11] on a phone a tap on a contract shows its depth, and Buy opens the order form',
    on: 'phone',
    check: async (page) => {
      await contractRow(page, 'MAR27').tap();
      const sheet = page.getByRole('dialog', { name: /MAR27 WMAZ/ });
      await expect(sheet.getByRole('grid', { name: 'Depth of MAR27 WMAZ' })).toBeVisible();
      await sheet.getByRole('button', { name: /^Buy/ }).tap();
      const send = page.getByRole('button', { name: 'Buy 10 MAR27 WMAZ at 4,056.00' });
      await expect(send).toBeVisible();
      await send.tap();
      await expect(page.getByText('Order 1207 rests in the market').first()).toBeVisible();
    },
  },
  {
    title: '[LAYOUT-11] the tabs of a phone change the panel',
    on: 'phone',
    check: async (page) => {
      await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Orders' }).tap();
      await expect(orders(page)).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Active Orders' })).toBeVisible();
      for (const target of await page.getByRole('button').all()) {
        const box = await target.boundingBox();
        if (box !== null) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
      }
    },
  },
];
