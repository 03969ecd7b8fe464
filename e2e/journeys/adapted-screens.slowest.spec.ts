// The screens for people who enlarge them, use a narrow window, ask the system for more contrast, for custom colours or for
// no motion: nothing is cut off, axe finds no violation, and nothing moves.
import type { Page } from '@playwright/test';
import { violations } from '../pages/axe.ts';
import { LoginPage } from '../pages/login-page.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { expect, test } from '../product/journey.ts';

/** The elements that reach beyond the right edge of the window: the page then scrolls sideways, or hides them. */
const beyondEdge = (page: Page) =>
  page.evaluate(`(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) return ['the page'];
    const isScrolled = (element) => element !== null && (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || isScrolled(element.parentElement));
    return [...document.querySelectorAll('button, input, select, a, h1, h2, p')]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > width + 1 && !isScrolled(one.parentElement))
      .map((one) => one.outerHTML.slice(0, 80));
  })()`);

/** Elements with a transition or an animation that takes time. */
const moving = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('*')].filter((one) => {
    const { transitionDuration, animationDuration, animationName } = getComputedStyle(one);
    return parseFloat(transitionDuration) > 0 || (animationName !== 'none' && parseFloat(animationDuration) > 0);
  }).map((one) => one.outerHTML.slice(0, 80))`);

test('in a window 320 pixels wide, and enlarged to 200 %, nothing is cut off on Login, on Trading and in the order form', async ({
  page,
  product,
}) => {
  const login = new LoginPage(page);
  // 200 % of 1280 by 720 pixels are 640 by 360.
  for (const size of [
    { width: 640, height: 360 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(product.url);
    await expect(login.email).toBeVisible();
    expect(await beyondEdge(page), JSON.stringify(size)).toEqual([]);
  }
  await login.signIn(product.people.thandi);
  await expect(page.getByRole('grid', { name: 'Futures' })).toBeVisible();
  expect(await beyondEdge(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await beyondEdge(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 640, height: 360 });
  const trading = new TradingPage(page);
  await trading.isOpen();
  await trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await page.keyboard.press('b');
  await expect(trading.form.dialog).toBeVisible();
  for (const field of [trading.form.quantity, trading.form.price]) {
    await field.focus();
    await expect(field).toBeInViewport({ ratio: 1 });
  }
  expect(await beyondEdge(page)).toEqual([]);
});

test('with forced colours, more contrast and no motion axe finds no violation, the chosen element has a frame, and nothing moves', async ({
  page,
  product,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', contrast: 'more' });
  const trading = await TradingPage.signIn(page, product, 'thandi');
  expect(await violations(page)).toEqual([]);
  expect(await moving(page)).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await page.keyboard.press('b');
  await expect(trading.form.dialog).toBeVisible();
  const outlineOf = (element: Element) => getComputedStyle(element).outlineStyle;
  const chosen = trading.form.dialog.locator('label:has(> input[type="radio"]:checked)').first();
  expect(await chosen.evaluate(outlineOf)).toBe('solid');
  const live = page.getByRole('img', { name: 'Live' }).first();
  const fill = await live.evaluate((dot) => getComputedStyle(dot).backgroundColor);
  expect(fill, 'the dot is filled').toBe(await live.evaluate((dot) => getComputedStyle(dot).borderTopColor));
});
