// Silo certificates and Silo auction: missing names, the filter, and both panels on a phone.
import { RowsPanel } from '../pages/rows-panel.ts';
import { expect, test } from './gallery.ts';

test('[PANEL-0] [SILO-1] [SILO-2] without names of locations and grades the silo panels say so and show their codes', async ({
  openGallery,
}) => {
  const { workspace } = await openGallery('layout=silo&failing=GetAllSiloLocations,GetAllPhysicalGrades');
  for (const text of [
    'The locations could not be loaded.',
    'The grades could not be loaded.',
    'codes only: names could not be loaded',
  ])
    await expect(workspace.panels.filter({ hasText: text }).first()).toBeVisible();
});

test('[SILO-1] certificates are filtered by instrument, location and grade, and the filter is cleared with one button', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery('layout=silo');
  const panel = workspace.panels.filter({ has: page.getByRole('grid', { name: 'Own silo certificates' }) });
  const rows = new RowsPanel(page, 'Own silo certificates');
  const receipts = () => rows.texts(['siloReceiptNo']);
  await expect(rows.rows).toHaveCount(8);
  await panel.getByRole('combobox', { name: 'Location' }).selectOption('Reitz');
  await expect.poll(receipts).toEqual(['SR100002', 'SR100119']);
  await panel.getByRole('combobox', { name: 'Instrument' }).selectOption('WMAZ');
  await expect.poll(receipts).toEqual(['SR100119']);
  await panel.getByRole('combobox', { name: 'Grade' }).selectOption('YM1');
  await expect(panel).toContainText('No certificate fits the filter.');
  await panel.getByRole('button', { name: 'Show all' }).click();
  await expect(rows.rows).toHaveCount(8);
});

test('[SILO-2] without a permission every action of the silo panels names the missing permission', async ({
  openGallery,
}) => {
  const { page } = await openGallery('layout=silo&denied=1');
  for (const [name, reason] of [
    ['Bid for lot 4', 'bid for silo certificates'],
    ['Withdraw bid for lot 3', 'withdraw bids in silo certificate auctions'],
    ['Tender: certificate SR100001', 'tender silo certificates'],
  ] as const)
    await expect(page.getByRole('button', { name, exact: true }).first()).toHaveAccessibleDescription(
      new RegExp(reason),
    );
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('[SILO-2] [LAYOUT-11] a bid is made with a tap, within the width of the screen', async ({
    openGallery,
  }) => {
    const { page } = await openGallery('panel=SiloAuction');
    await expect(page.getByRole('banner').getByRole('heading')).toHaveText('Silo auction');
    await page.getByRole('button', { name: 'Bid for lot 4' }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').first().selectOption('9104K');
    await expect(dialog.getByRole('button', { name: /^Bid R.[\d.]+ per ton for lot 4/ })).toBeInViewport({
      ratio: 1,
    });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).tap();
    for (const tab of ['Own bids', 'To deliver', 'Deliveries']) {
      await page.getByRole('radio', { name: new RegExp(`^${tab}`) }).check({ force: true });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
  });

  test('[SILO-1] a tap on a certificate offers its actions', async ({ openGallery }) => {
    const { page } = await openGallery('panel=SiloCerts');
    await page.getByRole('grid', { name: 'Own silo certificates' }).getByText('SR100101').tap();
    await expect(page.getByRole('menuitem', { name: /^Tender/ })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('menuitem', { name: /^History/ }).tap();
    await expect(page.getByRole('dialog').getByRole('heading', { name: /SR100101/ })).toBeVisible();
  });
});
