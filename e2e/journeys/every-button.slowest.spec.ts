// Every button of every form does something: each is pressed once, and the form, a dialog, a toast or a request must change. A
// button that is connected to nothing looks like any other, so only pressing it finds it.
import type { Browser, Locator, Page } from '@playwright/test';
import { DealsPanel } from '../pages/deals-panel.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import type { Product } from '../product/running-product.ts';

test.setTimeout(240_000);

const pressable =
  'button:not([disabled], [aria-disabled=true]), input[type=radio]:not(:disabled), input[type=checkbox]:not(:disabled)';

/** The names of the controls of a form, in order: a button by its text without numbers, a choice by its label. */
const namesIn = (form: Locator): Promise<string[]> =>
  form.locator(pressable).evaluateAll((controls) =>
    controls.map((control) => {
      const label = control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : null;
      const group =
        control.closest('[role=group], [role=radiogroup], fieldset')?.getAttribute('aria-label') ?? '';
      const name = control.getAttribute('aria-label') ?? label ?? control.textContent ?? '';
      return `${group} ${name}`.trim().replaceAll(/\d+/g, '#');
    }),
  );

/** Everything that a press can change: values, choices, labels of buttons, dialogs, menus, panels, toasts. Live prices are omitted. */
const stateOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const fields = all('[role=dialog] :is(input, select, textarea)').map((field) =>
      field instanceof HTMLInputElement && field.type !== 'text'
        ? field.checked
        : (field as HTMLInputElement).value,
    );
    return JSON.stringify([
      fields,
      all('[role=dialog] h2, [role=dialog] [role=status], [role=menu], section[data-type]').map(
        (element) => element.textContent,
      ),
      all('[role=dialog] button').map((element) => [
        element.textContent,
        element.ariaPressed,
        element.ariaExpanded,
      ]),
      all('[data-panel]').length,
    ]);
  });

/**
 * Presses each control of the form once, and opens the form again when a press has closed it. A control that was the current
 * choice at its turn is pressed again at the end.
 */
async function pressEvery(page: Page, open: () => Promise<Locator>): Promise<readonly string[]> {
  const pressed = new Set<string>();
  const postponed = new Set<string>();
  let requests = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') requests += 1;
  });
  let form = await open();
  for (;;) {
    await answerQuestions(page);
    if (!(await form.isVisible())) form = await open();
    const names = await namesIn(form);
    const name =
      names.find((name) => !pressed.has(name) && !postponed.has(name)) ??
      names.find((name) => !pressed.has(name));
    if (name === undefined) return [...pressed];
    // The element itself, because a press does not wait for an element that has gone.
    const control = (await form.locator(pressable).elementHandles())[names.indexOf(name)];
    // A button that fills in a price has no effect on a form that has this price already.
    if (postponed.has(name))
      for (const price of await form.getByRole('textbox', { name: /price/i }).all()) await price.fill('1');
    const before = { state: await stateOf(page), requests };
    // An accepted command closes its form a moment later, which may be now: then the form is opened again.
    const isPressed = await control?.click({ force: true }).then(
      () => true,
      () => false,
    );
    if (isPressed !== true) {
      await expect(form, `“${name}” cannot be pressed`).toBeHidden();
      continue;
    }
    const hasEffect = async () => requests > before.requests || (await stateOf(page)) !== before.state;
    // An immediate effect of a press is seen after two frames. Otherwise the button is pressed again and the effect awaited.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    if (postponed.has(name)) await expect.poll(hasEffect, { message: `“${name}” does nothing` }).toBe(true);
    else if (!(await hasEffect())) {
      postponed.add(name);
      continue;
    }
    pressed.add(name);
  }
}

/** Closes the questions that a press has opened over the form: modal dialogs without a form. */
async function answerQuestions(page: Page): Promise<void> {
  const questions = page.locator('.MuiDialog-root [role=dialog]').filter({ hasNot: page.locator('form') });
  for (let count = await questions.count(); count > 0; count = await questions.count()) {
    await page.keyboard.press('Escape');
    await expect.poll(() => questions.count()).toBeLessThan(count);
  }
}

/** The form that is open, while another dialog fades out or asks over it. */
const formOf = (page: Page): Locator =>
  page
    .getByRole('dialog')
    .filter({ has: page.locator('form') })
    .last();

async function deskOf(browser: Browser, product: Product): Promise<TradingPage> {
  const context = await browser.newContext({ viewport: { width: 1600, height: 900 } });
  return TradingPage.signIn(await context.newPage(), product, 'thandi');
}

test('every button of the order form and of a change of an order has an effect', async ({
  browser,
  product,
}) => {
  const desk = await deskOf(browser, product);
  const { page, form } = desk;
  const pieter = await MarketClient.signIn(product, 'pieter');
  await pieter.insertOrder({ requestId: 'e-1', side: 'S', price: 4036, qty: 400 });
  await pieter.insertOrder({ requestId: 'e-2', side: 'B', price: 4030, qty: 400 });
  const opened = async () => {
    await desk.futures.cell('WMAZ', 'DEC26', 'contract').click();
    await page.keyboard.press('b');
    await expect(form.dialog).toBeVisible();
    return form.dialog;
  };
  const names = await pressEvery(page, opened);
  expect(names.length).toBeGreaterThan(15);

  const thandi = await MarketClient.signIn(product, 'thandi');
  await thandi.insertOrder({ requestId: 'e-3', side: 'B', price: 4010, qty: 7 });
  const [order] = await thandi.activeOrders().then((all) => all.filter(({ remaining }) => remaining === 7));
  if (order === undefined) throw new Error('the order is not there');
  await desk.orders.press(order.activeOrderSeq, 'Suspend');
  const edited = await pressEvery(page, async () => {
    await desk.orders.press(order.activeOrderSeq, 'Edit');
    await expect(form.dialog).toBeVisible();
    return form.dialog;
  });
  expect(edited.length).toBeGreaterThan(8);
});

test('the hedge button opens the ticket of the future after an option has dealt', async ({
  browser,
  product,
}) => {
  const desk = await deskOf(browser, product);
  const { page, form } = desk;
  const pieter = await MarketClient.signIn(product, 'pieter');
  const option = 'MAR27 WMAZ 4060 C';
  const offered = await pieter.insertOrder({
    requestId: 'h-1',
    contract: option,
    side: 'S',
    // Near the volatility of the MTM; the form would ask about a price far from it.
    price: 236,
    qty: 30,
  });
  expect(offered).toMatchObject({ status: 200 });
  const workspace = new Workspace(page);
  await workspace.chooseForLayout('New: Options desk');
  const panel = workspace.panel('Options');
  const series = panel.getByRole('combobox', { name: 'Underlying and expiry' });
  await expect(series.getByRole('option', { name: /^MAR27 WMAZ/ })).toBeAttached();
  await series.selectOption({
    label: (await series.getByRole('option', { name: /^MAR27 WMAZ/ }).textContent()) ?? '',
  });
  await panel
    .locator('[role="row"][data-line]')
    .filter({ has: page.locator('[data-col="strike"]', { hasText: '4,060' }) })
    .locator('[data-col="call-offer"]')
    .dblclick();
  await form.quantity.fill('3');
  await form.send.click();
  await expect(form.outcome).toHaveAttribute('data-kind', 'accepted');
  await form.dialog.getByRole('button', { name: /^Hedge: sell/ }).click();
  const heading = form.dialog.getByRole('heading', { level: 2 });
  await expect(heading).not.toContainText('4060 C');
  await expect(heading).toContainText('MAR27 WMAZ');
});

test('every button of a split deal and of a reported deal has an effect', async ({ browser, product }) => {
  const desk = await deskOf(browser, product);
  const { page } = desk;
  const workspace = new Workspace(page);
  const pieter = await MarketClient.signIn(product, 'pieter');
  const thandi = await MarketClient.signIn(product, 'thandi');
  await pieter.insertOrder({ requestId: 's-1', side: 'S', price: 4030, qty: 9 });
  await thandi.insertOrder({ requestId: 's-2', side: 'B', price: 4030, qty: 9 });
  await workspace.choose('Deals', 'Maximise');
  const deals = new DealsPanel(page);
  const split = await pressEvery(page, async () => {
    const open = (await thandi.rows<{ dealSeq: number; state: string; qty: number }>('deals')).filter(
      ({ state, qty }) => state === 'Open' && qty > 1,
    );
    await deals.open('i', open[0]?.dealSeq ?? 0);
    return formOf(page);
  });
  expect(split.length).toBeGreaterThan(3);
  await page.keyboard.press('Escape');
  await expect(deals.dialog).toBeHidden();

  await workspace.chooseForLayout('New empty layout');
  await workspace.item('Unmatched deals').click();
  const reported = await pressEvery(page, async () => {
    await workspace.panel('Unmatched deals').getByRole('button', { name: 'Report a deal…' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Contract' }).fill('DEC26 WMAZ');
    return formOf(page);
  });
  expect(reported.length).toBeGreaterThan(3);
});
