// Layouts: changes and undo, saving, renaming, deleting, files, and the starter layouts.
import { readFile } from 'node:fs/promises';
import { depthOf, expect, smallDepth, test, toast } from './gallery.ts';

test('Ctrl+Z undoes a change of the layout and Ctrl+Shift+Z redoes it, but not in a text field', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  await page.getByRole('button', { name: `Close ${smallDepth}` }).click();
  await expect(workspace.panels).toHaveCount(3);
  await expect(workspace.changedMark).toHaveCount(1);
  await workspace.grid('Futures').focus();
  await page.keyboard.press('Control+z');
  await expect(workspace.panel(smallDepth)).toBeVisible();
  await expect(workspace.changedMark).toHaveCount(0);
  await page.keyboard.press('Control+Shift+z');
  await expect(workspace.panels).toHaveCount(3);
  await workspace.choose('Futures', 'Filter row');
  await workspace.grid('Futures').getByRole('textbox', { name: 'Filter Contract' }).fill('DEC');
  await page.keyboard.press('Control+z');
  await expect(workspace.panels).toHaveCount(3);
});

test('a click on a panel does not mark the layout as changed, locking the panels does', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  await depthOf(page, 'MAR27 SUNS').click();
  await expect(workspace.changedMark).toHaveCount(0);
  await page.getByRole('button', { name: 'Lock panels' }).click();
  await expect(workspace.changedMark).toHaveCount(1);
});

test('[LAYOUT-9] Ctrl+S saves the layout and shows a toast', async ({ openGallery }) => {
  const { page } = await openGallery();
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Updated layout: Dealer desk')).toBeVisible();
});

test('[LAYOUT-9] a layout is saved under a name, renamed, duplicated and deleted, each with a toast', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  await workspace.drawer.getByRole('button', { name: 'Save as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save the layout as' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('A layout needs a name.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Morning');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Layout saved')).toBeVisible();
  const item = (name: string) => workspace.drawer.getByRole('button', { name });
  await expect(item('Morning')).toHaveAttribute('aria-current', 'true');
  await workspace.chooseForLayout('Rename…');
  await page.getByRole('dialog', { name: 'Rename the layout' }).getByRole('textbox').fill('Evening');
  await page.keyboard.press('Enter');
  await expect(item('Evening')).toBeVisible();
  await expect(toast(page, 'Updated layout: Evening')).toBeVisible();
  await workspace.chooseForLayout('Duplicate');
  await expect(item('Evening copy')).toHaveAttribute('aria-current', 'true');
  await workspace.chooseForLayout('Delete…');
  const question = page.getByRole('dialog', { name: 'Delete the layout?' });
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(item('Evening copy')).toHaveCount(0);
});

test('opening another layout with unsaved changes offers to save them, to discard them or to stay', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  await page.getByRole('button', { name: `Close ${smallDepth}` }).click();
  await expect(workspace.changedMark).toHaveCount(1);
  await workspace.drawer.getByRole('button', { name: 'Deliveries' }).click();
  const question = page.getByRole('dialog', { name: 'Leave the changes unsaved?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(workspace.panels).toHaveCount(3);
  await workspace.drawer.getByRole('button', { name: 'Deliveries' }).click();
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Updated layout: Dealer desk')).toBeVisible();
  await expect(workspace.panels).toHaveCount(4);
  await workspace.drawer.getByRole('button', { name: 'Dealer desk' }).click();
  await expect(workspace.panels).toHaveCount(3);
  await workspace.drawer.getByRole('button', { name: 'Add another Depth' }).click();
  await workspace.chooseForLayout('Reset…');
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await expect(workspace.panels).toHaveCount(3);
  await expect(workspace.changedMark).toHaveCount(0);
});

test('a layout is exported as a file and imported unchanged; a file that is not a layout is rejected with the path', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  await workspace.choose(smallDepth, 'Colour…', 'Violet');
  const boxes = () => workspace.panels.evaluateAll((all) => all.map((panel) => panel.getAttribute('style')));
  const before = await boxes();
  const saving = page.waitForEvent('download');
  await workspace.chooseForLayout('Export as a file');
  const file = await saving;
  expect(file.suggestedFilename()).toBe('dealer-desk.openpit-layout.json');
  const text = await readFile(await file.path(), 'utf8');
  const importFile = async (content: string, name = 'desk.json') => {
    const choosing = page.waitForEvent('filechooser');
    await workspace.chooseForLayout('Import a file…');
    await (await choosing).setFiles({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    });
  };
  const closeToast = () => page.getByRole('button', { name: 'Close', exact: true }).click();
  await importFile(text.replace('"violet"', '"url(http://elsewhere.example/x)"'), 'bad.json');
  await expect(
    toast(page, /bad\.json was not imported\. layout\.columns\[3\]\.color: A colour is one of/),
  ).toBeVisible();
  await closeToast();
  await importFile(' '.repeat(300_000), 'big.json');
  await expect(toast(page, /big\.json was not imported\. The file is too large/)).toBeVisible();
  await closeToast();
  await importFile(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(toast(page, 'Imported “Dealer desk 2”. Save it to keep it.')).toBeVisible();
  await expect(workspace.changedMark).toHaveCount(1);
  expect(await boxes()).toEqual(before);
});

test('[LAYOUT-6] an empty workspace offers starter layouts', async ({ openGallery }) => {
  const { page, workspace } = await openGallery('layout=blank');
  await page.getByRole('button', { name: /^Back office/ }).click();
  await expect(workspace.panels.filter({ visible: true })).toHaveCount(5);
  await expect(page.getByRole('tab', { name: 'Clearing', selected: true })).toBeVisible();
  await expect(workspace.grid('Deals')).toBeVisible();
  await expect(workspace.drawer.getByRole('button', { name: 'Back office (not saved)' })).toBeVisible();
});
