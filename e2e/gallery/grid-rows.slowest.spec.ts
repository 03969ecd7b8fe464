// The rows of a grid: filters, groups with sums, selection, and export.
import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { RowsPanel } from '../pages/rows-panel.ts';
import { activeOrders, expect, test } from './gallery.ts';

test('the filter row filters by text and by number, counts the hidden rows, and a comma after a word lifts its filter', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  await workspace.choose('Active orders', 'Filter row');
  const orders = activeOrders(page);
  const contractFilter = orders.getByRole('textbox', { name: 'Filter Contract' });
  await contractFilter.fill('dec, sun');
  await expect(orders).toHaveAttribute('aria-rowcount', '5');
  await expect(workspace.panel('Active orders').getByText('4 filtered out')).toBeVisible();
  await orders.getByRole('textbox', { name: 'Filter Lots that can still deal' }).fill('>=10');
  await expect(orders).toHaveAttribute('aria-rowcount', '3');
  await expect(contractFilter).toHaveAccessibleDescription(/=whole text, !exclude, >10, 10\.\.20/);
  await workspace.choose('Active orders', 'Totals');
  await expect(orders.getByText('Total', { exact: true })).toBeVisible();
  await contractFilter.fill('nothing');
  await expect(page.getByText('No rows match the filters.')).toBeVisible();
  await expect(orders.getByText('Total', { exact: true })).toHaveCount(0);
  await contractFilter.fill('nothing,');
  await expect(orders).toHaveAttribute('aria-rowcount', '4');
});

test('a selected row keeps its colour under the pointer', async ({ openGallery }) => {
  const { page } = await openGallery('layout=own');
  const row = page.getByRole('grid', { name: 'Deals' }).locator('[data-line="1"]');
  const colour = () => row.evaluate((element) => getComputedStyle(element).backgroundColor);
  const before = await colour();
  await row.locator('[data-col="qty"]').click();
  await page.mouse.move(0, 0);
  const selected = await colour();
  expect(selected).not.toBe(before);
  await row.locator('[data-col="qty"]').hover();
  expect(await colour()).toBe(selected);
});

test('[PANEL-2] the colour of options in the money is opaque, so that a selected row does not turn it grey', async ({
  openGallery,
}) => {
  const { page } = await openGallery('layout=market');
  const cell = page
    .getByRole('grid', { name: /^Deltas on/ })
    .locator('[data-line] [data-col="call-bid"]')
    .first();
  const image = await cell.evaluate((element) => getComputedStyle(element).backgroundImage);
  expect(image).toContain('gradient');
  expect(image).not.toMatch(/\/ 0?\.|rgba/);
});

test('[PANEL-19] rows are grouped by a column with sums, and groups close', async ({ openGallery }) => {
  const { page, workspace } = await openGallery('layout=own');
  const all = await new RowsPanel(page, 'Deals').texts(['contract', 'qty']);
  const ofContract = all.filter((text) => text.startsWith('DEC26 WMAZ'));
  const lotsOf = (texts: readonly string[]) =>
    texts
      .filter((text) => !text.includes('split'))
      .reduce((sum, text) => sum + Number(text.split(' | ')[1]), 0);
  expect(ofContract.some((text) => text.includes('split'))).toBe(true);
  await workspace.choose('Deals', 'Group by…', 'Contract');
  const deals = workspace.grid('Deals');
  const group = deals.locator('[data-group="contract:DEC26 WMAZ"]');
  // A deal that was split into others does not count.
  await expect(group.getByRole('gridcell', { name: `Sum Qty ${lotsOf(ofContract)}` })).toBeVisible();
  const rows = Number(await deals.getAttribute('aria-rowcount'));
  // The lines of a grid are used again when it scrolls: a click that scrolls first can be on another line.
  await group.scrollIntoViewIfNeeded();
  await expect(group).toBeInViewport({ ratio: 1 });
  await group.click();
  await expect(deals).toHaveAttribute('aria-rowcount', String(rows - ofContract.length));
  await workspace.choose('Deals', 'Totals');
  await expect(deals.getByRole('gridcell', { name: `Total Qty ${lotsOf(all)}` })).toBeVisible();
  await workspace.choose('Deals', 'Group by…', 'No groups');
  await expect(deals.locator('[data-group]')).toHaveCount(0);
});

test('selected rows are summed in the footer, copied for a spreadsheet and exported alone', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery('layout=own');
  const deals = workspace.grid('Deals');
  const rows = await new RowsPanel(page, 'Deals').texts(['contract', 'side', 'qty']);
  const lots = rows.slice(0, 3).reduce((sum, text) => sum + Number(text.split(' | ')[2]), 0);
  await deals.locator('[data-line="0"] [data-col="qty"]').click();
  await deals.locator('[data-line="2"] [data-col="qty"]').click({ modifiers: ['Shift'] });
  await expect(
    workspace.panel('Deals').getByText(new RegExp(`^3 chosen, Qty ${lots}, Value, R `)),
  ).toBeVisible();
  await page.keyboard.press('Control+c');
  await expect(page.getByText('Copied 3 rows, with decimals as on the screen.')).toBeAttached();
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^Deal\tMatch\tTime\tContract\tB\/S\tQty\tPrice/);
  expect(lines[1]).toMatch(
    new RegExp(`T\\d\\d:\\d\\d:\\d\\d\\+02:00\\t${rows[0]?.replaceAll(' | ', '\\t')}\\t\\d+\\.\\d\\d\\t`),
  );
  const saving = page.waitForEvent('download');
  await workspace.choose('Deals', 'Export 3 rows as CSV, decimals with a point');
  const file = await readFile(await (await saving).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(4);
  await deals.focus();
  await page.keyboard.press('Escape');
  await expect(workspace.panel('Deals').getByText(/chosen/)).toHaveCount(0);
});

test('a grid is exported as a workbook with numbers as numbers', async ({ openGallery }) => {
  const { page, workspace } = await openGallery('layout=own');
  const saving = page.waitForEvent('download');
  await workspace.choose('Deals', 'Export all rows as XLSX');
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^deals-\d{8}-\d{6}\.xlsx$/);
  const bytes = await readFile(await file.path());
  expect(bytes.readUInt32LE(0)).toBe(0x04034b50);
  const part = (name: string) => {
    const start = bytes.indexOf(name) + name.length;
    return inflateRawSync(bytes.subarray(start)).toString('utf8');
  };
  expect(part('xl/worksheets/sheet1.xml')).toContain('<v>16</v>');
  expect(part('xl/sharedStrings.xml')).toContain('>DEC26 SUNS</t>');
});
