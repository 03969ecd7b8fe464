// Typing and double-clicks in Firefox. Playwright writes a value there past React, which puts the old one back; its double-click
// arrives as two clicks; there are no touches; and only the window in front has the focus. Here the window is brought to the front, keys
// are pressed, the event of a double-click follows a click, and a tap is a click.
import type { Browser, Locator, Page } from '@playwright/test';

/** Changes the locators of all pages from now on. */
export async function typeAsUsersDo(browser: Browser): Promise<void> {
  const page = await browser.newPage();
  const locators = Object.getPrototypeOf(page.locator('body')) as Locator;
  await page.close();
  const { click, focus, press } = locators;
  locators.click = async function (this: Locator, options) {
    await toFront(this.page());
    await click.call(this, options);
  };
  locators.focus = async function (this: Locator, options) {
    await toFront(this.page());
    await focus.call(this, options);
  };
  locators.press = async function (this: Locator, key, options) {
    await toFront(this.page());
    await press.call(this, key, options);
  };
  locators.fill = async function (this: Locator, value) {
    await toFront(this.page());
    await this.selectText();
    const { keyboard } = this.page();
    if (value === '') await keyboard.press('Delete');
    else await keyboard.type(value);
  };
  locators.tap = async function (this: Locator, options) {
    await this.click(options);
  };
  locators.dblclick = async function (this: Locator, options) {
    await this.click(options);
    await this.dispatchEvent('dblclick');
  };
}

let inFront: Page | undefined;

/** Only the window in front has the focus. */
async function toFront(page: Page): Promise<void> {
  if (page === inFront) return;
  inFront = page;
  await page.bringToFront();
}
