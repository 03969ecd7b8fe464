// The price ladder of a contract, in the Ladder panel or in Depth: rows by price, the user's orders as chips, the bar that arms it, and the
// strip of the Ladder panel with the position.
import type { Locator, Page } from '@playwright/test';

export class PriceLadder {
  readonly region: Locator;
  readonly grid: Locator;
  readonly arm: Locator;
  readonly lots: Locator;
  /** Only in the Ladder panel. */
  readonly strip: Locator;
  /** The effect of a click now, or the reason of the disarming, in the footer of the ladder's panel. */
  readonly words: Locator;
  /** The effect of releasing the dragged order. */
  readonly dragWords: Locator;

  constructor(page: Page, contract: string) {
    this.region = page.getByRole('region', { name: `Price ladder of ${contract}` });
    this.grid = this.region.getByRole('grid', { name: `Prices of ${contract}` });
    this.arm = this.region.getByRole('button', { name: 'Arm', exact: true });
    this.lots = this.region.getByRole('textbox', { name: 'Lots' });
    this.strip = this.region.getByRole('group', { name: `Position and orders in ${contract}` });
    this.words = page.locator('[data-panel]').filter({ has: this.region }).locator('[data-click-words]');
    this.dragWords = this.region.locator('[data-drag-words]');
  }

  /** `price` as it is written on the axis: "4,030.00". */
  row(price: string): Locator {
    return this.grid.getByRole('row', { name: new RegExp(`^${price.replace('.', '\\.')}[,:]`) });
  }

  cell(price: string, side: 'B' | 'S'): Locator {
    return this.row(price).locator(`[data-side="${side}"]`);
  }

  /** The number of prices that are wholly in view. */
  pricesInView(): Promise<number> {
    return this.grid.evaluate((grid) => {
      const frame = grid.getBoundingClientRect();
      const head = grid.querySelector('[role="columnheader"]')?.getBoundingClientRect().bottom ?? frame.top;
      const lowest = Math.min(frame.bottom, window.innerHeight);
      return [...grid.querySelectorAll('[data-ticks]')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= head && bottom <= lowest;
      }).length;
    });
  }

  /** The user's orders at a price: lots and place in the queue, "3#2". */
  chips(price: string): Locator {
    return this.row(price).locator('[data-chip]');
  }
}
