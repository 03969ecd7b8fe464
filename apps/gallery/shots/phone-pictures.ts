// Pictures of a phone.
import type { Page } from '@playwright/test';
import { contractRow, type Picture } from './picture.ts';

async function openPhoneForm(page: Page): Promise<void> {
  await contractRow(page, 'MAR27').click();
  await page.getByRole('dialog').getByRole('button', { name: /^Buy/ }).click();
  await page.getByRole('textbox', { name: /Quantity/ }).waitFor();
}

export const phonePictures: readonly Picture[] = [
  { name: 'splits', on: 'phone', query: 'panel=Splits' },
  { name: 'options', on: 'phone', query: 'panel=Options' },
  { name: 'calculator', on: 'phone', query: 'panel=OptionCalculator', scale: 2 },
  { name: 'chart', on: 'phone', query: 'panel=TVChartContainer' },
  { name: 'futures', on: 'phone', query: '', scale: 2 },
  { name: 'orders', on: 'phone', query: 'panel=ActiveOrders', scale: 2 },
  ...(
    [
      'Positions',
      'Deals',
      'CompletedOrders',
      'Clearing',
      'Breakdown',
      'MTM',
      'ConsolidatedPositions',
      'unMatchedDeals',
    ] as const
  ).map(
    (panel): Picture => ({
      name: `panel-${panel}`,
      on: 'phone',
      query: `panel=${panel}`,
      scale: 2,
    }),
  ),
  {
    name: 'more',
    on: 'phone',
    query: '',
    scale: 2,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More' }).tap();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'order-menu',
    on: 'phone',
    query: 'panel=ActiveOrders',
    scale: 2,
    prepare: async (page) => {
      await page.getByRole('grid').getByText('DEC26 WMAZ').first().tap();
      await page.getByRole('menu').waitFor();
    },
  },
  { name: 'stale', on: 'phone', query: 'state=connecting', scale: 2 },
  { name: 'empty', on: 'phone', query: 'panel=ActiveOrders&state=empty', scale: 2 },
  {
    name: 'depth',
    on: 'phone',
    query: '',
    scale: 2,
    prepare: async (page) => {
      await contractRow(page, 'MAR27').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'sales',
    on: 'phone',
    query: '',
    scale: 2,
    prepare: async (page) => {
      await contractRow(page, 'MAR27').click();
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('button', { name: 'Time and sales' }).click();
      await sheet.getByRole('grid', { name: /^Time and sales/ }).waitFor();
    },
  },
  { name: 'form', on: 'phone', query: '', scale: 2, prepare: openPhoneForm },
  {
    name: 'narrow-320',
    on: 'phone',
    query: '',
    size: { width: 320, height: 640 },
    scale: 2,
    themes: ['light'],
  },
];
