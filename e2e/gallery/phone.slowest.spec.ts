// The workspace of a phone.
import type { Locator, Page } from '@playwright/test';
import { smallTargets } from '../pages/touch-targets.ts';
import { boxOf } from '../pages/workspace.ts';
import { activeOrders, contractRow, expect, orderNumbers, outcome, shown, test } from './gallery.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('[LAYOUT-11] a tap on a contract shows its depth, with Buy before Sell, as in the order form', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  const [bid, offer] = [await shown(page, 'MAR27', 'bid'), await shown(page, 'MAR27', 'offer')];
  await contractRow(page, 'MAR27').tap();
  const sheet = page.getByRole('dialog', { name: /MAR27 WMAZ/ });
  await expect(sheet.getByRole('grid', { name: 'Depth of MAR27 WMAZ' })).toBeVisible();
  const left = async (target: Locator) => (await boxOf(target)).x;
  const [sell, buy] = [
    sheet.getByRole('button', { name: /^Sell/ }),
    sheet.getByRole('button', { name: /^Buy/ }),
  ];
  await expect(sell).toContainText(bid);
  await expect(buy).toContainText(offer);
  expect(await left(buy)).toBeLessThan(await left(sell));
  await buy.tap();
  const side = page.getByRole('radiogroup', { name: 'Side' }).locator('label');
  await expect(side).toHaveText(['Buy', 'Sell', 'Double']);
  await expect(page.getByRole('radio', { name: 'Buy' })).toBeChecked();
  const send = page.getByRole('button', { name: `Buy 10 MAR27 WMAZ at ${offer}` });
  await expect(send).toBeVisible();
  await send.tap();
  await expect(page.getByText(outcome).first()).toBeVisible();
});

test('[SHELL-4] a toast covers no row and no button: the list ends above it, and it shows above an open sheet', async ({
  openGallery,
}) => {
  const { page } = await openGallery('panel=ActiveOrders&meanwhile=SuspendActiveOrder');
  const rows = activeOrders(page).locator('[data-line]');
  const first = await boxOf(rows.first());
  // A rejection stays until it is closed.
  const [order] = await orderNumbers(page);
  await page.getByRole('button', { name: `Suspend order ${order}` }).tap();
  const toast = page.locator('section[data-type="error"]');
  await expect(toast).toBeVisible();
  const [list, card] = [await boxOf(activeOrders(page)), await boxOf(toast)];
  expect(list.y + list.height).toBeLessThanOrEqual(card.y);
  expect(await boxOf(rows.first())).toEqual(first);

  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Markets' }).tap();
  await contractRow(page, 'MAR27').tap();
  const sheet = page.getByRole('dialog', { name: /MAR27 WMAZ/ });
  await sheet.getByRole('button', { name: /^Buy/ }).tap();
  const form = page.getByRole('dialog', { name: /Order/ });
  await expect(form).toBeVisible();
  const above = await boxOf(toast);
  expect(above.y).toBeGreaterThanOrEqual(0);
  expect(above.y + above.height).toBeLessThanOrEqual((await boxOf(form)).y);
});

test('[LAYOUT-11] [PANEL-8] on each tab every button has a name and room for a finger; a position is closed out from its row', async ({
  openGallery,
}) => {
  const { page } = await openGallery('panel=Positions');
  await expect(page.getByText('Trading', { exact: true })).toBeVisible();
  const close = page.getByRole('button', { name: 'Close out DEC26 WMAZ of KAND' });
  await expect(close).toHaveText('Close out');
  const tabs = page.getByRole('navigation', { name: 'Panels' });
  for (const tab of ['Markets', 'Orders', 'Deals', 'Positions']) {
    await tabs.getByRole('button', { name: tab }).tap();
    if (tab === 'Orders') {
      await expect(activeOrders(page)).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Active Orders' })).toBeVisible();
    }
    for (const button of await page.getByRole('button').all()) {
      await expect(button).toHaveAccessibleName(/\w/);
    }
    expect(await smallTargets(page), tab).toEqual([]);
  }
  await close.tap();
  await expect(page.getByRole('button', { name: /^Sell 44 DEC26 WMAZ at/ })).toBeVisible();
});

/** The inputs of the ticket whose text is wider than they are. */
const cutInputs = (page: Page) =>
  page
    .locator('[role="dialog"] input[type="text"]')
    .evaluateAll((inputs) =>
      inputs.flatMap((input) =>
        input instanceof HTMLInputElement && input.scrollWidth > input.clientWidth ? [input.value] : [],
      ),
    );

/** Moves through the open ticket with Tab. Returns the names of the elements that had the focus and were covered or out of sight. */
async function coveredFields(page: Page): Promise<string[]> {
  const covered: string[] = [];
  const seen = new Set<string>();
  // More often than there are fields, buttons and choices.
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab');
    const { name, isCovered } = await page.evaluate(() => {
      const field = document.activeElement;
      const { left, top, width, height } = field?.getBoundingClientRect() ?? new DOMRect();
      const at = document.elementFromPoint(left + width / 2, top + height / 2);
      const label = field?.getAttribute('aria-label') ?? field?.closest('label')?.textContent;
      return {
        name: `${label ?? ''} ${field?.id ?? ''} ${field?.textContent ?? ''}`,
        isCovered: field === null || at === null || !(field.contains(at) || at.contains(field)),
      };
    });
    if (seen.has(name)) break;
    seen.add(name);
    if (isCovered) covered.push(name);
  }
  return covered;
}

test('on small phones the ticket shows whole numbers, and nothing covers the field that has the focus', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  await page.setViewportSize({ width: 320, height: 180 });
  await contractRow(page, 'MAR27').tap();
  await page
    .getByRole('dialog', { name: /MAR27 WMAZ/ })
    .getByRole('button', { name: /^Buy/ })
    .tap();
  const ticket = page.getByRole('dialog', { name: /Order/ });
  for (const [width, height] of [
    [320, 640],
    [360, 640],
    [320, 256],
    [320, 180],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const kind of ['Buy', 'Double']) {
      await ticket.getByRole('radiogroup', { name: 'Side' }).locator('label').filter({ hasText: kind }).tap();
      for (const field of await ticket.getByRole('textbox', { name: /Price|Premium/i }).all())
        await field.fill('104,046.40');
      for (const field of await ticket.getByRole('textbox', { name: /Quantity/i }).all())
        await field.fill('1000');
      const size = `${kind} at ${width} × ${height}`;
      expect(await cutInputs(page), size).toEqual([]);
      expect(await coveredFields(page), size).toEqual([]);
    }
  }
});

test('on the smallest phones lists and the depth scroll to at least three rows, even while a toast shows', async ({
  openGallery,
}) => {
  const sizes = [
    [320, 256],
    [320, 180],
    [341, 160],
  ] as const;
  const { page } = await openGallery('panel=ActiveOrders&meanwhile=SuspendActiveOrder');
  const grid = activeOrders(page);
  const rows = async () => {
    const row = await boxOf(grid.locator('[data-line]').first());
    return (await boxOf(grid)).height / row.height;
  };
  const tabs = page.getByRole('navigation', { name: 'Panels' });
  const everyRowCount = async () => {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await expect.poll(rows, `at ${width} × ${height}`).toBeGreaterThanOrEqual(3);
      await tabs.scrollIntoViewIfNeeded();
      await expect(tabs).toBeInViewport({ ratio: 1 });
      // At the end of the page a toast is below the list.
      for (const toast of await page.locator('section[data-type="error"]').all())
        await expect.poll(() => overlap(toast), `toast at ${width} × ${height}`).toBeLessThanOrEqual(0);
    }
  };
  const overlap = async (toast: Locator) => {
    const [list, over] = [await boxOf(grid), await boxOf(toast)];
    return list.y + list.height - over.y;
  };
  await everyRowCount();
  const [order] = await orderNumbers(page);
  await page.getByRole('button', { name: `Suspend order ${order}` }).tap();
  // A rejection stays until it is closed.
  await expect(page.locator('section[data-type="error"]')).toBeVisible();
  await everyRowCount();

  await openGallery();
  await contractRow(page, 'MAR27').tap();
  const levels = page.getByRole('grid', { name: 'Depth of MAR27 WMAZ' });
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const linesInView = async () =>
      (await boxOf(levels)).height / (await boxOf(levels.locator('[data-line]').first())).height;
    await expect.poll(linesInView, `at ${width} × ${height}`).toBeGreaterThanOrEqual(3);
  }
});

test('a price that may be negative has a keyboard with a minus, and no field zooms the page on focus', async ({
  openGallery,
}) => {
  const { page } = await openGallery('panel=Splits');
  const ticket = page.getByRole('dialog', { name: /Order/ });
  const openTicket = async (row: Locator) => {
    await row.tap();
    await page.getByRole('dialog').getByRole('button', { name: /^Buy/ }).tap();
    const price = ticket.getByRole('textbox', { name: /Price|Diff/ });
    await expect(price).toBeVisible();
    // A phone zooms the page where the text of the field is smaller than 16 pixels.
    const small = await page
      .locator('input:not([type="radio"], [type="checkbox"], [type="date"]), select, textarea')
      .evaluateAll((fields) =>
        fields
          .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
          .map((element) => element.outerHTML),
      );
    expect(small).toEqual([]);
    return price;
  };
  const ofSplit = await openTicket(page.getByRole('grid', { name: 'Splits' }).locator('[data-line="1"]'));
  await expect(ofSplit).toHaveAttribute('inputmode', 'text');
  await openGallery();
  await expect(await openTicket(contractRow(page, 'MAR27'))).toHaveAttribute('inputmode', 'decimal');
});

test('at 320 pixels no text of a row runs into the next one', async ({ openGallery }) => {
  for (const panel of [
    'Futures',
    'Splits',
    'Spreads',
    'Deltas',
    'ActiveOrders',
    'CompletedOrders',
    'Deals',
    'Positions',
  ]) {
    const { page } = await openGallery(`panel=${panel}`);
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(page.locator('[data-line] [data-col]').first()).toBeVisible();
    const touching = await page.locator('[role="row"][data-line]').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const texts = [...row.querySelectorAll('[data-col]')].flatMap((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const { left, right, top, bottom, width } = range.getBoundingClientRect();
          return width === 0 ? [] : [{ text: cell.textContent, left, right, top, bottom }];
        });
        return texts.flatMap((a) =>
          texts.flatMap((b) =>
            a !== b &&
            a.left <= b.left &&
            b.left < a.right + 2 &&
            a.top < b.bottom - 4 &&
            b.top < a.bottom - 4
              ? [`${a.text} | ${b.text}`]
              : [],
          ),
        );
      }),
    );
    expect(touching, panel).toEqual([]);
  }
});

test('[LAYOUT-11] the filter of a phone stands in the top bar, and a panel without other tools has no row for them', async ({
  openGallery,
}) => {
  const { page } = await openGallery('panel=Futures');
  const bar = page.getByRole('banner');
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await expect(bar.getByRole('button', { name: 'Choose instruments' })).toBeInViewport({ ratio: 1 });
    await expect(bar.getByText(/^P\/L/)).toBeInViewport({ ratio: 1 });
    const { y, height } = await boxOf(bar);
    expect((await boxOf(page.getByRole('grid', { name: 'Futures' }))).y).toBe(y + height);
  }
});

test('[SHELL-4] a toast does not cover the strip that says why prices are old', async ({ openGallery }) => {
  const { page } = await openGallery('panel=ActiveOrders&state=stale&meanwhile=SuspendActiveOrder');
  const [order] = await orderNumbers(page);
  await page.getByRole('button', { name: `Suspend order ${order}` }).tap();
  const toast = page.locator('section[data-type="error"]');
  await expect(toast).toBeVisible();
  const strip = await boxOf(
    page
      .getByRole('main')
      .getByText(/^Prices stopped/)
      .first(),
  );
  expect(strip.y + strip.height).toBeLessThanOrEqual((await boxOf(toast)).y);
});
