// One layout with all panels, each with its own settings: after a reload all is as before.
import { userCommands } from '@openpit/wire';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { membersOf } from '../product/people.ts';
import { allPanels, saveLayout } from '../product/saved-layouts.ts';

/** The choices that are saved with a panel. */
const choices = [
  ['Options', 'Greeks'],
  ['Option calculator', 'Strategy'],
  ['MTM', 'Pairs'],
  ['Calendar', 'Holidays'],
  ['Clearing', 'Margins'],
  ['Unmatched deals', /^Ours/],
  ['Silo certificates', 'Locations'],
  ['Silo auction', 'To deliver'],
] as const;

test('[PANEL-20] [LAYOUT-2] after a reload a user sees every panel with its place, size, order, groups, columns, filters, colour and data', async ({
  page,
  product,
}) => {
  const other = await MarketClient.signIn(product, 'pieter');
  const client = await MarketClient.signIn(product, 'thandi');
  for (const [at, contract] of ['DEC26 WMAZ', 'MAR27 YMAZ', 'DEC26 SOYA'].entries())
    await client.insertOrder({
      requestId: `a-${at}`,
      contract,
      price: [4030, 3900, 8800][at] ?? 0,
      qty: at + 2,
    });
  await other.insertOrder({ requestId: 'a-o', side: 'S', price: 4030, qty: 1 });
  const { KAND, VELD } = membersOf(product);
  await client.post(userCommands.insertUnmatchedDeal.path, {
    ...{ requestId: 'a-u', contract: 'DEC26 WMAZ', side: 'S', qty: 3, price: 4040 },
    ...{ principal: KAND, counterparty: VELD },
  });
  await saveLayout(client, product.people.thandi.userId, allPanels);
  await page.setViewportSize({ width: 2000, height: 1100 });
  await TradingPage.signIn(page, product, 'thandi');
  const workspace = new Workspace(page);
  await workspace.item(allPanels.name).click();
  await expect(workspace.panels).toHaveCount(allPanels.columns.length);
  // None is missing: the drawer has an entry for each kind of panel.
  await expect(workspace.panelItems).toHaveCount(allPanels.columns.length);

  await workspace.choose('Chart', 'Move and size…');
  const dialog = page.getByRole('dialog', { name: 'Move and size Chart' });
  for (const [field, value] of [
    ['From the left', '68'],
    ['From the top', '1'],
    ['Width', '31'],
    ['Height', '37'],
  ] as const)
    await dialog.getByRole('textbox', { name: field }).fill(value);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  const orders = workspace.grid('Active orders');
  await orders.getByRole('columnheader', { name: 'Contract', exact: true }).click();
  await workspace.choose('Active orders', 'Group by…', 'Buy or sell');
  await workspace.choose('Active orders', 'Filter row');
  await orders.getByRole('textbox', { name: 'Filter Contract' }).fill('maz');
  await workspace.choose('Active orders', 'Totals');
  await workspace.choose('Deals', 'Columns…');
  const columns = page.getByRole('dialog', { name: 'Columns of Deals' });
  await columns.getByRole('checkbox', { name: /^Dealer/ }).uncheck();
  await columns.getByRole('button', { name: 'Keep Price at the left' }).click();
  await columns.getByRole('button', { name: 'Done' }).click();
  await workspace.choose('Positions', 'Density…', 'Comfortable');
  await workspace.choose('Chart', 'Colour…', 'Green');
  await workspace.panel('Chart').getByRole('button', { name: 'Show the candles as a table' }).click();
  for (const [title, choice] of choices)
    await workspace.panel(title).getByRole('radio', { name: choice }).check({ force: true });
  await workspace.panel('Futures').getByRole('button', { name: 'Choose instruments' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'SUNS' }).click();
  await workspace.panel('Depth').getByRole('button', { name: 'Pin to this contract' }).click();
  await workspace.item('Save as…').click();
  await page.getByRole('dialog').getByRole('textbox').fill('All of them');
  await page.keyboard.press('Enter');
  await workspace.hears('Layout saved');

  const seen = async () => ({
    places: await workspace.places(),
    orders: await orders.locator('[data-line] [data-col="contract"]').allTextContents(),
    groups: await orders
      .locator('[data-group]')
      .evaluateAll((all) => all.map((element) => element.getAttribute('data-group'))),
    filter: await orders.getByRole('textbox', { name: 'Filter Contract' }).inputValue(),
    sort: await orders.getByRole('columnheader', { name: 'Contract', exact: true }).getAttribute('aria-sort'),
    deals: await workspace
      .grid('Deals')
      .getByRole('columnheader')
      .evaluateAll((all) => all.map((element) => element.getAttribute('data-head'))),
    futures: await workspace
      .grid('Futures')
      .locator('[data-group]')
      .evaluateAll((all) => all.map((element) => element.getAttribute('data-group'))),
    choices: await Promise.all(
      choices.map(([title, choice]) =>
        workspace.panel(title).getByRole('radio', { name: choice }).isChecked(),
      ),
    ),
    table: await workspace
      .panel('Chart')
      .getByRole('button', { name: 'Show the candles as a table' })
      .getAttribute('aria-pressed'),
    totals: await orders.getByText('Total').count(),
    density: await workspace.panel('Positions').getAttribute('data-density'),
    depth: await page
      .getByRole('region', { name: /^Depth/ })
      .getByRole('grid')
      .first()
      .getAttribute('aria-label'),
  });
  const before = await seen();
  expect(before.deals).not.toContain('dealer');
  expect(before.deals.indexOf('price')).toBeLessThan(3);
  expect(before.futures).toEqual(['instrument:SUNS']);
  expect(before.filter).toBe('maz');
  expect(before.orders).toHaveLength(2);
  expect(before.choices).toEqual(choices.map(() => true));
  await page.reload();
  await expect(page.getByRole('img', { name: 'Live' }).first()).toBeVisible();
  await expect(workspace.panels).toHaveCount(allPanels.columns.length);
  await expect.poll(seen).toEqual(before);
  await expect(workspace.changedMark).toHaveCount(0);
  // No panel shows an error, and each one with rows shows them.
  await expect(workspace.panels.getByRole('alert')).toHaveCount(0);
  const named = [
    'Splits',
    'Spreads',
    'Positions',
    'Consolidated positions',
    'Deals',
    'Unmatched deals',
    'MTM',
    'Margins',
  ];
  for (const grid of [/^Options on/, /^Deltas on/, ...named.map((name) => new RegExp(`^${name}$`))])
    await expect(page.getByRole('grid', { name: grid }).locator('[data-line]').first()).toBeVisible();
  await expect(workspace.panel('Breakdown')).toContainText('No breakdown yet.');
  await expect(workspace.panel('Clock').getByText('SAST')).toBeVisible();
});
