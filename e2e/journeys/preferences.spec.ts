// The dialog of the preferences: saved values take effect immediately and stay.
import { type PreferenceDocument, paths, type StoredPreference } from '@openpit/wire';
import { violations } from '../pages/axe.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, secondLook, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { operate } from '../product/operator.ts';
import type { RunningProduct } from '../product/running-product.ts';

async function documentOf(client: MarketClient): Promise<PreferenceDocument> {
  const { body } = await client.get(paths.getUserPreference);
  return JSON.parse((body as { userPreferenceJson: string }).userPreferenceJson);
}

test('[PREF-3] [API-5] preferences by keyboard: wrong numbers, immediate effect, and a save that another window has outdated', async ({
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
  await dialog.getByLabel('Compact density').press('Space');
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

  // Another window saves while the dialog is open here.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Contract, panel/).fill('preferences');
  await page.keyboard.press('Enter');
  await quantity.fill('9');
  const { body } = await thandi.get(paths.getUserPreference);
  const stored = body as StoredPreference;
  const elsewhere = JSON.parse(stored.userPreferenceJson) as PreferenceDocument;
  const jsonString = JSON.stringify({ ...elsewhere, defaults: { ...elsewhere.defaults, maxDepth: 5 } });
  expect((await thandi.post(paths.updateUserPreference, { id: stored._id, jsonString })).status).toBe(200);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'The preferences were changed in another window' });
  expect(await violations(page, '[role="dialog"]')).toEqual([]);
  await question.getByRole('button', { name: 'Save my changes as well' }).press('Enter');
  await expect(dialog).toBeHidden();
  expect((await documentOf(thandi)).defaults).toMatchObject({ defaultOrderQuantity: 9, maxDepth: 5 });

  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Contract, panel/).fill('preferences');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Restore defaults' }).press('Enter');
  const isSure = page.getByRole('dialog', { name: 'Restore the default preferences?' });
  await isSure.getByRole('button', { name: 'Restore the defaults' }).press('Enter');
  await expect(dialog).toBeHidden();
  await new Workspace(page).hears('Default preferences restored');
  expect((await documentOf(thandi)).defaults).toMatchObject({ defaultOrderQuantity: 1, maxDepth: 0 });
});

test(
  '[PREF-7] branch and dealer of the preferences filter orders, deals and “Cancel all”, and can be cleared for the visit',
  secondLook('rules.test.ts of Active orders and chosen.test.ts decide what the filter shows and cancels.'),
  async ({ page, startProduct }) => {
    const product = await startProduct();
    const thandi = await MarketClient.signIn(product, 'thandi');
    const johan = await colleague(product);
    for (const [client, requestId, price] of [
      [johan, 'o-1', 3990],
      [johan, 'o-2', 3991],
      [thandi, 'o-3', 3992],
    ] as const)
      expect((await client.insertOrder({ requestId, price })).status).toBe(200);
    const trading = await TradingPage.signIn(page, product, 'thandi');
    const workspace = new Workspace(page);
    await expect(trading.orders.rows).toHaveCount(3);
    const chip = (name: string) =>
      workspace.panel('Active orders').getByRole('button', { name: `${name}: show all dealers` });
    const choose = async (field: 'branch' | 'dealer', text: string) => {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder(/^Contract, panel/).fill('preferences');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Preferences' });
      await dialog.getByLabel(`Only of ${field}`).fill(text);
      return dialog;
    };

    const byBranch = await choose('branch', 'Bothaville');
    await expect(byBranch.getByText(/JVM Johan van der Merwe\.$/)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(trading.orders.rows).toHaveCount(2);
    await expect(chip('Branch Bothaville')).toBeVisible();
    await expect(workspace.panel('Active orders')).toContainText('1 of other dealers hidden');
    await expect(page.getByRole('button', { name: 'Cancel all (2) of dealer JVM' })).toBeVisible();
    expect(await violations(page, '[data-panel]')).toEqual([]);

    await choose('branch', '');
    const byDealer = page.getByRole('dialog', { name: 'Preferences' });
    await byDealer.getByLabel('Only of dealer').fill('thn');
    await page.keyboard.press('Enter');
    await expect(chip('Dealer THN')).toBeVisible();
    await expect(trading.orders.rows).toHaveCount(1);
    await workspace.closeToasts();
    await page.getByRole('button', { name: 'Cancel all (1) of dealer THN' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel 1 order' }).click();
    const panel = workspace.panel('Active orders');
    await expect(panel).toContainText('The filter of your preferences hides 2 orders.');
    expect(await johan.activeOrders()).toHaveLength(2);
    await panel.getByRole('button', { name: 'Show all dealers', exact: true }).click();
    await expect(trading.orders.rows).toHaveCount(2);
    await expect(chip('Dealer THN')).toHaveCount(0);

    await page.reload();
    await trading.isOpen();
    await expect(trading.orders.rows).toHaveCount(0);
    await chip('Dealer THN').click();
    await expect(trading.orders.rows).toHaveCount(2);
  },
);

/** Another dealer of the demonstration's first member, in its other branch. */
async function colleague(product: RunningProduct): Promise<MarketClient> {
  const email = 'johan@kand.example';
  const { output } = await operate(
    product.dataFolder,
    ...['user', 'create', 'johan', email, 'KAND', 'JVM', 'Johan', 'van', 'der', 'Merwe'],
  );
  const [password = ''] = /([a-z2-7]{4}-){4}[a-z2-7]{4}/.exec(output) ?? [];
  await operate(product.dataFolder, 'user', 'grant', 'johan', 'dealer');
  return MarketClient.signInAs(product, { email, member: 'KAND' }, password);
}
