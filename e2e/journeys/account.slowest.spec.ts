// The account of a user: two-factor from its enrolment to a lost device, sessions and the password, under a clock that the journey moves.
import type { Browser, Locator, Page } from '@playwright/test';
import manifest from '../package.json' with { type: 'json' };
import { violations } from '../pages/axe.ts';
import { LoginPage } from '../pages/login-page.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { expect, test } from '../product/journey.ts';
import { oneTimePassword } from '../product/one-time-password.ts';
import { operate } from '../product/operator.ts';
import { demoPassword } from '../product/people.ts';
import type { RunningProduct } from '../product/running-product.ts';

const begin = Date.parse('2026-11-18T08:00:00Z');

/** A product and windows under one clock, which moves only with `advance`. */
class Clock {
  now = begin;
  readonly #product: RunningProduct;
  readonly #pages: Page[] = [];

  constructor(product: RunningProduct) {
    this.#product = product;
  }

  async open(browser: Browser): Promise<Page> {
    const page = await (await browser.newContext()).newPage();
    await page.context().clock.setFixedTime(this.now);
    this.#pages.push(page);
    return page;
  }

  async advance(ms: number): Promise<void> {
    this.now += ms;
    await this.#product.moveClock(new Date(this.now).toISOString());
    for (const page of this.#pages) await page.context().clock.setFixedTime(this.now);
  }
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/authentication\/login$/);
}

/** Opens the dialog by keyboard, from the command palette. */
async function openAccount(page: Page, part: string): Promise<Locator> {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Contract, panel/).fill('account');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Account' });
  await dialog.getByRole('radio', { name: part }).check({ force: true });
  return dialog;
}

/** Returns the secret and the recovery codes. */
async function enrol(page: Page, clock: Clock): Promise<{ secret: string; codes: string[] }> {
  const dialog = await openAccount(page, 'Two-factor');
  const password = dialog.getByLabel('Your password');
  await password.fill('not my password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await password.fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
  expect(await violations(page, '[role="dialog"]')).toEqual([]);
  await expect(dialog.getByText(`Openpit ${manifest.version}`, { exact: true })).toBeVisible();
  const secret = (await dialog.getByText(/^Key: /).innerText()).replace('Key: ', '');
  const code = dialog.getByLabel('One-time password');
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await code.fill(oneTimePassword(secret, clock.now));
  await page.keyboard.press('Enter');
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  expect(await violations(page, '[role="dialog"]')).toEqual([]);
  const texts = await codes.allInnerTexts();
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(dialog.getByText('Two-factor is on.')).toBeVisible();
  for (const text of texts) await expect(page.getByText(text)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  return { secret, codes: texts };
}

test('[AUTH-2] [AUTH-3] a dealer signs in with one-time passwords, with a recovery code, and finally with the operator’s help', async ({
  browser,
  startProduct,
}) => {
  const product = await startProduct({ clockAt: new Date(begin).toISOString() });
  const clock = new Clock(product);
  const [page, other] = [await clock.open(browser), await clock.open(browser)];
  const { thandi } = product.people;
  const login = new LoginPage(page);
  const form = (name: string) => page.getByRole('form', { name });
  const otp = form('One-time password').getByLabel('One-time password');
  const type = async (code: string) => {
    await otp.fill(code);
    await page.keyboard.press('Enter');
  };
  /** Resolves when the server has answered. */
  const enter = async (code: string) => {
    const answered = page.waitForResponse((response) => response.url().includes('OTP2FAConfirmation'));
    await type(code);
    await answered;
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  };
  for (const window of [page, other]) {
    await new LoginPage(window).open(product.url);
    await new LoginPage(window).signIn(thandi);
    await new TradingPage(window).isOpen();
  }
  let { secret, codes } = await enrol(page, clock);

  await test.step('the session in the other browser has ended', async () => {
    await expect(other).toHaveURL(/\/authentication\/login$/);
  });

  await test.step('the password alone does not sign in any more; a code works once, in its own half minute', async () => {
    await signOut(page);
    await login.signIn(thandi);
    await expect(otp).toBeFocused();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeNull();
    await type('12');
    await expect(form('One-time password').getByRole('alert')).toContainText('six digits');
    // This code was used to confirm the enrolment.
    await enter(oneTimePassword(secret, clock.now));
    await expect(form('One-time password').getByRole('alert')).toContainText('used before');
    await clock.advance(30_000);
    const code = oneTimePassword(secret, clock.now);
    await enter(`${code.slice(0, 3)} ${code.slice(3)}`);
    await new TradingPage(page).isOpen();
  });

  await test.step('after five wrong codes the sign-in begins again, and codes pause for a quarter of an hour', async () => {
    await signOut(page);
    await login.signIn(thandi);
    for (let at = 0; at < 5; at += 1) {
      await enter('000000');
      await expect(form('One-time password').getByRole('alert')).toContainText('wrong');
    }
    await enter('000000');
    await expect(form('Sign in').getByRole('status')).toContainText(
      'Enter your e-mail address and password again',
    );
    await login.signIn(thandi);
    await clock.advance(30_000);
    await enter(oneTimePassword(secret, clock.now));
    await expect(form('One-time password').getByRole('alert')).toContainText('minutes');
  });

  await test.step('a recovery code switches two-factor off', async () => {
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    const recovery = form('Recovery code');
    await recovery.getByLabel('Recovery code').fill('no such code');
    await page.keyboard.press('Enter');
    await expect(recovery.getByRole('alert')).toContainText('recovery code is wrong');
    expect(await violations(page)).toEqual([]);
    await recovery.getByLabel('Recovery code').fill(codes[4] ?? '');
    await page.keyboard.press('Enter');
    await expect(form('Sign in').getByRole('status')).toContainText('Two-factor is off');
    await login.signIn(thandi);
    await new TradingPage(page).isOpen();
  });

  await test.step('without device and codes, the operator gives a code for once', async () => {
    ({ secret, codes } = await enrol(page, clock));
    await signOut(page);
    await login.signIn(thandi);
    await page.getByRole('button', { name: 'I have lost my device' }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send the request' }).click();
    await expect(form('Recovery code').getByRole('status')).toContainText('your operator has your request');
    const { output } = await operate(product.dataFolder, 'user', 'two-factor-reset', thandi.email);
    const code = / hours: (\S+)/.exec(output)?.[1] ?? '';
    expect(code).not.toBe('');
    await form('Recovery code').getByLabel('Recovery code').fill(code);
    await page.keyboard.press('Enter');
    await expect(form('Sign in').getByRole('status')).toContainText('Two-factor is off');
    await login.signIn(thandi);
    await new TradingPage(page).isOpen();
  });
});

test('[AUTH-1] a dealer sees their sessions, ends one of them, and changes the password, which ends the others', async ({
  browser,
  startProduct,
}) => {
  const product = await startProduct();
  const { thandi } = product.people;
  const open = async (password = demoPassword) => {
    const page = await (await browser.newContext()).newPage();
    await new LoginPage(page).open(product.url);
    await new LoginPage(page).signIn(thandi, password);
    await new TradingPage(page).isOpen();
    return page;
  };
  const [page, second, third] = [await open(), await open(), await open()];
  const dialog = await openAccount(page, 'Sessions');
  const sessions = dialog.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await expect(sessions.filter({ hasText: 'this session' })).toHaveCount(1);
  expect(await violations(page, '[role="dialog"]')).toEqual([]);

  await test.step('ending one asks for the password', async () => {
    // The newest is the first; the window of the dialog has the oldest session.
    await sessions.first().getByRole('button').click();
    await expect(dialog.getByLabel('Your password, to end a session')).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await dialog.getByLabel('Your password, to end a session').fill(demoPassword);
    await sessions.first().getByRole('button').click();
    await expect(dialog.getByText('The session has ended.')).toBeVisible();
    await expect(sessions).toHaveCount(2);
    await expect(third).toHaveURL(/\/authentication\/login$/);
    await new TradingPage(second).isOpen();
  });

  await test.step('a weak password is rejected with a sentence, a good password ends the other session', async () => {
    await dialog.getByRole('radio', { name: 'Password' }).check({ force: true });
    const change = async (next: string, again = next) => {
      await dialog.getByLabel('Your password now').fill(demoPassword);
      await dialog.getByLabel('New password', { exact: true }).fill(next);
      await dialog.getByLabel('New password again').fill(again);
      await page.keyboard.press('Enter');
    };
    await change('a field of ripe maize', 'a field of wheat');
    await expect(dialog.getByText(/The two passwords differ/)).toBeVisible();
    await change('too short');
    await expect(dialog.getByLabel('New password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    expect(await violations(page, '[role="dialog"]')).toEqual([]);
    await change('a field of ripe maize');
    await expect(dialog.getByText('Your password is changed')).toBeVisible();
    await expect(second).toHaveURL(/\/authentication\/login$/);
    await open('a field of ripe maize');
  });
});
