// The workspace of a phone.
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
