// The Futures and Depth panels.
import type { Locator, Page } from '@playwright/test';
import { contractRow, depthOf, expect, focusContract, futures, orderForm, shown, test } from './gallery.ts';

test('[PANEL-17] a double-click on a level opens an order with the quantity up to it; Depth follows the contract that is clicked', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  const levels = depthOf(page, 'DEC26 WMAZ').locator('[data-line]');
  await expect(levels.nth(2)).toBeVisible();
  const lots = await levels.locator('[data-col="offerQty"]').allInnerTexts();
  const upToThird = lots.slice(0, 3).reduce((sum, text) => sum + Number(text), 0);
  const third = levels.nth(2).locator('[data-col="offer"]');
  const offer = await third.innerText();
  await third.dblclick();
  await expect(
    orderForm(page).getByRole('button', { name: `Buy ${upToThird} DEC26 WMAZ at ${offer}` }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(orderForm(page)).toBeHidden();

  // A pinned one stays.
  await contractRow(page, 'MAY27').locator('[data-col="last"]').click();
  await expect(depthOf(page, 'MAY27 WMAZ')).toBeVisible();
  await expect(depthOf(page, 'MAR27 SUNS')).toBeVisible();

  // Ctrl and the wheel enlarge the text of one panel, and its menu makes it smaller or the default size.
  const sizeIn = (name: string) =>
    workspace.grid(name).evaluate((element) => getComputedStyle(element).fontSize);
  await expect(workspace.changedMark).toHaveCount(0);
  await workspace.grid('Active orders').hover();
  await page.keyboard.down('Control');
  for (let turn = 0; turn < 3; turn += 1) await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect.poll(() => sizeIn('Active orders')).toBe('15px');
  expect(await sizeIn('Futures')).toBe('12px');
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
  await expect(workspace.changedMark).toHaveCount(1);
  await workspace.choose('Active orders', 'Density…', 'Smaller text');
  await expect.poll(() => sizeIn('Active orders')).toBe('14px');
  await workspace.choose('Active orders', 'Density…', 'Default text size');
  await expect.poll(() => sizeIn('Active orders')).toBe('12px');
});

test('[SHELL-10] [PANEL-19] [PANEL-20] Futures closes and opens its groups and its row menu by keyboard, and shows the chosen instruments', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  // The groups are in the order of the specification.
  const groups = futures(page).locator('[data-group]');
  await expect(groups.first()).toContainText('WMAZ');
  await expect(groups.nth(1)).toContainText('YMAZ');
  const count = Number(await futures(page).getAttribute('aria-rowcount'));
  await futures(page).focus();
  // The cursor starts at the active contract.
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowLeft');
  await expect(futures(page)).toHaveAttribute('aria-rowcount', String(count - 7));
  await expect(groups.first().getByRole('gridcell').first()).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await expect(futures(page)).toHaveAttribute('aria-rowcount', String(count));

  // The menu opens at the focused row and returns the focus.
  await focusContract(page, 3);
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu', { name: 'MAR27 WMAZ' });
  await expect(
    menu.getByRole('menuitem', { name: `Buy at ${await shown(page, 'MAR27', 'offer')}: take the offer` }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(futures(page)).toBeFocused();

  const panel = workspace.panel('Futures');
  await panel.getByRole('button', { name: 'Choose instruments' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'SUNS' }).click();
  await expect(groups).toHaveText([/SUNS/]);
  await expect(workspace.changedMark).toHaveCount(1);
  await panel.getByRole('button', { name: 'Instruments: SUNS' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'All instruments' }).click();
  await expect(groups.first()).toContainText('WMAZ');
});

/** The colour of a cell when it does not flash. */
const steadyColour = (cell: Locator) =>
  cell.evaluate(async (element) => {
    while (element.matches('[class*="flash"]')) await new Promise(requestAnimationFrame);
    return getComputedStyle(element).color;
  });

/** True if a bid was seen that had changed, in the colour of its side, with an arrow next to it. */
async function hasArrowBesideBid(page: Page): Promise<boolean> {
  const sideColour = await steadyColour(futures(page).locator('[data-col="bid"]').first());
  const flashing = futures(page).locator('[data-col="bid"]:is([class*="flashUp"], [class*="flashDown"])');
  for (let seen = 0; seen < 5; seen += 1) {
    const { colour, arrow } = await flashing.first().evaluate((cell) => ({
      colour: getComputedStyle(cell).color,
      arrow: getComputedStyle(cell, '::after').content,
    }));
    expect(colour).toBe(sideColour);
    if (arrow !== 'none') return true;
  }
  return false;
}

test('[PREF-3] while prices change, bids keep their colour with an arrow next to them, and nothing flashes with reduced motion', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery('moving=1');
  await expect(page.locator('[data-flash="text"]').first()).toBeVisible();
  expect(await hasArrowBesideBid(page)).toBe(true);

  // A selected and focused row has the same colours.
  const bid = contractRow(page, 'MAR27').locator('[data-col="bid"]');
  const hasChanged = async () => {
    const before = await bid.textContent();
    await expect(bid).not.toHaveText(before ?? '');
  };
  await bid.click();
  await hasChanged();
  const other = contractRow(page, 'JUL27').locator('[data-col="bid"]');
  expect(await steadyColour(bid)).toBe(await steadyColour(other));

  const flashing = page.locator('[class*="flashUp"], [class*="flashDown"]');
  await expect(flashing).not.toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // The flashes that had begun end.
  await expect(flashing).toHaveCount(0);
  await hasChanged();
  expect(await flashing.count()).toBe(0);

  // A panel can have its own density and its own colour on updates.
  const row = futures(page).locator('[data-line="1"]');
  expect((await row.boundingBox())?.height).toBe(24);
  await workspace.choose('Futures', 'Density…', 'Comfortable');
  await expect.poll(async () => (await row.boundingBox())?.height).toBe(28);
  await workspace.choose('Futures', 'Colour on updates…', 'None');
  await expect(workspace.panel('Futures').locator('[data-flash]')).toHaveAttribute('data-flash', 'none');
});

test('[WCAG 2.2.2] a frozen panel does not change while the market moves, and is live again afterwards', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery('moving=1');
  const cells = () => futures(page).locator('[data-col="bid"]').allTextContents();
  await workspace.choose('Futures', 'Freeze');
  await expect(workspace.panel('Futures').getByText(/Frozen at/)).toBeVisible();
  const frozen = await cells();
  // All rows: the first one can stay as it is for minutes.
  const live = () => depthOf(page, 'DEC26 WMAZ').locator('[data-line]').allTextContents();
  const before = await live();
  await expect.poll(live).not.toEqual(before);
  expect(await cells()).toEqual(frozen);
  await workspace.panel('Futures').getByRole('button', { name: 'Unfreeze' }).click();
  await expect.poll(cells).not.toEqual(frozen);
});
