// A delivery day of silo certificates with three members: a seller tenders a certificate, two longs bid for it, one raises, the other
// takes its bid back, and the certificate and its invoice go to the winner. Nobody sees whose bids and certificates they are.
import type { Browser, Page } from '@playwright/test';
import { violations } from '../pages/axe.ts';
import { RowsPanel } from '../pages/rows-panel.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { operate } from '../product/operator.ts';
import { demoPassword, type Person, peopleOfGroup } from '../product/people.ts';
import type { Product, RunningProduct } from '../product/running-product.ts';

/** The first delivery day of DEC26 is the day before. */
const deliveryDay = '2026-12-02';
const contract = 'DEC26 WMAZ';
/** A certificate of the demonstration: 400 t, storage paid to 31 December. */
const receipt = 'SR100005';
const [tons, storage] = [400, 0.9 * 29 * 400];
const group = peopleOfGroup(1);

class SiloScreen {
  readonly page: Page;
  readonly workspace: Workspace;
  readonly lots: RowsPanel;
  readonly certs: RowsPanel;

  constructor(page: Page) {
    this.page = page;
    this.workspace = new Workspace(page);
    this.lots = new RowsPanel(page, 'Lots');
    this.certs = new RowsPanel(page, 'Own silo certificates');
  }

  static async open(browser: Browser, product: Product): Promise<SiloScreen> {
    const context = await browser.newContext({ viewport: { width: 1600, height: 900 }, locale: 'en-GB' });
    const { page } = await TradingPage.signIn(await context.newPage(), product, 'thandi');
    const screen = new SiloScreen(page);
    await screen.workspace.chooseForLayout('New empty layout');
    for (const [title, place] of [
      ['Silo auction', 'Top half'],
      ['Silo certificates', 'Bottom half'],
    ] as const) {
      await screen.workspace.item(title).click();
      await screen.workspace.choose(title, 'Move and size…');
      const dialog = page.getByRole('dialog', { name: `Move and size ${title}` });
      await dialog.getByRole('button', { name: place }).click();
      await expect(dialog).toBeHidden();
    }
    return screen;
  }

  get auction() {
    return this.workspace.panel('Silo auction');
  }

  get dialog() {
    return this.page.getByRole('dialog');
  }

  async show(panel: 'Silo auction' | 'Silo certificates', tab: string) {
    await this.workspace
      .panel(panel)
      .getByRole('radio', { name: new RegExp(`^${tab}`) })
      .check({ force: true });
  }

  lotTexts() {
    return this.lots.texts(['location', 'tons', 'bestPremium', 'ownPremium', 'rank', 'state']);
  }

  deliveryTexts() {
    return new RowsPanel(this.page, 'Deliveries').texts(['side', 'siloReceiptNo', 'award', 'amount']);
  }

  /** Bids for the only lot, by keyboard. */
  async bid(premium: string, button: RegExp) {
    await this.lots.grid.focus();
    await this.page.keyboard.press('b');
    await expect(this.dialog.getByRole('textbox', { name: 'Premium' })).toBeFocused();
    await this.dialog.getByRole('textbox', { name: 'Premium' }).fill(premium);
    await this.dialog.getByRole('button', { name: button }).click();
    await expect(this.dialog).toBeHidden();
    await this.workspace.hears(new RegExp(`bids R.${premium} per ton`));
  }

  /** The whole text of the page, to search for words that it must not contain. */
  text() {
    return this.page.locator('body').innerText();
  }
}

async function stage(product: RunningProduct, ...words: string[]) {
  const { code, output } = await operate(product.dataFolder, 'silo', ...words);
  expect([code, output]).toEqual([0, output]);
}

const as = (product: Product, person: Person): Product => ({
  url: product.url,
  dataFolder: product.dataFolder,
  people: { ...product.people, thandi: person },
});

/** The two longs are thandi of KAND and thandi of the group; pieter of VELD is short to both. */
async function deal(product: RunningProduct) {
  const { thandi, pieter } = product.people;
  const [seller, ...longs] = await Promise.all(
    [pieter, thandi, group.thandi].map((person) => MarketClient.signInAs(product, person, demoPassword)),
  );
  await seller?.insertOrder({ requestId: 's-1', contract, side: 'S', qty: 8, price: 4035 });
  for (const long of longs)
    expect(await long.insertOrder({ requestId: 's-2', contract, qty: 4, price: 4035 })).toMatchObject({
      status: 200,
    });
}

test('[SILO-1] [SILO-2] [SILO-3] [ACT-21] [AUTH-11] a seller tenders a certificate, two members bid anonymously, and the winner gets certificate and invoice', async ({
  browser,
  startProduct,
}) => {
  // A start of the product with more members, three screens, six commands of the operator, and axe.
  const product = await startProduct({ businessDay: deliveryDay, groups: [group] });
  const { thandi: kand, pieter: veld } = product.people;
  await deal(product);
  await stage(product, 'stage', 'tendering');
  const seller = await SiloScreen.open(browser, as(product, veld));
  const winner = await SiloScreen.open(browser, as(product, kand));
  const rival = await SiloScreen.open(browser, as(product, group.thandi));

  // The seller finds the certificate by location and tenders it; a wrong quantity is not offered.
  await expect(seller.auction).toContainText(/WMAZ.*Tenders.*shorts tender certificates/);
  await expect
    .poll(() => seller.certs.texts(['siloReceiptNo', 'tons', 'state']))
    .toContain(`${receipt} | 400 | Held`);
  await seller.workspace
    .panel('Silo certificates')
    .getByRole('combobox', { name: 'Location' })
    .selectOption('Reitz');
  await expect(seller.certs.rows).toHaveCount(1);
  await seller.certs.grid.focus();
  await seller.page.keyboard.press('t');
  await expect(seller.dialog).toContainText(`${receipt}, 400 t WMAZ WM1 at REITZ`);
  expect(await violations(seller.page, '[role="dialog"]')).toEqual([]);
  await seller.dialog.getByRole('button', { name: `Tender ${receipt} for ${contract}` }).click();
  await seller.workspace.hears(`Certificate ${receipt} is tendered for ${contract} as lot 1.`);
  await expect.poll(() => seller.certs.texts(['state'])).toEqual(['Tendered']);

  // Everyone sees the lot, and nobody can bid yet.
  await expect.poll(() => rival.lotTexts()).toEqual(['Reitz | 400 | – | – | – | Tendered']);
  await expect(
    rival.auction.getByRole('button', { name: 'Bid for lot 1', exact: true }),
  ).toHaveAccessibleDescription('Bids are accepted when the auction begins.');
  await stage(product, 'stage', 'bidding');
  await expect.poll(() => rival.lotTexts()).toEqual(['Reitz | 400 | – | – | – | In auction']);

  // The bids meet: each immediately sees the best premium and its own rank.
  await winner.bid('5', /^Bid R.5 per ton for lot 1/);
  await expect.poll(() => winner.lotTexts()).toEqual(['Reitz | 400 | 5.00 | 5.00 | 1 of 1 | In auction']);
  await expect.poll(() => rival.lotTexts()).toEqual(['Reitz | 400 | 5.00 | – | – | In auction']);
  await rival.bid('9', /^Bid R.9 per ton for lot 1/);
  await expect.poll(() => rival.lotTexts()).toEqual(['Reitz | 400 | 9.00 | 9.00 | 1 of 2 | In auction']);
  await expect.poll(() => winner.lotTexts()).toEqual(['Reitz | 400 | 9.00 | 5.00 | 2 of 2 | In auction']);

  // A bid that does not raise is not sent; the form shows the cost of the lot.
  await winner.lots.grid.focus();
  await winner.page.keyboard.press('b');
  await winner.dialog.getByRole('textbox', { name: 'Premium' }).fill('4');
  await expect(winner.dialog).toContainText('KAND already bids R 5 per ton. Bid more');
  await expect(winner.dialog).toContainText('This bid would not lead: the best premium is R 9 per ton.');
  await winner.page.keyboard.press('Escape');
  await winner.page.getByRole('button', { name: 'Discard', exact: true }).click();
  await winner.bid('12', /^Raise to R.12 per ton for lot 1/);
  await expect.poll(() => rival.lotTexts()).toEqual(['Reitz | 400 | 12.00 | 9.00 | 2 of 2 | In auction']);
  expect(await violations(rival.page, '[data-panel]')).toEqual([]);

  // Names, sellers and receipts stay hidden.
  const { member: ofRival } = group.thandi;
  for (const [screen, hidden] of [
    [rival, [kand.member, veld.member, receipt]],
    [winner, [ofRival, veld.member, receipt]],
    [seller, [kand.member, ofRival, 'own bids']],
  ] as const) {
    const text = await screen.text();
    for (const secret of hidden) expect(text).not.toContain(secret);
  }

  // The rival takes its bid back; once bids are closed, nothing can be changed.
  await rival.lots.grid.focus();
  await rival.page.keyboard.press('Delete');
  await rival.page.getByRole('button', { name: 'Withdraw bid', exact: true }).click();
  await rival.workspace.hears(/Withdrew the bid: R.9 per ton/);
  await expect.poll(() => rival.lotTexts()).toEqual(['Reitz | 400 | 12.00 | – | – | In auction']);
  await stage(product, 'stage', 'deciding');
  await expect(winner.auction).toContainText('bids are closed, the award follows');
  const effective = Number((await winner.lots.texts(['spotPrice']))[0]?.replace(',', ''));
  for (const name of ['Bid for lot 1', 'Withdraw bid for lot 1'])
    await expect(winner.auction.getByRole('button', { name, exact: true })).toHaveAccessibleDescription(
      'Bids are closed: the lots are awarded next.',
    );

  await stage(product, 'award');
  for (const screen of [seller, winner, rival]) await screen.show('Silo auction', 'Deliveries');
  // With 15 % VAT, in whole cents.
  const cents = Math.round(((effective + 12) * tons + storage) * 115);
  const amount = (cents / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 });
  await expect.poll(() => winner.deliveryTexts()).toEqual([`Received | ${receipt} | by bid | −${amount}`]);
  await expect.poll(() => seller.deliveryTexts()).toEqual([`Delivered | ${receipt} | by bid | +${amount}`]);
  await expect(rival.auction).toContainText('No deliveries of your member.');

  // The certificate has its new owner, with a history that does not name the one before.
  await expect
    .poll(() => winner.certs.texts(['siloReceiptNo', 'tons', 'state']))
    .toContain(`${receipt} | 400 | Held`);
  await winner.certs.rows.filter({ hasText: receipt }).click();
  await winner.page.keyboard.press('i');
  await expect(winner.dialog.getByRole('row', { name: /Invoiced/ })).toContainText('another member');
  await expect(winner.dialog.getByRole('row', { name: /Held KAND/ })).toHaveCount(1);
  expect(await violations(winner.page, '[role="dialog"]')).toEqual([]);
  await expect(seller.certs.rows).toHaveCount(0);
  await winner.page.keyboard.press('Escape');

  // The two positions are smaller by the lots of the certificate.
  await seller.show('Silo auction', 'To deliver');
  await expect
    .poll(() => new RowsPanel(seller.page, 'Positions to deliver').texts(['contract', 'net', 'duty']))
    .toEqual([`${contract} | −4 | 4 to tender`]);
  await winner.show('Silo auction', 'To deliver');
  await expect(winner.auction).toContainText('Nothing to deliver or receive.');
});
