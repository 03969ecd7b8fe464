// The order form, floating on a desktop or in the sheet of a phone.
import { expect, type Locator, type Page } from '@playwright/test';

export class OrderForm {
  readonly dialog: Locator;
  readonly quantity: Locator;
  readonly price: Locator;
  readonly send: Locator;
  readonly outcome: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog').filter({ has: page.locator('form') });
    this.quantity = this.dialog.getByRole('textbox', { name: /^Quantity/ });
    this.price = this.dialog.getByRole('textbox', { name: /^Price/ });
    this.send = this.dialog.locator('[data-send]');
    this.outcome = this.dialog.locator('[role="status"][data-kind]');
  }

  /** Fills in the given fields, sends, and returns the number of the accepted order. */
  async enter({ qty, price }: { readonly qty?: number; readonly price?: string } = {}): Promise<number> {
    if (qty !== undefined) await this.quantity.fill(String(qty));
    if (price !== undefined) await this.price.fill(price);
    await this.send.click();
    await expect(this.outcome).toHaveAttribute('data-kind', 'accepted');
    const number = /Order (\d+)/.exec(await this.outcome.innerText())?.[1];
    return Number(number);
  }

  async close(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
    await expect(this.dialog).toBeHidden();
  }
}
