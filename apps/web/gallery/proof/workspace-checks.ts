// What must hold of the workspace, its layouts and what a grid can be set up to be, each as a sentence and the steps that
// show it.
import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { type Download, expect, type Page } from '@playwright/test';
import type { Check } from './checks.ts';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const boxOf = async (page: Page, name: string) => {
  const box = await panel(page, name).boundingBox();
  if (box === null) throw new Error(`No panel ${name} is in sight.`);
  return box;
};
const drawer = (page: Page) => page.getByRole('navigation', { name: 'Workspace' });
const choose = async (page: Page, of: string, ...items: (string | RegExp)[]) => {
  await page.getByRole('button', { name: of, exact: true }).click();
  for (const name of items)
    await page
      .getByRole('menu')
      .locator('[role^=menuitem]')
      .filter({ hasText: name instanceof RegExp ? name : new RegExp(`^${name}`) })
      .first()
      .click();
};
const panelMenu = (page: Page, name: string, ...items: (string | RegExp)[]) =>
  choose(page, `Menu of ${name}`, ...items);
const layoutMenu = (page: Page, ...items: (string | RegExp)[]) => choose(page, 'More…', ...items);
const grid = (page: Page, name: string) => page.getByRole('grid', { name, exact: true });
const changedMark = (page: Page) => page.getByTitle('Changed since it was saved');
const toast = (page: Page, text: RegExp | string) => page.getByText(text).last();
const textOf = async (download: Download) => readFile(await download.path(), 'utf8');

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
}

const depth = 'Depth MAR27 SUNS';

export const workspaceChecks: readonly Check[] = [
  {
    title: 'Ctrl+Z takes a change of the layout back and Ctrl+Shift+Z does it again, but not while one types',
    check: async (page) => {
      await page.getByRole('button', { name: `Close ${depth}` }).click();
      await expect(page.locator('[data-panel]')).toHaveCount(3);
      await expect(changedMark(page)).toHaveCount(1);
      await grid(page, 'Futures').focus();
      await page.keyboard.press('Control+z');
      await expect(panel(page, depth)).toBeVisible();
      await expect(changedMark(page)).toHaveCount(0);
      await page.keyboard.press('Control+Shift+z');
      await expect(page.locator('[data-panel]')).toHaveCount(3);
      await panelMenu(page, 'Futures', 'Filter row');
      await grid(page, 'Futures').getByRole('textbox', { name: 'Filter Contract' }).fill('DEC');
      await page.keyboard.press('Control+z');
      await expect(page.locator('[data-panel]')).toHaveCount(3);
    },
  },
  {
    title: 'a dragged panel snaps to its neighbour with a small gap, and with Alt it does not',
    check: async (page) => {
      const upper = await boxOf(page, 'Depth');
      const before = await boxOf(page, depth);
      const away = (y: number) => drag(page, { x: before.x + 110, y }, { x: before.x + 112, y: y - 3 });
      await away(before.y + 14);
      const snapped = await boxOf(page, depth);
      expect(Math.round(snapped.x - upper.x)).toBe(0);
      expect(Math.abs(snapped.y - (upper.y + upper.height) - 4)).toBeLessThanOrEqual(1);
      await page.keyboard.press('Control+z');
      await page.keyboard.down('Alt');
      await away((await boxOf(page, depth)).y + 14);
      await page.keyboard.up('Alt');
      const free = await boxOf(page, depth);
      expect(Math.round(free.x - before.x)).toBe(2);
      expect(Math.round(before.y - free.y)).toBe(3);
    },
  },
  {
    title: '[LAYOUT-5] a panel is swapped for another in the same place, and keeps its colour',
    check: async (page) => {
      const before = await boxOf(page, depth);
      await panelMenu(page, depth, 'Colour…', 'Teal');
      await panelMenu(page, depth, 'Replace with…', 'Deals');
      await expect(grid(page, 'Deals')).toBeVisible();
      expect(await boxOf(page, 'Deals')).toEqual(before);
      await panelMenu(page, 'Deals', 'Colour…');
      await expect(page.getByRole('menuitemcheckbox', { name: 'Teal' })).toHaveAttribute(
        'aria-checked',
        'true',
      );
    },
  },
  {
    title: 'a panel is placed by numbers and by a named place, without a drag',
    check: async (page) => {
      await panelMenu(page, depth, 'Move and size…');
      const dialog = page.getByRole('dialog', { name: `Move and size ${depth}` });
      await dialog.getByRole('textbox', { name: 'From the left' }).fill('150');
      await dialog.getByRole('button', { name: 'Set' }).click();
      await expect(dialog.getByText('Each is a number from 0 to 100.')).toBeVisible();
      await dialog.getByRole('textbox', { name: 'From the left' }).fill('10');
      await dialog.getByRole('textbox', { name: 'From the top' }).fill('20');
      await dialog.getByRole('textbox', { name: 'Width' }).fill('30');
      await dialog.getByRole('textbox', { name: 'Height' }).fill('40');
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      const area = await page.getByRole('main').boundingBox();
      if (area === null) throw new Error('no workspace');
      const placed = await boxOf(page, depth);
      expect(Math.round(placed.x - area.x)).toBe(Math.round(area.width * 0.1));
      expect(Math.round(placed.y - area.y)).toBe(Math.round(area.height * 0.2));
      await panelMenu(page, depth, 'Move and size…');
      await dialog.getByRole('button', { name: 'Top right' }).click();
      const preset = await boxOf(page, depth);
      expect(Math.abs(preset.x - (area.x + area.width / 2))).toBeLessThanOrEqual(1);
      expect(preset.y).toBe(area.y);
    },
  },
  {
    title: 'a double click on the header fills the workspace, and Escape gives the place back',
    check: async (page) => {
      const before = await boxOf(page, depth);
      await page.mouse.dblclick(before.x + 130, before.y + 14);
      const area = await page.getByRole('main').boundingBox();
      expect(Math.round((await boxOf(page, depth)).width)).toBe(Math.round(area?.width ?? 0));
      await expect(changedMark(page)).toHaveCount(0);
      await page.keyboard.press('Escape');
      expect(await boxOf(page, depth)).toEqual(before);
    },
  },
  {
    title: 'a window that becomes small and large again loses no place and no size',
    check: async (page) => {
      const names = ['Futures', 'Depth', 'Active orders', depth];
      const before = await Promise.all(names.map((name) => boxOf(page, name)));
      await page.setViewportSize({ width: 760, height: 480 });
      for (const name of names) {
        const box = await boxOf(page, name);
        expect(box.width).toBeGreaterThanOrEqual(219);
        expect(box.x + box.width).toBeLessThanOrEqual(761);
        expect(box.y + box.height).toBeLessThanOrEqual(481);
      }
      await page.setViewportSize({ width: 1600, height: 900 });
      await expect.poll(async () => Promise.all(names.map((name) => boxOf(page, name)))).toEqual(before);
    },
  },
  {
    title:
      '[WCAG 2.2.2] a frozen panel stands still while the market goes on, and its orders take the price of now',
    query: 'ticks=60',
    check: async (page) => {
      const cells = () => grid(page, 'Futures').locator('[data-col="bid"]').allTextContents();
      await panelMenu(page, 'Futures', 'Freeze');
      await expect(panel(page, 'Futures').getByText(/Frozen at/)).toBeVisible();
      const still = await cells();
      const live = page.getByRole('grid', { name: 'Depth of DEC26 WMAZ' }).locator('[data-line="0"]');
      const was = await live.textContent();
      await expect(live).not.toHaveText(was ?? '', { timeout: 10_000 });
      expect(await cells()).toEqual(still);
      await panel(page, 'Futures').getByRole('button', { name: 'Unfreeze' }).click();
      await expect.poll(cells).not.toEqual(still);
    },
  },
  {
    title: '[LAYOUT-4] [LAYOUT-7] the spawn point is shown, carried by keys, and new panels appear there',
    check: async (page) => {
      await drawer(page).getByRole('button', { name: 'New panels open here' }).click();
      const marker = page.getByRole('button', { name: /^New panels open here: 20 percent/ });
      await marker.focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Shift+ArrowDown');
      const moved = page.getByRole('button', {
        name: /^New panels open here: 21 percent from the left, 25/,
      });
      await expect(moved).toBeFocused();
      const at = await moved.boundingBox();
      await drawer(page).getByRole('button', { name: 'Deals', exact: true }).click();
      const added = await boxOf(page, 'Deals');
      expect(Math.abs(added.x - (at?.x ?? 0))).toBeLessThanOrEqual(1);
      expect(Math.abs(added.y - (at?.y ?? 0))).toBeLessThanOrEqual(1);
    },
  },
  {
    title: '[LAYOUT-7] confirmations stand where they were placed',
    check: async (page) => {
      await drawer(page).getByRole('button', { name: 'Dialog position' }).click();
      const marker = page.getByRole('button', { name: /^Dialogs open here: 50 percent/ });
      const box = await marker.boundingBox();
      if (box === null) throw new Error('no marker');
      await drag(page, { x: box.x + 20, y: box.y + 10 }, { x: box.x + 340, y: box.y + 190 });
      await expect(
        page.getByRole('button', { name: /^Dialogs open here: 70 percent from the left, 70/ }),
      ).toBeVisible();
      await drawer(page).getByRole('button', { name: 'Dialog position' }).click();
      await page.getByRole('button', { name: 'Delete order 1204' }).click();
      const dialog = await page.getByRole('dialog').boundingBox();
      expect(Math.round((dialog?.x ?? 0) + (dialog?.width ?? 0) / 2)).toBe(1120);
    },
  },
  {
    title: '[LAYOUT-9] a layout is saved under a name, renamed, duplicated and deleted, each with its toast',
    check: async (page) => {
      await drawer(page).getByRole('button', { name: 'Save as…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Save the layout as' });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByText('A layout needs a name.')).toBeVisible();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Morning');
      await page.keyboard.press('Enter');
      await expect(toast(page, 'Layout saved')).toBeVisible();
      await expect(drawer(page).getByRole('button', { name: 'Morning' })).toHaveAttribute(
        'aria-current',
        'true',
      );
      await layoutMenu(page, 'Rename…');
      await page.getByRole('dialog', { name: 'Rename the layout' }).getByRole('textbox').fill('Evening');
      await page.keyboard.press('Enter');
      await expect(drawer(page).getByRole('button', { name: 'Evening' })).toBeVisible();
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(toast(page, 'Updated layout: Evening')).toBeVisible();
      await layoutMenu(page, 'Duplicate');
      await expect(drawer(page).getByRole('button', { name: 'Evening copy' })).toHaveAttribute(
        'aria-current',
        'true',
      );
      await layoutMenu(page, 'Delete…');
      const question = page.getByRole('dialog', { name: 'Delete the layout?' });
      await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(drawer(page).getByRole('button', { name: 'Evening copy' })).toHaveCount(0);
    },
  },
  {
    title:
      'unsaved changes are shown, and showing another layout offers to save them, to give them up or to stay',
    check: async (page) => {
      await page.getByRole('button', { name: `Close ${depth}` }).click();
      await expect(changedMark(page)).toHaveCount(1);
      await drawer(page).getByRole('button', { name: 'Deliveries' }).click();
      const question = page.getByRole('dialog', { name: 'Leave the changes unsaved?' });
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.locator('[data-panel]')).toHaveCount(3);
      await drawer(page).getByRole('button', { name: 'Deliveries' }).click();
      await question.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page, 'Updated layout: Dealer desk')).toBeVisible();
      await expect(page.locator('[data-panel]')).toHaveCount(4);
      await drawer(page).getByRole('button', { name: 'Dealer desk' }).click();
      await expect(page.locator('[data-panel]')).toHaveCount(3);
      await drawer(page).getByRole('button', { name: 'Depth', exact: true }).click();
      await layoutMenu(page, 'Reset…');
      await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
      await expect(page.locator('[data-panel]')).toHaveCount(3);
      await expect(changedMark(page)).toHaveCount(0);
    },
  },
  {
    title:
      'a layout goes out as a file and comes in again as it was, and what is none is rejected with the path',
    check: async (page) => {
      await panelMenu(page, depth, 'Colour…', 'Violet');
      const boxes = () =>
        page.locator('[data-panel]').evaluateAll((panels) => panels.map((one) => one.getAttribute('style')));
      const before = await boxes();
      const saving = page.waitForEvent('download');
      await layoutMenu(page, 'Export as a file');
      const file = await saving;
      expect(file.suggestedFilename()).toBe('dealer-desk.openpit-layout.json');
      const text = await textOf(file);
      const give = async (content: string, name = 'desk.json') => {
        const choosing = page.waitForEvent('filechooser');
        await layoutMenu(page, 'Import a file…');
        await (await choosing).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
      };
      await give(text.replace('"violet"', '"url(http://elsewhere.example/x)"'), 'bad.json');
      await expect(
        toast(page, /bad\.json was not imported\. layout\.columns\[3\]\.color: A colour is one of/),
      ).toBeVisible();
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await give(' '.repeat(300_000), 'big.json');
      await expect(toast(page, /big\.json was not imported\. The file is too large/)).toBeVisible();
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await give(text);
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
      await expect(toast(page, 'Imported “Dealer desk 2”. Save it to keep it.')).toBeVisible();
      await expect(changedMark(page)).toHaveCount(1);
      expect(await boxes()).toEqual(before);
    },
  },
  {
    title: '[LAYOUT-6] an empty desk offers layouts to begin with',
    query: 'desk=blank',
    check: async (page) => {
      await page.getByRole('button', { name: /^Back office/ }).click();
      await expect(page.locator('[data-panel]')).toHaveCount(4);
      await expect(grid(page, 'Deals')).toBeVisible();
      await expect(drawer(page).getByRole('button', { name: 'Back office (not saved)' })).toBeVisible();
    },
  },
  {
    title: '[PANEL-20] Shift sorts among equals, and the layout keeps both',
    check: async (page) => {
      const head = (name: string) =>
        grid(page, 'Active orders').getByRole('columnheader', { name, exact: true });
      await head('Contract').click();
      await head('Price').click({ modifiers: ['Shift'] });
      await expect(head('Contract')).toHaveAttribute('aria-sort', 'ascending');
      await expect(head('Price')).toHaveAttribute('aria-sort', 'ascending');
      await expect(head('Price')).toContainText('2');
      await head('Price').click({ modifiers: ['Shift'] });
      await expect(head('Price')).toHaveAttribute('aria-sort', 'descending');
      await page.keyboard.press('Control+s');
      await expect(changedMark(page)).toHaveCount(0);
      const cells = await grid(page, 'Active orders').locator('[data-col="contract"]').allTextContents();
      expect(cells).toEqual([...cells].sort());
    },
  },
  {
    title:
      'a filter row narrows the rows by text and by number, says how many it leaves out, and is switched off by a comma',
    check: async (page) => {
      await panelMenu(page, 'Active orders', 'Filter row');
      const orders = grid(page, 'Active orders');
      await orders.getByRole('textbox', { name: 'Filter Contract' }).fill('wmaz, sun');
      await expect(orders).toHaveAttribute('aria-rowcount', '5');
      await expect(panel(page, 'Active orders').getByText('2 filtered out')).toBeVisible();
      await orders.getByRole('textbox', { name: 'Filter Lots that can still deal' }).fill('>=10');
      await expect(orders).toHaveAttribute('aria-rowcount', '3');
      await orders.getByRole('textbox', { name: 'Filter Contract' }).fill('nothing');
      await expect(page.getByText('No rows match the filters.')).toBeVisible();
      await orders.getByRole('textbox', { name: 'Filter Contract' }).fill('nothing,');
      await expect(orders).toHaveAttribute('aria-rowcount', '4');
    },
  },
  {
    title:
      '[PANEL-19] rows are grouped by a column with sums under their captions, and closed groups stay closed in the layout',
    query: 'desk=own',
    check: async (page) => {
      await panelMenu(page, 'Deals', 'Group by…', 'Contract');
      const deals = grid(page, 'Deals');
      const group = deals.locator('[data-group="contract:DEC26 WMAZ"]');
      // Of its 21 lots five were split into other deals and count no more.
      await expect(group.getByRole('gridcell', { name: 'Sum Qty 16' })).toBeVisible();
      const rows = Number(await deals.getAttribute('aria-rowcount'));
      await group.click();
      await expect(deals).toHaveAttribute('aria-rowcount', String(rows - 3));
      await panelMenu(page, 'Deals', 'Totals');
      await expect(deals.getByRole('gridcell', { name: 'Total Qty 49' })).toBeVisible();
      await panelMenu(page, 'Deals', 'Group by…', 'No groups');
      await expect(deals.locator('[data-group]')).toHaveCount(0);
    },
  },
  {
    title: 'columns are hidden, moved and pinned in a list, without a drag',
    check: async (page) => {
      await panelMenu(page, 'Futures', 'Columns…');
      const dialog = page.getByRole('dialog', { name: 'Columns of Futures' });
      await dialog.getByRole('checkbox', { name: /^Buyer/ }).uncheck();
      await dialog.getByRole('button', { name: 'Keep Last at the left' }).click();
      await dialog.getByRole('button', { name: 'Done' }).click();
      const heads = grid(page, 'Futures').getByRole('columnheader');
      await expect(heads.nth(0)).toHaveAttribute('data-head', 'contract');
      await expect(heads.nth(1)).toHaveAttribute('data-head', 'last');
      await expect(
        grid(page, 'Futures').getByRole('columnheader', { name: 'Member with the best bid' }),
      ).toHaveCount(0);
      const left = async () => (await heads.nth(1).boundingBox())?.x;
      const before = await left();
      await grid(page, 'Futures').evaluate((element) => {
        element.scrollLeft = 400;
      });
      expect(await left()).toBe(before);
    },
  },
  {
    title: 'chosen rows are summed in the footer, copied for a spreadsheet and exported alone',
    query: 'desk=own',
    check: async (page) => {
      const deals = grid(page, 'Deals');
      await deals.locator('[data-line="0"] [data-col="qty"]').click();
      await deals.locator('[data-line="2"] [data-col="qty"]').click({ modifiers: ['Shift'] });
      await expect(panel(page, 'Deals').getByText(/^3 chosen, Qty 26, Value, R /)).toBeVisible();
      await page.keyboard.press('Control+c');
      await expect(page.getByText('Copied 3 rows.')).toBeAttached();
      const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
      expect(lines).toHaveLength(4);
      expect(lines[0]).toMatch(/^Deal number\tTime\tContract\tBuy or sell\tQty\tPrice/);
      expect(lines[1]).toMatch(/\tMAY27 YMAZ\tBuy\t20\t/);
      const saving = page.waitForEvent('download');
      await panelMenu(page, 'Deals', 'Export 3 rows as CSV');
      expect((await textOf(await saving)).trim().split('\r\n')).toHaveLength(4);
      await deals.focus();
      await page.keyboard.press('Escape');
      await expect(panel(page, 'Deals').getByText(/chosen/)).toHaveCount(0);
    },
  },
  {
    title: 'a grid is exported as a workbook with numbers as numbers',
    query: 'desk=own',
    check: async (page) => {
      const saving = page.waitForEvent('download');
      await panelMenu(page, 'Deals', 'Export all rows as XLSX');
      const file = await saving;
      expect(file.suggestedFilename()).toMatch(/^deals-\d{8}-\d{6}\.xlsx$/);
      const bytes = await readFile(await file.path());
      expect(bytes.readUInt32LE(0)).toBe(0x04034b50);
      const part = (name: string) => {
        const start = bytes.indexOf(name) + name.length;
        return inflateRawSync(bytes.subarray(start)).toString('utf8');
      };
      expect(part('xl/worksheets/sheet1.xml')).toContain('<v>20</v>');
      expect(part('xl/sharedStrings.xml')).toContain('>MAY27 YMAZ</t>');
    },
  },
  {
    title: '[PANEL-20] Futures shows the instruments that were chosen in its header',
    check: async (page) => {
      await page.getByRole('button', { name: 'Choose instruments' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'SUNS' }).click();
      await expect(grid(page, 'Futures').locator('[data-group]')).toHaveText([/SUNS/]);
      await expect(changedMark(page)).toHaveCount(1);
      await page.getByRole('button', { name: 'Instruments: SUNS' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'All instruments' }).click();
      await expect(grid(page, 'Futures').locator('[data-group]').first()).toContainText('WMAZ');
    },
  },
  {
    title: 'Ctrl and the wheel make the letters of one panel larger, the menu smaller or as usual again',
    check: async (page) => {
      const sizeIn = (name: string) =>
        grid(page, name).evaluate((element) => getComputedStyle(element).fontSize);
      await grid(page, 'Active orders').hover();
      await page.keyboard.down('Control');
      for (let turn = 0; turn < 3; turn += 1) await page.mouse.wheel(0, -100);
      await page.keyboard.up('Control');
      await expect.poll(() => sizeIn('Active orders')).toBe('15px');
      expect(await sizeIn('Futures')).toBe('12px');
      expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
      await expect(changedMark(page)).toHaveCount(1);
      await panelMenu(page, 'Active orders', 'Density…', 'Smaller text');
      await expect.poll(() => sizeIn('Active orders')).toBe('14px');
      await panelMenu(page, 'Active orders', 'Density…', 'Default text size');
      await expect.poll(() => sizeIn('Active orders')).toBe('12px');
    },
  },
  {
    title: '[PREF-3] a panel may be denser and may colour its updates otherwise than the preferences say',
    query: 'ticks=60',
    check: async (page) => {
      const row = grid(page, 'Futures').locator('[data-line="1"]');
      const before = (await row.boundingBox())?.height;
      await panelMenu(page, 'Futures', 'Density…', 'Comfortable');
      await expect.poll(async () => (await row.boundingBox())?.height).toBe(28);
      expect(before).toBe(24);
      await panelMenu(page, 'Futures', 'Colour on updates…', 'None');
      await expect(panel(page, 'Futures').locator('[data-flash]')).toHaveAttribute('data-flash', 'none');
    },
  },
  {
    title: 'the list of own actions says what was sent when and what came of it, and goes out as a file',
    check: async (page) => {
      await page.getByRole('button', { name: 'Suspend order 1201' }).click();
      await expect(toast(page, /Suspended order 1201/)).toBeVisible();
      await drawer(page).getByRole('button', { name: 'My actions…' }).click();
      const dialog = page.getByRole('dialog', { name: 'My actions' });
      const row = dialog.getByRole('row').nth(1);
      await expect(row).toContainText('Suspend');
      await expect(row).toContainText('Accepted');
      await expect(row).toContainText(/\d\d:\d\d:\d\d\.\d{3}/);
      const saving = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Export as CSV' }).click();
      expect(await textOf(await saving)).toMatch(/Suspend order 1201: Buy 10 DEC26 WMAZ/);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    },
  },
];
