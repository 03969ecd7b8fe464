// A panel with rows of the user's member: Deals, Completed orders, Positions.
import type { Locator, Page } from '@playwright/test';

export class RowsPanel {
  readonly grid: Locator;
  readonly rows: Locator;

  constructor(page: Page, name: string) {
    this.grid = page.getByRole('grid', { name, exact: true });
    this.rows = this.grid.locator('[role="row"][data-line]');
  }

  /** The texts of these columns for each row, separated by ` | `, read at one moment. */
  texts(columns: readonly string[]): Promise<string[]> {
    return this.rows.evaluateAll(
      (elements, ids) =>
        elements.map((row) =>
          ids.map((id) => row.querySelector(`[data-col="${id}"]`)?.textContent?.trim() ?? '?').join(' | '),
        ),
      columns,
    );
  }
}
