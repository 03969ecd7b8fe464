// The test function of the gallery's tests, and their locators and steps on its screens.
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { Workspace } from '../pages/workspace.ts';
import { serveBuilt } from '../product/static-server.ts';

interface OpenGallery {
  readonly page: Page;
  readonly workspace: Workspace;
}

interface GalleryFixtures {
  /** Opens the gallery; `query` is the rest of its address, such as `state=stale` (see apps/gallery/main.tsx). */
  readonly openGallery: (query?: string) => Promise<OpenGallery>;
}

interface GalleryWorker {
  readonly galleryOrigin: string;
}

export const test = base.extend<GalleryFixtures, GalleryWorker>({
  galleryOrigin: [
    async ({ browserName: _browserName }, use) => {
      const server = await serveBuilt('gallery');
      await use(server.origin);
      await server.close();
    },
    { scope: 'worker' },
  ],
  openGallery: async ({ page, galleryOrigin }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await use(async (query = '') => {
      await page.goto(`${galleryOrigin}/?${query}`);
      await page.getByRole('main').waitFor();
      await expect(page.locator('[data-loading-panel]')).toHaveCount(0);
      return { page, workspace: new Workspace(page) };
    });
    expect(errors).toEqual([]);
  },
});

export { expect };

const grid = (page: Page, name: string): Locator => page.getByRole('grid', { name, exact: true });
export const futures = (page: Page): Locator => grid(page, 'Futures');
export const activeOrders = (page: Page): Locator => grid(page, 'Active orders');
export const depthOf = (page: Page, contract: string): Locator => grid(page, `Depth of ${contract}`);

export const orderRow = (page: Page, activeOrderSeq: number): Locator =>
  activeOrders(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: new RegExp(` ${activeOrderSeq}$`) }) });

/** The row of a month of white maize. */
export const contractRow = (page: Page, month: string): Locator =>
  futures(page).getByRole('row', { name: month }).first();

export const orderForm = (page: Page): Locator => page.getByRole('dialog', { name: /Order/ });
export const quantity = (page: Page): Locator => orderForm(page).getByRole('textbox', { name: /Quantity/ });
export const price = (page: Page): Locator => orderForm(page).getByRole('textbox', { name: /Price/ });

/** The newest element with this text. */
export const toast = (page: Page, text: RegExp | string): Locator => page.getByText(text).last();

/** The numbers of the user's orders, from the first row to the last. */
export async function orderNumbers(page: Page): Promise<number[]> {
  const buttons = activeOrders(page).getByRole('button', { name: /^Cancel order/ });
  await expect(buttons.first()).toBeVisible();
  const names = await buttons.evaluateAll((all) => all.map((button) => button.ariaLabel));
  return names.map((name) => Number(/\d+$/.exec(name ?? '')?.[0]));
}

/** The text of a month of white maize in this column, such as the price `4,057.40`. */
export const shown = (page: Page, month: string, column: string): Promise<string> =>
  contractRow(page, month)
    .locator(`[data-col="${column}"]`)
    .innerText()
    .then((text) => text.replace(/[^\d,.]/g, ''));

/** A price of the screen, such as `4,057.40`, this many ticks of 0.20 higher. */
export const ticksFrom = (price: string, ticks: number): string =>
  (Number(price.replace(',', '')) + ticks * 0.2).toLocaleString('en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });

/** The part of the gallery's address that has the operator send these commands first. */
export const operator = (...commands: readonly object[]): string =>
  `operator=${encodeURIComponent(JSON.stringify(commands))}`;

/** The outcome of an order, in the words of the form and the toasts. */
export const outcome = /Order \d+ rests in the market|^Bought \d|^Sold \d/;

/** Changes the faults of the market from now on, such as `silent=InsertOrder`, without loading the page again. */
export const answersWith = (page: Page, query: string): Promise<void> =>
  page.evaluate((search) => history.replaceState(null, '', search), `?${query}`);

/** The panel at the bottom right of the gallery's first layout. */
export const smallDepth = 'Depth MAR27 SUNS';

/** Opens the order form by a double-click on the best bid or offer of MAR27 WMAZ. */
export async function openOrderForm(
  page: Page,
  cell: 'bid' | 'offer',
  modifiers: ('Control' | 'Shift')[] = [],
): Promise<void> {
  await contractRow(page, 'MAR27').locator(`[data-col="${cell}"]`).dblclick({ modifiers });
  await orderForm(page).waitFor();
}

/** Focuses the futures and moves the focus from the first line down by this number of lines. */
export async function focusContract(page: Page, linesDown: number): Promise<void> {
  await futures(page).focus();
  await page.keyboard.press('Control+Home');
  for (let line = 0; line < linesDown; line += 1) await page.keyboard.press('ArrowDown');
}
