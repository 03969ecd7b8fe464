// Pictures of the actions on deals, of their history, and of the trade history of a contract.
import type { Page } from '@playwright/test';
import type { Picture } from './picture.ts';

/** Opens the form of a deal with its key; the lines of the deals begin with the newest. */
const openForm =
  (key: string, line: number, prepare?: (page: Page) => Promise<void>) => async (page: Page) => {
    const row = page.getByRole('grid', { name: 'Deals', exact: true }).locator(`[data-line="${line}"]`);
    await row.locator('[data-col="qty"]').click();
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
    await prepare?.(page);
  };

const choose = (label: string, option: string) => async (page: Page) => {
  await page.getByRole('dialog').getByLabel(label, { exact: true }).selectOption(option);
};

/** On a phone the forms are in the menu of a deal. */
const openOnPhone = (item: RegExp) => async (page: Page) => {
  await page.getByRole('grid', { name: 'Deals', exact: true }).locator('[data-line="4"]').click();
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('dialog').waitFor();
};

const own = (name: string, prepare: Picture['prepare'], more = ''): Picture => ({
  name: `deal-${name}`,
  on: 'desktop',
  query: `layout=own${more}`,
  ...(prepare && { prepare }),
});

const showHistory = async (page: Page) => {
  await page.getByRole('region', { name: 'Deals' }).getByRole('radio', { name: 'History' }).check();
  await page.getByRole('grid', { name: 'Deals of all days' }).waitFor();
};

const showTradeHistory = (part: 'Days' | 'Deals') => async (page: Page) => {
  const chart = page.getByRole('region', { name: /^Chart/ }).first();
  await chart.getByRole('radio', { name: 'History' }).check();
  await chart.getByRole('radio', { name: part }).check();
  await chart.locator('[data-line]').first().waitFor();
};

export const dealPictures: readonly Picture[] = [
  own('split', openForm('i', 4)),
  own(
    'split-rejected',
    openForm('i', 4, async (page) => {
      await page.getByRole('dialog').locator('[data-send]').click();
      await page
        .getByRole('dialog')
        .getByText(/^Rejected/)
        .waitFor();
    }),
    '&meanwhile=SplitDeal',
  ),
  own('principal', openForm('p', 4, choose('For', 'KAND'))),
  own('sub-account', openForm('n', 1, choose('Sub-account of 9996S', 'WEST'))),
  own('assign', openForm('a', 4, choose('Member', 'VELD'))),
  own('tripartite', openForm('t', 5, choose('Client and carrying member', '8001V VELD'))),
  own('tripartite-none', openForm('t', 4), '&none=GetTripartites'),
  own('tripartite-fault', openForm('t', 4), '&failing=GetTripartites'),
  own('details', openForm('l', 5)),
  own('history', showHistory),
  own('history-none', showHistory, '&none=History/Deals'),
  own('history-fault', showHistory, '&failing=History/Deals'),
  { ...own('split', openOnPhone(/^Split/)), on: 'phone', query: 'panel=Deals' },
  { ...own('principal', openOnPhone(/^Correct/)), on: 'phone', query: 'panel=Deals' },
  {
    ...own('history', async (page) => {
      await page.getByRole('radio', { name: 'History' }).check();
      await page.getByRole('grid', { name: 'Deals of all days' }).locator('[data-line]').first().waitFor();
    }),
    on: 'phone',
    query: 'panel=Deals',
  },
  { name: 'trade-history-days', on: 'desktop', query: 'layout=market', prepare: showTradeHistory('Days') },
  { name: 'trade-history-deals', on: 'desktop', query: 'layout=market', prepare: showTradeHistory('Deals') },
];
