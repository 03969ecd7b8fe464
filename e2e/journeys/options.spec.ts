// Options and deltas on the screen: quotes by premium and by volatility, a strike that a dealer lists, a delta whose hedge is
// shown before it is sent. Another member sees the prices, but not whose orders they are.
import type { Browser } from '@playwright/test';
import { violations } from '../pages/axe.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import type { PersonName } from '../product/people.ts';
import type { Product } from '../product/running-product.ts';

class OptionScreen {
  readonly trading: TradingPage;
  readonly workspace: Workspace;

  private constructor(trading: TradingPage) {
    this.trading = trading;
    this.workspace = new Workspace(trading.page);
  }

  /** The starter layout for options, with the deals in place of the calculator. */
  static async open(browser: Browser, product: Product, name: PersonName): Promise<OptionScreen> {
    const context = await browser.newContext({ viewport: { width: 1600, height: 900 } });
    const screen = new OptionScreen(await TradingPage.signIn(await context.newPage(), product, name));
    await screen.workspace.chooseForLayout('New: Options desk');
    await screen.workspace.choose('Option calculator', 'Replace with…', 'Deals');
    return screen;
  }

  async select(series: string): Promise<void> {
    for (const panel of ['Options', 'Deltas'])
      await this.workspace
        .panel(panel)
        .getByRole('combobox', { name: 'Underlying and expiry' })
        .selectOption({ label: await this.labelOf(panel, series) });
  }

  async labelOf(panel: string, series: string): Promise<string> {
    const options = this.workspace.panel(panel).getByRole('option');
    await expect(options.first()).toBeAttached();
    const labels = await options.allTextContents();
    return labels.find((label) => label.startsWith(`${series},`)) ?? `no series ${series} among ${labels}`;
  }

  cell(panel: 'Options' | 'Deltas', strike: string, column: string) {
    return this.workspace
      .panel(panel)
      .locator('[role="row"][data-line]')
      .filter({ has: this.trading.page.locator('[data-col="strike"]', { hasText: strike }) })
      .locator(`[data-col="${column}"]`);
  }

  async show(panel: 'Options' | 'Deltas', what: 'Volatility' | 'Premium' | 'Greeks') {
    await this.workspace.panel(panel).getByRole('radio', { name: what }).check({ force: true });
  }

  field(name: string) {
    return this.trading.form.dialog.getByRole('textbox', { name: new RegExp(`^${name}`) });
  }
}

const dealColumns = ['contract', 'side', 'qty', 'price'];

test('[PANEL-2] [PANEL-3] [PANEL-13] [HUB-3] [ACT-1] dealers of two members list a strike, and deal in options, in deltas and from the calculator', async ({
  browser,
  product,
}) => {
  const thandi = await OptionScreen.open(browser, product, 'thandi');
  const pieter = await OptionScreen.open(browser, product, 'pieter');
  await test.step('[HUB-3] a dealer lists a strike, which every member sees; a strike that is not allowed is rejected with the reason', async () => {
    for (const screen of [thandi, pieter]) await screen.select('MAR27 YMAZ');
    const panel = thandi.workspace.panel('Options');
    const strikes = async (screen: OptionScreen, name = 'Options') =>
      Number(/^(\d+) strikes/.exec(await screen.workspace.panel(name).locator('footer').innerText())?.[1]);
    const before = await strikes(pieter);
    await panel.getByRole('button', { name: 'Add strike' }).click();
    await panel.getByRole('textbox', { name: 'Strike, R/t' }).fill('3901.37');
    await page(thandi).keyboard.press('Enter');
    await expect(panel.getByRole('alert')).toContainText(/multiple|step|20/);
    expect(await strikes(pieter)).toBe(before);
    // The next strike above the highest one listed.
    const grid = panel.getByRole('grid');
    await grid.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    const lastLine = await grid.getAttribute('aria-rowcount');
    await expect(grid.locator(`[aria-rowindex="${lastLine}"]`)).toBeVisible();
    const listed = (await panel.locator('[data-line] [data-col="strike"]').allInnerTexts()).map((text) =>
      Number(text.replace(/\D/g, '')),
    );
    // Far from the future's price, strikes are a hundred apart.
    const next = Math.ceil((Math.max(...listed) + 1) / 100) * 100;
    await panel.getByRole('textbox', { name: 'Strike, R/t' }).fill(String(next));
    await page(thandi).keyboard.press('Enter');
    await thandi.workspace.hears(new RegExp(`Strike ${next} on MAR27 YMAZ is listed`));
    for (const screen of [thandi, pieter])
      for (const name of ['Options', 'Deltas'])
        await expect.poll(() => strikes(screen, name)).toBe(before + 1);
  });

  await test.step('[PANEL-2] [ACT-1] a dealer bids for an option by volatility, another sells by premium, and neither sees the other’s orders', async () => {
    for (const screen of [thandi, pieter]) await screen.select('MAR27 WMAZ');
    await thandi.cell('Options', '4,060', 'call-bid').click();
    await thandi.trading.page.keyboard.press('b');
    await expect(thandi.trading.form.dialog).toContainText('MAR27 WMAZ 4060 C');
    // The volatility is typed in percent; the premium follows and is on the button.
    await thandi.field('Quantity').fill('10');
    await thandi.field('Implied vol').fill('25');
    const premium = await thandi.field('Premium').inputValue();
    expect(Number(premium)).toBeGreaterThan(150);
    expect(Math.round(Number(premium) * 100) % 20).toBe(0);
    // The market gets the volatility; the button states the resulting premium and the price of the future used for it.
    await expect(thandi.trading.form.send).toHaveText(
      new RegExp(`^Buy 10 MAR27 WMAZ 4060 C at 25\\.00\\s% \\(${premium} on [\\d,.]+\\)$`),
    );
    await expect(thandi.trading.form.dialog.locator('[data-option-terms]')).toContainText(
      /delta \+5\d\.\d %/,
    );
    await thandi.trading.form.send.click();
    await expect(thandi.trading.form.outcome).toHaveAttribute('data-kind', 'accepted');
    await thandi.trading.form.close();

    for (const screen of [thandi, pieter]) {
      await expect(screen.cell('Options', '4,060', 'call-bid')).toContainText(premium);
      await expect(screen.cell('Options', '4,060', 'call-bidQty')).toHaveText('10');
      await screen.show('Options', 'Volatility');
      // The bid is the volatility that was typed, as exactly as the tick of the premium allows.
      const volatility = await screen.cell('Options', '4,060', 'call-bid').innerText();
      expect(Math.abs(Number(volatility.replace(/[^\d.]/g, '')) - 25)).toBeLessThan(0.05);
      await screen.show('Options', 'Greeks');
      await expect(screen.cell('Options', '4,060', 'call-delta')).toHaveText(/\+\d\d\.\d/);
      await screen.show('Options', 'Premium');
    }
    await expect(thandi.trading.orders.rows).toHaveCount(1);
    await expect(pieter.trading.orders.rows).toHaveCount(0);

    // A double-click on the bid opens the form with Sell at that premium.
    await pieter.cell('Options', '4,060', 'call-bid').dblclick();
    await expect(pieter.trading.form.send).toHaveText(`Sell 10 MAR27 WMAZ 4060 C at ${premium}`);
    await pieter.trading.form.enter({ qty: 4 });
    await pieter.trading.form.close();
    for (const [screen, side] of [
      [thandi, 'Buy'],
      [pieter, 'Sell'],
    ] as const) {
      await expect(screen.cell('Options', '4,060', 'call-bidQty')).toHaveText('6');
      await expect(screen.cell('Options', '4,060', 'call-last')).toHaveText(premium);
      await expect
        .poll(() => screen.trading.deals.texts(dealColumns))
        .toEqual([`MAR27 WMAZ 4060 C | ${side} | 4 | ${premium}`]);
      // The deal has the volatility of the bid, and a fee.
      await screen.workspace.choose('Deals', 'Maximise');
      const [details = ''] = await screen.trading.deals.texts(['volatility', 'fee']);
      expect(details).toMatch(
        new RegExp(`^(24\\.9|25\\.0)\\d / ${premium.replace('.', '\\.')} \\| \\d+\\.\\d\\d$`),
      );
      await screen.workspace.choose('Deals', 'Maximise');
    }
  });

  await test.step('[PANEL-3] [ACT-1] a dealer sees the hedge of a delta before sending it, and the deal gives both members two linked deals', async () => {
    for (const screen of [thandi, pieter]) await screen.select('JUL27 WMAZ');
    await thandi.cell('Deltas', '3,940', 'put-bid').click();
    await page(thandi).keyboard.press('b');
    const { form } = thandi.trading;
    await expect(form.dialog).toContainText('JUL27 WMAZ 3940 P D');
    await thandi.field('Quantity').fill('20');
    await thandi.field('Implied vol').fill('28');
    await thandi.field('Reference').fill('3,950.00');
    const hedge = form.dialog.locator('[data-legs]');
    await expect(hedge).toHaveText(/^Hedge: buy \d+ JUL27 WMAZ at 3,950\.00$/);
    const lots = Number(/buy (\d+)/.exec(await hedge.innerText())?.[1]);
    expect(lots).toBeGreaterThan(5);
    expect(lots).toBeLessThan(15);
    const premium = await thandi.field('Premium').inputValue();
    await form.send.click();
    await expect(form.outcome).toHaveAttribute('data-kind', 'accepted');
    await form.close();
    await thandi.show('Deltas', 'Volatility');
    await expect(pieter.cell('Deltas', '3,940', 'put-bid')).toContainText('28.00');
    await expect(pieter.trading.orders.rows).toHaveCount(0);

    await pieter.cell('Deltas', '3,940', 'put-bid').dblclick();
    await pieter.field('Quantity').fill('20');
    // The premium and the reference of the resting order deal.
    await expect(pieter.trading.form.dialog.locator('[data-price]')).toContainText(
      /All 20 deal now at 28\.00\s% @ ref 3,950\.00\./,
    );
    await expect(pieter.trading.form.dialog.locator('[data-legs]')).toHaveText(
      `Sells 20 JUL27 WMAZ 3940 P at ${premium}, sells ${lots} JUL27 WMAZ at 3,950.00.`,
    );
    await pieter.trading.form.send.click();
    // The form had begun with the future's current price, 3,945.00.
    const question = page(pieter).getByRole('dialog', { name: 'The delta deals at another reference' });
    await expect(question).toContainText('Your reference is 3,945.00');
    await question.getByRole('button', { name: 'Send it' }).click();
    await expect(pieter.trading.form.outcome).toHaveAttribute('data-kind', 'accepted');
    await pieter.trading.form.close();
    for (const [screen, option, future] of [
      [thandi, 'Buy', 'Buy'],
      [pieter, 'Sell', 'Sell'],
    ] as const) {
      await expect
        .poll(async () =>
          (await screen.trading.deals.texts(dealColumns)).filter((deal) => deal.startsWith('JUL27')).sort(),
        )
        .toEqual(
          [
            `JUL27 WMAZ 3940 P | ${option} | 20 | ${premium}`,
            `JUL27 WMAZ | ${future} | ${lots} | 3,950.00`,
          ].sort(),
        );
      // The two deals have the number of one package.
      await screen.workspace.choose('Deals', 'Maximise');
      const links = (await screen.trading.deals.texts(['contract', 'linkedGroup'])).filter((deal) =>
        deal.startsWith('JUL27'),
      );
      const packages = new Set(links.map((deal) => deal.split(' | ')[1]));
      expect(packages.size).toBe(1);
      expect([...packages][0]).toMatch(/^\d+$/);
      await screen.workspace.choose('Deals', 'Maximise');
    }
  });

  await test.step('[PANEL-13] [ACT-1] a dealer sends an option to the calculator, bids at its volatility, and sends the position back', async () => {
    await thandi.workspace.choose('Deals', 'Replace with…', 'Option calculator');
    for (const screen of [thandi, pieter]) await screen.select('MAY27 WMAZ');
    const calculator = thandi.workspace.panel('Option calculator');
    const field = (name: string) => calculator.getByRole('textbox', { name: new RegExp(`^${name}`) });
    const { form } = thandi.trading;
    await thandi.show('Options', 'Volatility');
    const strike = thandi.workspace.panel('Options').locator('[data-line] [data-col="strike"]').nth(2);
    const strikeText = (await strike.innerText()).replace(/[^\d,]/g, '');
    await thandi.cell('Options', strikeText, 'call-bid').click({ button: 'right' });
    await page(thandi).getByRole('menuitem', { name: 'Send to calculator' }).click();
    await expect(field('Strike')).toHaveValue(`${strikeText}.00`);

    // By keyboard: the volatility of the MTM one step up, and the quantity.
    const wanted = (Number(await field('Volatility').inputValue()) + 0.25).toFixed(2);
    await field('Volatility').press('ArrowUp');
    await expect(field('Volatility')).toHaveValue(wanted);
    await field('Quantity').fill('7');
    const premium = await field('Call premium').inputValue();
    await calculator.getByRole('combobox', { name: 'Figures' }).selectOption('per contract');
    await expect(calculator.getByRole('row', { name: /^Value/ })).toContainText(
      (Number(premium.replace(',', '')) * 100).toLocaleString('en-GB', { minimumFractionDigits: 2 }),
    );
    // The premium gives the volatility again; a rate lowers the value.
    await field('Rate').focus();
    await page(thandi).keyboard.press('ArrowUp');
    await expect(field('Rate')).toHaveValue('0.25');
    await expect(field('Call premium')).not.toHaveValue(premium);
    await page(thandi).keyboard.press('ArrowDown');
    await field('Call premium').fill(premium);
    await expect
      .poll(async () => Math.abs(Number(await field('Volatility').inputValue()) - Number(wanted)))
      .toBeLessThan(0.05);
    await field('Volatility').fill(wanted);
    expect(await violations(page(thandi), '[aria-label="Option calculator"]')).toEqual([]);

    const option = `MAY27 WMAZ ${strikeText.replace(',', '')} C`;
    await calculator.getByRole('button', { name: `Buy ${option} at ${wanted} %` }).click();
    await expect(form.send).toHaveText(
      new RegExp(`^Buy 7 ${option} at ${wanted}\\s% \\(${premium} on [\\d,.]+\\)$`),
    );
    await expect(pieter.cell('Options', strikeText, 'call-bidQty')).toHaveText('–');
    await form.send.click();
    await expect(form.outcome).toHaveAttribute('data-kind', 'accepted');
    await form.close();
    await expect(pieter.cell('Options', strikeText, 'call-bidQty')).toHaveText('7');
    await expect(pieter.cell('Options', strikeText, 'call-bid')).toContainText(premium);
    await expect(pieter.trading.orders.rows).toHaveCount(0);

    // As a delta, at the calculator's price of the future.
    const future = await field('Future').inputValue();
    await calculator.getByRole('button', { name: `Sell ${option} D at ${wanted} %` }).click();
    await expect(thandi.field('Implied vol')).toHaveValue(wanted);
    await expect(thandi.field('Reference')).toHaveValue(future);
    await page(thandi).keyboard.press('Escape');
    await expect(form.dialog).toBeHidden();

    await pieter.cell('Options', strikeText, 'call-bid').dblclick();
    await pieter.trading.form.enter({ qty: 4 });
    await thandi.workspace.grid('Positions').getByRole('row', { name: option }).click({ button: 'right' });
    await page(thandi).getByRole('menuitem', { name: 'Send to calculator' }).click();
    await expect(field('Quantity')).toHaveValue('4');

    await calculator.getByRole('radio', { name: 'Scenarios' }).check({ force: true });
    await expect(calculator.getByRole('table').getByRole('row')).toHaveCount(12);
    await calculator.getByRole('radio', { name: 'Strategy' }).check({ force: true });
    await expect(calculator.getByRole('textbox', { name: 'Leg 1: strike' })).toBeVisible();
    await calculator.getByRole('button', { name: 'Add leg' }).click();
    await calculator.getByRole('combobox', { name: 'Leg 2: side' }).selectOption('Sell');
    await calculator.getByRole('textbox', { name: 'Leg 2: strike' }).fill('4400');
    await expect(calculator.getByRole('img', { name: /^Profit at expiry from R/ })).toBeVisible();
    expect(await violations(page(thandi), '[aria-label="Option calculator"]')).toEqual([]);
  });
});

const page = (screen: OptionScreen) => screen.trading.page;
