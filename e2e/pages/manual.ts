// The manual for dealers, a page of the application in another tab.
import { expect, type Page } from '@playwright/test';

/** Does what opens the manual, and closes its tab when it shows its text and its pictures. */
export async function showsManual(page: Page, open: () => Promise<void>): Promise<void> {
  const tab = page.context().waitForEvent('page');
  await open();
  const manual = await tab;
  await expect(manual.getByRole('heading', { name: 'For dealers' })).toBeVisible();
  const pictures = manual.getByRole('img');
  await expect(pictures.first()).toBeVisible();
  for (const picture of await pictures.all()) await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  await manual.close();
}
