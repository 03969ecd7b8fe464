// The demonstration as a new user finds it: rows in every panel and every tab, on a desktop and a phone, on any day.
// The panels and tabs are read from the product, so that a new one cannot be forgotten.
import type { Locator, Page } from '@playwright/test';
import { violations } from '../pages/axe.ts';
import { LoginPage } from '../pages/login-page.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import type { PersonName } from '../product/people.ts';
import type { Product } from '../product/running-product.ts';
import { allPanels, layoutOf, type Place, saveLayout } from '../product/saved-layouts.ts';

/** The longest permitted wait for the rows of a panel or a tab, on a machine whose median wait is `usualMs`. */
const longestWaitMs = 2_000;
const usualMs = 100;
/** The number of times that panels are opened again in a new page after a longer wait: the machine may have been busy. */
const furtherTries = 2;

interface Wait {
  /** The name of the panel. `tab` is the number of its tab, from 1; 0 is the panel as it opens. */
  readonly name: string;
  readonly tab: number;
  readonly ms: number;
}

function medianOf(waits: readonly Wait[]): number {
  const sorted = waits.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * The waits that are too long. The limit grows with the median of the same run, because all waits are longer on a busy or slow machine;
 * a panel that waits for a poll or a refresh stands out from the others on any machine.
 */
const tooLong = (waits: readonly Wait[], among: readonly Wait[], limitMs = longestWaitMs) =>
  waits.filter(({ ms }) => ms > limitMs * Math.max(1, medianOf(among) / usualMs));

/** Shows panels, and measures until each and each of its tabs has rows. */
type Look = () => Promise<Wait[]>;

/**
 * Looks again while a wait is too long, and keeps the shortest of each. A panel that waits for a timer of the product is slow every time.
 * `leave` shows other panels, and the page then opens with them.
 */
async function lookAt(
  page: Page,
  { look, leave, known }: { readonly look: Look; readonly leave: Look; readonly known: readonly Wait[] },
): Promise<Wait[]> {
  let waits = await look();
  for (let count = 0; count < furtherTries; count += 1) {
    if (tooLong(waits, [...known, ...waits]).length === 0) break;
    await leave();
    await page.reload();
    const again = await look();
    waits = waits.map((wait, index) => ({ ...wait, ms: Math.min(wait.ms, again[index]?.ms ?? wait.ms) }));
  }
  return waits;
}

function expectShort(waits: readonly Wait[]): void {
  const longest = waits.toSorted((a, b) => b.ms - a.ms).slice(0, 3);
  const listed = longest.map(({ name, tab, ms }) => `${name}${tab === 0 ? '' : `, tab ${tab}`} ${ms} ms`);
  console.log(
    `${waits.length} waits for rows: median ${medianOf(waits)} ms, the longest ${listed.join(', ')}`,
  );
  // Other journeys share the machine, which the median does not show when they are short. Polls and refreshes take longer than this.
  expect(tooLong(waits, waits, 2 * longestWaitMs)).toEqual([]);
}

/** Rows of a grid or of a ladder, a chart, or figures. */
function contentOf(panel: Locator): Locator {
  const page = panel.page();
  const figures = page.locator('td, dd').filter({ hasText: /\d/ });
  return panel.locator('[data-line], [data-ticks], canvas, li').or(panel.locator(figures)).first();
}

async function waitFor(
  panel: Locator,
  { from, name, tab = 0 }: { from: number; name: string; tab?: number },
) {
  await expect(contentOf(panel), `${name}, tab ${tab}`).toBeVisible();
  return { name, tab, ms: Date.now() - from };
}

/** Chooses each tab of a panel. */
async function openTabs(panel: Locator, name: string): Promise<Wait[]> {
  const tabs = panel.locator('[data-look="tabs"]').getByRole('radio');
  const waits: Wait[] = [];
  for (let at = 0; at < (await tabs.count()); at += 1) {
    const from = Date.now();
    // By the keyboard, because another panel may cover a tab on a small screen.
    await tabs.nth(at).press('Space');
    await expect(tabs.nth(at)).toBeChecked();
    waits.push(await waitFor(panel, { from, name, tab: at + 1 }));
  }
  return waits;
}

const places: readonly (readonly [number, number])[] = [
  [0, 0],
  [50, 0],
  [0, 50],
  [50, 50],
];
const components = allPanels.columns.map(({ component }) => component);
/** All panels, four at a time. */
const layouts = Array.from({ length: Math.ceil(components.length / places.length) }, (_, screen) =>
  layoutOf(
    `Screen ${screen + 1}`,
    components
      .slice(screen * places.length, (screen + 1) * places.length)
      .map((component, index): Place => [component, ...(places[index] ?? [0, 0]), 50, 50]),
  ),
);

const onDesktop = { viewport: { width: 1600, height: 1000 } };
const onPhone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('a new dealer finds rows in every panel and every tab, on a desktop and a phone, and axe finds nothing', async ({
  browser,
  startProduct,
}) => {
  test.slow();
  // The demonstration accepts no orders from 23:20 to 23:31, and then signs everybody out.
  const clockAt = `${new Date().toISOString().slice(0, 10)}T11:00+02:00`;
  const product = await startProduct({ past: true, simulator: true, clockAt, isClockRunning: true });
  const reducedMotion = 'reduce';
  const desktop = await browser.newContext({ ...onDesktop, reducedMotion });
  await desktop.clock.setFixedTime(clockAt);
  const check = async (page: Page) => {
    await closeToasts(page);
    expect(await violations(page)).toEqual([]);
  };
  const desktopWaits = await openOnDesktop(await desktop.newPage(), {
    product,
    name: 'thandi',
    check,
  });
  const phone = await browser.newContext({ ...onPhone, reducedMotion });
  await phone.clock.setFixedTime(clockAt);
  const phoneWaits = await openOnPhone(await phone.newPage(), { product, name: 'thandi', check });
  expectShort([...desktopWaits, ...phoneWaits]);
  // Depth is a sheet over other panels there, without tabs.
  const names = (waits: readonly Wait[]) => new Set(waits.map(({ name }) => name)).size;
  expect(names(desktopWaits)).toBe(components.length);
  expect(phoneWaits.length).toBe(desktopWaits.length - 1);
});

// The rows depend on the date, and how a device shows them does not, so each date is tried on one device.
for (const [day, clockAt, name, device] of [
  ['the first day of a month', '2026-12-01T10:05+02:00', 'thandi', 'desktop'],
  ['the fifteenth', '2026-12-15T16:40+02:00', 'pieter', 'phone'],
  ['the last day of a month', '2026-11-30T09:20+02:00', 'pieter', 'desktop'],
  ['a Saturday', '2026-11-28T12:00+02:00', 'thandi', 'phone'],
  ['New Year’s Eve', '2026-12-31T13:10+02:00', 'thandi', 'desktop'],
] as const)
  test(`also on ${day} ${name} finds rows in every panel and every tab, on a ${device}`, async ({
    browser,
    startProduct,
  }) => {
    const product = await startProduct({ past: true, simulator: true, clockAt, isClockRunning: true });
    const isPhone = device === 'phone';
    const context = await browser.newContext(isPhone ? onPhone : onDesktop);
    await context.clock.setFixedTime(clockAt);
    const open = isPhone ? openOnPhone : openOnDesktop;
    expectShort(await open(await context.newPage(), { product, name }));
  });

/** A toast stands over the controls in its corner, which are then too small for axe. */
async function closeToasts(page: Page): Promise<void> {
  const toasts = page.locator('section[data-type]');
  const close = toasts.getByRole('button', { name: 'Close' });
  // One may disappear in the meantime.
  await expect(async () => {
    await close.evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLElement).click();
    });
    expect(await toasts.count()).toBe(0);
  }).toPass();
}

interface Visit {
  readonly product: Product;
  readonly name: PersonName;
  /** Another check of each screen. */
  readonly check?: (page: Page) => Promise<void>;
}

async function openOnDesktop(page: Page, { product, name, check }: Visit): Promise<Wait[]> {
  const client = await MarketClient.signIn(product, name);
  for (const layout of layouts) await saveLayout(client, product.people[name].userId, layout);
  await TradingPage.open(page, product, name);
  const workspace = new Workspace(page);
  await expect(workspace.panelItems).toHaveCount(components.length);
  const waits: Wait[] = [];
  for (const layout of layouts) {
    const look = () => lookAtLayout(workspace, layout.name);
    waits.push(
      ...(await lookAt(page, { look, leave: () => lookAtLayout(workspace, 'Dealer desk'), known: waits })),
    );
    await check?.(page);
  }
  return waits;
}

async function lookAtLayout(workspace: Workspace, name: string): Promise<Wait[]> {
  const { page } = workspace;
  const item = workspace.item(name);
  // The start of the application does not count as time of the panels.
  await expect(contentOf(workspace.panels.first())).toBeVisible();
  const from = Date.now();
  await item.click();
  // Choosing a tab has changed the layout before.
  const discard = page.getByRole('button', { name: 'Discard' });
  const isShown = item.and(page.locator('[aria-current]'));
  await expect(discard.or(isShown)).toBeVisible();
  if (await discard.isVisible()) await discard.click();
  await expect(isShown).toBeVisible();
  const titles = await workspace.panels.evaluateAll((all) =>
    all.map((element) => element.getAttribute('aria-label') ?? ''),
  );
  const waits = await Promise.all(
    titles.map((title) => waitFor(workspace.panel(title), { from, name: title })),
  );
  for (const title of titles) waits.push(...(await openTabs(workspace.panel(title), title)));
  return waits;
}

async function openOnPhone(page: Page, { product, name, check }: Visit): Promise<Wait[]> {
  const login = new LoginPage(page);
  await login.open(product.url);
  await login.signIn(product.people[name]);
  const main = page.getByRole('main');
  const bar = page.getByRole('navigation', { name: 'Panels' });
  const along = bar.getByRole('button');
  const more = bar.getByRole('button', { name: 'More' });
  const sheet = page.getByRole('dialog');
  const listed = sheet.getByRole('list').first().getByRole('button');
  /** A panel of the bar, or, from `inBar` on, of the sheet. */
  const look = async (at: number, inBar: number): Promise<Wait[]> => {
    await expect(contentOf(main)).toBeVisible();
    const isInBar = at < inBar;
    if (!isInBar && !(await sheet.isVisible())) await more.tap();
    const button = isInBar ? along.nth(at) : listed.nth(at - inBar);
    const panel = await button.innerText();
    const from = Date.now();
    await button.tap();
    await expect(sheet).toBeHidden();
    const wait = await waitFor(main, { from, name: panel });
    return [wait, ...(await openTabs(main, panel))];
  };
  await expect(more).toBeVisible();
  const inBar = (await along.count()) - 1;
  await more.tap();
  await expect(listed.first()).toBeVisible();
  const count = inBar + (await listed.count());
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  const waits: Wait[] = [];
  for (let at = 0; at < count; at += 1) {
    const leave = () => look(0, inBar);
    waits.push(...(await lookAt(page, { look: () => look(at, inBar), leave, known: waits })));
    await check?.(page);
  }
  return waits;
}
