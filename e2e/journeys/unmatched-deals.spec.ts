// Unmatched deals between two members: one dealer reports a deal and changes it, the other accepts it, with toasts and a badge for
// the member that must act; another report is withdrawn. A third member does not see them.
import type { Browser, Page } from '@playwright/test';
import { violations } from '../pages/axe.ts';
import { RowsPanel } from '../pages/rows-panel.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { membersOf, type PersonName } from '../product/people.ts';
import type { Product } from '../product/running-product.ts';

class UnmatchedScreen {
  readonly page: Page;
  readonly workspace: Workspace;
  readonly rows: RowsPanel;

  constructor(page: Page) {
    this.page = page;
    this.workspace = new Workspace(page);
    this.rows = new RowsPanel(page, 'Unmatched deals');
  }

  static async open(browser: Browser, product: Product, name: PersonName): Promise<UnmatchedScreen> {
    const context = await browser.newContext({ viewport: { width: 1600, height: 900 } });
    const { page } = await TradingPage.signIn(await context.newPage(), product, name);
    const screen = new UnmatchedScreen(page);
    await screen.workspace.chooseForLayout('New empty layout');
    await screen.workspace.item('Deals').click();
    await screen.workspace.item('Unmatched deals').click();
    return screen;
  }

  get panel() {
    return this.workspace.panel('Unmatched deals');
  }

  get dialog() {
    return this.page.getByRole('dialog');
  }

  /** The entry of the panel in the drawer, which has the badge. */
  get entry() {
    return this.workspace.item('Unmatched deals');
  }

  async show(tab: 'For us' | 'Ours') {
    await this.panel.getByRole('radio', { name: new RegExp(`^${tab}`) }).check({ force: true });
  }

  texts() {
    return this.rows.texts(['contract', 'side', 'qty', 'price', 'counterparty', 'state']);
  }

  async fillReport(report: { contract: string; side: string; qty: string; price: string; member: string }) {
    await this.panel.getByRole('button', { name: 'Report a deal…' }).click();
    await expect(this.dialog.getByRole('combobox', { name: 'Contract' })).toBeFocused();
    await this.dialog.getByRole('combobox', { name: 'Contract' }).fill(report.contract);
    await this.dialog.getByRole('radio', { name: report.side }).check({ force: true });
    await this.dialog.getByRole('textbox', { name: 'Quantity' }).fill(report.qty);
    await this.dialog.getByRole('textbox', { name: 'Price' }).fill(report.price);
    await this.dialog.getByRole('combobox', { name: 'With' }).selectOption(report.member);
  }

  deals() {
    return new RowsPanel(this.page, 'Deals').texts(['contract', 'side', 'qty', 'price', 'counterparty']);
  }
}

test('[PANEL-11] [ACT-9] [ACT-10] [ACT-11] [ACT-12] a dealer reports, changes and withdraws deals, another accepts the terms on screen, and a third sees none', async ({
  browser,
  product,
}) => {
  const { KAND, VELD } = membersOf(product);
  const [thandi, pieter, lerato] = [
    await UnmatchedScreen.open(browser, product, 'thandi'),
    await UnmatchedScreen.open(browser, product, 'pieter'),
    await UnmatchedScreen.open(browser, product, 'lerato'),
  ];
  await expect(pieter.panel).toContainText('Nothing for your member to accept.');
  const report = { contract: 'MAR27 WMAZ', side: 'Sell', qty: '5', price: '4060', member: VELD };

  // The form states the market's rejection, and keeps the typed values.
  await thandi.fillReport({ ...report, contract: 'MAR27 WMAZ 4060 C', price: '900' });
  expect(await violations(thandi.page, '[role="dialog"]')).toEqual([]);
  await thandi.dialog.getByRole('button', { name: /^Report: Sell 5 MAR27 WMAZ 4060 C at 900/ }).click();
  await expect(thandi.dialog.getByRole('status')).toContainText('5 % of the MTM');
  await thandi.dialog.getByRole('combobox', { name: 'Contract' }).fill('mar27 wmaz');
  await thandi.dialog.getByRole('textbox', { name: 'Price' }).fill('4060');
  await expect(thandi.dialog).toContainText(`${VELD} sees it immediately and must accept it`);
  await thandi.page.keyboard.press('Enter');
  await expect(thandi.dialog).toBeHidden();
  await thandi.workspace.hears(new RegExp(`waits for ${VELD} to accept it`));
  await thandi.show('Ours');
  await expect.poll(() => thandi.texts()).toEqual([`MAR27 WMAZ | Sell | 5 | 4,060.00 | ${VELD} | Waiting`]);

  // The member that must act hears of it and sees the badge, wherever the dealer looks.
  await expect(pieter.entry).toHaveAccessibleDescription(/^1 to accept/);
  await pieter.workspace.hears(
    new RegExp(`To accept: ${KAND} reports “Buy 5 MAR27 WMAZ at 4,060.00 from ${KAND}”`),
  );
  await expect.poll(() => pieter.texts()).toEqual([`MAR27 WMAZ | Buy | 5 | 4,060.00 | ${KAND} | Waiting`]);
  // This market trades at every hour: its schedule does not say when the deal expires.
  await expect(pieter.rows.rows.first().locator('[data-col="timeLeft"]')).toHaveText('–');

  // While the form is open the other side changes the deal: nobody accepts other terms than those on the screen.
  await pieter.rows.grid.focus();
  await pieter.page.keyboard.press('a');
  const accept = pieter.dialog.getByRole('button', { name: /^Accept: Buy/ });
  await expect(accept).toHaveText(`Accept: Buy 5 MAR27 WMAZ at 4,060.00 from ${KAND}`);
  await thandi.rows.grid.focus();
  await thandi.page.keyboard.press('e');
  await thandi.dialog.getByRole('textbox', { name: 'Quantity' }).fill('4');
  await thandi.dialog.getByRole('textbox', { name: 'Price' }).fill('4061');
  await thandi.dialog.getByRole('button', { name: /^Edit: Sell 4 MAR27 WMAZ at 4,061/ }).click();
  await thandi.workspace.hears(/was changed and waits/);
  await expect(pieter.dialog.getByRole('alert')).toContainText(
    `${KAND} has changed it: now Buy 4 MAR27 WMAZ at 4,061.00`,
  );
  await expect(accept).toHaveAccessibleDescription(/Look at the new terms first/);
  await pieter.dialog.getByRole('button', { name: 'Take the new terms' }).click();
  await expect(accept).toHaveText(`Accept: Buy 4 MAR27 WMAZ at 4,061.00 from ${KAND}`);
  // A deal can be accepted for another dealer of the member, and for nobody else.
  const dealer = pieter.dialog.getByLabel('Dealer whose deal it is');
  await dealer.fill('xyz');
  await expect(pieter.dialog).toContainText('It is a deal of dealer XYZ.');
  await accept.click();
  await expect(pieter.dialog.getByRole('status')).toContainText('XYZ');
  await dealer.fill('');
  expect(await violations(pieter.page, '[role="dialog"]')).toEqual([]);
  await accept.click();
  await expect(pieter.dialog).toBeHidden();
  await pieter.workspace.hears(/Accepted unmatched deal \d+: it is your deal \d+/);
  await thandi.workspace.hears(new RegExp(`${VELD} has accepted: Sell 4 MAR27 WMAZ at 4,061.00`));
  await expect.poll(() => pieter.deals()).toEqual([`MAR27 WMAZ | Buy | 4 | 4,061.00 | ${KAND}`]);
  await expect.poll(() => thandi.deals()).toEqual([`MAR27 WMAZ | Sell | 4 | 4,061.00 | ${VELD}`]);
  await expect(pieter.entry).not.toHaveAccessibleDescription(/to accept/);

  // Another one is withdrawn, after a question.
  await thandi.fillReport({ ...report, side: 'Buy', qty: '7' });
  await thandi.dialog.getByRole('button', { name: /^Report: Buy 7/ }).click();
  await expect(pieter.entry).toHaveAccessibleDescription(/^1 to accept/);
  await thandi.panel
    .getByRole('button', { name: /^Withdraw/ })
    .first()
    .click({ force: true });
  await thandi.dialog.getByRole('button', { name: 'Withdraw' }).click();
  await pieter.workspace.hears(new RegExp(`${KAND} has withdrawn “Sell 7 MAR27 WMAZ`));
  await expect(pieter.entry).not.toHaveAccessibleDescription(/to accept/);
  await expect
    .poll(async () => (await pieter.texts()).map((row) => row.split(' | ').at(-1)))
    .toEqual(['Withdrawn', 'Accepted']);

  // A dealer of a third member, without permissions.
  for (const tab of ['For us', 'Ours'] as const) {
    await lerato.show(tab);
    await expect(lerato.rows.rows).toHaveCount(0);
  }
  await expect(lerato.panel.getByRole('button', { name: 'Report a deal…' })).toHaveAccessibleDescription(
    /your account may not report unmatched deals/,
  );
  expect(await lerato.deals()).toEqual([]);
});
