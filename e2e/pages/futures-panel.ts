// The Futures panel: rows by instrument and contract date, cells by their column.
import { expect, type Locator, type Page } from '@playwright/test';

type MarketCell =
  | 'contract'
  | 'bid'
  | 'offer'
  | 'bidQty'
  | 'offerQty'
  | 'buyer'
  | 'seller'
  | 'last'
  | 'volume';

export class FuturesPanel {
  readonly grid: Locator;

  constructor(page: Page) {
    this.grid = page.getByRole('grid', { name: 'Futures' });
  }

  /** The row of a contract; its instrument's group must be in view. */
  row(instrument: string, contractDate: string): Locator {
    // Rows follow the row of their group. Contract dates repeat in every group, so the first match is the one.
    return this.grid
      .locator(`[data-group*="${instrument}"] ~ [role="row"]`)
      .filter({ has: this.grid.page().locator('[data-col="contract"]', { hasText: contractDate }) })
      .first();
  }

  cell(instrument: string, contractDate: string, column: MarketCell): Locator {
    return this.row(instrument, contractDate).locator(`[data-col="${column}"]`);
  }

  /** Waits for a price and returns its text. */
  async price(instrument: string, contractDate: string, column: 'bid' | 'offer'): Promise<string> {
    const cell = this.cell(instrument, contractDate, column);
    await expect(cell).toHaveText(/\d/);
    return (await cell.innerText()).replace(/[^\d.,\s]/g, '').trim();
  }
}
