// The actions of a member on its deals. Thandi's member has a client with the sub-accounts EAST and WEST; the client of Pieter's
// member has a tripartite arrangement with hers. Pieter's member is on the other side of every deal; Lerato's has nothing to do with it.

import { type DealRow, type UnmatchedDealRow, userCommands } from '@openpit/wire';
import type { Browser, Page } from '@playwright/test';
import { violations } from '../pages/axe.ts';
import { DealsPanel } from '../pages/deals-panel.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, secondLook, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { membersOf } from '../product/people.ts';
import type { Product } from '../product/running-product.ts';

/** Wide enough for all columns of deals. */
const viewport = { width: 2000, height: 800 };

interface Desk {
  readonly page: Page;
  readonly deals: DealsPanel;
  readonly workspace: Workspace;
}

async function deskOf(browser: Browser, product: Product, name: 'thandi' | 'pieter'): Promise<Desk> {
  const context = await browser.newContext({ viewport });
  const { page } = await TradingPage.signIn(await context.newPage(), product, name);
  const workspace = new Workspace(page);
  await workspace.choose('Deals', 'Maximise');
  return { page, deals: new DealsPanel(page), workspace };
}

interface Market extends Record<'thandi' | 'pieter', MarketClient> {
  /** Thandi buys from Pieter; resolves with the number of her deal. */
  readonly deal: (
    qty: number,
    more?: { readonly price?: number; readonly principal?: string },
  ) => Promise<number>;
  readonly dealsOf: (name: 'thandi' | 'pieter' | 'lerato') => Promise<DealRow[]>;
}

async function openMarket(product: Product): Promise<Market> {
  const thandi = await MarketClient.signIn(product, 'thandi');
  const pieter = await MarketClient.signIn(product, 'pieter');
  const lerato = await MarketClient.signIn(product, 'lerato');
  const clients = { thandi, pieter, lerato };
  const dealsOf = (name: keyof typeof clients) => clients[name].rows<DealRow>('deals');
  let orders = 0;
  return {
    thandi,
    pieter,
    dealsOf,
    async deal(qty, { price = 4030, principal } = {}) {
      orders += 1;
      const order = { requestId: `d-${orders}`, price, qty };
      const account = principal === undefined ? {} : { principal, capacity: 'A' };
      expect(await pieter.insertOrder({ ...order, side: 'S' })).toMatchObject({ status: 200 });
      expect(await thandi.insertOrder({ ...order, ...account })).toMatchObject({ status: 200 });
      return Math.max(...(await dealsOf('thandi')).map(({ dealSeq }) => dealSeq));
    },
  };
}

const ownTerms = ['side', 'qty', 'price', 'principal', 'subAccount', 'dealer', 'counterparty', 'state'];

test('[ACT-13] [ACT-16] [PANEL-10] a dealer splits a deal by keyboard and cumulates its parts, and the other member’s deal does not change', async ({
  browser,
  product,
}) => {
  const { KAND, VELD } = membersOf(product);
  const client = `${KAND}C`;
  const market = await openMarket(product);
  const whole = await market.deal(10);
  const thandi = await deskOf(browser, product, 'thandi');
  const pieter = await deskOf(browser, product, 'pieter');
  const { deals, page } = thandi;

  await deals.open('i', whole);
  await expect(deals.dialog).toContainText('The deal is replaced by its parts, at the same price and time.');
  expect(await violations(page, '[role="dialog"]')).toEqual([]);
  expect(await deals.lines('Before')).toEqual([
    `Deal ${whole} | Buy 10 at 4,030.00 | for ${KAND}, dealer THN, with ${VELD}`,
  ]);
  // The first field has the focus: the parts are 7 lots for the client's sub-account and 2 lots, which is one lot short.
  await expect(deals.dialog.getByLabel('Lots of part 1')).toBeFocused();
  await page.keyboard.type('7');
  await page.keyboard.press('Tab');
  await deals.dialog.getByLabel('Principal of part 1').selectOption(client);
  await deals.dialog.getByLabel('Sub-account of part 1').selectOption('EAST');
  await deals.dialog.getByLabel('Lots of part 2').fill('2');
  await expect(deals.send).toHaveAccessibleDescription('1 lot of 10 is not in any part yet.');
  await page.keyboard.press('Enter');
  await deals.dialog.getByRole('button', { name: 'Add part' }).click();
  await expect(deals.dialog.getByLabel('Lots of part 3')).toHaveValue('1');
  expect(await deals.lines('After')).toEqual([
    `Part 1 | Buy 7 at 4,030.00 | for ${client} EAST, dealer THN, with ${VELD}`,
    `Part 2 | Buy 2 at 4,030.00 | for ${KAND}, dealer THN, with ${VELD}`,
    `Part 3 | Buy 1 at 4,030.00 | for ${KAND}, dealer THN, with ${VELD}`,
  ]);
  await deals.dialog.getByLabel('Lots of part 3').press('Enter');
  await expect(deals.dialog).toBeHidden();
  await thandi.workspace.hears(new RegExp(`Split deal ${whole} into deals `));
  const part = (qty: number, principal: string, subAccount: string, state = 'Open') =>
    `Buy | ${qty} | 4,030.00 | ${principal} | ${subAccount} | THN | ${VELD} | ${state}`;
  await expect
    .poll(async () => (await deals.texts(ownTerms)).sort())
    .toEqual(
      [part(1, KAND, '–'), part(10, KAND, '–', 'Split'), part(2, KAND, '–'), part(7, client, 'EAST')].sort(),
    );

  // From the deal to its parts and back, with the details in one dialog.
  await deals.open('l', whole);
  await expect(deals.dialog).toContainText('split');
  await deals.dialog.getByRole('button', { name: /Buy 7 at/ }).click();
  await expect(deals.dialog).toContainText(`${client} EAST, client`);
  await deals.dialog.getByRole('button', { name: `Deal ${whole}, split` }).click();
  await expect(deals.dialog.getByRole('heading', { name: `Deal ${whole} in` })).toBeVisible();
  expect(await violations(page, '[role="dialog"]')).toEqual([]);
  await page.keyboard.press('Escape');

  // A deal that was split can do nothing more, and says why.
  await deals.choose(whole);
  await thandi.workspace.panel('Deals').hover();
  await expect(page.getByRole('button', { name: `Split: deal ${whole}` })).toHaveAccessibleDescription(
    `Deal ${whole} was split. Use the deals that replaced it.`,
  );

  const small = (await market.dealsOf('thandi')).filter(({ qty }) => qty < 3).map(({ dealSeq }) => dealSeq);
  await deals.open('m', ...small);
  await expect(deals.dialog).toContainText('The 2 deals are replaced by one deal of 3 lots at their price.');
  expect(await violations(page, '[role="dialog"]')).toEqual([]);
  expect(await deals.lines('After')).toEqual([
    `New deal | Buy 3 at 4,030.00 | for ${KAND}, dealer THN, with ${VELD}`,
  ]);
  await expect(deals.send).toHaveText('Cumulate 2 deals');
  await page.keyboard.press('Enter');
  await expect(deals.dialog).toBeHidden();
  await expect.poll(() => deals.texts(ownTerms)).toContain(part(3, KAND, '–'));
  await expect.poll(() => deals.texts(ownTerms)).toContain(part(2, KAND, '–', 'Cumulated'));

  // Against the market nothing has changed: the other side has its one deal, and does not see the client.
  await expect
    .poll(() => pieter.deals.texts(ownTerms))
    .toEqual([`Sell | 10 | 4,030.00 | ${VELD} | – | PBO | ${KAND} | Open`]);
  expect(JSON.stringify(await market.dealsOf('pieter'))).not.toContain(client);
  expect(await market.dealsOf('lerato')).toEqual([]);
});

test('[ACT-17] [ACT-20] a dealer corrects the principal of a client’s deal and moves it to a sub-account, which only the member sees', async ({
  browser,
  product,
}) => {
  const { KAND, VELD } = membersOf(product);
  const client = `${KAND}C`;
  const market = await openMarket(product);
  const own = await market.deal(2);
  const deal = await market.deal(5, { principal: client });
  const thandi = await deskOf(browser, product, 'thandi');
  const { deals, page } = thandi;

  await deals.choose(own);
  await page.keyboard.press('p');
  await thandi.workspace.hears(/which is not a client: only a client’s deal can be corrected\./);

  await deals.open('n', deal);
  const subAccount = deals.dialog.getByLabel(`Sub-account of ${client}`);
  await expect(subAccount).toBeFocused();
  await expect(deals.send).toHaveAccessibleDescription('To which sub-account?');
  await subAccount.selectOption('WEST');
  await expect(deals.dialog).toContainText(`The deal moves to sub-account WEST of ${client}.`);
  expect(await violations(page, '[role="dialog"]')).toEqual([]);

  // Meanwhile another program of the member does the same: the market rejects the second one, in the form.
  const moved = { requestId: 'other-screen', dealSeq: deal, subAccount: 'WEST' };
  await page.route(`**${userCommands.subAccountChange.path}`, async (route) => {
    await market.thandi.post(userCommands.subAccountChange.path, moved);
    await route.continue();
  });
  await deals.send.click();
  await expect(deals.dialog.getByRole('status')).toHaveText(
    `Rejected: Deal ${deal} already has this sub-account.`,
  );
  await page.unroute(`**${userCommands.subAccountChange.path}`);
  // The screen asks before it discards typed text.
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Discard your input?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await expect(deals.dialog).toBeHidden();
  await expect(deals.row(deal).locator('[data-col="subAccount"]')).toHaveText('WEST');
  await expect(deals.grid).toBeFocused();

  await deals.open('p', deal);
  await deals.dialog.getByLabel('For', { exact: true }).selectOption(KAND);
  expect(await deals.lines('Before')).toEqual([
    `Deal ${deal} | Buy 5 at 4,030.00 | for ${client} WEST, dealer THN, with ${VELD}`,
  ]);
  expect(await deals.lines('After')).toEqual([
    `Deal ${deal} | Buy 5 at 4,030.00 | for ${KAND}, dealer THN, with ${VELD}`,
  ]);
  expect(await violations(page, '[role="dialog"]')).toEqual([]);
  await expect(deals.send).toHaveText(`Correct deal ${deal} to ${KAND}`);
  await deals.send.press('Enter');
  await expect(deals.dialog).toBeHidden();
  await thandi.workspace.hears(`Corrected deal ${deal}: it is for ${KAND} now.`);
  await expect(deals.row(deal).locator('[data-col="principal"]')).toHaveText(KAND);
  await deals.open('l', deal);
  const corrections = deals.dialog.getByRole('region', { name: 'Corrections' });
  await expect(corrections.locator('li')).toHaveText([
    /THN: sub-account from none to WEST$/,
    new RegExp(`THN: principal from ${client} to ${KAND}$`),
  ]);
  await page.keyboard.press('Escape');

  // History has the deals of all days; the filter leaves the client out, which has no deals any longer.
  const panel = thandi.workspace.panel('Deals');
  await panel.getByRole('radio', { name: 'History' }).check();
  const history = thandi.workspace.grid('Deals of all days').locator('[role="row"][data-line]');
  await expect(history).toHaveCount(2);
  const filters = panel.getByRole('form', { name: 'Filters of the history' });
  await filters.getByLabel('From').fill('2026/11/19');
  await panel.getByRole('button', { name: 'Show' }).click();
  await expect(panel.getByText('No deals match.')).toBeVisible();
  await filters.getByLabel('From').fill('2026/11/18');
  await filters.getByLabel('Contract').fill('dec26 wmaz');
  await filters.getByLabel('Contract').press('Enter');
  await expect(history).toHaveCount(2);
  await filters.getByLabel('Principal').selectOption(client);
  // History is a moment behind the market.
  await expect(async () => {
    await panel.getByRole('button', { name: 'Show' }).click();
    await expect(panel.getByText('No deals match.')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await thandi.workspace.closeToasts();
  expect(await violations(page, '[data-panel]')).toEqual([]);

  const theirs = await market.dealsOf('pieter');
  const sold = {
    side: 'S',
    price: 4030,
    principal: VELD,
    subAccount: null,
    dealer: 'PBO',
    counterparty: KAND,
  };
  expect([...theirs].sort((a, b) => a.qty - b.qty)).toMatchObject([
    { ...sold, qty: 2, state: 'Open' },
    { ...sold, qty: 5, state: 'Open' },
  ]);
  const others = JSON.stringify(theirs);
  expect(others).not.toContain(client);
  expect(others).not.toContain('WEST');
  expect(await market.dealsOf('lerato')).toEqual([]);
});

test(
  '[ACT-14] [ACT-15] [API-7] a dealer assigns a deal and passes one on by a tripartite arrangement, and each member sees its own side',
  secondLook('exchange-day.spec.ts assigns, accepts and passes deals on, among three members.'),
  async ({ browser, product }) => {
    const { KAND, VELD } = membersOf(product);
    const theirClient = `${VELD}C`;
    const market = await openMarket(product);
    const assigned = await market.deal(4);
    const passed = await market.deal(6);
    const thandi = await deskOf(browser, product, 'thandi');
    const pieter = await deskOf(browser, product, 'pieter');
    const { deals, page } = thandi;

    await deals.open('a', assigned);
    const member = deals.dialog.getByLabel('Member');
    await expect(member).toBeFocused();
    expect((await member.locator('option').allTextContents()).join()).not.toContain(KAND);
    await member.selectOption(VELD);
    await expect(deals.dialog).toContainText(
      `The deal is offered to ${VELD} and stays yours until it is accepted.`,
    );
    expect(await deals.lines(`When ${VELD} accepts`)).toEqual([
      `In your own name | Buy 4 at 4,030.00 | for ${KAND}, dealer THN, with ${VELD}`,
      `Offset | Sell 4 at 4,030.00 | for ${KAND}, dealer THN, with ${VELD}`,
      `At ${VELD} | Buy 4 at 4,030.00 | for an account of its choice, with ${KAND}`,
    ]);
    expect(await violations(page, '[role="dialog"]')).toEqual([]);
    await deals.send.click();
    await expect(deals.dialog).toBeHidden();
    await expect(deals.row(assigned).locator('[data-col="state"]')).toHaveText('Assigning');
    await expect(pieter.deals.rows).toHaveCount(2);
    await deals.choose(assigned);
    await page.keyboard.press('i');
    await thandi.workspace.hears(/is offered to another member, which has not accepted it yet/);

    const [offer] = (await market.pieter.rows<UnmatchedDealRow>('unmatchedDeal')).filter(
      ({ role }) => role === 'addressed',
    );
    const accepted = await market.pieter.post(userCommands.acceptUnmatchedDeal.path, {
      requestId: 'accept',
      unmatchedSeq: offer?.unmatchedSeq,
      version: offer?.version,
      principal: VELD,
    });
    expect(accepted).toMatchObject({ status: 200 });
    await expect(deals.row(assigned).locator('[data-col="state"]')).toHaveText('Assigned');
    const of = (side: string, qty: number, principal: string, dealer: string, more: string) =>
      `${side} | ${qty} | 4,030.00 | ${principal} | – | ${dealer} | ${more}`;
    await expect
      .poll(async () => (await deals.texts(ownTerms)).filter((text) => text.includes(' | 4 | ')).sort())
      .toEqual(
        [
          of('Buy', 4, KAND, 'THN', `${VELD} | Assigned`),
          of('Buy', 4, KAND, 'THN', `${VELD} | Open`),
          of('Sell', 4, KAND, 'THN', `${VELD} | Open`),
        ].sort(),
      );
    await expect
      .poll(async () =>
        (await pieter.deals.texts(ownTerms)).filter((text) => text.includes(' | 4 | ')).sort(),
      )
      .toEqual([of('Buy', 4, VELD, 'PBO', `${KAND} | Open`), of('Sell', 4, VELD, 'PBO', `${KAND} | Open`)]);

    await deals.open('t', passed);
    const arrangement = deals.dialog.getByLabel('Client and carrying member');
    await arrangement.selectOption({ label: `${theirClient}, carried by ${VELD}` });
    await expect(deals.dialog).toContainText(
      `The deal passes immediately to ${VELD}, for its client ${theirClient}.`,
    );
    expect(await violations(page, '[role="dialog"]')).toEqual([]);
    expect(await deals.lines('After')).toContain(
      `At ${VELD} | Buy 6 at 4,030.00 | for ${theirClient}, with ${KAND}`,
    );
    await deals.send.click();
    await expect(deals.dialog).toBeHidden();
    await thandi.workspace.hears(`Passed deal ${passed} to ${VELD} for ${theirClient}.`);
    await expect(deals.row(passed).locator('[data-col="state"]')).toHaveText('Tripartite');
    await expect
      .poll(async () => (await pieter.deals.texts(ownTerms)).filter((text) => text.includes(theirClient)))
      .toEqual([of('Buy', 6, theirClient, '–', `${KAND} | Open`)]);
    expect(JSON.stringify(await market.dealsOf('thandi'))).not.toContain(theirClient);
    expect(await market.dealsOf('lerato')).toEqual([]);

    // The command palette offers the actions for the chosen deal.
    const offset = (await market.dealsOf('thandi')).find(({ side, qty }) => side === 'S' && qty === 6);
    await deals.choose(offset?.dealSeq ?? 0);
    await page.keyboard.press('Control+k');
    await expect(page.getByPlaceholder(/^Contract, panel/)).toBeFocused();
    await page.keyboard.type('split the chosen deal');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: `Split deal ${offset?.dealSeq}` })).toBeVisible();
  },
);
