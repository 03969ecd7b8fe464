// The columns of a grid: sorting, widths, order, and which are shown.
import { boxOf } from '../pages/workspace.ts';
import { activeOrders, contractRow, expect, focusContract, futures, test } from './gallery.ts';

test('a header sorts ascending, descending and not at all; groups keep their order and the focus its row', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  // White maize is the first group.
  const months = await futures(page)
    .locator('[data-line]')
    .evaluateAll((rows) =>
      rows.slice(1, 8).map((row) => ({
        month: row.querySelector('[data-col="contract"]')?.textContent ?? '',
        last: Number(row.querySelector('[data-col="last"]')?.textContent?.replace(',', '')),
      })),
    );
  const [first] = months;
  const [lowest, highest] = [months.sort((a, b) => a.last - b.last)[0], months.at(-1)];
  await focusContract(page, 2);
  const focused = () => futures(page).getAttribute('aria-activedescendant');
  const before = await focused();
  const header = futures(page).getByRole('columnheader', { name: 'Last', exact: true });
  await header.click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect(futures(page).locator('[data-line="1"]')).toContainText(lowest?.month ?? '?');
  await expect(futures(page).locator('[data-line="0"]')).toContainText('WMAZ');
  expect(await focused()).toBe(before);
  await header.click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(futures(page).locator('[data-line="1"]')).toContainText(highest?.month ?? '?');
  await header.click();
  await expect(header).toHaveAttribute('aria-sort', 'none');
  await expect(futures(page).locator('[data-line="1"]')).toContainText(first?.month ?? '?');
});

test('[PANEL-20] a click with Shift adds a second sort column, and the layout saves both', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  const header = (name: string) => activeOrders(page).getByRole('columnheader', { name, exact: true });
  await header('Contract').click();
  await header('Price').click({ modifiers: ['Shift'] });
  await expect(header('Contract')).toHaveAttribute('aria-sort', 'ascending');
  await expect(header('Price')).toHaveAttribute('aria-sort', 'ascending');
  await expect(header('Price')).toContainText('2');
  await header('Price').click({ modifiers: ['Shift'] });
  await expect(header('Price')).toHaveAttribute('aria-sort', 'descending');
  await page.keyboard.press('Control+s');
  await expect(workspace.changedMark).toHaveCount(0);
  const cells = await activeOrders(page).locator('[data-col="contract"]').allTextContents();
  expect(cells).toEqual([...cells].sort());
});

test('a column is widened by dragging its border, and is not sorted by that', async ({ openGallery }) => {
  const { page, workspace } = await openGallery();
  const header = futures(page).getByRole('columnheader', { name: 'Last', exact: true });
  const box = await boxOf(header);
  const border = { x: box.x + box.width, y: box.y + 10 };
  await workspace.drag(border, { x: border.x + 40, y: border.y });
  await expect
    .poll(async () => Math.round((await header.boundingBox())?.width ?? 0))
    .toBe(Math.round(box.width) + 40);
  await expect(header).toHaveAttribute('aria-sort', 'none');
});

test('[PANEL-20] a column is moved by dragging its header, or with Ctrl+Shift and the arrow keys', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  const order = async () => {
    const headers = await futures(page)
      .getByRole('columnheader')
      .evaluateAll((cells) => cells.slice(0, 9).map((cell) => cell.getAttribute('data-head')));
    return headers.join(' ');
  };
  const lastHeader = futures(page).getByRole('columnheader', { name: 'Last', exact: true });
  const last = await boxOf(lastHeader);
  const bid = await boxOf(futures(page).getByRole('columnheader', { name: 'Bid', exact: true }));
  await workspace.drag({ x: last.x + 20, y: last.y + 10 }, { x: bid.x + 5, y: bid.y + 10 });
  await expect.poll(order).toContain('bidQty last bid offer');
  await expect(lastHeader).toHaveAttribute('aria-sort', 'none');
  await expect(contractRow(page, 'MAR27').locator('[data-col]').nth(3)).toHaveAttribute('data-col', 'last');
  await futures(page).focus();
  // The cursor starts at the active contract.
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowUp');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await expect.poll(order).toContain('net last bidQty bid');
});

test('columns are hidden and pinned in a dialog, without dragging', async ({ openGallery }) => {
  const { page, workspace } = await openGallery();
  await workspace.choose('Futures', 'Columns…');
  const dialog = page.getByRole('dialog', { name: 'Columns of Futures' });
  await dialog.getByRole('checkbox', { name: /^Buyer/ }).uncheck();
  await dialog.getByRole('button', { name: 'Keep Last at the left' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const headers = futures(page).getByRole('columnheader');
  await expect(headers.nth(0)).toHaveAttribute('data-head', 'contract');
  await expect(headers.nth(1)).toHaveAttribute('data-head', 'last');
  await expect(futures(page).getByRole('columnheader', { name: 'Member with the best bid' })).toHaveCount(0);
  const scrolled = await futures(page).evaluate((element) => {
    element.scrollLeft = 400;
    return element.scrollLeft;
  });
  expect(scrolled).toBe(0);
});
