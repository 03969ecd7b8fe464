// The workspace of a phone.
import type { Locator } from '@playwright/test';
import { boxOf } from '../pages/workspace.ts';
import { activeOrders, contractRow, expect, test } from './gallery.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('[LAYOUT-11] a tap on a contract shows its depth, and Buy opens the order form', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  await contractRow(page, 'MAR27').tap();
  const sheet = page.getByRole('dialog', { name: /MAR27 WMAZ/ });
  await expect(sheet.getByRole('grid', { name: 'Depth of MAR27 WMAZ' })).toBeVisible();
  await sheet.getByRole('button', { name: /^Buy/ }).tap();
  const send = page.getByRole('button', { name: 'Buy 10 MAR27 WMAZ at 4,056.00' });
  await expect(send).toBeVisible();
  await send.tap();
  await expect(page.getByText('Order 1207 rests in the market').first()).toBeVisible();
});

test('[LAYOUT-11] the tabs change the panel, and every button is large enough for a finger', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Orders' }).tap();
  await expect(activeOrders(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Active Orders' })).toBeVisible();
  for (const target of await page.getByRole('button').all()) {
    const box = await target.boundingBox();
    if (box !== null) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  }
});

test('[LAYOUT-11] Sell is under the bid and Buy under the offer, in the depth and in the order form', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  await contractRow(page, 'MAR27').tap();
  const sheet = page.getByRole('dialog', { name: /MAR27 WMAZ/ });
  const left = async (target: Locator) => (await boxOf(target)).x;
  const [sell, buy] = [
    sheet.getByRole('button', { name: /^Sell/ }),
    sheet.getByRole('button', { name: /^Buy/ }),
  ];
  await expect(sell).toContainText('4,055.20');
  await expect(buy).toContainText('4,056.00');
  expect(await left(sell)).toBeLessThan(await left(buy));
  await buy.tap();
  const side = page.getByRole('radiogroup', { name: 'Side' }).locator('label');
  await expect(side).toHaveText(['Sell', 'Buy', 'Double']);
  await expect(page.getByRole('radio', { name: 'Buy' })).toBeChecked();
});

test('[SHELL-4] a toast covers no row and no button: the list ends above it, and it shows above an open sheet', async ({
  openGallery,
}) => {
  const { page } = await openGallery('panel=ActiveOrders&answer=rejected');
  const rows = activeOrders(page).locator('[data-line]');
  const first = await boxOf(rows.first());
  // A rejection stays until it is closed.
  await page.getByRole('button', { name: 'Suspend order 1205' }).tap();
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

test('[PANEL-8] a position is closed out from its row, and every button has a name', async ({
  openGallery,
}) => {
  const { page } = await openGallery('panel=Positions');
  await expect(page.getByText('Trading', { exact: true })).toBeVisible();
  const close = page.getByRole('button', { name: 'Close out DEC26 WMAZ of KAND' });
  await expect(close).toHaveText('Close out');
  // A flat position has nothing to close.
  await expect(page.getByRole('button', { name: /^Close out/ })).toHaveCount(5);
  const tabs = page.getByRole('navigation', { name: 'Panels' });
  for (const tab of ['Markets', 'Orders', 'Deals', 'Positions']) {
    await tabs.getByRole('button', { name: tab }).tap();
    for (const button of await page.getByRole('button').all())
      await expect(button).toHaveAccessibleName(/\w/);
  }
  await close.tap();
  await expect(page.getByRole('button', { name: /^Sell 23 DEC26 WMAZ at/ })).toBeVisible();
});
