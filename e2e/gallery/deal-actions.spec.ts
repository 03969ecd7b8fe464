// The forms of deals: permissions, rejections, lost replies, the keyboard; and the trade history of a contract.
import type { Page } from '@playwright/test';
import { violations } from '../pages/axe.ts';
import { DealsPanel } from '../pages/deals-panel.ts';
import { answersWith, expect, test, toast } from './gallery.ts';

/** The numbers of a deal of a client, one of the user's member, and one on the other side of the market; all open. */
async function openDeals(page: Page): Promise<readonly [client: number, own: number, other: number]> {
  const rows = new DealsPanel(page);
  const number = async (terms: string) => {
    const find = async () =>
      (await rows.texts(['contract', 'qty', 'dealSeq'])).find((text) => text.startsWith(terms));
    await expect.poll(find).toBeDefined();
    return Number((await find())?.split(' | ')[2]);
  };
  return [await number('DEC26 SUNS | 4'), await number('DEC26 WMAZ | 12'), await number('DEC26 WMAZ | 8')];
}

const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('[AUTH-11] a dealer without permission sees each deal action disabled with the reason, and its key opens nothing', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery('layout=own&denied=1');
  const deals = new DealsPanel(page);
  const [clientDeal] = await openDeals(page);
  await deals.choose(clientDeal);
  await workspace.panel('Deals').hover();
  for (const [label, may] of [
    ['Split', 'split deals'],
    ['Cumulate', 'cumulate deals'],
    ['Correct principal', 'correct the principal of a deal'],
    ['Change sub-account', 'change the sub-account of a deal'],
    ['Assign to member', 'assign deals to another member'],
    ['Tripartite', 'make tripartite deals'],
  ] as const)
    await expect(tool(page, `${label}: deal ${clientDeal}`)).toHaveAccessibleDescription(
      new RegExp(`your account may not ${may}`),
    );
  await page.keyboard.press('i');
  await expect(toast(page, /your account may not split deals/)).toBeVisible();
  await expect(deals.dialog).toHaveCount(0);
  // An action that changes nothing needs no permission.
  await page.keyboard.press('l');
  await expect(page.getByRole('dialog', { name: `Deal ${clientDeal} in` })).toBeVisible();
});

test('[PANEL-10] [ACT-13] [ACT-14] [ACT-15] [API-7] deal actions that do not suit, that are rejected, that lack data, whose reply is lost', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery('layout=own');
  const deals = new DealsPanel(page);
  const [clientDeal, ownDeal, otherDeal] = await openDeals(page);
  await workspace.panel('Deals').hover();
  await expect(tool(page, 'Split: the chosen deals')).toHaveAccessibleDescription(/^Choose a deal first/);
  await deals.row(ownDeal).locator('[data-col="qty"]').click({ button: 'right' });
  const item = (name: RegExp) => page.getByRole('menuitem', { name });
  await expect(item(/^Correct principal/)).toContainText('which is not a client');
  await expect(item(/^Split/)).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await deals.choose(ownDeal, otherDeal);
  await expect(tool(page, 'Split: the chosen deals')).toHaveAccessibleDescription(/^One deal at a time/);
  await expect(tool(page, 'Cumulate: the chosen deals')).toHaveAccessibleDescription(
    /differs from deal \d+ in its side/,
  );

  // A rejection stays in the form with the typed values; Escape closes it and the focus returns to the row.
  await answersWith(page, 'meanwhile=SplitDeal');
  await deals.open('i', clientDeal);
  const first = deals.dialog.getByLabel('Lots of part 1');
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(deals.dialog.getByRole('status')).toHaveText(
    new RegExp(`^Rejected: Deal ${clientDeal} can no longer be changed`),
  );
  await expect(first).toHaveValue('2');
  await expect(first).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(deals.dialog).toHaveCount(0);
  await expect(deals.grid).toBeFocused();

  // The tripartite form loads the arrangements again after a failure, and says when there is none.
  await answersWith(page, 'failing=GetTripartites');
  await deals.open('t', ownDeal);
  await expect(deals.dialog.getByRole('alert')).toContainText('The arrangements could not be loaded.');
  expect(await violations(page, '[role="dialog"]')).toEqual([]);
  await answersWith(page, 'none=GetTripartites');
  await deals.dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(deals.send).toHaveAccessibleDescription(/^KAND has no tripartite arrangement\./);
  await page.keyboard.press('Escape');
  await expect(deals.dialog).toHaveCount(0);

  // A form whose reply is lost asks for the outcome, locks its fields, and offers to send again what never arrived.
  await answersWith(page, 'failing=AssignDealToMember');
  await deals.open('a', ownDeal);
  await deals.dialog.getByLabel('Member').selectOption('VELD');
  await expect(deals.dialog.getByLabel('Member').locator('option').filter({ hasText: 'KAND' })).toHaveCount(
    0,
  );
  await deals.send.click();
  await expect(deals.dialog.getByRole('status')).toContainText('it is not known whether this was done');
  await expect(deals.dialog.getByLabel('Member')).toBeDisabled();
  await expect(deals.send).toHaveText(`Send again: Assign deal ${ownDeal} to VELD`);
  await expect(deals.dialog.getByRole('status')).toContainText('Sending it again cannot do it twice.');
});

test('[PANEL-10] the history of deals filters on the server, loads earlier days, and changes nothing', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery('layout=own&rows=20');
  const panel = workspace.panel('Deals');
  await panel.getByRole('radio', { name: 'History' }).check({ force: true });
  const rows = workspace.grid('Deals of all days');
  for (const loaded of [20, 40]) {
    await expect(rows).toHaveAttribute('aria-rowcount', String(loaded + 1));
    await panel.getByRole('button', { name: 'Load earlier' }).click();
  }
  await expect(panel.getByRole('button', { name: 'Load earlier' })).toHaveCount(0);
  const count = async () => Number(await rows.getAttribute('aria-rowcount'));
  expect(await count()).toBeGreaterThan(41);
  const filters = panel.getByRole('form', { name: 'Filters of the history' });
  await filters.getByLabel('From').fill('soon');
  await expect(panel.getByRole('button', { name: 'Show' })).toHaveAccessibleDescription(/^Write a day like/);
  await filters.getByLabel('From').fill('18/11/2026');
  await filters.getByLabel('Principal').selectOption('2207K');
  await panel.getByRole('button', { name: 'Show' }).click();
  await expect(rows).toHaveAttribute('aria-rowcount', '2');
  await rows.locator('[data-line="0"] [data-col="qty"]').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: /^Split/ })).toContainText('History cannot be changed.');
});

test('[DATA-1] the trade history shows the days and the deals of a contract, sorted by a click', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery('layout=market');
  const chart = page.getByRole('region', { name: /^Chart/ }).first();
  await chart.getByRole('radio', { name: 'History', exact: true }).check({ force: true });
  const days = page.getByRole('grid', { name: /^Days of/ });
  await expect(days.locator('[data-line]').first()).toBeVisible();
  await days.getByRole('columnheader', { name: /^Volume/ }).click();
  const volumes = days.locator('[role="row"][data-line] [data-col="volume"]');
  const shown = (await volumes.allTextContents()).map((text) => Number(text.replace(/\D/g, '')));
  expect(shown).toEqual([...shown].sort((a, b) => a - b));
  await chart.getByRole('radio', { name: 'Deals', exact: true }).check({ force: true });
  await expect(page.getByRole('grid', { name: /^Deals in/ })).toHaveAttribute('aria-rowcount', /^\d{2,}$/);
  await expect(workspace.panel('Deals')).toHaveCount(0);
});
