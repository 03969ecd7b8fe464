// Clearing and Breakdown: the keys of the tree, and the tree on a phone.
import { expect, test } from './gallery.ts';

test('[PANEL-14] every tab of Clearing is in sight in a narrow panel', async ({ openGallery }) => {
  const { page, workspace } = await openGallery('layout=money');
  await page.setViewportSize({ width: 1024, height: 720 });
  for (const tab of ['Accounts', 'Movements', 'Valuations', 'Margins', 'Fees', 'Reports'])
    await expect(workspace.panel('Clearing, 2').getByRole('radio', { name: tab })).toBeInViewport({
      ratio: 1,
    });
});

test('[PANEL-15] [PANEL-0] the arrow keys open and close the rows of the tree and go to the row above', async ({
  openGallery,
}) => {
  const { page } = await openGallery('layout=money');
  const tree = page.getByRole('treegrid', { name: 'Breakdown' });
  const items = () => tree.locator('[data-line] [data-col="item"]').allTextContents();
  const firstItems = async (count: number) => (await items()).slice(0, count);
  await expect.poll(() => firstItems(3)).toEqual(['KAND', 'WMAZ', 'YMAZ']);
  await tree.focus();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press('Control+Home', 'ArrowDown', 'ArrowRight');
  await expect
    .poll(items)
    .toEqual(expect.arrayContaining(['DEC26 WMAZ', 'MAR27 WMAZ', 'Calendar spread relief']));
  const leaf = tree.locator('[data-line="3"]');
  await expect(leaf).toHaveAttribute('aria-level', '3');
  await expect(leaf).toHaveAttribute('aria-posinset', '2');
  await expect(leaf).toHaveAttribute('aria-setsize', '6');
  const contract = await leaf.locator('[data-col="item"]').innerText();
  await press('ArrowDown', 'ArrowDown', 'Enter');
  await expect(page.getByRole('region', { name: `Explanation of ${contract} in KAND` })).toBeVisible();
  await press('ArrowLeft', 'ArrowLeft');
  await expect.poll(() => firstItems(3)).toEqual(['KAND', 'WMAZ', 'YMAZ']);
  await press('ArrowLeft', 'ArrowLeft');
  await expect.poll(() => firstItems(2)).toEqual(['KAND', '2207K']);
  await expect(page.getByRole('button', { name: 'Close the explanation' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('[LAYOUT-11] [PANEL-15] a tap on a row of the breakdown explains it over the whole screen, and one button leads back', async ({
    openGallery,
  }) => {
    const { page } = await openGallery('panel=Breakdown');
    const tree = page.getByRole('treegrid', { name: 'Breakdown' });
    await tree.locator('[data-line="1"] [data-toggle]').tap();
    await tree.getByText('DEC26 WMAZ', { exact: true }).tap();
    const pane = page.getByRole('region', { name: 'Explanation of DEC26 WMAZ in KAND' });
    await expect(pane.getByRole('grid', { name: 'Deals in DEC26 WMAZ of KAND' })).toBeVisible();
    await expect(tree).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await pane.getByRole('button', { name: 'Back to the breakdown' }).tap();
    // The row that was open is still open.
    await expect(tree.getByText('DEC26 WMAZ', { exact: true })).toBeVisible();
  });
});
