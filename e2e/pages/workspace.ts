// The workspace on a desktop: its drawer, its panels with their menus, the mark of unsaved changes, and dragging.
import { expect, type Locator, type Page } from '@playwright/test';

interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export class Workspace {
  readonly page: Page;
  readonly drawer: Locator;
  readonly panels: Locator;
  /** The drawer's entries of panels, one for each kind. */
  readonly panelItems: Locator;
  /** The mark next to the layout's name while there are unsaved changes. */
  readonly changedMark: Locator;
  readonly main: Locator;

  constructor(page: Page) {
    this.page = page;
    this.drawer = page.getByRole('navigation', { name: 'Workspace' });
    this.panels = page.locator('[data-panel]');
    this.panelItems = this.drawer.getByRole('region', { name: 'Add panel' }).getByRole('listitem');
    this.changedMark = page.getByTitle('Changed since it was saved');
    this.main = page.getByRole('main');
  }

  panel(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** Waits until the code of the panel is loaded. */
  async isLoaded(name: string): Promise<void> {
    await expect(this.panel(name)).toBeVisible();
    await expect(this.panel(name).locator('[data-loading-panel]')).toHaveCount(0);
  }

  grid(name: string): Locator {
    return this.page.getByRole('grid', { name, exact: true });
  }

  /** A button of the drawer. */
  item(name: string): Locator {
    return this.drawer.getByRole('button', { name, exact: true });
  }

  async box(name: string): Promise<Box> {
    return boxOf(this.panel(name));
  }

  /** The place, size and stacking order of each panel, as in its style. */
  places(): Promise<(string | null)[]> {
    return this.panels.evaluateAll((panels) =>
      panels.map((panel) => `${panel.getAttribute('aria-label')}: ${panel.getAttribute('style')}`),
    );
  }

  /** Chooses from a panel's menu; later items are chosen from the submenus that open. */
  async choose(panelName: string, ...items: (string | RegExp)[]): Promise<void> {
    await this.panel(panelName)
      .getByRole('button', { name: `Menu of ${panelName}`, exact: true })
      .click();
    for (const item of items) await this.#take(item);
  }

  /** Chooses from the menu of the layouts. */
  async chooseForLayout(item: string | RegExp): Promise<void> {
    await this.item('More…').click();
    await this.#take(item);
  }

  /** Presses Ctrl+S and waits for the toast. */
  async save(toast: string | RegExp): Promise<void> {
    await this.page.keyboard.press('Control+s');
    await this.hears(toast);
    await expect(this.changedMark).toHaveCount(0);
  }

  /** Waits for the toast with exactly these words and closes it. */
  async hears(words: string | RegExp): Promise<void> {
    const toast = this.page.locator('section[data-type]').filter({ hasText: words });
    await expect(toast).toBeVisible();
    if (typeof words === 'string') await expect(toast.getByText(words, { exact: true })).toBeVisible();
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(toast).toBeHidden();
  }

  /** Closes the toasts that show and wait, which cover the bottom right of the screen. */
  async closeToasts(): Promise<void> {
    const toast = this.page.locator('section[data-type]');
    await expect(async () => {
      if (await toast.isVisible()) await toast.getByRole('button', { name: 'Close' }).click({ timeout: 500 });
      await expect(toast).toBeHidden({ timeout: 100 });
    }).toPass();
  }

  /** Opens the manual for dealers from the toolbar, and closes its tab when it shows its text and its pictures. */
  async showsManual(): Promise<void> {
    const tab = this.page.context().waitForEvent('page');
    await this.page.keyboard.press('Alt+t');
    await this.page.getByRole('button', { name: 'Manual' }).click();
    const manual = await tab;
    await expect(manual.getByRole('heading', { name: 'For dealers' })).toBeVisible();
    const pictures = manual.getByRole('img');
    await expect(pictures.first()).toBeVisible();
    for (const picture of await pictures.all()) await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
    await manual.close();
  }

  /** Presses the button, moves in steps, and releases it. */
  async drag(from: Point, to: Point): Promise<void> {
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(to.x, to.y, { steps: 6 });
    await this.page.mouse.up();
  }

  async #take(item: string | RegExp): Promise<void> {
    const words =
      item instanceof RegExp ? item : new RegExp(`^${item.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
    await this.page.getByRole('menu').locator('[role^=menuitem]').filter({ hasText: words }).first().click();
  }
}

export async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error(`Not visible: ${locator}`);
  return box;
}
