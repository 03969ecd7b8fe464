// Panels are moved and sized by pointer and by keys, snapped, locked, swapped, maximised and frozen, and the window becomes
// smaller and larger again.
import type { Page } from '@playwright/test';
import { TradingPage } from '../pages/trading-page.ts';
import { boxOf, Workspace } from '../pages/workspace.ts';
import { expect, secondLook, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { membersOf } from '../product/people.ts';
import type { Product } from '../product/running-product.ts';

async function openWorkspace(page: Page, product: Product): Promise<Workspace> {
  await TradingPage.signIn(page, product, 'thandi');
  return new Workspace(page);
}

/** A point in the header of a panel, to drag it by. */
const headOf = ({ x, y }: { x: number; y: number }) => ({ x: x + 150, y: y + 14 });

test('[LAYOUT-2] [LAYOUT-7] a user moves and sizes a panel by pointer, by keys and by numbers', async ({
  page,
  product,
}) => {
  const workspace = await openWorkspace(page, product);
  const area = await boxOf(workspace.main);
  await test.step('[LAYOUT-2] a user moves and sizes a panel by pointer; it snaps to its neighbour unless Alt is held, and cannot leave the workspace', async () => {
    const depth = await workspace.box('Depth');
    await workspace.drag(headOf(depth), { x: headOf(depth).x + 3, y: headOf(depth).y + 40 });
    const moved = await workspace.box('Depth');
    expect(moved.y).toBeGreaterThan(depth.y + 20);
    expect(moved.width).toBeCloseTo(depth.width, 0);
    // 3 px off, it snaps back into line with the panels below it.
    expect(Math.round(moved.x)).toBe(Math.round(depth.x));

    await page.keyboard.down('Alt');
    await workspace.drag(headOf(moved), { x: headOf(moved).x - 7, y: headOf(moved).y });
    await page.keyboard.up('Alt');
    expect(Math.round((await workspace.box('Depth')).x - moved.x)).toBe(-7);

    const free = await workspace.box('Depth');
    await workspace.drag({ x: free.x + 1, y: free.y + 200 }, { x: free.x + 121, y: free.y + 200 });
    const narrow = await workspace.box('Depth');
    expect(Math.round(free.width - narrow.width)).toBe(120);
    expect(Math.round(narrow.x + narrow.width)).toBe(Math.round(free.x + free.width));
    await workspace.drag({ x: narrow.x + 1, y: narrow.y + 200 }, { x: narrow.x + 900, y: narrow.y + 200 });
    expect((await workspace.box('Depth')).width).toBeGreaterThanOrEqual(219);

    await workspace.drag(headOf(await workspace.box('Depth')), { x: 1_595, y: 895 });
    const corner = await workspace.box('Depth');
    expect(corner.x + corner.width).toBeLessThanOrEqual(area.x + area.width + 1);
    expect(corner.y + corner.height).toBeLessThanOrEqual(area.y + area.height + 1);
    // Undo takes back moves of one panel that follow each other closely in one step.
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('Control+z');
    expect(await workspace.box('Depth')).toEqual(depth);
    await expect(workspace.changedMark).toHaveCount(0);
  });
  await test.step('[LAYOUT-7] a user moves and sizes a panel by keys and by numbers, but not a locked one; sizing alone can be switched off', async () => {
    const before = await workspace.box('Depth');
    const grip = workspace.panel('Depth').getByRole('button', { name: 'Move or size Depth' });
    await grip.focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('ArrowDown');
    const moved = await workspace.box('Depth');
    expect(Math.round(before.x - moved.x)).toBe(Math.round(area.width * 0.05));
    expect(Math.round(moved.y - before.y)).toBe(Math.round(area.height * 0.01));
    await page.keyboard.press('Control+Shift+ArrowLeft');
    // Panels have whole pixels.
    const narrower = moved.width - (await workspace.box('Depth')).width;
    expect(Math.abs(narrower - area.width * 0.05)).toBeLessThanOrEqual(1);

    await workspace.item('Resizable panels').click();
    const sized = await workspace.box('Depth');
    await grip.focus();
    await page.keyboard.press('Control+ArrowRight');
    await workspace.drag({ x: sized.x + 1, y: sized.y + 200 }, { x: sized.x + 90, y: sized.y + 200 });
    expect((await workspace.box('Depth')).width).toBe(sized.width);
    await grip.focus();
    await page.keyboard.press('ArrowLeft');
    expect((await workspace.box('Depth')).x).toBeLessThan(sized.x);

    await workspace.item('Lock panels').click();
    const locked = await workspace.box('Depth');
    await expect(grip).toHaveCount(0);
    await workspace.drag(headOf(locked), { x: headOf(locked).x - 100, y: headOf(locked).y + 50 });
    expect(await workspace.box('Depth')).toEqual(locked);
    await workspace.panel('Depth').getByRole('button', { name: 'Menu of Depth' }).click();
    await expect(page.getByRole('menuitem', { name: /^Move and size/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(page.getByRole('menuitem', { name: /^Replace with/ })).toContainText(
      'The panels are locked.',
    );
    await page.keyboard.press('Escape');
    await workspace.item('Lock panels').click();
    await workspace.item('Resizable panels').click();
    await workspace.choose('Depth', 'Move and size…');
    await page
      .getByRole('dialog', { name: 'Move and size Depth' })
      .getByRole('button', { name: 'Bottom left' })
      .click();
    const placed = await workspace.box('Depth');
    expect(Math.abs(placed.x - area.x)).toBeLessThanOrEqual(1);
    expect(Math.abs(placed.y + placed.height - (area.y + area.height))).toBeLessThanOrEqual(1);
  });
});

test('[LAYOUT-4] [LAYOUT-5] [LAYOUT-7] new panels and confirmations appear at their points, and a user replaces a panel by another in its place', async ({
  page,
  product,
}) => {
  const workspace = await openWorkspace(page, product);
  const area = await boxOf(workspace.main);
  const client = await MarketClient.signIn(product, 'thandi');
  await client.insertOrder({ requestId: 'w-1', price: 4030, qty: 2 });
  await workspace.item('New panels open here').click();
  const marker = page.getByRole('button', { name: /^New panels open here:/ });
  const at = await boxOf(marker);
  await workspace.drag({ x: at.x + 8, y: at.y + 8 }, { x: at.x + 8 + area.width / 10, y: at.y + 8 });
  await marker.focus();
  await page.keyboard.press('ArrowDown');
  await expect(marker).toHaveAccessibleName(/30 percent from the left, 21 from the top/);
  const corner = { x: area.x + area.width * 0.3, y: area.y + area.height * 0.21 };
  const added = [
    ['Clock', 19, 23],
    ['Chart', 40, 40],
    ['Spreads', 48, 40],
  ] as const;
  for (const [title, width, height] of added) {
    await workspace.item(title).click();
    const box = await workspace.box(title);
    expect(Math.round((box.width / area.width) * 100)).toBe(width);
    expect(Math.round((box.height / area.height) * 100)).toBe(height);
  }
  const clock = await workspace.box('Clock');
  expect(Math.abs(clock.x - corner.x)).toBeLessThan(8);
  expect(Math.abs(clock.y - corner.y)).toBeLessThan(8);
  // No later panel covers its header.
  await workspace.panel('Clock').getByRole('button', { name: 'Menu of Clock' }).click({ trial: true });
  await workspace.item('New panels open here').click();
  await expect(marker).toHaveCount(0);

  const place = await workspace.box('Spreads');
  await workspace.choose('Spreads', 'Colour…', 'Teal');
  await workspace.choose('Spreads', 'Replace with…', 'Splits');
  expect(await workspace.box('Splits')).toEqual(place);
  await workspace.choose('Splits', 'Colour…');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Teal' })).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('Escape');
  for (const title of ['Splits', 'Chart', 'Clock'])
    await workspace
      .panel(title)
      .getByRole('button', { name: `Close ${title}` })
      .click();

  await workspace.item('Dialog position').click();
  const confirmations = page.getByRole('button', { name: /^Dialogs open here/ });
  await confirmations.focus();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+ArrowRight');
  await workspace.item('Dialog position').click();
  await page.getByRole('button', { name: /^Cancel order/ }).click();
  const dialog = await boxOf(page.getByRole('dialog'));
  expect(Math.abs(dialog.x + dialog.width / 2 - 1_600 * 0.7)).toBeLessThanOrEqual(1);
  await page.keyboard.press('Escape');
  await expect(workspace.panel('Active orders').locator('[data-line]')).toHaveCount(1);
});

test('[LAYOUT-2] a panel fills the workspace and returns to its place, and a frozen panel opens order forms at current prices', async ({
  page,
  product,
}) => {
  const { VELD } = membersOf(product);
  const workspace = await openWorkspace(page, product);
  const trading = new TradingPage(page);
  const client = await MarketClient.signIn(product, 'pieter');
  const before = await workspace.box('Depth');
  const area = await boxOf(workspace.main);
  await page.mouse.dblclick(headOf(before).x, headOf(before).y);
  expect(Math.round((await workspace.box('Depth')).width)).toBe(Math.round(area.width));
  await page.keyboard.press('Escape');
  expect(await workspace.box('Depth')).toEqual(before);
  await expect(workspace.changedMark).toHaveCount(0);

  await client.insertOrder({ requestId: 'w-f1', contract: 'MAR27 WMAZ', side: 'S', price: 4040, qty: 3 });
  const offer = trading.futures.cell('WMAZ', 'MAR27', 'offer');
  await expect(offer).toContainText('4,040.00');
  await trading.futures.cell('WMAZ', 'MAR27', 'contract').click();
  await workspace.choose('Futures', 'Freeze');
  await expect(workspace.panel('Futures').getByText(/^Frozen at/)).toBeVisible();
  await client.insertOrder({ requestId: 'w-f2', contract: 'MAR27 WMAZ', side: 'S', price: 4039, qty: 1 });
  await expect.poll(() => trading.depth.offers()).toEqual([`${VELD} 1 4039.00`, `${VELD} 3 4040.00`]);
  await offer.dblclick();
  await expect(trading.form.price).toHaveValue('4,039.00');
  await expect(offer).toContainText('4,040.00');
  await page.keyboard.press('Escape');
  await expect(trading.form.dialog).toBeHidden();
  await workspace.panel('Futures').getByRole('button', { name: 'Unfreeze' }).click();
  await expect(offer).toContainText('4,039.00');

  const names = ['Futures', 'Depth', 'Active orders'];
  const boxes = () => Promise.all(names.map((name) => workspace.box(name)));
  const places = await boxes();
  await page.setViewportSize({ width: 760, height: 480 });
  for (const box of await boxes()) {
    expect(box.width).toBeGreaterThanOrEqual(219);
    expect(box.x + box.width).toBeLessThanOrEqual(761);
    expect(box.y + box.height).toBeLessThanOrEqual(481);
  }
  await page.setViewportSize({ width: 1600, height: 900 });
  await expect.poll(boxes).toEqual(places);
  // In a window as narrow as a phone the workspace is hidden; it returns unchanged, with its unsaved changes.
  await workspace.choose('Depth', 'Colour…', 'Amber');
  await page.setViewportSize({ width: 400, height: 800 });
  await expect(page.getByRole('navigation', { name: 'Panels' })).toBeVisible();
  await page.setViewportSize({ width: 1600, height: 900 });
  await expect.poll(boxes).toEqual(places);
  await expect(workspace.changedMark).toHaveCount(1);
});

test(
  '[PANEL-1] a column drawn wide never pushes the offers out of the grid, and a double-click opens the order form of its row and of no other',
  secondLook('order-form.slowest.spec.ts of the gallery opens orders by a double-click.'),
  async ({ page, product }) => {
    const workspace = await openWorkspace(page, product);
    const trading = new TradingPage(page);
    const client = await MarketClient.signIn(product, 'pieter');
    await client.insertOrder({ requestId: 'w-s1', contract: 'JUL27 YMAZ', price: 3830, qty: 3 });
    const grid = workspace.grid('Futures');
    // Bids as wide as the offers, which never leave, allow.
    const caption = await boxOf(grid.getByRole('columnheader', { name: 'Bid', exact: true }));
    const border = { x: caption.x + caption.width, y: caption.y + 10 };
    await workspace.drag(border, { x: border.x + 900, y: border.y });
    const offer = trading.futures.cell('WMAZ', 'DEC26', 'offer');
    await expect(offer).toBeInViewport({ ratio: 1 });
    await offer.click();
    const [edges, offers] = [await boxOf(grid), await boxOf(offer)];
    expect(offers.x + offers.width).toBeLessThanOrEqual(edges.x + edges.width);
    const scrolled = await grid.evaluate((element) => {
      element.scrollLeft = 10_000;
      return element.scrollLeft;
    });
    expect(scrolled).toBe(0);
    const bid = trading.futures.cell('YMAZ', 'JUL27', 'bid');
    await expect(bid).toContainText('3,830.00');
    const box = await boxOf(bid);
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
    await expect(trading.form.dialog).toContainText('JUL27 YMAZ');
    await expect(trading.form.send).toHaveText(/^Sell 10 JUL27 YMAZ at 3.?830[.,]00$/);
    expect(await grid.evaluate((element) => element.scrollLeft)).toBe(0);
  },
);
