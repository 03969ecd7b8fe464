// Pictures of order forms, outcomes, confirmations and menus.
import type { Page } from '@playwright/test';
import { contractRow, type Picture } from './picture.ts';

async function openOrderForm(page: Page, cell: 'bid' | 'offer' = 'offer'): Promise<void> {
  await contractRow(page, 'MAR27').locator(`[data-col="${cell}"]`).dblclick();
  await page.getByRole('dialog').waitFor();
}

async function send(page: Page): Promise<void> {
  await openOrderForm(page);
  await page.getByRole('button', { name: /^Buy 10/ }).click();
}

async function chooseForCall(page: Page, item: RegExp): Promise<void> {
  const call = page.getByRole('grid', { name: 'Positions' }).getByRole('row', { name: /DEC26 WMAZ \d+ C/ });
  await call.locator('[data-col="net"]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('dialog').waitFor();
}

export const formPictures: readonly Picture[] = [
  { name: 'form-buy', on: 'desktop', query: '', prepare: (page) => openOrderForm(page) },
  { name: 'form-sell', on: 'desktop', query: '', prepare: (page) => openOrderForm(page, 'bid') },
  ...(['limit', 'fault', 'never'] as const).map(
    (margin): Picture => ({
      name: `form-margin-${margin}`,
      on: 'desktop',
      query: `margin=${margin}`,
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
      query: 'layout=own&phases=expiry',
      prepare: (page) => chooseForCall(page, new RegExp(`^${what}`, 'i')),
    }),
  ),
  {
    name: 'form-option',
    on: 'desktop',
    query: 'layout=market',
    prepare: async (page) => {
      const grid = page.getByRole('grid', { name: 'Options on MAR27 WMAZ' });
      await grid.locator('[data-line]').nth(1).locator('[data-col="call-offer"]').dblclick();
      await page.locator('[data-option-terms]').waitFor();
    },
  },
  {
    name: 'form-delta',
    on: 'desktop',
    query: 'layout=market',
    prepare: async (page) => {
      const grid = page.getByRole('grid', { name: 'Deltas on DEC26 WMAZ' });
      await grid.locator('[data-line]').nth(5).locator('[data-col="put-offer"]').dblclick();
      await page.locator('[data-legs]').waitFor();
    },
  },
  {
    name: 'form-split',
    on: 'desktop',
    query: 'layout=market',
    prepare: async (page) => {
      const splits = page.getByRole('grid', { name: 'Splits' });
      await splits.getByRole('row', { name: 'MAR27-MAY27' }).locator('[data-col="bid"]').dblclick();
      await page.getByRole('dialog').getByText('Split Diff').waitFor();
    },
  },
  {
    name: 'chart-amend',
    on: 'desktop',
    query: 'layout=market',
    prepare: async (page) => {
      const handle = page.getByRole('button', { name: /^Order 1201:/ }).first();
      await handle.focus();
      await page.keyboard.press('PageDown');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'form-double',
    on: 'desktop',
    query: '',
    prepare: async (page) => {
      await openOrderForm(page);
      await page.getByRole('radio', { name: 'Double' }).click();
    },
  },
  {
    name: 'form-amend',
    on: 'desktop',
    query: '',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Amend order 1201' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: /Price/ }).fill('4030.20');
    },
  },
  {
    name: 'form-edit',
    on: 'desktop',
    query: '',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit order 1204' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'form-reduce',
    on: 'desktop',
    query: '',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Reduce order 1202' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'cancel-all',
    on: 'desktop',
    query: '',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Cancel all \(/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'filter-menu',
    on: 'desktop',
    query: '',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Filter the orders' }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'depth-menu',
    on: 'desktop',
    query: '',
    prepare: async (page) => {
      await page
        .getByRole('grid', { name: 'Depth of DEC26 WMAZ' })
        .locator('[data-line="2"] [data-col="offer"]')
        .click({ button: 'right' });
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'deal-toast',
    on: 'desktop',
    query: 'deal=1',
    prepare: async (page) => {
      await page.getByText('Bought 5 DEC26 WMAZ').last().waitFor();
    },
  },
  {
    name: 'form-faults',
    on: 'desktop',
    query: '',
    prepare: async (page) => {
      await openOrderForm(page);
      await page.getByRole('textbox', { name: /Quantity/ }).fill('900');
      await page.getByRole('textbox', { name: /Price/ }).fill('4060.30');
      await page.getByRole('button', { name: /^Buy/ }).click();
    },
  },
  {
    name: 'form-far',
    on: 'desktop',
    query: '',
    prepare: async (page) => {
      await openOrderForm(page);
      await page.getByRole('textbox', { name: /Price/ }).fill('4250');
      await page.keyboard.press('Control+Enter');
      await page.getByText('far from the market').waitFor();
    },
  },
  { name: 'form-stale', on: 'desktop', query: 'state=stale', prepare: (page) => openOrderForm(page) },
  ...(['rests', 'dealt', 'part', 'rejected', 'slow'] as const).map(
    (answer): Picture => ({
      name: `answer-${answer}`,
      on: 'desktop',
      query: `answer=${answer}`,
      prepare: async (page) => {
        await send(page);
        const text = answer === 'slow' ? /Sent\./ : /Order 1207|Rejected/;
        await page.getByRole('dialog').getByText(text).first().waitFor();
      },
    }),
  ),
  {
    name: 'answer-unknown',
    on: 'desktop',
    query: 'answer=unknown',
    prepare: async (page) => {
      await send(page);
      await page.getByText(/asked \d+ times/).waitFor();
    },
  },
  {
    name: 'answer-never',
    on: 'desktop',
    query: 'answer=never',
    prepare: async (page) => {
      await send(page);
      await page.getByRole('button', { name: /^Send again/ }).waitFor();
    },
  },
  {
    name: 'row-menu',
    on: 'desktop',
    query: '',
    prepare: async (page) => {
      await contractRow(page, 'MAY27').locator('[data-col="last"]').click({ button: 'right' });
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'row-menu-denied',
    on: 'desktop',
    query: 'state=denied',
    prepare: async (page) => {
      await page
        .getByRole('grid', { name: 'Active orders' })
        .getByText('Suspended')
        .first()
        .click({ button: 'right' });
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'confirm-delete',
    on: 'desktop',
    query: '',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Cancel order 1204' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'tip-denied',
    on: 'desktop',
    query: 'state=denied',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Suspend order 1203' }).hover();
      await page.getByRole('tooltip').waitFor();
    },
  },
];
