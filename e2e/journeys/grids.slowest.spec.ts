// The functions of a grid: sorting by several columns, filters, groups with sums, columns, totals, and export as text, CSV and
// XLSX, in which no text that another member typed can become a formula.
import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import type { Download, Page } from '@playwright/test';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import type { Product } from '../product/running-product.ts';

/** The most hostile references that the exchange accepts. */
const orders = [
  { contract: 'DEC26 WMAZ', price: 4030, qty: 5, ref: '=1+1' },
  { contract: 'DEC26 WMAZ', price: 4029, qty: 7, ref: '@SUM(A1)' },
  { contract: 'MAR27 WMAZ', price: 4020, qty: 3, ref: '-2+3' },
  { contract: 'DEC26 YMAZ', price: 3900, qty: 11, ref: '+cmd' },
  { contract: 'DEC26 YMAZ', price: 3899, qty: 2, ref: 'plain' },
] as const;

test.beforeEach(async ({ product }) => {
  const [client, other] = [
    await MarketClient.signIn(product, 'thandi'),
    await MarketClient.signIn(product, 'pieter'),
  ];
  for (const [at, order] of orders.entries())
    expect((await client.insertOrder({ requestId: `g-${at}`, ...order })).status).toBe(200);
  for (const [at, qty] of [4, 6].entries()) {
    await other.insertOrder({
      requestId: `g-o${at}`,
      contract: 'MAY27 WMAZ',
      side: 'S',
      price: 4050,
      qty,
      ref: '=HYPERLINK',
    });
    await client.insertOrder({
      requestId: `g-d${at}`,
      contract: 'MAY27 WMAZ',
      price: 4050,
      qty,
      ref: `=D${at}`,
    });
  }
});

async function openWorkspace(page: Page, product: Product): Promise<Workspace> {
  await TradingPage.signIn(page, product, 'thandi');
  return new Workspace(page);
}
const bytesOf = async (download: Download) => readFile(await download.path());
const texts = (page: Page, grid: string, column: string) =>
  page
    .getByRole('grid', { name: grid, exact: true })
    .locator(`[data-line] [data-col="${column}"]`)
    .allTextContents();

test('[PANEL-20] a user sorts rows by two columns, filters them by text, numbers and lists, and sees how many rows are filtered out', async ({
  page,
  product,
}) => {
  const workspace = await openWorkspace(page, product);
  const grid = workspace.grid('Active orders');
  const head = (name: string) => grid.getByRole('columnheader', { name, exact: true });
  await head('Contract').click();
  await head('Price').click({ modifiers: ['Shift'] });
  expect(await texts(page, 'Active orders', 'price')).toEqual([
    '4,029.00',
    '4,030.00',
    '3,899.00',
    '3,900.00',
    '4,020.00',
  ]);
  await head('Price').click({ modifiers: ['Shift'] });
  await expect(head('Price')).toHaveAttribute('aria-sort', 'descending');
  expect(await texts(page, 'Active orders', 'price')).toEqual([
    '4,030.00',
    '4,029.00',
    '3,900.00',
    '3,899.00',
    '4,020.00',
  ]);
  await head('Price').click();
  await expect(head('Contract')).toHaveAttribute('aria-sort', 'none');

  await workspace.choose('Active orders', 'Filter row');
  const filter = (name: string) => grid.getByRole('textbox', { name: `Filter ${name}`, exact: true });
  await filter('Contract').fill('ymaz, mar');
  await expect(grid).toHaveAttribute('aria-rowcount', '4');
  await expect(workspace.panel('Active orders').getByText('2 filtered out')).toBeVisible();
  await filter('Price').fill('3900..4100');
  await expect(grid).toHaveAttribute('aria-rowcount', '3');
  await filter('Contract').fill('!ymaz');
  await expect(grid).toHaveAttribute('aria-rowcount', '4');
  await filter('Contract').fill('nothing');
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(grid).toHaveAttribute('aria-rowcount', '6');
});

test('[PANEL-19] a user groups rows and sees sums per group, closes and opens groups, and sees totals of all rows and of selected rows', async ({
  page,
  product,
}) => {
  const workspace = await openWorkspace(page, product);
  const grid = workspace.grid('Active orders');
  await workspace.choose('Active orders', 'Group by…', 'Contract');
  const group = grid.locator('[data-group="contract:DEC26 WMAZ"]');
  await expect(group).toContainText('DEC26 WMAZ');
  await expect(group.getByRole('gridcell', { name: 'Sum Lots that can still deal 12' })).toBeVisible();
  await expect(grid).toHaveAttribute('aria-rowcount', '9');
  await group.click();
  await expect(grid).toHaveAttribute('aria-rowcount', '7');
  await expect(group.getByRole('gridcell').first()).toHaveAttribute('aria-expanded', 'false');
  // The clicked line has the focus: the arrow key opens it again.
  await page.keyboard.press('ArrowRight');
  await expect(grid).toHaveAttribute('aria-rowcount', '9');
  await workspace.choose('Active orders', 'Totals');
  await expect(grid.getByRole('gridcell', { name: 'Total Lots that can still deal 28' })).toBeVisible();
  await workspace.choose('Active orders', 'Group by…', 'No groups');
  await expect(grid.locator('[data-group]')).toHaveCount(0);
  await grid.locator('[data-line="0"] [data-col="qty"]').click();
  await grid.locator('[data-line="1"] [data-col="qty"]').click({ modifiers: ['Shift'] });
  await expect(workspace.panel('Active orders').getByText(/^2 chosen/)).toBeVisible();
});

test('[PANEL-20] a user hides, moves and pins columns in a list, and moves them by dragging their caption', async ({
  page,
  product,
}) => {
  const workspace = await openWorkspace(page, product);
  await workspace.choose('Futures', 'Columns…');
  const dialog = page.getByRole('dialog', { name: 'Columns of Futures' });
  await dialog.getByRole('checkbox', { name: /^Buyer/ }).uncheck();
  await dialog.getByRole('button', { name: 'Keep Last at the left' }).click();
  await dialog.getByRole('button', { name: 'Move Volume up' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const grid = workspace.grid('Futures');
  const heads = () =>
    grid
      .getByRole('columnheader')
      .evaluateAll((all) => all.map((header) => header.getAttribute('data-head')));
  expect((await heads()).slice(0, 2)).toEqual(['contract', 'last']);
  expect(await heads()).not.toContain('buyer');
  await expect(grid.locator('[data-line]').locator('[data-col="buyer"]')).toHaveCount(0);
  const place = (id: string) => grid.locator(`[data-head="${id}"]`);
  const scrolled = await grid.evaluate((element) => {
    element.scrollLeft = 400;
    return element.scrollLeft;
  });
  expect(scrolled).toBe(0);
  const [from, to] = [await place('offerQty').boundingBox(), await place('bid').boundingBox()];
  if (from === null || to === null) throw new Error('no captions');
  await workspace.drag({ x: from.x + 20, y: from.y + 10 }, { x: to.x + 5, y: to.y + 10 });
  const after = await heads();
  expect(after.indexOf('offerQty')).toBeLessThan(after.indexOf('bid'));
  await workspace.choose('Futures', 'Columns…');
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect((await heads()).slice(0, 3)).toEqual(['contract', 'net', 'bidQty']);
});

test('a user copies rows and exports them as CSV and XLSX, with numbers as numbers and no text as a formula', async ({
  page,
  context,
  product,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const workspace = await openWorkspace(page, product);
  const grid = workspace.grid('Active orders');
  await grid.getByRole('columnheader', { name: 'Price', exact: true }).click();
  await grid.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await expect(page.getByText('Copied 5 rows, with decimals as on the screen.')).toBeAttached();
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  const captions = lines[0]?.split('\t') ?? [];
  const cell = (line: number, caption: string) => lines[line]?.split('\t')[captions.indexOf(caption)];
  expect(lines).toHaveLength(6);
  expect(captions).not.toContain('Actions');
  expect([1, 2, 3, 4, 5].map((line) => cell(line, 'Price'))).toEqual([
    '3899.00',
    '3900.00',
    '4020.00',
    '4029.00',
    '4030.00',
  ]);
  const refs = ['plain', "'+cmd", "'-2+3", "'@SUM(A1)", "'=1+1"];
  expect([1, 2, 3, 4, 5].map((line) => cell(line, 'Ref'))).toEqual(refs);
  await page.keyboard.press('Escape');

  let saving = page.waitForEvent('download');
  await workspace.choose('Active orders', 'Export all rows as CSV, decimals with a point');
  const csvFile = await saving;
  expect(csvFile.suggestedFilename()).toMatch(/^active-orders-\d{8}-\d{6}\.csv$/);
  const csv = (await bytesOf(csvFile)).toString('utf8').split('\r\n');
  expect(csv).toHaveLength(7);
  const csvHead = csv[0]?.split(',') ?? [];
  const csvColumn = (caption: string) =>
    csv.slice(1, 6).map((line) => line.split(',')[csvHead.indexOf(caption)]);
  expect(csvColumn('Ref')).toEqual(refs);
  expect(csvColumn('Price')).toEqual(['3899.00', '3900.00', '4020.00', '4029.00', '4030.00']);
  for (const time of csvColumn('Time')) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+02:00$/);

  await page.getByRole('button', { name: 'Deals', exact: true }).click();
  await expect(workspace.grid('Deals').locator('[data-line]')).toHaveCount(2);
  saving = page.waitForEvent('download');
  await workspace.choose('Deals', 'Export all rows as XLSX');
  const xlsxFile = await saving;
  expect(xlsxFile.suggestedFilename()).toMatch(/^deals-\d{8}-\d{6}\.xlsx$/);
  const sheet = sheetOf(await bytesOf(xlsxFile));
  const head = sheet[0] ?? [];
  expect(head).toEqual(expect.arrayContaining(['Time', 'Contract', 'Qty', 'Price', 'Ref']));
  const column = (caption: string) => sheet.slice(1).map((row) => row[head.indexOf(caption)]);
  expect(column('Qty').sort()).toEqual([4, 6]);
  expect(column('Price')).toEqual([4050, 4050]);
  // The text is unchanged: each cell of a workbook has a type, so no apostrophe is needed.
  expect(column('Ref').sort()).toEqual(['=D0', '=D1']);
});

type SheetCell = string | number | null;

/** The cells of a workbook's only sheet; fails when one is a formula. */
function sheetOf(workbook: Buffer): SheetCell[][] {
  const files = unzipped(workbook);
  const xml = files.get('xl/worksheets/sheet1.xml') ?? '';
  expect(xml).not.toContain('<f');
  const shared = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>/gs)].map(([, si]) =>
    textIn(si ?? ''),
  );
  return [...xml.matchAll(/<row [^>]*?(?:\/>|>(.*?)<\/row>)/gs)].map(([, row]) => {
    const cells: SheetCell[] = [];
    for (const [, attributes = '', inside = ''] of (row ?? '').matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const value = /<v>(.*?)<\/v>/s.exec(inside)?.[1];
      const letters = /r="([A-Z]+)\d+"/.exec(attributes)?.[1] ?? '';
      const at = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      const kind = /t="(\w+)"/.exec(attributes)?.[1];
      if (kind === 'inlineStr') cells[at] = textIn(inside);
      else if (kind === 's') cells[at] = shared[Number(value)] ?? null;
      else if (kind === 'str') cells[at] = value ?? null;
      else cells[at] = value === undefined ? null : Number(value);
    }
    return cells;
  });
}

const textIn = (xml: string) =>
  [...xml.matchAll(/<t[^>]*>(.*?)<\/t>/gs)]
    .map(([, text]) => text ?? '')
    .join('')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** The files of a zip archive, found by its central directory. */
function unzipped(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const nameLength = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + size);
    files.set(
      zip.toString('utf8', at + 46, at + 46 + nameLength),
      (method === 0 ? bytes : inflateRawSync(bytes)).toString('utf8'),
    );
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}
