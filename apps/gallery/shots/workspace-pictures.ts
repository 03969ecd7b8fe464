// Pictures of the workspace, its layouts, and the settings of grids.
import type { Page } from '@playwright/test';
import { desk, type Picture } from './picture.ts';

async function panelMenu(page: Page, name: string, ...items: string[]): Promise<void> {
  await page.getByRole('button', { name: `Menu of ${name}`, exact: true }).click();
  for (const item of items)
    await page
      .getByRole('menu')
      .locator('[role^=menuitem]')
      .filter({ hasText: new RegExp(`^${item}`) })
      .first()
      .click();
}
const drawer = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Workspace' }).getByRole('button', { name }).click();
const dialog = (page: Page) => page.getByRole('dialog').waitFor();
const picture = (name: string, prepare: Picture['prepare'], query = '') => desk(name, query, prepare);

export const workspacePictures: readonly Picture[] = [
  picture('empty-desk', undefined, 'layout=blank'),
  picture(
    'starter-dealer',
    async (page) => {
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Dealer/ })
        .click();
      await page.getByRole('grid', { name: 'Positions' }).waitFor();
    },
    'layout=blank',
  ),
  picture('panel-menu', async (page) => {
    await panelMenu(page, 'Futures');
    await page.getByRole('menu').waitFor();
  }),
  picture('panel-menu-colour', (page) => panelMenu(page, 'Futures', 'Colour')),
  picture('panel-menu-swap', (page) => panelMenu(page, 'Active orders', 'Replace with')),
  picture('columns', async (page) => {
    await panelMenu(page, 'Futures', 'Columns');
    await dialog(page);
  }),
  picture('move-and-size', async (page) => {
    await panelMenu(page, 'Depth MAR27 SUNS', 'Move and size');
    await dialog(page);
  }),
  picture('filters-sorts', async (page) => {
    await panelMenu(page, 'Active orders', 'Filter row');
    const orders = page.getByRole('grid', { name: 'Active orders' });
    await orders.getByRole('textbox', { name: 'Filter Contract' }).fill('wmaz, sun');
    await orders.getByRole('columnheader', { name: 'Contract', exact: true }).click();
    await orders.getByRole('columnheader', { name: 'Price', exact: true }).click({ modifiers: ['Shift'] });
    await panelMenu(page, 'Active orders', 'Totals');
    await panelMenu(page, 'Futures', 'Filter row');
  }),
  picture(
    'groups-totals',
    async (page) => {
      await panelMenu(page, 'Deals', 'Group by', 'Contract');
      await panelMenu(page, 'Deals', 'Totals');
      await panelMenu(page, 'Positions', 'Group by', 'Principal');
      await panelMenu(page, 'Positions', 'Totals');
      const completed = page.getByRole('grid', { name: 'Completed orders' });
      await completed.locator('[data-line="0"] [data-col="qty"]').click();
      await completed.locator('[data-line="2"] [data-col="qty"]').click({ modifiers: ['Shift'] });
    },
    'layout=own',
  ),
  picture('frozen', (page) => panelMenu(page, 'Futures', 'Freeze')),
  picture('maximised', (page) => panelMenu(page, 'Futures', 'Maximise')),
  picture('comfortable-colours', async (page) => {
    await panelMenu(page, 'Futures', 'Density', 'Comfortable');
    await panelMenu(page, 'Futures', 'Colour…', 'Teal');
    await panelMenu(page, 'Depth', 'Colour…', 'Teal');
    await panelMenu(page, 'Active orders', 'Colour…', 'Amber');
  }),
  picture('markers', async (page) => {
    await drawer(page, 'New panels open here');
    await drawer(page, 'Dialog position');
  }),
  picture('layout-menu', async (page) => {
    await drawer(page, 'More…');
    await page.getByRole('menu').waitFor();
  }),
  picture('rename', async (page) => {
    await drawer(page, 'More…');
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await dialog(page);
  }),
  picture('leave-unsaved', async (page) => {
    await page.getByRole('button', { name: 'Close Depth MAR27 SUNS' }).click();
    await drawer(page, 'Deliveries');
    await dialog(page);
  }),
  picture('delete-layout', async (page) => {
    await drawer(page, 'More…');
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await dialog(page);
  }),
  picture('palette', async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('wmaz');
    await page.getByRole('option').first().waitFor();
  }),
  picture('keys', async (page) => {
    await drawer(page, 'Keys…');
    await dialog(page);
  }),
  picture(
    'notices',
    async (page) => {
      await page.getByText('Bought 5 DEC26 WMAZ').last().waitFor();
      await page.keyboard.press('Alt+t');
      await page.getByRole('button', { name: 'Notices' }).click();
      await dialog(page);
    },
    'deal=1',
  ),
  picture('own-actions-empty', async (page) => {
    await drawer(page, 'My actions…');
    await dialog(page);
  }),
  picture('own-actions', async (page) => {
    await page
      .getByRole('button', { name: /^Suspend order/ })
      .first()
      .click();
    await page
      .getByRole('button', { name: /^Resubmit order/ })
      .last()
      .click();
    await page
      .getByText(/^Suspended order/)
      .last()
      .waitFor();
    await drawer(page, 'My actions…');
    await dialog(page);
    await page.getByRole('dialog').getByText('Accepted').first().waitFor();
  }),
];
