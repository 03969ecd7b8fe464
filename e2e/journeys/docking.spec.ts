// Panels are docked, split, joined as tabs and floated again, by pointer and by keyboard; a second session opens the saved layout.
import { violations } from '../pages/axe.ts';
import { PriceLadder } from '../pages/price-ladder.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { type Box, boxOf, Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';

/** The title of a panel, to drag it by or to drop another on. */
const headOf = ({ x, y }: Box) => ({ x: x + 45, y: y + 14 });
/** The panels that are shown, each with its place: a tab that was never shown is not in the page yet. */
const shownPlaces = async (workspace: Workspace) =>
  (await workspace.places()).filter((place) => !place?.includes('display: none'));
const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

test('[LAYOUT-2] a user docks, splits and tabs panels by pointer; undo restores them, and a second session opens the saved layout', async ({
  page,
  product,
  browser,
}) => {
  await TradingPage.signIn(page, product, 'thandi');
  const workspace = new Workspace(page);
  const area = await boxOf(workspace.main);
  const [deals, depth] = [await workspace.box('Deals'), await workspace.box('Depth')];

  // The marker shows where the panel would go, and Escape ends the drag.
  await page.mouse.move(headOf(deals).x, headOf(deals).y);
  await page.mouse.down();
  await page.mouse.move(area.x + 1, area.y + area.height / 2, { steps: 6 });
  const marker = await boxOf(page.locator('[data-drop-marker]'));
  expect(Math.abs(marker.width - area.width / 2)).toBeLessThan(2);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page.locator('[data-drop-marker]')).toHaveCount(0);
  expect(await workspace.box('Deals')).toEqual(deals);
  await workspace.drag(headOf(deals), { x: area.x + 1, y: area.y + area.height / 2 });
  const docked = await workspace.box('Deals');
  expect([docked.x, docked.y]).toEqual([area.x, area.y]);
  expect(Math.abs(docked.height - area.height)).toBeLessThan(2);
  expect(Math.abs(docked.width - area.width / 2)).toBeLessThan(6);

  // Depth takes the lower half of Deals, and Positions becomes a tab next to Depth.
  await workspace.drag(headOf(depth), {
    x: docked.x + docked.width / 2,
    y: docked.y + docked.height - 8,
  });
  const lower = await workspace.box('Depth');
  expect(lower.x).toBe(docked.x);
  expect((await workspace.box('Deals')).height).toBeLessThan(docked.height * 0.52);
  await workspace.drag(headOf(await workspace.box('Positions')), headOf(lower));
  await expect(workspace.panel('Depth')).toBeHidden();
  expect(await workspace.box('Positions')).toEqual(lower);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true, includeHidden: false });
  await tab('Depth').click();
  await expect(workspace.panel('Positions')).toBeHidden();
  await expect(workspace.panel('Depth').getByRole('tabpanel')).toBeVisible();

  // A tab dragged along its strip changes places, which undo restores; the shown panel stays.
  const order = () => workspace.panel('Depth').getByRole('tab').allTextContents();
  expect(await order()).toEqual(['Depth', 'Positions']);
  const first = await boxOf(tab('Depth'));
  await workspace.drag(middleOf(await boxOf(tab('Positions'))), { x: first.x + 4, y: middleOf(first).y });
  expect(await order()).toEqual(['Positions', 'Depth']);
  await expect(workspace.panel('Depth').getByRole('tabpanel')).toBeVisible();
  await page.keyboard.press('Control+z');
  expect(await order()).toEqual(['Depth', 'Positions']);

  // A panel that floats over docked panels stays there while they are used.
  await workspace.item('Clock').click();
  const under = await workspace.box('Deals');
  const { x, y } = middleOf(under);
  await workspace.drag(headOf(await workspace.box('Clock')), { x, y: y - 60 });
  const clock = middleOf(await workspace.box('Clock'));
  expect(Math.abs(clock.x - x)).toBeLessThan(under.width / 2);
  await page.mouse.click(headOf(under).x, headOf(under).y);
  const atClock = () =>
    page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('[data-panel]')?.ariaLabel, clock);
  expect(await atClock()).toBe('Clock');
  await page.getByRole('button', { name: 'Close Clock' }).click();

  // An armed ladder does not stay armed in a tab that nobody sees.
  const switchLadder = workspace.panel('Depth').getByRole('button', { name: 'Price ladder', exact: true });
  const ladder = new PriceLadder(page, 'DEC26 WMAZ');
  await switchLadder.click();
  await ladder.arm.click();
  await tab('Positions').click();
  await workspace.hears(/Price ladder of DEC26 WMAZ\. Disarmed: it is no longer shown\./);
  await tab('Depth').click();
  await expect(ladder.arm).toBeVisible();
  await switchLadder.click();

  // The panels on both sides of a divider follow it.
  const divider = page.getByRole('separator', { name: 'Divider of Deals and Depth' });
  const line = middleOf(await boxOf(divider));
  await workspace.drag(line, { x: line.x, y: line.y + 90 });
  const [upper, low] = [await workspace.box('Deals'), await workspace.box('Depth')];
  expect(Math.abs(low.y - lower.y - 90)).toBeLessThan(3);
  expect(low.y - upper.y - upper.height).toBe(4);

  // A smaller window leaves each its share.
  await page.setViewportSize({ width: 1280, height: 720 });
  const small = await boxOf(workspace.main);
  await expect
    .poll(async () => Math.abs((await workspace.box('Deals')).width - small.width / 2))
    .toBeLessThan(6);
  await page.setViewportSize({ width: 1600, height: 900 });

  await workspace.save('Updated layout: Dealer desk');
  const places = await shownPlaces(workspace);
  await page.reload();
  await expect(workspace.panel('Depth')).toBeVisible();
  expect(await shownPlaces(workspace)).toEqual(places);
  const second = await browser.newContext({ viewport: { width: 1600, height: 900 } });
  const other = await second.newPage();
  await TradingPage.signIn(other, product, 'thandi');
  await expect(new Workspace(other).panel('Depth')).toBeVisible();
  expect(await shownPlaces(new Workspace(other))).toEqual(places);
  await expect(other.getByRole('tab', { name: 'Depth', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );

  // Dragged away, Deals floats in its previous size and its neighbour takes the area.
  await workspace.drag(headOf(await workspace.box('Deals')), { x: 900, y: 420 });
  const floating = await workspace.box('Deals');
  expect(Math.abs(floating.width - deals.width)).toBeLessThan(2);
  expect((await workspace.box('Depth')).height).toBeGreaterThan(area.height - 2);
  // A tab dragged out of its strip also floats.
  const strip = middleOf(await boxOf(tab('Positions')));
  await workspace.drag(strip, { x: strip.x + 700, y: strip.y + 500 });
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(workspace.panel('Positions')).toBeVisible();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(tab('Positions')).toBeVisible();
  await expect(workspace.changedMark).toHaveCount(0);
});

test('a user docks, splits, tabs and floats panels by keyboard alone, and axe finds nothing; a locked layout rejects it', async ({
  page,
  product,
}) => {
  await TradingPage.signIn(page, product, 'lerato');
  const workspace = new Workspace(page);
  const area = await boxOf(workspace.main);
  const former = await workspace.box('Deals');
  const choose = async (panel: string, ...items: RegExp[]) => {
    await workspace
      .panel(panel)
      .getByRole('button', { name: `Menu of ${panel}`, exact: true })
      .focus();
    for (const item of [null, ...items]) {
      if (item !== null) await page.getByRole('menuitem', { name: item }).focus();
      await page.keyboard.press('Enter');
    }
    await expect(page.getByRole('menu')).toHaveCount(0);
  };
  await choose('Futures', /^Dock/, /^Dock all panels/);
  await expect(page.getByRole('separator')).toHaveCount(4);
  await workspace.panel('Deals').getByRole('button', { name: 'Move or size Deals' }).focus();
  await page.keyboard.press('Alt+ArrowRight');
  const atRight = await workspace.box('Deals');
  expect(Math.abs(atRight.x + atRight.width - area.x - area.width)).toBeLessThan(6);
  expect(Math.abs(atRight.height - area.height)).toBeLessThan(6);
  // It keeps its own width.
  expect(Math.abs(atRight.width - former.width)).toBeLessThan(6);

  await choose('Depth', /^Split beside/, /^Deals, above it/);
  await choose('Positions', /^Move into/, /^Depth/);
  const selected = page.getByRole('tab', { selected: true });
  await selected.focus();
  await expect(selected).toHaveText('Positions');
  for (const [key, name] of [
    ['ArrowLeft', 'Depth'],
    ['ArrowLeft', 'Positions'],
    ['Home', 'Depth'],
    ['End', 'Positions'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(selected).toHaveText(name);
    await expect(selected).toBeFocused();
    await expect(workspace.panel(name)).toBeVisible();
  }

  for (const [key, order] of [
    ['Shift+ArrowLeft', ['Positions', 'Depth']],
    ['Shift+ArrowRight', ['Depth', 'Positions']],
    ['Shift+Home', ['Positions', 'Depth']],
  ] as const) {
    await page.keyboard.press(key);
    await expect(workspace.panel('Positions').getByRole('tab')).toHaveText(order);
    await expect(selected).toHaveText('Positions');
    await expect(selected).toBeFocused();
  }
  await choose('Positions', /^Move tab right/);
  await expect(workspace.panel('Positions').getByRole('tab')).toHaveText(['Depth', 'Positions']);

  const divider = page.getByRole('separator', { name: 'Divider of Positions and Deals' });
  await divider.focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(divider).toHaveAttribute('aria-valuenow', '56');
  await page.keyboard.press('Home');
  expect((await workspace.box('Positions')).height).toBeGreaterThan(110);
  expect(await violations(page, 'main')).toEqual([]);

  await workspace.item('Lock panels').focus();
  await page.keyboard.press('Enter');
  await expect(divider).toHaveCount(0);
  await workspace.panel('Deals').getByRole('button', { name: 'Menu of Deals' }).focus();
  await page.keyboard.press('Enter');
  for (const name of [/^Dock/, /^Split beside/, /^Move into/, /^Float/])
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await workspace.item('Lock panels').focus();
  await page.keyboard.press('Enter');

  await choose('Positions', /^Take out/);
  await expect(page.getByRole('tab')).toHaveCount(0);
  await choose('Deals', /^Float/);
  expect(await workspace.box('Deals')).toEqual(former);
});
