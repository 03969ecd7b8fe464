// The Option calculator panel.
import type { Locator } from '@playwright/test';
import { expect, test } from './gallery.ts';

test('[PANEL-13] while the market is loading, the calculator says so and calculates from free input', async ({
  openGallery,
}) => {
  const { workspace } = await openGallery('layout=calculator&state=loading');
  const panel = workspace.panel('Option calculator');
  await expect(panel.getByRole('status')).toHaveText('Loading the market… Free input works.');
  const field = (name: string) => panel.getByRole('textbox', { name: new RegExp(`^${name}`) });
  for (const [name, text] of [
    ['Future', '4077'],
    ['Strike', '4200'],
    ['Days', '84'],
    ['Volatility', '28'],
  ] as const)
    await field(name).fill(text);
  await expect(field('Call premium')).toHaveValue('165.40');
  await expect(field('Put premium')).toHaveValue('288.40');
  await expect(panel.getByRole('row', { name: /^Delta/ })).toContainText('−56.12');
  const buy = panel.getByRole('button', { name: 'Buy' }).first();
  await expect(buy).toHaveAttribute('aria-disabled', 'true');
  await expect(buy).toHaveAccessibleDescription(/^Free input has no contract/);
});

test('[PANEL-13] options are sent to one calculator after the other, and the others keep their numbers', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery('layout=calculator');
  const strikeIn = (name: string) =>
    workspace
      .panel(name)
      .getByRole('textbox', { name: /^Strike/ })
      .inputValue();
  const send = async (line: number) => {
    const cell = workspace.panel('Options').locator('[data-line] [data-col="put-bid"]').nth(line);
    await cell.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Send to calculator' }).click();
    const text = await workspace
      .panel('Options')
      .locator('[data-line] [data-col="strike"]')
      .nth(line)
      .innerText();
    return `${text.replace(/[^\d,]/g, '')}.00`;
  };
  const atFirst = await strikeIn('Option calculator');
  const first = await send(1);
  await expect.poll(() => strikeIn('Option calculator, 3')).toBe(first);
  const second = await send(2);
  await expect.poll(() => strikeIn('Option calculator, 2')).toBe(second);
  expect(await strikeIn('Option calculator, 3')).toBe(first);
  expect(await strikeIn('Option calculator')).toBe(atFirst);
});

test('[PREF-3] volatility, rate and premium step by the user’s own steps, in the calculator and in the form of an option', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery('layout=calculator&steps=1');
  const numberIn = async (field: Locator) => Number((await field.inputValue()).replace(',', ''));
  const up = async (field: Locator) => {
    const before = await numberIn(field);
    await field.press('ArrowUp');
    return Math.round((await numberIn(field)) * 100 - before * 100) / 100;
  };
  const inCalculator = (name: string) =>
    workspace.panel('Option calculator').getByRole('textbox', { name: new RegExp(`^${name}`) });
  expect(await up(inCalculator('Volatility'))).toBe(0.5);
  expect(await up(inCalculator('Rate'))).toBe(0.1);
  const bid = workspace.panel('Options').locator('[data-line] [data-col="call-bid"]').nth(2);
  await bid.click();
  await page.keyboard.press('b');
  const inForm = (name: string) =>
    page.getByRole('dialog').getByRole('textbox', { name: new RegExp(`^${name}`) });
  expect(await up(inForm('Premium'))).toBe(1);
  await inForm('Implied vol').fill('25.00');
  expect(await up(inForm('Implied vol'))).toBe(0.5);
});

test('[PANEL-13] [PREF-1] without the permission the calculator calculates, and its tickets name the missing permission', async ({
  openGallery,
}) => {
  const { workspace } = await openGallery('layout=calculator&denied=1');
  const panel = workspace.panel('Option calculator');
  await expect(panel.getByRole('textbox', { name: /^Call premium/ })).toHaveValue(/^\d/);
  const offer = panel.getByRole('button', { name: /^Sell MAR27 WMAZ \d+ P D at/ });
  await expect(offer).toHaveAttribute('aria-disabled', 'true');
  await expect(offer).toHaveAccessibleDescription(/permission|may not/i);
});
