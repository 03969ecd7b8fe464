// What the gallery is photographed as: each screen in each of its states.
import type { Page } from '@playwright/test';
import { workspacePictures } from './workspace-pictures.ts';

export interface Picture {
  readonly name: string;
  readonly on: 'desk' | 'phone';
  /** Query of the gallery's address. */
  readonly query: string;
  readonly themes?: readonly ('light' | 'dark')[];
  readonly size?: { readonly width: number; readonly height: number };
  readonly scale?: number;
  /** Only this part of the window. */
  readonly clip?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly prepare?: (page: Page) => Promise<void>;
}

const contractRow = (page: Page, contract: string) => page.getByRole('row', { name: contract }).first();

async function openFormOnDesk(page: Page, cell: 'bid' | 'offer' = 'offer'): Promise<void> {
  await contractRow(page, 'MAR27').locator(`[data-col="${cell}"]`).dblclick();
  await page.getByRole('dialog').waitFor();
}

async function send(page: Page): Promise<void> {
  await openFormOnDesk(page);
  await page.getByRole('button', { name: /^Buy 10/ }).click();
}

async function openFormOnPhone(page: Page): Promise<void> {
  await contractRow(page, 'MAR27').click();
  await page.getByRole('dialog').getByRole('button', { name: /^Buy/ }).click();
  await page.getByRole('textbox', { name: /Quantity/ }).waitFor();
}

const states = [
  'stale',
  'reconnecting',
  'down',
  'notReady',
  'empty',
  'loading',
  'error',
  'denied',
  'unknownPanel',
] as const;

export const pictures: readonly Picture[] = [
  { name: 'desk', on: 'desk', query: 'page=desk' },
  {
    name: 'close-futures',
    on: 'desk',
    query: 'page=desk',
    scale: 2,
    clip: { x: 180, y: 0, width: 780, height: 260 },
  },
  {
    name: 'close-orders',
    on: 'desk',
    query: 'page=desk',
    scale: 2,
    clip: { x: 180, y: 590, width: 980, height: 310 },
  },
  {
    name: 'close-depth',
    on: 'desk',
    query: 'page=desk',
    scale: 2,
    clip: { x: 1140, y: 0, width: 460, height: 620 },
  },
  { name: 'compact', on: 'desk', query: 'page=desk&compact=1', themes: ['light'] },
  ...states.map(
    (state): Picture => ({ name: `state-${state}`, on: 'desk', query: `page=desk&state=${state}` }),
  ),
  {
    name: 'flash-background',
    on: 'desk',
    query: 'page=desk&flash=background&ticks=40',
    prepare: async (page) => {
      await page.locator('[class*="flashUp"], [class*="flashDown"]').first().waitFor({ state: 'attached' });
    },
  },
  { name: 'form-buy', on: 'desk', query: 'page=desk', prepare: (page) => openFormOnDesk(page) },
  { name: 'form-sell', on: 'desk', query: 'page=desk', prepare: (page) => openFormOnDesk(page, 'bid') },
  { name: 'own', on: 'desk', query: 'page=desk&desk=own' },
  ...(['stale', 'empty', 'loading', 'error'] as const).map(
    (state): Picture => ({ name: `own-${state}`, on: 'desk', query: `page=desk&desk=own&state=${state}` }),
  ),
  {
    name: 'close-own',
    on: 'desk',
    query: 'page=desk&desk=own',
    scale: 2,
    clip: { x: 180, y: 0, width: 960, height: 560 },
  },
  { name: 'market', on: 'desk', query: 'page=desk&desk=market' },
  ...(['stale', 'empty', 'loading', 'error', 'denied'] as const).map(
    (state): Picture => ({
      name: `market-${state}`,
      on: 'desk',
      query: `page=desk&desk=market&state=${state}`,
    }),
  ),
  ...(['none', 'fault', 'never'] as const).map(
    (candles): Picture => ({
      name: `chart-${candles}`,
      on: 'desk',
      query: `page=desk&desk=market&candles=${candles}`,
      themes: ['light'],
    }),
  ),
  { name: 'sales', on: 'desk', query: 'page=desk&desk=sales' },
  ...(['none', 'fault', 'never'] as const).map(
    (sales): Picture => ({
      name: `sales-${sales}`,
      on: 'desk',
      query: `page=desk&desk=sales&sales=${sales}`,
      themes: ['light'],
    }),
  ),
  {
    name: 'options-greeks',
    on: 'desk',
    query: 'page=desk&desk=market',
    prepare: async (page) => {
      const options = page.getByRole('region', { name: 'Options' });
      await options.hover();
      await options.getByRole('radio', { name: 'Greeks' }).check();
      await options.getByRole('button', { name: 'Add strike' }).click();
    },
  },
  {
    name: 'options-list',
    on: 'desk',
    query: 'page=desk&desk=market',
    prepare: async (page) => {
      for (const name of ['Options', 'Deltas']) {
        const panel = page.getByRole('region', { name });
        await panel.hover();
        await panel.getByRole('button', { name: /^One line for each option/ }).click();
        await panel.locator('[data-line] [data-col="bidOther"]').first().waitFor();
      }
    },
  },
  {
    name: 'deals-consolidated',
    on: 'desk',
    query: 'page=desk&desk=own',
    prepare: async (page) => {
      const deals = page.getByRole('region', { name: 'Deals' });
      await deals.hover();
      await deals.getByRole('button', { name: /^Consolidate/ }).click();
      await page.getByRole('grid', { name: 'Deals consolidated' }).locator('[data-line]').first().waitFor();
    },
  },
  ...(['desk', 'phone'] as const).map(
    (on): Picture => ({
      name: 'contract-details',
      on,
      query: 'page=desk',
      prepare: async (page) => {
        await contractRow(page, 'MAR27').click({ button: 'right' });
        await page.getByRole('menuitem', { name: /^Contract details/ }).click();
        await page.getByRole('dialog').getByText('Initial margin').waitFor();
      },
    }),
  ),
  {
    name: 'orders-chosen',
    on: 'desk',
    query: 'page=desk',
    prepare: async (page) => {
      const orders = page.getByRole('grid', { name: 'Active orders' });
      await orders.locator('[data-line="0"] [data-col="qty"]').click();
      await orders.locator('[data-line="2"] [data-col="qty"]').click({ modifiers: ['Shift'] });
      await page
        .getByRole('region', { name: 'Active orders' })
        .getByRole('button', { name: 'Delete the chosen orders' })
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'form-option',
    on: 'desk',
    query: 'page=desk&desk=market',
    prepare: async (page) => {
      const grid = page.getByRole('grid', { name: 'Options on MAR27 WMAZ' });
      await grid.locator('[data-line]').nth(1).locator('[data-col="call-offer"]').dblclick();
      await page.locator('[data-option-terms]').waitFor();
    },
  },
  {
    name: 'form-delta',
    on: 'desk',
    query: 'page=desk&desk=market',
    prepare: async (page) => {
      const grid = page.getByRole('grid', { name: 'Deltas on DEC26 WMAZ' });
      await grid.locator('[data-line]').nth(5).locator('[data-col="put-offer"]').dblclick();
      await page.locator('[data-hedge]').waitFor();
    },
  },
  {
    name: 'form-split',
    on: 'desk',
    query: 'page=desk&desk=market',
    prepare: async (page) => {
      const splits = page.getByRole('grid', { name: 'Splits' });
      await splits.getByRole('row', { name: 'MAR27-MAY27' }).locator('[data-col="bid"]').dblclick();
      await page.getByRole('dialog').getByText('Split Diff').waitFor();
    },
  },
  { name: 'splits', on: 'phone', query: 'page=desk&panel=Splits' },
  { name: 'options', on: 'phone', query: 'page=desk&panel=Options' },
  { name: 'chart', on: 'phone', query: 'page=desk&panel=TVChartContainer' },
  {
    name: 'chart-amend',
    on: 'desk',
    query: 'page=desk&desk=market',
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
    on: 'desk',
    query: 'page=desk',
    prepare: async (page) => {
      await openFormOnDesk(page);
      await page.getByRole('radio', { name: 'Double' }).click();
    },
  },
  {
    name: 'form-amend',
    on: 'desk',
    query: 'page=desk',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Amend order 1201' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: /Price/ }).fill('4030.20');
    },
  },
  {
    name: 'form-edit',
    on: 'desk',
    query: 'page=desk',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit order 1204' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'form-reduce',
    on: 'desk',
    query: 'page=desk',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Reduce order 1202' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'cancel-all',
    on: 'desk',
    query: 'page=desk',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Cancel all orders of your member' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'filter-menu',
    on: 'desk',
    query: 'page=desk',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Filter the orders' }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'depth-menu',
    on: 'desk',
    query: 'page=desk',
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
    on: 'desk',
    query: 'page=desk&deal=1',
    prepare: async (page) => {
      await page.getByText('Bought 5 DEC26 WMAZ').last().waitFor();
    },
  },
  {
    name: 'form-faults',
    on: 'desk',
    query: 'page=desk',
    prepare: async (page) => {
      await openFormOnDesk(page);
      await page.getByRole('textbox', { name: /Quantity/ }).fill('900');
      await page.getByRole('textbox', { name: /Price/ }).fill('4060.30');
      await page.getByRole('button', { name: /^Buy/ }).click();
    },
  },
  {
    name: 'form-far',
    on: 'desk',
    query: 'page=desk',
    prepare: async (page) => {
      await openFormOnDesk(page);
      await page.getByRole('textbox', { name: /Price/ }).fill('4250');
      await page.keyboard.press('Control+Enter');
      await page.getByText('far from the market').waitFor();
    },
  },
  { name: 'form-stale', on: 'desk', query: 'page=desk&state=stale', prepare: (page) => openFormOnDesk(page) },
  ...(['rests', 'dealt', 'part', 'rejected', 'slow'] as const).map(
    (answer): Picture => ({
      name: `answer-${answer}`,
      on: 'desk',
      query: `page=desk&answer=${answer}`,
      prepare: async (page) => {
        await send(page);
        const told = answer === 'slow' ? /Sent\./ : /Order 1207|Rejected/;
        await page.getByRole('dialog').getByText(told).first().waitFor();
      },
    }),
  ),
  {
    name: 'answer-unknown',
    on: 'desk',
    query: 'page=desk&answer=unknown',
    prepare: async (page) => {
      await send(page);
      await page.getByText('1 times so far').waitFor();
    },
  },
  {
    name: 'answer-never',
    on: 'desk',
    query: 'page=desk&answer=never',
    prepare: async (page) => {
      await send(page);
      await page.getByRole('button', { name: /^Send again/ }).waitFor();
    },
  },
  {
    name: 'row-menu',
    on: 'desk',
    query: 'page=desk',
    prepare: async (page) => {
      await contractRow(page, 'MAY27').locator('[data-col="last"]').click({ button: 'right' });
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'row-menu-denied',
    on: 'desk',
    query: 'page=desk&state=denied',
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
    on: 'desk',
    query: 'page=desk',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Delete order 1204' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'tip-denied',
    on: 'desk',
    query: 'page=desk&state=denied',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Suspend order 1203' }).hover();
      await page.getByRole('tooltip').waitFor();
    },
  },
  {
    name: 'toolbar',
    on: 'desk',
    query: 'page=desk',
    prepare: async (page) => {
      await page.keyboard.press('Alt+t');
      await page.getByRole('toolbar').getByText('Prices are live').waitFor();
    },
  },
  {
    name: 'rail',
    on: 'desk',
    query: 'page=desk',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Collapse' }).click();
    },
  },
  {
    name: 'save-as',
    on: 'desk',
    query: 'page=desk',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Save as…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'keyboard-focus',
    on: 'desk',
    query: 'page=desk',
    prepare: async (page) => {
      await page.keyboard.press('F6');
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
        await page.keyboard.press(key);
    },
  },
  {
    name: 'zoom-200',
    on: 'desk',
    query: 'page=desk',
    size: { width: 800, height: 450 },
    scale: 2,
    themes: ['light'],
  },
  { name: 'parts', on: 'desk', query: 'page=parts' },
  ...workspacePictures,

  { name: 'futures', on: 'phone', query: 'page=desk', scale: 2 },
  { name: 'orders', on: 'phone', query: 'page=desk&panel=ActiveOrders', scale: 2 },
  ...(['Positions', 'Deals', 'CompletedOrders'] as const).map(
    (panel): Picture => ({
      name: `panel-${panel}`,
      on: 'phone',
      query: `page=desk&panel=${panel}`,
      scale: 2,
    }),
  ),
  {
    name: 'more',
    on: 'phone',
    query: 'page=desk',
    scale: 2,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More' }).tap();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'order-menu',
    on: 'phone',
    query: 'page=desk&panel=ActiveOrders',
    scale: 2,
    prepare: async (page) => {
      await page.getByRole('grid').getByText('DEC26 WMAZ').first().tap();
      await page.getByRole('menu').waitFor();
    },
  },
  { name: 'stale', on: 'phone', query: 'page=desk&state=reconnecting', scale: 2 },
  { name: 'empty', on: 'phone', query: 'page=desk&panel=ActiveOrders&state=empty', scale: 2 },
  {
    name: 'depth',
    on: 'phone',
    query: 'page=desk',
    scale: 2,
    prepare: async (page) => {
      await contractRow(page, 'MAR27').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'sales',
    on: 'phone',
    query: 'page=desk',
    scale: 2,
    prepare: async (page) => {
      await contractRow(page, 'MAR27').click();
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('button', { name: 'Time and sales' }).click();
      await sheet.getByRole('grid', { name: /^Time and sales/ }).waitFor();
    },
  },
  { name: 'form', on: 'phone', query: 'page=desk', scale: 2, prepare: openFormOnPhone },
  {
    name: 'narrow-320',
    on: 'phone',
    query: 'page=desk',
    size: { width: 320, height: 640 },
    scale: 2,
    themes: ['light'],
  },
];
