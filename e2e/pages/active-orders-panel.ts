// The Active orders panel: rows by order number, each with its buttons.
import { expect, type Locator, type Page } from '@playwright/test';

export type OrderAction = 'Suspend' | 'Resubmit' | 'Cancel' | 'Amend' | 'Edit' | 'Reduce';

export class ActiveOrdersPanel {
  readonly grid: Locator;
  readonly rows: Locator;

  constructor(page: Page) {
    this.grid = page.getByRole('grid', { name: 'Active orders' });
    this.rows = this.grid.locator('[role="row"][data-line]');
  }

  row(activeOrderSeq: number): Locator {
    return this.rows.filter({
      has: this.grid.page().getByRole('button', { name: new RegExp(` ${activeOrderSeq}$`) }),
    });
  }

  cell(activeOrderSeq: number, column: string): Locator {
    return this.row(activeOrderSeq).locator(`[data-col="${column}"]`);
  }

  button(activeOrderSeq: number, action: OrderAction): Locator {
    return this.grid.getByRole('button', { name: `${action} order ${activeOrderSeq}`, exact: true });
  }

  /** Presses a button as soon as no other action of the order is being sent; confirms a cancellation. */
  async press(activeOrderSeq: number, action: OrderAction): Promise<void> {
    const button = this.button(activeOrderSeq, action);
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
    await button.click();
    if (action === 'Cancel')
      await this.grid.page().getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  }
}
