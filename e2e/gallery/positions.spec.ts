// What can be done with a position: its deals, exercise and abandonment of an option.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './gallery.ts';

/** The row whose contract has this name. */
const positionIn = (page: Page, contract: RegExp): Locator =>
  page
    .getByRole('grid', { name: 'Positions' })
    .getByRole('row')
    .filter({ has: page.locator('[data-col="contract"]', { hasText: contract }) });

async function chooseFor(page: Page, contract: RegExp, item: RegExp): Promise<void> {
  await positionIn(page, contract).locator('[data-col="net"]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: item }).click();
}

const call = /^DEC26 WMAZ \d+ C$/;
const frame = (page: Page, name: RegExp) => page.getByRole('dialog', { name });

test('[ACT-18] an exercise that the market rejects says so in the form, which keeps what was typed', async ({
  openGallery,
}) => {
  const { page } = await openGallery('layout=own&phases=expiry&answer=rejected');
  await chooseFor(page, call, /^Exercise/);
  const form = frame(page, /^Exercise DEC26/);
  await form.getByRole('textbox', { name: /^To exercise/ }).fill('3');
  await form.locator('[data-send]').click();
  await expect(form.getByRole('status')).toContainText(
    /^Rejected: The future of .* is at its position limit\./,
  );
  await expect(form.getByRole('textbox', { name: /^To exercise/ })).toHaveValue('3');
});

test('[ACT-18] while the outcome of an exercise is not known, the form says so and cannot be sent again', async ({
  openGallery,
}) => {
  const { page } = await openGallery('layout=own&phases=expiry&answer=unknown');
  await chooseFor(page, call, /^Exercise/);
  const form = frame(page, /^Exercise DEC26/);
  await form.locator('[data-send]').click();
  await expect(form.getByRole('status')).toContainText(
    'it is not known whether the market has carried out the exercise',
  );
  await expect(form.locator('[data-send]')).toHaveAttribute('aria-disabled', 'true');
});

test('[ACT-19] an abandonment is only for the expiry day, replaces an earlier one, and shows in the row', async ({
  openGallery,
}) => {
  const { page } = await openGallery('layout=own');
  await chooseFor(page, call, /^Abandon/);
  const form = frame(page, /^Abandon DEC26/);
  await expect(form.locator('[data-send]')).toHaveAccessibleDescription(/only on its expiry day/);
  await openGallery('layout=own&phases=expiry');
  await chooseFor(page, call, /^Abandon/);
  await expect(form).toContainText('This replaces the 2 abandoned before.');
  await form.getByRole('textbox', { name: /^To abandon/ }).fill('5');
  await form.locator('[data-send]').click();
  await expect(form.getByRole('status')).toHaveText(/^Abandoned 5 DEC26 WMAZ \d+ C of KAND/);
  await expect(form).toContainText('5 abandoned');
  // It is withdrawn with 0 lots.
  await openGallery('layout=own&phases=expiry');
  await chooseFor(page, call, /^Abandon/);
  await form.getByRole('button', { name: 'Withdraw them' }).click();
  await expect(form).toContainText('This withdraws the 2 abandoned before.');
  await form.locator('[data-send]').click();
  await expect(form.getByRole('status')).toHaveText(/^Withdrew the abandonment of DEC26 WMAZ/);
});

test('[AUTH-11] exercise and abandonment are denied without permission, with the reason', async ({
  openGallery,
}) => {
  const { page } = await openGallery('layout=own&state=denied');
  await positionIn(page, call).locator('[data-col="net"]').click({ button: 'right' });
  for (const item of [/^Exercise/, /^Abandon/])
    await expect(page.getByRole('menuitem', { name: item })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('menu')).toContainText('exercise options');
});

test('[PANEL-2] [PANEL-3] [ACT-18] [ACT-19] the menus of options and deltas exercise and abandon what is held, by keyboard, and say why nothing else can be', async ({
  openGallery,
}) => {
  const { page } = await openGallery('layout=own');
  const held = await positionIn(page, call).locator('[data-col="contract"]').innerText();
  const strike = Number(held.split(' ')[2]).toLocaleString('en-GB');
  const { workspace } = await openGallery('layout=market&phases=expiry');
  const exercise = page.getByRole('menuitem', { name: /^Exercise/ });
  for (const name of ['Options', 'Deltas']) {
    const panel = workspace.panel(name);
    const series = panel.getByRole('combobox', { name: 'Underlying and expiry' });
    await series.selectOption({ label: (await series.getByRole('option').allInnerTexts())[0] ?? '' });
    await panel.getByRole('grid').evaluate((grid) => {
      grid.scrollTop = 0;
    });
    const quote = (half: 'call' | 'put') =>
      panel
        .locator('[data-line]')
        .filter({ has: page.locator('[data-col="strike"]', { hasText: strike }) })
        .locator(`[data-col="${half}-bid"]`);
    await quote('put').click({ button: 'right' });
    for (const item of [exercise, page.getByRole('menuitem', { name: /^Abandon/ })])
      await expect(item).toHaveAttribute('aria-disabled', 'true');
    await expect(exercise).toContainText(`You are not long ${held.replace(/C$/, 'P')}: only a holder can`);
    await expect(page.getByRole('menuitem', { name: 'Send to calculator' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Add strike…' })).toBeVisible();
    await page.keyboard.press('Escape');

    await quote('call').click();
    await page.keyboard.press('Shift+F10');
    await expect(exercise).not.toHaveAttribute('aria-disabled');
    await exercise.press('Enter');
    await expect(frame(page, new RegExp(`^Exercise ${held}`))).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('[PANEL-8] a position shows the deals that it is made of, and says when some are missing', async ({
  openGallery,
}) => {
  const { page } = await openGallery('layout=own');
  await chooseFor(page, /^MAR27 WMAZ$/, /^Deals of this position/);
  const whole = page.getByRole('dialog', { name: 'FARM1 in MAR27 WMAZ' });
  await expect(whole.locator('tbody')).toContainText(/Opening, carried at the MTM\s*−5/);
  await expect(whole.locator('tbody [data-side]')).toHaveText(['−8']);
  await expect(whole.locator('tfoot')).toContainText('−13');
  await expect(whole.getByRole('status')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await chooseFor(page, /^DEC26 WMAZ$/, /^Deals of this position/);
  await expect(page.getByRole('dialog', { name: 'KAND in DEC26 WMAZ' }).getByRole('status')).toHaveText(
    'Not all of its deals have arrived yet.',
  );
});
