// The Deals panel: rows by deal number, and the forms that its keys open.
import { expect, type Locator, type Page } from '@playwright/test';
import { RowsPanel } from './rows-panel.ts';

export class DealsPanel extends RowsPanel {
  readonly #page: Page;
  /** The open form, or the details of a deal. */
  readonly dialog: Locator;
  readonly send: Locator;

  constructor(page: Page) {
    super(page, 'Deals');
    this.#page = page;
    this.dialog = page.getByRole('dialog');
    this.send = this.dialog.locator('[data-send]');
  }

  row(dealSeq: number): Locator {
    const number = this.#page.locator('[data-col="dealSeq"]').getByText(String(dealSeq), { exact: true });
    return this.rows.filter({ has: number });
  }

  /** Selects the rows of these deals. */
  async choose(...dealSeqs: readonly number[]): Promise<void> {
    for (const [at, dealSeq] of dealSeqs.entries()) {
      const modifiers = at === 0 ? [] : (['Control'] as const);
      await this.row(dealSeq)
        .locator('[data-col="qty"]')
        .click({ modifiers: [...modifiers] });
    }
  }

  /** Opens a form for these deals with its key. */
  async open(key: string, ...dealSeqs: readonly number[]): Promise<void> {
    await this.choose(...dealSeqs);
    await this.#page.keyboard.press(key);
    await expect(this.dialog).toBeVisible();
  }

  /** The lines under a caption of the form, such as `Deal 41 | Buy 10 at 4,030.00 | for KA07, dealer THN, with VE07`. */
  lines(caption: string): Promise<string[]> {
    return this.dialog
      .getByRole('region', { name: caption })
      .locator('li')
      .evaluateAll((lines) =>
        lines.map((line) => [...line.children].map((part) => part.textContent).join(' | ')),
      );
  }
}
