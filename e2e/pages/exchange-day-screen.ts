// The screen of a person during a whole exchange day, in a browser whose clock the journey moves: prices, orders, deals,
// positions, MTM and money on one layout. Texts of rows are separated by ` | `, as in RowsPanel.
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { MarketClient } from '../product/market-client.ts';
import type { PersonName } from '../product/people.ts';
import type { Product } from '../product/running-product.ts';
import { layoutOf, saveLayout } from '../product/saved-layouts.ts';
import { DealsPanel } from './deals-panel.ts';
import { RowsPanel } from './rows-panel.ts';
import { TradingPage } from './trading-page.ts';
import { Workspace } from './workspace.ts';

/** Wide enough for the columns below. */
const viewport = { width: 2400, height: 1300 };
const layout = layoutOf('The day', [
  ['Futures', 0, 0, 30, 35],
  ['Depth', 30, 0, 20, 35],
  ['ActiveOrders', 50, 0, 50, 35],
  ['Deals', 0, 35, 65, 25],
  ['unMatchedDeals', 65, 35, 35, 25],
  ['Positions', 0, 60, 50, 20],
  ['MTM', 50, 60, 50, 20],
  ['Clearing', 0, 80, 100, 20],
]);

export class ExchangeDayScreen {
  readonly page: Page;
  readonly workspace: Workspace;
  readonly trading: TradingPage;
  readonly deals: DealsPanel;
  /** The phase and its countdown. */
  readonly phase: Locator;
  /** The Depth panel. */
  readonly depth: Locator;
  readonly #product: Product;
  readonly #name: PersonName;
  readonly #layoutId: string;

  private constructor(page: Page, product: Product, name: PersonName, layoutId: string) {
    this.page = page;
    this.workspace = new Workspace(page);
    this.trading = new TradingPage(page);
    this.deals = new DealsPanel(page);
    this.phase = page.locator('[data-phase]').first();
    this.depth = page.getByRole('region', { name: /^Depth/ });
    this.#product = product;
    this.#name = name;
    this.#layoutId = layoutId;
  }

  static async create(browser: Browser, product: Product, name: PersonName): Promise<ExchangeDayScreen> {
    const client = await MarketClient.signIn(product, name);
    const layoutId = await saveLayout(client, product.people[name].userId, layout);
    const context = await browser.newContext({ viewport, locale: 'en-GB' });
    return new ExchangeDayScreen(await context.newPage(), product, name, layoutId);
  }

  /** Stops the browser's clock at this time. */
  async setTime(time: string): Promise<void> {
    await this.page.context().clock.setFixedTime(time);
  }

  /** Signs in and selects DEC26 white maize. */
  async open(): Promise<void> {
    await TradingPage.signIn(this.page, this.#product, this.#name, this.#layoutId);
    await expect(this.workspace.panels).toHaveCount(layout.columns.length);
    await this.trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
  }

  /** Enters an order in DEC26 white maize by keyboard. */
  async order(key: 'b' | 's', terms: { readonly qty: number; readonly price: string }): Promise<void> {
    await this.trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
    await this.page.keyboard.press(key);
    await this.trading.form.enter(terms);
    await this.trading.form.close();
  }

  orderTexts = () => this.#texts('Active orders', ['side', 'remaining', 'price', 'state']);

  /** Newest first. */
  dealTexts = () =>
    this.deals.texts(['side', 'qty', 'price', 'value', 'principal', 'counterparty', 'fee', 'state']);

  /** Newest first. */
  dealNumbers = async () => (await this.deals.texts(['dealSeq'])).map(Number);

  positionTexts = async () => (await this.#texts('Positions', ['principal', 'net'])).sort();

  carriedTexts = async () =>
    (await this.#texts('Positions', ['principal', 'net', 'averagePrice', 'mtm', 'open', 'margin'])).sort();

  /** The MTM of DEC26 white maize. */
  mtm = async () => {
    const rows = await this.#texts('MTM', ['contract', 'mtmToday', 'mtmPrevious', 'method', 'status']);
    const start = 'DEC26 WMAZ | ';
    return rows.find((row) => row.startsWith(start))?.slice(start.length);
  };

  /** The accounts that have moved. */
  clearingTexts = async () => {
    const columns = ['principal', 'variationMargin', 'bookingFees', 'initialMargin', 'balance', 'dueOn'];
    return (await this.#texts('Accounts', columns)).filter((row) => !row.includes('–')).sort();
  };

  #texts(panel: string, columns: readonly string[]): Promise<string[]> {
    return new RowsPanel(this.page, panel).texts(columns);
  }
}
