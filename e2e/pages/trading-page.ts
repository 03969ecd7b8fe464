// The Trading screen on a desktop: its panels, its order form, its toasts, its connection.
import { expect, type Locator, type Page } from '@playwright/test';
import { MarketClient } from '../product/market-client.ts';
import type { PersonName } from '../product/people.ts';
import type { Product } from '../product/running-product.ts';
import { ActiveOrdersPanel } from './active-orders-panel.ts';
import { DepthPanel } from './depth-panel.ts';
import { FuturesPanel } from './futures-panel.ts';
import { OrderForm } from './order-form.ts';
import { RowsPanel } from './rows-panel.ts';

export class TradingPage {
  readonly page: Page;
  readonly futures: FuturesPanel;
  readonly depth: DepthPanel;
  readonly orders: ActiveOrdersPanel;
  readonly deals: RowsPanel;
  readonly completed: RowsPanel;
  readonly positions: RowsPanel;
  readonly form: OrderForm;
  readonly toast: Locator;

  constructor(page: Page) {
    this.page = page;
    this.futures = new FuturesPanel(page);
    this.depth = new DepthPanel(page);
    this.orders = new ActiveOrdersPanel(page);
    this.deals = new RowsPanel(page, 'Deals');
    this.completed = new RowsPanel(page, 'Completed orders');
    this.positions = new RowsPanel(page, 'Positions');
    this.form = new OrderForm(page);
    this.toast = page.locator('section[data-type]');
  }

  /**
   * Opens the screen with a session of this user's own and waits until it shows the market. The Login page has journeys of its
   * own (routes-and-session.spec.ts, accessibility.spec.ts); the others save its time.
   * @param layoutId a saved layout to open; the first layout by default
   */
  static async signIn(
    page: Page,
    product: Product,
    name: PersonName,
    layoutId?: string,
  ): Promise<TradingPage> {
    const trading = await TradingPage.open(page, product, name, layoutId);
    await trading.isOpen();
    return trading;
  }

  /** The same without waiting for the market, which may list other contracts. */
  static async open(page: Page, product: Product, name: PersonName, layoutId?: string): Promise<TradingPage> {
    const { token } = await MarketClient.signIn(product, name);
    // The smallest page of the origin, where the token can be stored before the application starts.
    await page.goto(`${product.url}/favicon.svg`);
    await page.evaluate(
      ([jwt, id]) => {
        localStorage.setItem('jwt', jwt);
        if (id !== undefined) localStorage.setItem('lastUsedLayout', id);
      },
      [token, layoutId] as const,
    );
    await page.goto(`${product.url}/app/trading`);
    return new TradingPage(page);
  }

  async isOpen(): Promise<void> {
    await expect(this.page).toHaveURL(/\/app\/trading$/);
    await expect(this.futures.row('WMAZ', 'DEC26')).toBeVisible();
    await expect(this.page.getByRole('img', { name: 'Live' }).first()).toBeVisible();
  }

  /** Opens panels from the drawer; each new one is in front. */
  async addPanels(...names: string[]): Promise<void> {
    for (const name of names) await this.page.getByRole('button', { name, exact: true }).click();
  }
}
