// The order form, opened from the futures.
import { boxOf } from '../pages/workspace.ts';
import {
  answersWith,
  contractRow,
  expect,
  focusContract,
  futures,
  openOrderForm,
  operator,
  orderForm,
  orderNumbers,
  outcome,
  price,
  quantity,
  shown,
  test,
  ticksFrom,
  toast,
} from './gallery.ts';

test('[PANEL-1] a double-click opens a Buy form at the offer, a Sell form at the bid, and with Ctrl one that takes or kills', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  const [bid, offer] = [await shown(page, 'MAR27', 'bid'), await shown(page, 'MAR27', 'offer')];
  await openOrderForm(page, 'offer');
  await expect(orderForm(page).getByRole('button', { name: `Buy 10 MAR27 WMAZ at ${offer}` })).toBeVisible();
  await expect(quantity(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(orderForm(page)).toBeHidden();
  await expect(futures(page)).toBeFocused();
  await openOrderForm(page, 'bid');
  await expect(orderForm(page).getByRole('button', { name: `Sell 10 MAR27 WMAZ at ${bid}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(orderForm(page)).toBeHidden();
  await openOrderForm(page, 'offer', ['Control']);
  await expect(orderForm(page).getByRole('radio', { name: 'TOK' })).toBeChecked();
  await expect(orderForm(page).getByRole('button', { name: /take or kill/ })).toBeVisible();
  await expect(page.getByText(outcome)).toHaveCount(0);
});

test('[ACT-1] an order is entered by keyboard alone; its outcome is in the form and in a toast; nothing can change before the answer', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  const offer = await shown(page, 'MAR27', 'offer');
  await focusContract(page, 3);
  await page.keyboard.press('b');
  await expect(quantity(page)).toBeFocused();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(price(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(price(page)).toHaveValue(ticksFrom(offer, -1));
  await page.keyboard.press('PageUp');
  await expect(price(page)).toHaveValue(ticksFrom(offer, 9));
  const low = await shown(page, 'MAR27', 'bid');
  await price(page).fill(low);
  await page.keyboard.press('Control+Enter');
  const rests = new RegExp(`^Order \\d+ rests in the market: Buy 7 MAR27 WMAZ at ${low}\\.`);
  await expect(orderForm(page).getByText(rests)).toBeVisible();
  await expect(toast(page, rests)).toBeVisible();
  await orderForm(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(orderForm(page)).toBeHidden();

  await answersWith(page, 'silent=InsertOrder');
  await openOrderForm(page, 'offer');
  await orderForm(page)
    .getByRole('button', { name: /^Buy 10/ })
    .click();
  await expect(orderForm(page).getByRole('button', { name: 'Sending…' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(quantity(page)).not.toBeEditable();
  await expect(orderForm(page).getByRole('radio', { name: 'Sell' })).toBeDisabled();
});

test('[ACT-1] the typed price does not change when the market does', async ({ openGallery }) => {
  const { page } = await openGallery('moving=1');
  await openOrderForm(page, 'offer');
  await price(page).fill('4012.40');
  await quantity(page).focus();
  const offer = contractRow(page, 'MAR27').locator('[data-col="offer"]');
  const before = await offer.textContent();
  await expect(offer).not.toHaveText(before ?? '');
  await expect(price(page)).toHaveValue('4,012.40');
});

test('[ACT-1] the form shows the effect of the order on its account’s margin, again when the order changes; nothing below it moves', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  await openOrderForm(page, 'offer');
  const margin = orderForm(page).locator('[data-margin]');
  const send = orderForm(page).locator('[data-send]');
  // An order that is not complete has no margin.
  await quantity(page).fill('abc');
  await expect(margin).toHaveText('');
  // The margins of 9104K are whole rands, which fit the line.
  await orderForm(page).getByRole('combobox').selectOption('9104K');
  const place = await send.boundingBox();
  await quantity(page).fill('10');
  const effect =
    /^Margin R\s[\d,.]+ →to R\s[\d,.]+ \([+−]R\s[\d,.]+\) of 9104K if it all deals, at the last MTM$/;
  await expect(margin.getByRole('status')).toHaveText(effect);
  const ofBuy = await margin.getByRole('status').innerText();
  const [before = 0, after = 0, change = 0] =
    ofBuy.match(/\d[\d,.]+/g)?.map((text) => Number(text.replaceAll(',', ''))) ?? [];
  expect(Math.abs(after - before)).toBeCloseTo(change, 2);
  expect(await send.boundingBox()).toEqual(place);
  await orderForm(page).getByRole('radio', { name: 'Sell' }).check({ force: true });
  await expect(margin.getByRole('status')).toHaveText(effect);
  await expect(margin.getByRole('status')).not.toHaveText(ofBuy);
  await orderForm(page).getByRole('combobox').selectOption('KAND');
  await expect(margin).toContainText(/R\s[\d,.]+ .*of KAND/);
});

test('[ACT-1] the margin in the form, when the account is over its limit, the contract is halted, and the answer fails or stays away', async ({
  openGallery,
}) => {
  const { page } = await openGallery(
    operator({ kind: 'limitMargin', principal: 'KAND', maxMargin: 60_000_000 }),
  );
  await openOrderForm(page, 'offer');
  const margin = orderForm(page).locator('[data-margin]');
  const overLimit = /Over the limit R\s600,000: R\s[\d,.]+ with open orders$/;
  await expect(margin).toContainText(overLimit);
  await expect(orderForm(page).locator('[data-send]')).not.toHaveAttribute('aria-disabled', 'true');
  for (const [fault, lots, text] of [
    ['failing', '12', /^Margin unknown at the moment/],
    ['silent', '13', 'Margin …'],
  ] as const) {
    await answersWith(page, `${fault}=PreviewMargin`);
    await quantity(page).fill(lots);
    await expect(margin).toContainText(text);
    await expect(orderForm(page).locator('[data-send]')).not.toHaveAttribute('aria-disabled', 'true');
  }
  // The page would keep the typed order, and ask about it before it opens another.
  await page.keyboard.press('Escape');
  await expect(orderForm(page)).toHaveCount(0);
  const reason = 'Reference price under review';
  await openGallery(operator({ kind: 'haltInstrument', instrument: 'WMAZ', reason }));
  await openOrderForm(page, 'offer');
  await expect(margin).toContainText(`WMAZ is halted (${reason}): it accepts no orders`);
});

test('[ACT-1] [PREF-3] a wrong number, too many lots and a price outside the limits are not sent, and their fields say why', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  await openOrderForm(page, 'offer');
  const send = orderForm(page).locator('[data-send]');
  const limits = orderForm(page).getByText(/Limits [\d,.]+ to [\d,.]+/);
  const upper = /to ([\d,.]+\d)/.exec(await limits.innerText())?.[1] ?? '';
  const sentence = '“abc” is not a number of lots, such as 10.';
  await quantity(page).fill('abc');
  // The field says nothing while it is typed in; the reason is visible under the button.
  await expect(quantity(page)).not.toHaveAttribute('aria-invalid', 'true');
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await expect(orderForm(page).locator('p').filter({ hasText: sentence })).toBeVisible();
  await price(page).focus();
  await expect(quantity(page)).toHaveAccessibleDescription(sentence);
  await price(page).fill('4055.47');
  await quantity(page).fill('7');
  await expect(price(page)).toHaveAccessibleDescription(/The price must be a multiple of 0\.20/);
  await price(page).fill('4055.40');
  await expect(send).not.toHaveAttribute('aria-disabled', 'true');

  await quantity(page).fill('501');
  await page.keyboard.press('Control+Enter');
  await expect(quantity(page)).toHaveAccessibleDescription(/At most 500 lots/);
  await expect(quantity(page)).toHaveAttribute('aria-invalid', 'true');

  await quantity(page).fill('10');
  await expect(limits).toBeVisible();
  await price(page).fill(ticksFrom(upper, 1));
  await page.keyboard.press('Control+Enter');
  await expect(price(page)).toHaveAccessibleDescription(`Above today's upper limit, ${upper}.`);
  await expect(page.getByText(outcome)).toHaveCount(0);
});

test('[ACT-1] the capacity sets the principal; the form shows the deals that the order would make now; the question far from the market repeats it', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  // The user has no orders in it.
  const best = await shown(page, 'MAY27', 'offer');
  await contractRow(page, 'MAY27').locator('[data-col="offer"]').dblclick();
  await orderForm(page).getByRole('radio', { name: 'A', exact: true }).click();
  await expect(orderForm(page).getByRole('combobox')).not.toHaveValue('KAND');
  await orderForm(page).getByRole('combobox').selectOption('KAND');
  await expect(orderForm(page).getByRole('radio', { name: 'P', exact: true })).toBeChecked();

  await quantity(page).fill('500');
  await price(page).fill('4,100.00');
  const note = orderForm(page).locator('[data-price]');
  const deals = new RegExp(`\\d+ deal now at ${best} to [\\d,.]+, average [\\d,.]+; \\d+ rest\\.`);
  await expect(note).toContainText(deals);
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('dialog', { name: 'The price is far from the market' });
  await expect(question).toContainText('Buy 500 MAY27 WMAZ at 4,100.00, worth R\u00a0205,000,000.');
  await expect(question).toContainText(deals);
  await page.keyboard.press('Escape');
  await expect(page.getByText(outcome)).toHaveCount(0);
});

test('[PANEL-0] while prices are stale, order entry is closed with the reason, but suspending is possible', async ({
  openGallery,
}) => {
  const { page } = await openGallery('state=stale');
  await openOrderForm(page, 'offer');
  const send = orderForm(page).getByRole('button', { name: /^Buy 10/ });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await expect(send).toHaveAccessibleDescription(/prices are more than/);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(outcome)).toHaveCount(0);
  await page.keyboard.press('Escape');
  const [order] = await orderNumbers(page);
  await page.getByRole('button', { name: `Suspend order ${order}` }).click();
  await expect(toast(page, `Suspended order ${order}`)).toBeVisible();
});

test('[ACT-1] after sending, Close has the focus and Escape returns to the grid; the same order again needs a confirmation', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  const close = orderForm(page).getByRole('button', { name: 'Close', exact: true });
  const returnsToGrid = async () => {
    await page.keyboard.press('Escape');
    await expect(orderForm(page)).toBeHidden();
    await expect(futures(page)).toBeFocused();
  };
  // Sent by Enter on the button, then by a click.
  await openOrderForm(page, 'bid');
  await orderForm(page).locator('[data-send]').focus();
  await page.keyboard.press('Enter');
  await expect(close).toBeFocused();
  await returnsToGrid();
  await contractRow(page, 'MAY27').locator('[data-col="offer"]').dblclick();
  await orderForm(page).locator('[data-send]').click();
  await expect(close).toBeFocused();
  await returnsToGrid();

  // Another order begins in its quantity, with the next reference.
  await contractRow(page, 'MAR27').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /take the offer/ }).click();
  const ref = orderForm(page).getByRole('textbox', { name: 'Ref' });
  const first = Number(await ref.inputValue());
  // The question is asked within two seconds. A busy machine may need longer between the two orders.
  await page.clock.setFixedTime(await page.evaluate(() => Date.now()));
  await orderForm(page).locator('[data-send]').click();
  await orderForm(page).getByRole('button', { name: 'Another order' }).click();
  await expect(quantity(page)).toBeFocused();
  await expect(ref).toHaveValue(String(first + 1));
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('dialog', { name: 'The same order again?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(orderForm(page).getByText(/rests in the market/)).toBeHidden();
  // A form that was opened by a menu also returns the focus to the grid.
  await returnsToGrid();
});

test('[ACT-1] a double quotes both sides in one step, and an offer that is not above the bid is rejected', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  await contractRow(page, 'MAR27').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Double…' }).click();
  const form = orderForm(page);
  const [bid, offer] = [await shown(page, 'MAR27', 'bid'), await shown(page, 'MAR27', 'offer')];
  await expect(
    form.getByRole('button', { name: `Double MAR27 WMAZ: bid 10 at ${bid}, offer 10 at ${offer}` }),
  ).toBeVisible();
  const offerPrice = form.getByRole('textbox', { name: /Offer price/ });
  // Each side is under its best price.
  const [bidBox, offerBox] = [
    await boxOf(form.getByRole('textbox', { name: /Bid price/ })),
    await boxOf(offerPrice),
  ];
  expect(offerBox.y).toBe(bidBox.y);
  expect(offerBox.x).toBeGreaterThan(bidBox.x + bidBox.width);
  await offerPrice.fill(bid);
  await page.keyboard.press('Control+Enter');
  await expect(offerPrice).toHaveAccessibleDescription('In a double the offer must be above the bid.');
  await offerPrice.fill(ticksFrom(offer, 1));
  await page.keyboard.press('Control+Enter');
  await expect(form.getByText(/Order \d+ rests in the market: Sell 10/)).toBeVisible();
});

test('[ACT-1] a form set to close on acceptance closes, a toast shows the outcome, and the next form remembers it', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  await openOrderForm(page, 'offer');
  const closing = orderForm(page).getByRole('checkbox', { name: 'Close on acceptance' });
  await expect(closing).not.toBeChecked();
  await closing.check();
  await page.keyboard.press('Control+Enter');
  await expect(orderForm(page)).toBeHidden();
  await expect(page.locator('section[data-type="success"]')).toContainText(/Bought 10 MAR27 WMAZ/);
  await page.reload();
  await openOrderForm(page, 'offer');
  await expect(closing).toBeChecked();
  await closing.uncheck();
  await page.keyboard.press('Control+Enter');
  await expect(orderForm(page).getByRole('button', { name: 'Another order' })).toBeVisible();
});

test('the order form is moved by a menu, by arrow keys and by dragging, which Escape undoes', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  await focusContract(page, 3);
  await page.keyboard.press('b');
  const opened = await boxOf(orderForm(page));
  const grip = orderForm(page).getByRole('button', { name: 'Move the order form' });
  await grip.click();
  await page.getByRole('menuitem', { name: 'Bottom left' }).click();
  const view = page.viewportSize() ?? { width: 0, height: 0 };
  await expect.poll(async () => (await boxOf(orderForm(page))).x).toBe(8);
  const corner = await boxOf(orderForm(page));
  expect(Math.round(corner.y + corner.height)).toBe(view.height - 8);
  await grip.press('ArrowRight');
  await grip.press('Shift+ArrowRight');
  await grip.press('Shift+ArrowUp');
  await expect.poll(async () => (await boxOf(orderForm(page))).x).toBe(68);
  const moved = await boxOf(orderForm(page));
  expect(moved.y).toBe(corner.y - 50);
  // By its header: during the drag, Escape restores the place and does not close the form.
  const head = { x: moved.x + moved.width - 60, y: moved.y + 14 };
  await page.mouse.move(head.x, head.y);
  await page.mouse.down();
  await page.mouse.move(head.x + 200, head.y - 100, { steps: 4 });
  expect((await boxOf(orderForm(page))).x).toBe(268);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await boxOf(orderForm(page))).toEqual(moved);
  await workspace.drag(head, { x: head.x + opened.width, y: head.y - 100 });
  expect((await boxOf(orderForm(page))).x).toBe(68 + opened.width);
  // Escape on the grip closes its menu first, then the form.
  await grip.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(grip).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(orderForm(page)).toHaveCount(0);
});
