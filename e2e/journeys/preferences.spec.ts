// The dialog of the preferences: what is saved there takes effect at once and stays.
import { type PreferenceDocument, paths } from '@openpit/wire';
import { violations } from '../pages/axe.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';

async function documentOf(client: MarketClient): Promise<PreferenceDocument> {
  const { body } = await client.get(paths.getUserPreference);
  return JSON.parse((body as { userPreferenceJson: string }).userPreferenceJson);
}

test('[PREF-3] [API-5] a dealer changes preferences by keyboard: a wrong number is rejected in place, the others take effect at once and stay, and permissions and other dealers’ preferences remain', async ({
  page,
  product,
}) => {
  const thandi = await MarketClient.signIn(product, 'thandi');
  const pieter = await MarketClient.signIn(product, 'pieter');
  const trading = await TradingPage.signIn(page, product, 'thandi');
  const before = await documentOf(thandi);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Contract, panel/).fill('preferences');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Preferences' });
  const quantity = dialog.getByLabel(/^Quantity of a new order/);
  await expect(quantity).toBeFocused();
  expect(await violations(page, '[role="dialog"]')).toEqual([]);
  await quantity.fill('0');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('At least 1.')).toBeVisible();
  expect((await documentOf(thandi)).defaults.defaultOrderQuantity).toBe(before.defaults.defaultOrderQuantity);

  await quantity.fill('7');
  await dialog.getByLabel('Lower rows').press('Space');
  await dialog.getByLabel('Play a sound at each deal').press('Space');
  await dialog.getByRole('radio', { name: 'Background' }).press('Space');
  await dialog.getByLabel(/^Levels of Depth/).fill('3');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await new Workspace(page).hears('Preferences saved');
  const opensWithSeven = async () => {
    await trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
    await page.keyboard.press('b');
    await expect(trading.form.quantity).toHaveValue('7');
    await expect(page.locator('[data-density="compact"]')).toHaveCount(1);
  };
  await opensWithSeven();
  await page.reload();
  await trading.isOpen();
  await opensWithSeven();

  const { defaultOrderQuantity, compact, colorOnUpdates, soundOnDealExecution, maxDepth } = before.defaults;
  expect({ defaultOrderQuantity, compact, colorOnUpdates, soundOnDealExecution, maxDepth }).not.toEqual({
    defaultOrderQuantity: 7,
    compact: true,
    colorOnUpdates: 'background',
    soundOnDealExecution: true,
    maxDepth: 3,
  });
  expect(await documentOf(thandi)).toEqual({
    ...before,
    defaults: {
      ...before.defaults,
      defaultOrderQuantity: 7,
      compact: true,
      colorOnUpdates: 'background',
      soundOnDealExecution: true,
      maxDepth: 3,
    },
  });
  expect((await documentOf(pieter)).defaults.defaultOrderQuantity).not.toBe(7);
});
