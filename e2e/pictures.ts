// `npm run pictures`: takes the pictures of README.md, of the manual for dealers and of the installed application from the demonstration,
// and the moving picture of README.md. They are committed, so only a change of the screens needs this. `npm run pictures -- manual` takes
// the pictures of one group. OPENPIT_CHROMIUM is the file of the browser where it is not /usr/bin/chromium. The product must be built.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test';
import { LoginPage } from './pages/login-page.ts';
import { PriceLadder } from './pages/price-ladder.ts';
import { TradingPage } from './pages/trading-page.ts';
import { Workspace } from './pages/workspace.ts';
import { animatedWebp, type Shot } from './product/animated-webp.ts';
import { MarketClient } from './product/market-client.ts';
import { RunningProduct, repository } from './product/running-product.ts';
import { layoutOf, type Place, saveLayout } from './product/saved-layouts.ts';

/** Bids for silo certificates are taken at this time, and there is an early valuation of the day. */
const clockAt = '2026-11-25T10:13+02:00';
/** Prices need a while to move after a start. */
const settlingMs = 8_000;
const images = join(repository, 'docs', 'images');

const window = { viewport: { width: 1600, height: 900 } };
const smallWindow = { viewport: { width: 1100, height: 620 }, deviceScaleFactor: 1.5 };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];
const suffixOf = (theme: Theme) => (theme === 'dark' ? '-dark' : '');

interface Chapter {
  /** The name of the picture's file and of the layout. */
  readonly name: string;
  readonly places: readonly Place[];
  /** Brings the screen into the state of the picture; returns the element to picture if it is not the first panel. */
  readonly show?: (trading: TradingPage) => Promise<Locator | undefined>;
}

const chooseFuture = (trading: TradingPage) => trading.futures.cell('WMAZ', 'MAR27', 'contract').click();

/** In the order of docs/dealers.md. */
const chapters: readonly Chapter[] = [
  {
    name: 'read-the-market',
    places: [
      ['Futures', 0, 0, 58, 100],
      ['Depth', 58, 0, 42, 100],
    ],
    async show(trading) {
      await chooseFuture(trading);
      return trading.page.getByRole('main');
    },
  },
  {
    name: 'order',
    places: [['Futures', 0, 0, 100, 100]],
    async show(trading) {
      await chooseFuture(trading);
      await trading.page.keyboard.press('b');
      await trading.form.quantity.fill('25');
      return trading.form.dialog;
    },
  },
  {
    name: 'ladder',
    places: [
      ['Ladder', 0, 0, 46, 100],
      ['Futures', 46, 0, 54, 100],
    ],
    async show(trading) {
      await chooseFuture(trading);
      await new PriceLadder(trading.page, 'MAR27 WMAZ').arm.click();
      return undefined;
    },
  },
  { name: 'positions', places: [['Positions', 0, 0, 100, 62]] },
  { name: 'deals', places: [['Deals', 0, 0, 100, 62]] },
  { name: 'options', places: [['Options', 0, 0, 100, 80]] },
  { name: 'delivery-day', places: [['SiloAuction', 0, 0, 100, 40]] },
];

interface Studio {
  readonly product: RunningProduct;
  readonly browser: Browser;
}

async function newContext({ browser }: Studio, options: BrowserContextOptions) {
  const place = { locale: 'en-ZA', timezoneId: 'Africa/Johannesburg' };
  const context = await browser.newContext({ ...place, reducedMotion: 'reduce', ...options });
  await context.clock.install({ time: clockAt });
  return context;
}

/** README.md and the installed application show the first layout as it opens. */
async function takeFirstScreens(studio: Studio): Promise<void> {
  for (const [name, options] of [
    ['trading', { ...window, colorScheme: 'light' }],
    ['trading-dark', { ...window, colorScheme: 'dark' }],
    ['phone', { ...phone, colorScheme: 'light' }],
  ] as const) {
    const context = await newContext(studio, options);
    const page = await openFirstScreen(studio, await context.newPage());
    await page.screenshot({ path: join(images, `${name}.png`) });
    await context.close();
  }
}

async function openFirstScreen({ product }: Studio, page: Page): Promise<Page> {
  const login = new LoginPage(page);
  await login.open(product.url);
  await login.signIn(product.people.thandi);
  await page.locator('[data-line]').first().waitFor();
  await settle(page);
  return page;
}

async function takeManual(studio: Studio): Promise<void> {
  const { product } = studio;
  const client = await MarketClient.signIn(product, 'thandi');
  for (const { name, places } of chapters)
    await saveLayout(client, product.people.thandi.userId, layoutOf(name, places));
  for (const theme of themes) {
    const desktop = await newContext(studio, { ...smallWindow, colorScheme: theme });
    const trading = await TradingPage.open(await desktop.newPage(), product, 'thandi');
    for (const { name, show } of chapters) {
      await openLayout(trading.page, name);
      const pictured = (await show?.(trading)) ?? trading.page.locator('[data-panel]').first();
      await settle(trading.page, 2_000);
      await takeWebp(trading.page, `manual/${name}${suffixOf(theme)}`, pictured);
      await trading.page.keyboard.press('Escape');
    }
    await desktop.close();
    const hand = await newContext(studio, { ...phone, deviceScaleFactor: 1.5, colorScheme: theme });
    const page = await openFirstScreen(studio, await hand.newPage());
    await takeWebp(page, `manual/phone${suffixOf(theme)}`);
    await hand.close();
  }
}

async function openLayout(page: Page, name: string): Promise<void> {
  const item = new Workspace(page).item(name);
  await item.click();
  const isShown = item.and(page.locator('[aria-current]'));
  const discard = page.getByRole('button', { name: 'Discard' });
  await isShown.or(discard).first().waitFor();
  if (await discard.isVisible()) await discard.click();
  await isShown.waitFor();
  await page.locator('[data-panel] [data-loading-panel]').first().waitFor({ state: 'detached' });
}

/** Closes the messages of the start. */
async function settle(page: Page, ms = settlingMs): Promise<void> {
  await page.waitForTimeout(ms);
  await new Workspace(page).closeToasts();
}

/** Takes a picture of `pictured`, or of the whole screen. */
async function takeWebp(page: Page, name: string, pictured?: Locator): Promise<void> {
  const box = await pictured?.boundingBox();
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 80,
    ...(box && { clip: { ...box, scale: 1 } }),
  });
  await writeFile(join(images, `${name}.webp`), data, 'base64');
}

/** The length of the moving picture, even if it was taken on a slow machine. */
const filmMs = 30_000;
/** The layouts of the moving picture after the first one. */
const scenes: readonly (readonly [name: string, places: readonly Place[]])[] = [
  [
    'One click',
    [
      ['Ladder', 0, 0, 36, 100],
      ['Futures', 36.4, 0, 63.6, 55],
      ['ActiveOrders', 36.4, 55.8, 63.6, 44.2],
    ],
  ],
  [
    'Volatility',
    [
      ['Options', 0, 0, 60, 100],
      ['OptionCalculator', 60.4, 0, 39.6, 100],
    ],
  ],
  [
    'Grain',
    [
      ['SiloAuction', 0, 0, 100, 55],
      ['SiloCerts', 0, 55.8, 100, 44.2],
    ],
  ],
];

/** The moving picture of README.md. */
async function takeMovingPicture(studio: Studio): Promise<void> {
  const { product } = studio;
  const client = await MarketClient.signIn(product, 'thandi');
  for (const [name, places] of scenes)
    await saveLayout(client, product.people.thandi.userId, layoutOf(name, places));
  const context = await newContext(studio, { viewport: { width: 1280, height: 720 }, colorScheme: 'light' });
  const page = await context.newPage();
  await page.addInitScript(drawCursor);
  const trading = await TradingPage.open(await openFirstScreen(studio, page), product, 'thandi');
  await trading.isOpen();
  await settle(page);
  const film = await startFilm(page);
  await play(trading).finally(film.stop);
  const shots = await film.stop();
  const takenMs = shots.reduce((sum, { ms }) => sum + ms, 0);
  const shown = shots.map(({ png, ms }) => ({ png, ms: Math.round((ms * filmMs) / takenMs) }));
  const blank = await context.newPage();
  await writeFile(join(images, 'trading.webp'), await animatedWebp(blank, shown, 0.7));
  await context.close();
}

async function play(trading: TradingPage): Promise<void> {
  const { page, form, futures } = trading;
  const rest = (ms: number) => page.waitForTimeout(ms);
  const press = async (target: Locator) => {
    await glide(target);
    await target.click();
  };
  await press(futures.cell('WMAZ', 'MAR27', 'contract'));
  await rest(1_500);
  await glide(futures.cell('WMAZ', 'MAR27', 'offer'));
  await futures.cell('WMAZ', 'MAR27', 'offer').dblclick();
  await form.quantity.fill('25');
  await rest(3_000);
  await press(form.send);
  await form.outcome.waitFor();
  await rest(2_000);
  await form.close();
  await rest(1_500);

  await openLayout(page, 'One click');
  await press(futures.cell('WMAZ', 'MAR27', 'contract'));
  const ladder = new PriceLadder(page, 'MAR27 WMAZ');
  await press(ladder.arm);
  await rest(1_000);
  const bids = ladder.grid.locator('[data-side="B"]').filter({ hasText: /\d/ });
  for (const at of [1, 3]) {
    await press(bids.nth(at));
    await rest(1_200);
  }
  await rest(1_500);
  await page.keyboard.press('Escape');
  await rest(1_000);
  for (const name of ['Volatility', 'Grain']) {
    await openLayout(page, name);
    await rest(3_000);
  }
  await openLayout(page, 'Dealer desk');
  await rest(2_000);
}

/** Moves the pointer in sight. */
async function glide(target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error(`Not visible: ${target}`);
  const page = target.page();
  const from = await page.evaluate(
    () => document.querySelector<HTMLElement>('[data-cursor]')?.style.translate || '0 0',
  );
  const [x = 0, y = 0] = from.split(' ').map(Number.parseFloat);
  const [toX, toY] = [box.x + box.width / 2, box.y + box.height / 2];
  for (let step = 1; step <= 4; step += 1) {
    await page.mouse.move(x + ((toX - x) * step) / 4, y + ((toY - y) * step) / 4);
    await page.waitForTimeout(120);
  }
}

/** Runs in the page: pictures of a page have no pointer. */
function drawCursor(): void {
  document.addEventListener('DOMContentLoaded', () => {
    const cursor = document.createElement('div');
    cursor.dataset.cursor = '';
    cursor.style.cssText =
      'position:fixed;left:0;top:0;width:14px;height:20px;z-index:99999;pointer-events:none;background:#d03;clip-path:polygon(0 0,0 80%,28% 62%,48% 100%,66% 92%,46% 56%,82% 56%)';
    document.documentElement.append(cursor);
    document.addEventListener('mousemove', ({ clientX, clientY }) => {
      cursor.style.translate = `${clientX}px ${clientY}px`;
    });
  });
}

/** Takes shots of the page until it is stopped, at most four per second. */
async function startFilm(page: Page): Promise<{ stop(): Promise<Shot[]> }> {
  const session = await page.context().newCDPSession(page);
  const taken: { png: Buffer; at: number }[] = [];
  let isOn = true;
  const done = (async () => {
    while (isOn) {
      const at = Date.now();
      const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
      taken.push({ png: Buffer.from(data, 'base64'), at });
      await page.waitForTimeout(Math.max(0, at + 250 - Date.now()));
    }
    return Date.now();
  })();
  return {
    async stop() {
      isOn = false;
      const end = await done;
      return taken.map(({ png, at }, index) => ({ png, ms: (taken[index + 1]?.at ?? end) - at }));
    },
  };
}

/** The manual comes last, because its layouts would be in the drawer of the other pictures. */
const groups = { screens: takeFirstScreens, moving: takeMovingPicture, manual: takeManual };

const wanted = process.argv.slice(2);
const names = Object.keys(groups) as (keyof typeof groups)[];
const unknown = wanted.filter((name) => !names.some((known) => known === name));
if (unknown.length > 0)
  throw new Error(`There are the groups ${names.join(', ')}, and no ${unknown.join(', ')}.`);
await mkdir(join(images, 'manual'), { recursive: true });
const product = await RunningProduct.start({ past: true, simulator: true, clockAt, isClockRunning: true });
const executablePath = process.env.OPENPIT_CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const name of names)
    if (wanted.length === 0 || wanted.includes(name)) await groups[name]({ product, browser });
} finally {
  await browser.close();
  await product.dispose();
}
