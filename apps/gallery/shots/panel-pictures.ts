// Pictures of panels.
import type { Page } from '@playwright/test';
import { contractRow, desk, type Picture } from './picture.ts';

/** Opens white maize in the breakdown and chooses its first contract. */
async function explainContract(page: Page): Promise<void> {
  const tree = page.getByRole('treegrid', { name: 'Breakdown' });
  await tree.locator('[data-line="1"] [data-toggle]').click();
  await tree.locator('[data-line="2"] [data-col="item"]').click();
  await page
    .getByRole('grid', { name: /^Deals in/ })
    .locator('[data-line]')
    .first()
    .waitFor();
}

export const panelPictures: readonly Picture[] = [
  { name: 'own', on: 'desktop', query: 'layout=own' },
  ...(['stale', 'empty', 'loading', 'error'] as const).map(
    (state): Picture => ({ name: `own-${state}`, on: 'desktop', query: `layout=own&state=${state}` }),
  ),
  { name: 'back-office', on: 'desktop', query: 'layout=backOffice' },
  ...(['stale', 'empty', 'loading', 'error'] as const).map(
    (state): Picture => ({
      name: `back-office-${state}`,
      on: 'desktop',
      query: `layout=backOffice&state=${state}`,
    }),
  ),
  { name: 'back-office-not-permitted', on: 'desktop', query: 'layout=backOffice&scope=own' },
  ...(['desktop', 'phone'] as const).map(
    (on): Picture => ({
      name: 'unmatched-accept',
      on,
      query: on === 'phone' ? 'panel=unMatchedDeals' : 'layout=backOffice',
      prepare: async (page) => {
        await page
          .getByRole('button', { name: /^Accept unmatched deal/ })
          .first()
          .click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Accept:/ })
          .waitFor();
      },
    }),
  ),
  desk('unmatched-report', 'layout=backOffice', async (page) => {
    await page.getByRole('button', { name: 'Report a deal…' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Price' }).fill('3820');
    await dialog.getByRole('combobox', { name: 'With' }).selectOption('VELD');
    await dialog.getByRole('button', { name: /^Report:/ }).click();
    await dialog.getByText(/^Rejected/).waitFor();
  }),
  { name: 'market', on: 'desktop', query: 'layout=market' },
  ...(['stale', 'empty', 'loading', 'error'] as const).map(
    (state): Picture => ({
      name: `market-${state}`,
      on: 'desktop',
      query: `layout=market&state=${state}`,
    }),
  ),
  ...(['none', 'failing', 'silent'] as const).map(
    (fault): Picture => ({
      name: `chart-${fault}`,
      on: 'desktop',
      query: `layout=market&${fault}=Candles`,
      themes: ['light'],
    }),
  ),
  { name: 'money', on: 'desktop', query: 'layout=money', prepare: explainContract },
  { name: 'rates', on: 'desktop', query: 'layout=rates' },
  ...(['stale', 'empty', 'loading', 'error'] as const).map(
    (state): Picture => ({ name: `money-${state}`, on: 'desktop', query: `layout=money&state=${state}` }),
  ),
  { name: 'money-not-permitted', on: 'desktop', query: 'layout=money&scope=own' },
  { name: 'silo', on: 'desktop', query: 'layout=silo' },
  ...(['stale', 'empty', 'loading', 'error'] as const).map(
    (state): Picture => ({ name: `silo-${state}`, on: 'desktop', query: `layout=silo&state=${state}` }),
  ),
  { name: 'silo-not-permitted', on: 'desktop', query: 'layout=silo&scope=own', themes: ['light'] },
  {
    name: 'silo-fault',
    on: 'desktop',
    query: 'layout=silo&failing=GetAllSiloLocations,GetAllPhysicalGrades',
    themes: ['light'],
  },
  ...(['desktop', 'phone'] as const).map(
    (on): Picture => ({
      name: 'silo-bid',
      on,
      query: on === 'phone' ? 'panel=SiloAuction' : 'layout=silo',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Bid for lot 4' }).first().click();
        await page.getByRole('dialog').getByText('Invoice if you get the lot').waitFor();
      },
    }),
  ),
  desk('silo-tender', 'layout=silo', async (page) => {
    await page.getByRole('button', { name: 'Tender: KAND in NOV26 WMAZ' }).first().click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Certificate' }).selectOption('SR100001');
  }),
  desk('silo-history', 'layout=silo', async (page) => {
    await page.getByRole('button', { name: 'History: certificate SR100101' }).first().click();
    await page.getByRole('dialog').getByText('another member').first().waitFor();
  }),
  { name: 'silo-certs', on: 'phone', query: 'panel=SiloCerts' },
  { name: 'silo-auction', on: 'phone', query: 'panel=SiloAuction' },
  { name: 'sales', on: 'desktop', query: 'layout=sales' },
  desk('ladder-armed', 'layout=ladder', async (page) => {
    await page.getByRole('button', { name: 'Arm', exact: true }).first().click();
    await page.getByText('Armed:').first().waitFor({ state: 'attached' });
  }),
  ...(['none', 'failing', 'silent'] as const).map(
    (fault): Picture => ({
      name: `sales-${fault}`,
      on: 'desktop',
      query: `layout=sales&${fault}=TimeAndSales`,
      themes: ['light'],
    }),
  ),
  desk('calculator', 'layout=calculator', async (page) => {
    const strategy = page.getByRole('region', { name: 'Option calculator, 3' });
    await strategy.getByRole('button', { name: 'Add leg' }).click();
    await strategy.getByRole('button', { name: 'Add leg' }).click();
    await strategy.getByRole('combobox', { name: 'Leg 2: side' }).selectOption('Sell');
    await strategy.getByRole('textbox', { name: 'Leg 2: strike' }).fill('4180');
  }),
  ...(['stale', 'empty', 'loading', 'error'] as const).map(
    (state): Picture => ({
      name: `calculator-${state}`,
      on: 'desktop',
      query: `layout=calculator&state=${state}`,
    }),
  ),
  desk('options-greeks', 'layout=market', async (page) => {
    const options = page.getByRole('region', { name: 'Options' });
    await options.hover();
    await options.getByRole('radio', { name: 'Greeks' }).check();
    await options.getByRole('button', { name: 'Add strike' }).click();
  }),
  desk('options-list', 'layout=market', async (page) => {
    for (const name of ['Options', 'Deltas']) {
      const panel = page.getByRole('region', { name });
      await panel.hover();
      await panel.getByRole('button', { name: /^One line for each option/ }).click();
      await panel.locator('[data-line] [data-col="contract"]').first().waitFor();
    }
  }),
  desk('deals-consolidated', 'layout=own', async (page) => {
    const deals = page.getByRole('region', { name: 'Deals' });
    await deals.hover();
    await deals.getByRole('button', { name: /^Consolidate/ }).click();
    await page.getByRole('grid', { name: 'Deals consolidated' }).locator('[data-line]').first().waitFor();
  }),
  ...(['desktop', 'phone'] as const).map(
    (on): Picture => ({
      name: 'contract-details',
      on,
      query: '',
      prepare: async (page) => {
        await contractRow(page, 'MAR27').click({ button: 'right' });
        await page.getByRole('menuitem', { name: /^Contract details/ }).click();
        await page.getByRole('dialog').getByText('Initial margin').waitFor();
      },
    }),
  ),
  desk('orders-chosen', '', async (page) => {
    const orders = page.getByRole('grid', { name: 'Active orders' });
    await orders.locator('[data-line="0"] [data-col="qty"]').click();
    await orders.locator('[data-line="2"] [data-col="qty"]').click({ modifiers: ['Shift'] });
    await page
      .getByRole('region', { name: 'Active orders' })
      .getByRole('button', { name: 'Delete the chosen orders' })
      .click();
    await page.getByRole('dialog').waitFor();
  }),
  { name: 'parts', on: 'desktop', query: 'page=parts' },
];
