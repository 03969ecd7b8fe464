// The Content Security Policy of the pages: nothing that the application does breaks it, also where libraries make styles at run time.
import type { Page } from '@playwright/test';
import { LoginPage } from '../pages/login-page.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';

/** Collects what the browser says of the policy, on this page from now on. */
function policyReports(page: Page): string[] {
  const reports: string[] = [];
  page.on('console', (message) => {
    if (/Content[- ]Security[- ]Policy/i.test(message.text())) reports.push(message.text());
  });
  return reports;
}

test('Login, panels, charts, menus, dialogs and the sheets of a phone keep to the policy of the page', async ({
  page,
  browser,
  product,
}) => {
  const reports = policyReports(page);
  const login = new LoginPage(page);
  await login.open(product.url);
  const policy = (await page.request.get(product.url)).headers()['content-security-policy'] ?? '';
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain("base-uri 'none'");
  await login.signIn(product.people.thandi);
  const trading = new TradingPage(page);
  await trading.isOpen();
  const workspace = new Workspace(page);
  for (const panel of ['Chart', 'Option calculator', 'Clock']) await workspace.item(panel).click();
  await expect(workspace.panel('Chart').getByRole('link', { name: 'Chart by TradingView' })).toBeVisible();

  await trading.futures.cell('WMAZ', 'DEC26', 'contract').click({ button: 'right' });
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  // The menu has its styles: it floats above the panels.
  expect(await menu.evaluate((element) => getComputedStyle(element.parentElement ?? element).position)).toBe(
    'absolute',
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');

  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const onPhone = await phone.newPage();
  const phoneReports = policyReports(onPhone);
  await TradingPage.signIn(onPhone, product, 'pieter');
  await onPhone.getByRole('button', { name: 'More' }).click();
  await expect(onPhone.getByRole('dialog')).toBeVisible();
  expect([...reports, ...phoneReports]).toEqual([]);

  // The check would find it.
  await page.evaluate(() =>
    document.head.append(Object.assign(document.createElement('style'), { innerText: 'a{}' })),
  );
  await expect.poll(() => reports.length).toBe(1);
});
