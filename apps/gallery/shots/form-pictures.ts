// Pictures of order forms, outcomes, confirmations and menus.
import type { Page } from '@playwright/test';
import { contractRow, desk, type Picture } from './picture.ts';

async function openOrderForm(page: Page, cell: 'bid' | 'offer' = 'offer'): Promise<void> {
  await contractRow(page, 'MAR27').locator(`[data-col="${cell}"]`).dblclick();
  await page.getByRole('dialog').waitFor();
}

async function send(page: Page): Promise<void> {
  await openOrderForm(page);
  await page.getByRole('button', { name: /^Buy 10/ }).click();
}

async function chooseForCall(page: Page, item: RegExp): Promise<void> {
  const positions = page.getByRole('grid', { name: 'Positions' });
  const call = positions.getByRole('row', { name: /MAR27 QWMZ 4020 C/ });
  // The call is among the last rows.
  await positions.evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
  await call.locator('[data-col="net"]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('dialog').waitFor();
}

export const formPictures: readonly Picture[] = [
  { name: 'form-buy', on: 'desktop', query: '', prepare: (page) => openOrderForm(page) },
  { name: 'form-sell', on: 'desktop', query: '', prepare: (page) => openOrderForm(page, 'bid') },
  ...(
    [
      ['limit', 'operator=[{"kind":"limitMargin","principal":"KAND","maxMargin":60000000}]'],
      ['fault', 'failing=PreviewMargin'],
      ['never', 'silent=PreviewMargin'],
    ] as const
  ).map(
    ([margin, query]): Picture => ({
      name: `form-margin-${margin}`,
      on: 'desktop',
      query,
      prepare: async (page) => {
        await openOrderForm(page);
        await page
          .locator('[data-margin]')
          .filter({ hasText: /Margin/ })
          .waitFor();
      },
    }),
  ),
  ...(['exercise', 'abandon', 'deals'] as const).map(
    (what): Picture => ({
      name: `position-${what}`,
      on: 'desktop',
      query: 'layout=own',
      prepare: (page) => chooseForCall(page, new RegExp(`^${what}`, 'i')),
    }),
  ),
  desk('form-option', 'layout=market', async (page) => {
    const grid = page.getByRole('grid', { name: 'Options on MAR27 WMAZ' });
    await grid.locator('[data-line]').nth(1).locator('[data-col="call-offer"]').dblclick();
    await page.locator('[data-option-terms]').waitFor();
  }),
  desk('form-delta', 'layout=market', async (page) => {
    const grid = page.getByRole('grid', { name: 'Deltas on DEC26 WMAZ' });
    await grid.locator('[data-line]').nth(5).locator('[data-col="put-offer"]').dblclick();
    await page.locator('[data-legs]').waitFor();
  }),
  desk('form-split', 'layout=market', async (page) => {
    const splits = page.getByRole('grid', { name: 'Splits' });
    await splits.getByRole('row', { name: 'MAR27-MAY27' }).locator('[data-col="bid"]').dblclick();
    await page.getByRole('dialog').getByText('Split Diff').waitFor();
  }),
  desk('chart-amend', 'layout=market', async (page) => {
    const handle = page.getByRole('button', { name: /^Order \d+:/ }).first();
    await handle.focus();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
  }),
  desk('form-double', '', async (page) => {
    await openOrderForm(page);
    await page.getByRole('radio', { name: 'Double' }).click();
  }),
  desk('form-amend', '', async (page) => {
    await page
      .getByRole('button', { name: /^Amend order/ })
      .last()
      .click();
    await page.getByRole('dialog').getByRole('textbox', { name: /Price/ }).fill('4030.20');
  }),
  desk('form-edit', '', async (page) => {
    await page
      .getByRole('button', { name: /^Edit order/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
  }),
  desk('form-reduce', '', async (page) => {
    await page
      .getByRole('button', { name: /^Reduce order/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
  }),
  desk('cancel-all', '', async (page) => {
    await page.getByRole('button', { name: /^Cancel all \(/ }).click();
    await page.getByRole('dialog').waitFor();
  }),
  desk('filter-menu', '', async (page) => {
    await page.getByRole('button', { name: 'Filter the orders' }).click();
    await page.getByRole('menu').waitFor();
  }),
  desk('depth-menu', '', async (page) => {
    await page
      .getByRole('grid', { name: 'Depth of DEC26 WMAZ' })
      .locator('[data-line="2"] [data-col="offer"]')
      .click({ button: 'right' });
    await page.getByRole('menu').waitFor();
  }),
  desk('deal-toast', 'deal=1', async (page) => {
    await page.getByText('Bought 5 DEC26 WMAZ').last().waitFor();
  }),
  desk('form-faults', '', async (page) => {
    await openOrderForm(page);
    await page.getByRole('textbox', { name: /Quantity/ }).fill('900');
    await page.getByRole('textbox', { name: /Price/ }).fill('4060.30');
    await page.getByRole('button', { name: /^Buy/ }).click();
  }),
  desk('form-far', '', async (page) => {
    await openOrderForm(page);
    await page.getByRole('textbox', { name: /Price/ }).fill('4250');
    await page.keyboard.press('Control+Enter');
    await page.getByText('far from the market').waitFor();
  }),
  { name: 'form-stale', on: 'desktop', query: 'state=stale', prepare: (page) => openOrderForm(page) },
  ...(
    [
      ['rests', '4,050', ''],
      ['dealt', '', ''],
      ['part', '', '', '40'],
      [
        'rejected',
        '',
        'operator=[{"kind":"haltInstrument","instrument":"WMAZ","reason":"Prices under review"}]',
      ],
      ['slow', '', 'silent=InsertOrder'],
    ] as const
  ).map(
    ([answer, price, query, lots = '10']): Picture => ({
      name: `answer-${answer}`,
      on: 'desktop',
      query,
      prepare: async (page) => {
        await openOrderForm(page);
        const dialog = page.getByRole('dialog');
        if (price !== '') await dialog.getByRole('textbox', { name: /Price/ }).fill(price);
        await dialog.getByRole('textbox', { name: /Quantity/ }).fill(lots);
        await page.keyboard.press('Control+Enter');
        await dialog
          .getByText(/Order \d+ rests|Bought \d|Rejected|Sent\./)
          .first()
          .waitFor();
      },
    }),
  ),
  desk('answer-unknown', 'failing=InsertOrder,ByRequestId', async (page) => {
    await send(page);
    await page.getByText(/asked \d+ times/).waitFor();
  }),
  desk('answer-never', 'failing=InsertOrder', async (page) => {
    await send(page);
    await page.getByRole('button', { name: /^Send again/ }).waitFor();
  }),
  desk('row-menu', '', async (page) => {
    await contractRow(page, 'MAY27').locator('[data-col="last"]').click({ button: 'right' });
    await page.getByRole('menu').waitFor();
  }),
  desk('row-menu-denied', 'denied=1', async (page) => {
    await page
      .getByRole('grid', { name: 'Active orders' })
      .getByText('Suspended')
      .first()
      .click({ button: 'right' });
    await page.getByRole('menu').waitFor();
  }),
  desk('confirm-delete', '', async (page) => {
    await page
      .getByRole('button', { name: /^Cancel order/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
  }),
  desk('tip-denied', 'denied=1', async (page) => {
    await page
      .getByRole('button', { name: /^Suspend order/ })
      .first()
      .hover();
    await page.getByRole('tooltip').waitFor();
  }),
];
