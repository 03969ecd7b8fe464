// Panels of the workspace: moving, sizing, snapping, adding, replacing, and the points where new ones open.
import { boxOf } from '../pages/workspace.ts';
import { depthOf, expect, futures, smallDepth, test } from './gallery.ts';

test('[LAYOUT-2] a panel is moved by its header and sized by its corner, and stays inside the workspace', async ({
  openGallery,
}) => {
  const { workspace } = await openGallery();
  const depth = workspace.panel(smallDepth);
  const before = await boxOf(depth);
  await workspace.drag({ x: before.x + 110, y: before.y + 14 }, { x: before.x + 10, y: before.y - 86 });
  const moved = await boxOf(depth);
  expect(Math.round(before.x - moved.x)).toBe(100);
  expect(Math.round(before.y - moved.y)).toBe(100);
  const corner = { x: moved.x + moved.width - 1, y: moved.y + moved.height - 1 };
  await workspace.drag(corner, { x: 3_000, y: 3_000 });
  const sized = await boxOf(depth);
  expect(sized.x + sized.width).toBeLessThanOrEqual(1600);
  expect(sized.y + sized.height).toBeLessThanOrEqual(900);
  expect(sized.width).toBeGreaterThan(moved.width);
});

test('a panel is moved and sized with the arrow keys on its grip, without a pointer', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  const depth = workspace.panel(smallDepth);
  const before = await boxOf(depth);
  await page.getByRole('button', { name: `Move or size ${smallDepth}` }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Control+ArrowRight');
  const after = await boxOf(depth);
  expect(after.x).toBeLessThan(before.x);
  expect(before.y - after.y).toBeGreaterThan(40);
  expect(after.width).toBeGreaterThan(before.width);
});

test('a locked workspace does not move panels', async ({ openGallery }) => {
  const { page, workspace } = await openGallery();
  await page.getByRole('button', { name: 'Lock panels' }).click();
  const before = await boxOf(workspace.panel(smallDepth));
  await workspace.drag({ x: before.x + 110, y: before.y + 14 }, { x: before.x, y: before.y });
  expect(await boxOf(workspace.panel(smallDepth))).toEqual(before);
  await expect(page.getByRole('button', { name: /Move or size/ })).toHaveCount(0);
});

test('a dragged panel snaps to its neighbour with a small gap, and with Alt it does not', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  const depth = workspace.panel(smallDepth);
  const upper = await boxOf(workspace.panel('Depth'));
  const before = await boxOf(depth);
  const away = (y: number) => workspace.drag({ x: before.x + 110, y }, { x: before.x + 112, y: y - 3 });
  await away(before.y + 14);
  const snapped = await boxOf(depth);
  expect(Math.round(snapped.x - upper.x)).toBe(0);
  expect(Math.abs(snapped.y - (upper.y + upper.height) - 4)).toBeLessThanOrEqual(1);
  await page.keyboard.press('Control+z');
  await page.keyboard.down('Alt');
  await away((await boxOf(depth)).y + 14);
  await page.keyboard.up('Alt');
  const free = await boxOf(depth);
  expect(Math.round(free.x - before.x)).toBe(2);
  expect(Math.round(before.y - free.y)).toBe(3);
});

test('[PANEL-17] a panel with a price ladder is higher than its place, which does not change, and is sized from there', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery('layout=ladder');
  await expect.poll(async () => (await workspace.box(smallDepth)).height).toBeGreaterThan(430);
  const tall = await workspace.box(smallDepth);
  await workspace.panel(smallDepth).getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Price ladder' }).click();
  await expect.poll(async () => (await workspace.box(smallDepth)).height).toBeLessThan(360);
  await page.keyboard.press('Control+z');
  await expect.poll(() => workspace.box(smallDepth)).toEqual(tall);
  await expect(workspace.changedMark).toHaveCount(0);
  const edge = { x: tall.x + 100, y: tall.y + tall.height - 1 };
  await workspace.drag(edge, { x: edge.x, y: edge.y + 60 });
  const sized = await workspace.box(smallDepth);
  expect(Math.abs(sized.height - tall.height - 60)).toBeLessThanOrEqual(2);
  expect(sized.y).toBe(tall.y);
});

test('a panel is placed by numbers and by a named place, without dragging', async ({ openGallery }) => {
  const { page, workspace } = await openGallery();
  const depth = workspace.panel(smallDepth);
  await workspace.choose(smallDepth, 'Move and size…');
  const dialog = page.getByRole('dialog', { name: `Move and size ${smallDepth}` });
  const field = (name: string) => dialog.getByRole('textbox', { name });
  await field('From the left').fill('150');
  await dialog.getByRole('button', { name: 'Set' }).click();
  await expect(dialog.getByText('Each is a number from 0 to 100.')).toBeVisible();
  await field('From the left').fill('10');
  await field('From the top').fill('20');
  await field('Width').fill('30');
  await field('Height').fill('40');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const area = await boxOf(page.getByRole('main'));
  const placed = await boxOf(depth);
  expect(Math.round(placed.x - area.x)).toBe(Math.round(area.width * 0.1));
  expect(Math.round(placed.y - area.y)).toBe(Math.round(area.height * 0.2));
  await workspace.choose(smallDepth, 'Move and size…');
  await dialog.getByRole('button', { name: 'Top right' }).click();
  const preset = await boxOf(depth);
  expect(Math.abs(preset.x - (area.x + area.width / 2))).toBeLessThanOrEqual(1);
  expect(preset.y).toBe(area.y);
});

test('a double-click on the header maximises a panel, and Escape restores its place', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  const before = await boxOf(workspace.panel(smallDepth));
  await page.mouse.dblclick(before.x + 70, before.y + 14);
  const area = await boxOf(page.getByRole('main'));
  expect(Math.round((await boxOf(workspace.panel(smallDepth))).width)).toBe(Math.round(area.width));
  await expect(workspace.changedMark).toHaveCount(0);
  await page.keyboard.press('Escape');
  expect(await boxOf(workspace.panel(smallDepth))).toEqual(before);
});

test('panels keep their places and sizes when the window becomes small and large again', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  const all = ['Futures', 'Depth', 'Active orders', smallDepth].map((name) => workspace.panel(name));
  const before = await Promise.all(all.map(boxOf));
  await page.setViewportSize({ width: 760, height: 480 });
  for (const panel of all) {
    const box = await boxOf(panel);
    expect(box.width).toBeGreaterThanOrEqual(219);
    expect(box.x + box.width).toBeLessThanOrEqual(761);
    expect(box.y + box.height).toBeLessThanOrEqual(481);
  }
  await page.setViewportSize({ width: 1600, height: 900 });
  await expect.poll(async () => Promise.all(all.map(boxOf))).toEqual(before);
});

test('[LAYOUT-4] [LAYOUT-5] panels are added from the drawer and closed, and F6 focuses the next one', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  await page.getByRole('button', { name: 'Add another Depth' }).click();
  await expect(workspace.panels).toHaveCount(5);
  await page.getByRole('button', { name: 'Close Depth, 2' }).click();
  await expect(workspace.panels).toHaveCount(4);
  await page.keyboard.press('F6');
  await expect(futures(page)).toBeFocused();
  await page.keyboard.press('F6');
  await expect(depthOf(page, 'DEC26 WMAZ')).toBeFocused();
  await page.keyboard.press('Shift+F6');
  await expect(futures(page)).toBeFocused();
});

test('[LAYOUT-5] a panel is replaced by another in the same place, and its colour is kept', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  const before = await boxOf(workspace.panel(smallDepth));
  await workspace.choose(smallDepth, 'Colour…', 'Teal');
  await workspace.choose(smallDepth, 'Replace with…', 'Deals');
  await expect(workspace.grid('Deals')).toBeVisible();
  expect(await boxOf(workspace.panel('Deals'))).toEqual(before);
  await workspace.choose('Deals', 'Colour…');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Teal' })).toHaveAttribute('aria-checked', 'true');
});

test('[LAYOUT-4] [LAYOUT-7] the spawn point is shown and moved with keys, and new panels open there', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  await workspace.drawer.getByRole('button', { name: 'New panels open here' }).click();
  await page.getByRole('button', { name: /^New panels open here: 20 percent/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  const moved = page.getByRole('button', {
    name: /^New panels open here: 21 percent from the left, 25/,
  });
  await expect(moved).toBeFocused();
  const at = await boxOf(moved);
  await workspace.drawer.getByRole('button', { name: 'Deals', exact: true }).click();
  const added = await boxOf(workspace.panel('Deals'));
  expect(Math.abs(added.x - at.x)).toBeLessThanOrEqual(1);
  expect(Math.abs(added.y - at.y)).toBeLessThanOrEqual(1);
});

test('[LAYOUT-7] confirmations open where their marker was placed', async ({ openGallery }) => {
  const { page, workspace } = await openGallery();
  await workspace.drawer.getByRole('button', { name: 'Dialog position' }).click();
  const box = await boxOf(page.getByRole('button', { name: /^Dialogs open here: 50 percent/ }));
  await workspace.drag({ x: box.x + 20, y: box.y + 10 }, { x: box.x + 340, y: box.y + 190 });
  await expect(
    page.getByRole('button', { name: /^Dialogs open here: 70 percent from the left, 70/ }),
  ).toBeVisible();
  // Without dragging.
  const marker = page.getByRole('button', { name: /^Dialogs open here:/ });
  await marker.click();
  await page.getByRole('menuitem', { name: 'Bottom left' }).click();
  await expect(marker).toHaveAccessibleName(/: 20 percent from the left, 80 from the top/);
  await marker.click();
  await page.getByRole('menuitem', { name: 'Middle' }).click();
  await marker.press('Shift+ArrowRight');
  await expect(marker).toHaveAccessibleName(/: 55 percent from the left, 50 from the top/);
  const middle = await boxOf(marker);
  await workspace.drag({ x: middle.x + 20, y: middle.y + 10 }, { x: middle.x + 260, y: middle.y + 190 });
  await expect(marker).toHaveAccessibleName(/: 70 percent from the left, 70/);
  await expect(page.getByRole('menu')).toHaveCount(0);
  // Escape ends a drag, and the release of the pointer is no click.
  const dropped = await boxOf(marker);
  await page.mouse.move(dropped.x + 20, dropped.y + 10);
  await page.mouse.down();
  await page.mouse.move(dropped.x + 60, dropped.y + 30, { steps: 3 });
  await expect(marker).not.toHaveAccessibleName(/: 70 percent/);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(marker).toHaveAccessibleName(/: 70 percent from the left, 70/);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await workspace.drawer.getByRole('button', { name: 'Dialog position' }).click();
  await page
    .getByRole('button', { name: /^Cancel order/ })
    .first()
    .click();
  const dialog = await boxOf(page.getByRole('dialog'));
  expect(Math.round(dialog.x + dialog.width / 2)).toBe(1120);
});
