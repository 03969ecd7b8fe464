// The Depth panel: the n-th order of each side, as `[buyer, bid quantity, bid, offer, offer quantity, seller]`.
import type { Locator, Page } from '@playwright/test';

export class DepthPanel {
  readonly grid: Locator;

  constructor(page: Page) {
    this.grid = page.getByRole('grid', { name: /^Depth/ });
  }

  /** The bids as `member quantity price`, best and oldest first. */
  bids(): Promise<string[]> {
    return this.#side(['buyer', 'bidQty', 'bid']);
  }

  offers(): Promise<string[]> {
    return this.#side(['seller', 'offerQty', 'offer']);
  }

  /** Reads all rows at one moment, because the market may move between two readings. */
  async #side(columns: readonly string[]): Promise<string[]> {
    const rows = await this.grid
      .locator('[role="row"][data-line]')
      .evaluateAll(
        (elements, ids) =>
          elements.map((row) => ids.map((id) => row.querySelector(`[data-col="${id}"]`)?.textContent ?? '')),
        columns,
      );
    return rows.map((cells) => cells.map(plain).join(' ')).filter((line) => /\d/.test(line));
  }
}

/** Without the marks of the user's orders and the grouping of thousands. */
const plain = (text: string): string => text.replace(/[^\w.]/g, '');
