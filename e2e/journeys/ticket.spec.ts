// The text of the ticket before and after sending, against a market that continues.
import { userReads } from '@openpit/wire';
import { TradingPage } from '../pages/trading-page.ts';
import { boxOf, Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { membersOf } from '../product/people.ts';

test('[ACT-1] a ticket shows the deals over three levels, then follows its order, with only the margin of the dealer’s own account', async ({
  page,
  product,
}) => {
  const other = await MarketClient.signIn(product, 'pieter');
  const levels = [
    [4036, 4],
    [4036.2, 3],
    [4037, 2],
  ] as const;
  for (const [at, [price, qty]] of levels.entries())
    await other.insertOrder({ requestId: `t-${at}`, side: 'S', price, qty });
  const thandi = await TradingPage.signIn(page, product, 'thandi');
  await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await expect.poll(() => thandi.depth.offers()).toHaveLength(3);
  await page.keyboard.press('b');
  const { form } = thandi;
  await form.quantity.fill('12');
  await form.price.fill('4037.00');
  await expect(form.dialog.locator('[data-price]')).toContainText(
    '9 deal now at 4,036.00 to 4,037.00, average 4,036.29; 3 rest.',
  );

  const { KAND, VELD } = membersOf(product);
  const margin = form.dialog.locator('[data-margin]');
  await expect(margin).toContainText(
    new RegExp(`^Margin R\\s0 .* R\\s252,000 \\(\\+R\\s252,000\\) of ${KAND} if it all deals`),
  );

  await form.send.click();
  await expect(form.outcome).toContainText(
    'Bought 9 DEC26 WMAZ at 4,036.29 on average, 3 lots rest at 4,037.00.',
  );
  const close = form.dialog.getByRole('button', { name: 'Close', exact: true });
  await expect(close).toBeFocused();

  await other.insertOrder({ requestId: 't-4', side: 'S', price: 4037, qty: 1 });
  await expect(form.outcome).toContainText(
    'Bought 10 DEC26 WMAZ at 4,036.36 on average, 2 lots rest at 4,037.00.',
  );
  const [order] = await (await MarketClient.signIn(product, 'thandi')).activeOrders();
  await thandi.orders.press(order?.activeOrderSeq ?? 0, 'Suspend');
  await expect(form.outcome).toContainText(
    'Bought 10 DEC26 WMAZ at 4,036.36 on average; the rest is suspended with 2 lots.',
  );
  await close.focus();
  await page.keyboard.press('Escape');
  await expect(form.dialog).toBeHidden();

  // Ten lots are held now: a sale of four lowers the margin. The other dealer's account is short by as much and needs more for it.
  await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await page.keyboard.press('s');
  await form.quantity.fill('4');
  await expect(margin).toContainText(/^Margin R\s210,000 .* R\s126,000 \(−R\s84,000\)/);
  const sale = { contract: 'DEC26 WMAZ', side: 'S', qty: 4 };
  expect(await other.post(userReads.previewMargin.path, { ...sale, principal: VELD })).toMatchObject({
    status: 200,
    body: { before: 210_000, after: 294_000 },
  });
  expect(await other.post(userReads.previewMargin.path, { ...sale, principal: KAND })).toMatchObject({
    status: 422,
  });

  // Figures with cents need another line, and the form has room for it. Without room they move the form, not the button under the pointer.
  const sendTop = async () => (await form.send.boundingBox())?.y;
  // Away from the edge of the window, where the form has room to move.
  const head = await boxOf(form.dialog.getByRole('heading'));
  await new Workspace(page).drag({ x: head.x + 4, y: head.y + 8 }, { x: head.x + 4, y: head.y + 108 });
  const before = await sendTop();
  const figures = { before: 1_234_567.89, after: 2_345_678.91, withOpenOrders: 2_345_678.91, limit: null };
  let answer: { status: number; json: object } = { status: 200, json: figures };
  await page.route(`**${userReads.previewMargin.path}`, (route) => route.fulfill(answer));
  await form.quantity.fill('3');
  await expect(margin).toContainText('2,345,678.91');
  expect(await sendTop()).toBe(before);
  await form.send.hover();
  const message = 'The account has no margin for this order now. '.repeat(5);
  answer = { status: 422, json: { status: 422, code: 'notFound', message } };
  await form.quantity.fill('5');
  await expect(margin).toContainText(message.trim());
  await expect.poll(sendTop).toBe(before);
});
