// Layouts are saved, renamed, copied, deleted, exported and imported as files, protected while they are unsaved, and unchanged
// after a reload.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import type { PersonName } from '../product/people.ts';
import type { Product } from '../product/running-product.ts';

/** The workspace after signing in, with the layout of a new user. */
async function openWorkspace(page: Page, product: Product, name: PersonName = 'thandi'): Promise<Workspace> {
  await TradingPage.signIn(page, product, name);
  return new Workspace(page);
}

async function loadAgain(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByRole('img', { name: 'Live' }).first()).toBeVisible();
}

interface StoredLayout {
  readonly _id: string;
  readonly userLayoutJson: string;
}
const storedLayouts = async (client: MarketClient) =>
  ((await client.get('/api/UserSettings/GetAllUserLayouts')).body as StoredLayout[]).map(
    ({ _id, userLayoutJson }) => ({
      _id,
      name: (JSON.parse(userLayoutJson) as { name: string }).name,
    }),
  );

test('[LAYOUT-5] [LAYOUT-6] [LAYOUT-7] [LAYOUT-8] [LAYOUT-9] [LAYOUT-10] a user keeps layouts, undoes changes, and opens starters', async ({
  page,
  product,
}) => {
  const workspace = await openWorkspace(page, product);
  await test.step('[LAYOUT-8] [LAYOUT-9] [LAYOUT-10] a user saves, names, renames, duplicates and deletes a layout, which other users do not see', async () => {
    const { drawer } = workspace;
    await workspace.panel('Depth').getByRole('button', { name: 'Close Depth' }).click();
    await expect(workspace.changedMark).toHaveCount(1);
    await workspace.save('Updated layout: Dealer desk');

    await workspace.item('Save as…').click();
    const naming = page.getByRole('dialog', { name: 'Save the layout as' });
    await naming.getByRole('textbox', { name: 'Name' }).fill('   ');
    await naming.getByRole('button', { name: 'Save' }).click();
    await expect(naming.getByText('A layout needs a name.')).toBeVisible();
    await naming.getByRole('textbox', { name: 'Name' }).fill('Morning');
    await page.keyboard.press('Enter');
    await workspace.hears('Layout saved');
    await expect(workspace.item('Morning')).toHaveAttribute('aria-current', 'true');

    await workspace.chooseForLayout('Rename…');
    await page.getByRole('dialog', { name: 'Rename the layout' }).getByRole('textbox').fill('Evening');
    await page.keyboard.press('Enter');
    await workspace.hears('Updated layout: Evening');
    await workspace.chooseForLayout('Duplicate');
    await workspace.hears('Layout saved');
    await expect(workspace.item('Evening copy')).toHaveAttribute('aria-current', 'true');

    const client = await MarketClient.signIn(product, 'thandi');
    const names = async () => (await storedLayouts(client)).map(({ name }) => name).sort();
    expect(await names()).toEqual(['Dealer desk', 'Evening', 'Evening copy']);
    await workspace.chooseForLayout('Delete…');
    const question = page.getByRole('dialog', { name: 'Delete the layout?' });
    await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    expect(await names()).toContain('Evening copy');
    await workspace.chooseForLayout('Delete…');
    await question.getByRole('button', { name: 'Delete' }).click();
    await workspace.hears('Deleted layout: Evening copy');
    await expect(drawer.getByRole('button', { name: 'Evening copy' })).toHaveCount(0);
    expect(await names()).toEqual(['Dealer desk', 'Evening']);

    await workspace.item('Evening').click();
    await expect(workspace.item('Evening')).toHaveAttribute('aria-current', 'true');
    await loadAgain(page);
    await expect(workspace.item('Evening')).toHaveAttribute('aria-current', 'true');
    const other = await MarketClient.signIn(product, 'pieter');
    expect((await storedLayouts(other)).map(({ name }) => name)).toEqual(['Dealer desk']);
  });
  await test.step('[LAYOUT-5] [LAYOUT-7] a user undoes and redoes changes, is asked before unsaved ones are lost, and resets a layout to its saved state', async () => {
    await workspace.chooseForLayout('New: Dealer');
    await expect(workspace.panels).toHaveCount(5);
    await workspace.save('Layout saved');
    await workspace.panel('Positions').getByRole('button', { name: 'Close Positions' }).click();
    await workspace.choose('Futures', 'Colour…', 'Red');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect(workspace.panel('Positions')).toBeVisible();
    await expect(workspace.changedMark).toHaveCount(0);
    await page.keyboard.press('Control+Shift+z');
    await expect(workspace.panels).toHaveCount(4);
    await workspace.item('Undo').click();
    await expect(workspace.panels).toHaveCount(5);
    await workspace.item('Redo').click();
    await expect(workspace.panels).toHaveCount(4);

    // The browser asks before it leaves the page; staying keeps everything.
    const asked = page.waitForEvent('dialog');
    const leaving = page.evaluate(() => location.reload()).catch(() => undefined);
    const beforeUnload = await asked;
    expect(beforeUnload.type()).toBe('beforeunload');
    await beforeUnload.dismiss();
    await leaving;
    await expect(workspace.panels).toHaveCount(4);

    const question = page.getByRole('dialog', { name: 'Leave the changes unsaved?' });
    await workspace.item('Dealer desk').click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(workspace.panels).toHaveCount(4);
    await workspace.item('Sign out').click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/trading$/);

    await workspace.chooseForLayout('Reset…');
    await page
      .getByRole('dialog', { name: 'Reset the layout?' })
      .getByRole('button', { name: 'Reset' })
      .click();
    await expect(workspace.panels).toHaveCount(5);
    await expect(workspace.changedMark).toHaveCount(0);
    await workspace.panel('Positions').getByRole('button', { name: 'Close Positions' }).click();
    await workspace.item('Dealer desk').click();
    await question.getByRole('button', { name: 'Save' }).click();
    await workspace.hears('Updated layout: Dealer');
    await expect(workspace.item('Dealer desk')).toHaveAttribute('aria-current', 'true');
    await workspace.item('Dealer').click();
    await expect(workspace.panels).toHaveCount(4);
  });
  await test.step('[LAYOUT-6] [LAYOUT-7] a user opens the starter layouts and an empty layout, and every panel in them works', async () => {
    for (const [starter, panels, withTabs] of [
      [
        'New: Options desk',
        ['Options', 'Deltas', 'Option calculator', 'Positions', 'Active orders'],
        'Active orders',
      ],
      [
        'New: Back office',
        ['Deals', 'Unmatched deals', 'Clearing', 'Consolidated positions', 'MTM'],
        'Unmatched deals',
      ],
    ] as const) {
      await workspace.chooseForLayout(starter);
      // A starter that nobody has changed does not ask to be saved.
      await expect(workspace.changedMark).toHaveCount(0);
      for (const name of panels) {
        await expect(workspace.panel(name)).toBeVisible();
        await expect(workspace.panel(name).getByRole('alert')).toHaveCount(0);
        await expect(workspace.panel(name).getByText(/^Loading/)).toHaveCount(0);
      }
      // Breakdown is a tab behind Clearing.
      await expect(workspace.panels.filter({ visible: true })).toHaveCount(panels.length);
      // Even on a small screen no tab is cut. The name is hidden only next to “Cancel all”, which never leaves.
      await page.setViewportSize({ width: 1280, height: 720 });
      const tabbed = workspace.panel(withTabs);
      if (withTabs === 'Unmatched deals')
        await expect(tabbed.getByRole('heading', { name: withTabs })).toBeVisible();
      const hiddenPx = (tabs: HTMLElement) => tabs.scrollWidth - tabs.clientWidth;
      expect(await tabbed.getByRole('radiogroup').locator('..').evaluate(hiddenPx)).toBe(0);
      await page.setViewportSize({ width: 1600, height: 900 });
    }
    await page.getByRole('tab', { name: 'Breakdown' }).click();
    await expect(workspace.panel('Breakdown').getByRole('tabpanel')).toBeVisible();
    await expect(workspace.changedMark).toHaveCount(0);
    await workspace.chooseForLayout('New empty layout');
    await expect(workspace.panels).toHaveCount(0);
    await page.getByRole('button', { name: /^Options desk/ }).click();
    await expect(workspace.grid('Options on DEC26 WMAZ').locator('[data-line]').first()).toBeVisible();
  });
});

test('[AUTH-9] [LAYOUT-9] [LAYOUT-8] [LAYOUT-3] a user who saves a layout that was deleted elsewhere sees a warning with its content, and old ids are upgraded', async ({
  page,
  product,
}) => {
  const client = await MarketClient.signIn(product, 'pieter');
  const old = {
    name: 'From before',
    isMobile: false,
    columns: [{ id: 7, component: 'Futures', coordinates: { x: 0, y: 0, w: 60, h: 60, z: 150 } }],
  };
  const hqAccess = (await client.get('/api/authenticate/getHQAccess')).body as { userId: string };
  const made = await client.post('/api/UserSettings/CreateUserLayout', {
    userId: hqAccess.userId,
    userLayoutJson: JSON.stringify(old),
  });
  expect(made.status).toBe(200);
  // The toast may end before a busy machine shows the workspace.
  const upgraded = expect(page.getByText('Upgraded 1 old layouts', { exact: true })).toBeVisible();
  const workspace = await openWorkspace(page, product, 'pieter');
  await upgraded;
  await workspace.item('From before').click();
  await expect(workspace.panels).toHaveCount(1);
  await client.get(`/api/UserSettings/DeleteUserLayoutById?Id=${(made.body as StoredLayout)._id}`);
  await workspace.choose('Futures', 'Colour…', 'Teal');
  await page.keyboard.press('Control+s');
  await expect(page.locator('section[data-type="error"]')).toHaveCount(0);
  await workspace.hears(/^WarningNot found to updated saved layout \{"name":"From before".*"color":"teal"/);
  await expect(workspace.changedMark).toHaveCount(1);
  await workspace.save('Layout saved');

  // Two layouts are stored, so the workspace opens although a loader fails (START-2).
  await page.route('**/getHQAccess', (route) => route.fulfill({ status: 500, body: 'down' }));
  await loadAgain(page);
  // The list of failed loaders covers nothing.
  await workspace.panel('Futures').getByRole('button', { name: 'Close Futures' }).click();
  await page.keyboard.press('Control+s');
  // Toasts queue: the toasts of the loaders are shown first.
  const toast = page.locator('section[data-type]');
  const error = toast.getByText('No HQ for saving', { exact: true });
  await expect(async () => {
    await expect(toast).toBeVisible({ timeout: 1_000 });
    const isIt = await error.isVisible();
    if (!isIt) await toast.getByRole('button', { name: 'Close' }).click();
    expect(isIt).toBe(true);
  }).toPass();
  await expect(toast).toHaveAttribute('data-type', 'error');
  await expect(workspace.changedMark).toHaveCount(1);
});

test('[LAYOUT-1] [LAYOUT-2] a user exports a layout as a file and imports it, and an invalid file is rejected with the path of the fault', async ({
  page,
  product,
}) => {
  const workspace = await openWorkspace(page, product, 'lerato');
  await workspace.choose('Depth', 'Colour…', 'Violet');
  const places = await workspace.places();
  const saving = page.waitForEvent('download');
  await workspace.chooseForLayout('Export as a file');
  const file = await saving;
  expect(file.suggestedFilename()).toBe('dealer-desk.openpit-layout.json');
  const text = await readFile(await file.path(), 'utf8');
  await workspace.hears('Exported “Dealer desk” as dealer-desk.openpit-layout.json.');

  const give = async (content: string, name: string) => {
    const choosing = page.waitForEvent('filechooser');
    await workspace.chooseForLayout('Import a file…');
    await (await choosing).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
  };
  for (const [name, content, reason] of [
    [
      'colour.json',
      text.replace('"violet"', '"url(http://elsewhere.example/x)"'),
      /colour\.json was not imported\. layout\.columns\[1\]\.color: A colour is one of/,
    ],
    [
      'script.json',
      text.replace('"Depth"', '"<img src=x onerror=alert(1)>"'),
      /layout\.columns\[1\]\.component: There is no panel of this name/,
    ],
    [
      'field.json',
      text.replace('"isMobile": false', '"isMobile": false, "href": "http://elsewhere.example/"'),
      /layout\.href: A layout has no field of this name/,
    ],
    ['big.json', ' '.repeat(300_000), /big\.json was not imported\. The file is too large/],
    ['letter.json', 'Dear colleague', /letter\.json was not imported\. The file is not a layout/],
  ] as const) {
    await give(content, name);
    await workspace.hears(reason);
    expect(await workspace.places()).toEqual(places);
  }

  await give(text, 'desk.json');
  const question = page.getByRole('dialog', { name: 'Leave the changes unsaved?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await workspace.hears('Imported “Dealer desk 2”. Save it to keep it.');
  await expect(workspace.changedMark).toHaveCount(1);
  expect(await workspace.places()).toEqual(places);
  await workspace.save('Layout saved');
  const client = await MarketClient.signIn(product, 'lerato');
  const documents = ((await client.get('/api/UserSettings/GetAllUserLayouts')).body as StoredLayout[]).map(
    ({ userLayoutJson }) => JSON.parse(userLayoutJson) as { name: string; columns: { id: string }[] },
  );
  const ids = documents.flatMap(({ columns }) => columns.map(({ id }) => id));
  expect(new Set(ids).size).toBe(10);
});
