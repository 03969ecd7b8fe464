// The actions on a position: its deals, exercise and abandonment of an option.
import type { Locator, Page } from '@playwright/test';
import { Workspace } from '../pages/workspace.ts';
import { expect, orderForm, test } from './gallery.ts';

/** The row whose contract has this name. */
const positionIn = (page: Page, contract: RegExp): Locator =>
  page
    .getByRole('grid', { name: 'Positions' })
    .getByRole('row')
    .filter({ has: page.locator('[data-col="contract"]', { hasText: contract }) });

/** There are more positions than the panel has room for. */
async function filterPositions(page: Page, text: string): Promise<void> {
  const filter = page
    .getByRole('grid', { name: 'Positions' })
    .getByRole('textbox', { name: 'Filter Contract' });
  if ((await filter.count()) === 0) await new Workspace(page).choose('Positions', 'Filter row');
  await filter.fill(text);
  // The tip of the filter would cover a row.
  await filter.blur();
}

async function chooseFor(page: Page, contract: RegExp, item: RegExp): Promise<void> {
  await filterPositions(page, `=${contract.source.replace(/[$^]/g, '')}`);
  await positionIn(page, contract).locator('[data-col="net"]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: item }).click();
}

/** Expires today. */
const call = /^MAR27 QWMZ 4020 C$/;
const frame = (page: Page, name: RegExp) => page.getByRole('dialog', { name });

test('[ACT-18] an exercise that the market rejects says so in the form, which keeps the typed values', async ({
  openGallery,
}) => {
  const { page } = await openGallery('layout=own&meanwhile=ExerciseOption');
  await chooseFor(page, call, /^Exercise/);
  const form = frame(page, /^Exercise MAR27/);
  // More than half: there are not enough for the second exercise.
  await form.getByRole('textbox', { name: /^To exercise/ }).fill('6');
  await form.locator('[data-send]').click();
  await expect(form.getByRole('status')).toContainText(/^Rejected: /);
  await expect(form.getByRole('textbox', { name: /^To exercise/ })).toHaveValue('6');
});

test('[ACT-18] while the outcome of an exercise is not known, the form says so and cannot be sent again', async ({
  openGallery,
}) => {
  const { page } = await openGallery('layout=own&failing=ExerciseOption,ByRequestId');
  await chooseFor(page, call, /^Exercise/);
  const form = frame(page, /^Exercise MAR27/);
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
  const form = frame(page, /^Abandon MAR27/);
  await chooseFor(page, /^MAR27 WMAZ 4100 C$/, /^Abandon/);
  await expect(form.locator('[data-send]')).toHaveAccessibleDescription(/only on its expiry day/);
  await page.keyboard.press('Escape');
  const send = async (lots: string, outcome: RegExp) => {
    await form.getByRole('textbox', { name: /^To abandon/ }).fill(lots);
    await form.locator('[data-send]').click();
    await expect(form.getByRole('status')).toHaveText(outcome);
    await expect(form).toContainText(`${lots} abandoned`);
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  };
  await chooseFor(page, call, /^Abandon/);
  await send('2', /^Abandoned 2 MAR27 QWMZ 4020 C of KAND/);
  await chooseFor(page, call, /^Abandon/);
  await expect(form).toContainText('This replaces the 2 abandoned before.');
  await send('5', /^Abandoned 5 MAR27 QWMZ 4020 C of KAND/);
  // The abandonment is withdrawn with 0 lots.
  await chooseFor(page, call, /^Abandon/);
  await form.getByRole('button', { name: 'Withdraw them' }).click();
  await expect(form).toContainText('This withdraws the 5 abandoned before.');
  await form.locator('[data-send]').click();
  await expect(form.getByRole('status')).toHaveText(/^Withdrew the abandonment of MAR27 QWMZ/);
});

test('[AUTH-11] exercise and abandonment are denied without permission, with the reason', async ({
  openGallery,
}) => {
  const { page } = await openGallery('layout=own&denied=1');
  await filterPositions(page, 'QWMZ 4020');
  await positionIn(page, call).locator('[data-col="net"]').click({ button: 'right' });
  for (const item of [/^Exercise/, /^Abandon/])
    await expect(page.getByRole('menuitem', { name: item })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('menu')).toContainText('exercise options');
});

test('[PANEL-2] [PANEL-3] [ACT-18] [ACT-19] the menus of options and deltas exercise and abandon held lots by keyboard, and explain why other lots cannot be', async ({
  openGallery,
}) => {
  const [held, strike] = ['MAR27 QWMZ 4020 C', '4,020'];
  const { page, workspace } = await openGallery('layout=market');
  const exercise = page.getByRole('menuitem', { name: /^Exercise/ });
  for (const name of ['Options', 'Deltas']) {
    const panel = workspace.panel(name);
    const series = panel.getByRole('combobox', { name: 'Underlying and expiry' });
    const ofHeld = (await series.getByRole('option').allInnerTexts()).find((text) =>
      text.includes('MAR27 QWMZ'),
    );
    await series.selectOption({ label: ofHeld ?? '' });
    const line = panel
      .locator('[data-line]')
      .filter({ has: page.locator('[data-col="strike"]', { hasText: strike }) });
    const quote = (half: 'call' | 'put') => line.locator(`[data-col="${half}-bid"]`);
    // The lines of a grid are used again when it scrolls: a click that scrolls first can be on another strike.
    await line.scrollIntoViewIfNeeded();
    await expect(line).toBeInViewport({ ratio: 1 });
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

test('[PANEL-8] a double-click on a position opens the order that closes it, for its principal', async ({
  openGallery,
}) => {
  const { page } = await openGallery('layout=own');
  await filterPositions(page, '=MAR27 WMAZ');
  await page
    .getByRole('grid', { name: 'Positions' })
    .getByRole('row')
    .filter({ hasText: /^9996S\s*MAR27 WMAZ/ })
    .locator('[data-col="net"]')
    .dblclick();
  await expect(orderForm(page).getByRole('button', { name: /^Buy 20 MAR27 WMAZ at 4,\d/ })).toBeVisible();
  await expect(orderForm(page).getByRole('combobox').first()).toHaveValue('9996S');
});

test('[PANEL-8] a position shows the deals that it is made of, and says when some are missing', async ({
  openGallery,
}) => {
  const { page } = await openGallery('layout=own');
  await chooseFor(page, /^DEC26 SUNS$/, /^Deals of this position/);
  const whole = page.getByRole('dialog', { name: '2207K in DEC26 SUNS' });
  await expect(whole.locator('tbody')).toContainText(/Opening, carried at the MTM\s*\+10/);
  await expect(whole.locator('tbody [data-side]')).toHaveText(['−4']);
  await expect(whole.locator('tfoot')).toContainText('+6');
  await expect(whole.getByRole('status')).toHaveCount(0);
  await openGallery('layout=own&none=deals');
  await chooseFor(page, /^DEC26 SUNS$/, /^Deals of this position/);
  await expect(whole.getByRole('status')).toHaveText('Not all of its deals have arrived yet.');
});
