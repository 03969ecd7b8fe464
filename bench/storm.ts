// A dealer's screen in a storm: all panels open in Chromium, none of them empty, on a market of about 5,000 contracts, with the simulated
// participants of `--market storm` and another dealer that moves the futures of all options. Measures the load of the page's
// main thread, the CPU time of its longest script, the layout shifts, and the time from a deal at the server to its price in the Futures panel.
// The benchmark then compares four ladders with one Depth panel next to Futures.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LayoutDocument, paths } from '@openpit/wire';
import { type Browser, chromium, type Page } from '@playwright/test';
import { watchLayoutShifts } from '../e2e/pages/layout-shift.ts';
import { operate as operateIn } from '../e2e/product/operator.ts';
import { allPanels } from '../e2e/product/saved-layouts.ts';
import { demoPassword, RunningServer } from './order-path/running-server.ts';
import { comparedLayouts, compareLadders } from './storm/four-ladders.ts';
import { moveFutures } from './storm/future-mover.ts';
import { scriptTimes } from './storm/main-thread.ts';
import { manyContracts } from './storm/many-contracts.ts';
import { dealAndRest, reportDeal } from './storm/own-rows.ts';
import { type Dealt, type WholeMarketWatcher, watchWholeMarket } from './storm/whole-market-watcher.ts';
import { printTable } from './table.ts';

declare global {
  interface Window {
    /** Each volume that the Futures panel has shown, with the time. A row's last price is written in the same task. */
    volumeSeen?: { contract: string; volume: number; at: number }[];
  }
}

const dealer = { email: 'thandi@kand.example', principal: 'KAND' };
const watcherEmail = 'lerato@karo.example';
const mover = { email: 'pieter@veld.example', principal: 'VELD', perSecond: 250 };
const instrument = 'WMAZ';
const warmUpMs = 8_000;
const measuredMs = 15_000;
const tracedMs = 5_000;
const pollMs = 100;
const pricesLimitMs = 30_000;
const loadLimitMs = 120_000;
const goals = { busy: 50, scriptMs: 50, shownMs: 250, updates: 5_000, shifts: 0.02 };

export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'openpit-storm-'));
  const { text, contracts } = manyContracts();
  const file = join(folder, 'market.json');
  await writeFile(file, text);
  const ends: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const server = await RunningServer.start(
      [],
      ['--reference-data', file, '--business-day', '2026-11-18', '--market', 'storm'],
    );
    ends.push(() => server.stop());
    await endADay(server);
    const watcher = await watchWholeMarket(server.url, await server.signIn(watcherEmail));
    ends.push(() => watcher.close());
    await fillOwnPanels(server, watcher);
    const { quoteOf } = watcher;
    const compared = comparedLayouts(watcher.underlyings());
    for (const layout of [allPanels, ...compared]) await saveLayout(server, layout);
    const moving = moveFutures({
      ...mover,
      url: server.url,
      token: await server.signIn(mover.email),
      contracts: watcher.underlyings(),
      quoteOf,
    });
    ends.push(async () => moving.stop());
    const browser = await chromium.launch({
      executablePath: process.env.OPENPIT_CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
    });
    ends.push(() => browser.close());
    const page = await openScreen(browser, server.url);
    await measure({ browser, page, watcher, contracts });
    console.log(`Orders that moved futures: ${moving.sent()} sent, ${moving.rejected()} of them rejected.`);
    // The simulated participants alone.
    moving.stop();
    await compareLadders(page, compared);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** The screen's dealer deals, and the day ends: Clearing and Breakdown show that day, and Positions shows the next morning. */
async function endADay(server: RunningServer): Promise<void> {
  const watcher = await watchWholeMarket(server.url, await server.signIn(watcherEmail));
  await waitForPrices(watcher);
  await dealAndRest({ ...dealer, url: server.url, token: await server.signIn(dealer.email) }, watcher);
  await watcher.close();
  await operate(server, 'end-of-day', '--force', 'the storm begins on the day after');
}

async function fillOwnPanels(server: RunningServer, watcher: WholeMarketWatcher): Promise<void> {
  await waitForPrices(watcher);
  const { url } = server;
  await dealAndRest({ ...dealer, url, token: await server.signIn(dealer.email) }, watcher);
  const [contract = ''] = watcher.underlyings();
  const price = watcher.quoteOf(contract)?.offer ?? 0;
  await reportDeal(
    { ...mover, url, token: await server.signIn(mover.email) },
    { counterparty: dealer.principal, contract, price },
  );
  await operate(server, 'value-market');
}

/** Until the simulated participants have quoted every future with options. */
async function waitForPrices({ underlyings, quoteOf }: WholeMarketWatcher): Promise<void> {
  const isQuoted = (contract: string) => {
    const quote = quoteOf(contract);
    return quote?.bid != null && quote.offer != null;
  };
  for (let waited = 0; !underlyings().every(isQuoted); waited += pollMs) {
    if (waited > pricesLimitMs) throw new Error('Some futures have no prices.');
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

async function operate({ folder }: RunningServer, ...argv: string[]): Promise<void> {
  const { code, output } = await operateIn(folder, ...argv);
  if (code !== 0) throw new Error(`The operator's ${argv[0]} failed: ${output}`);
}

async function saveLayout(server: RunningServer, layout: LayoutDocument): Promise<void> {
  const token = await server.signIn(dealer.email);
  const reply = await fetch(new URL(paths.createUserLayout, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ userId: 'thandi', userLayoutJson: JSON.stringify(layout) }),
  });
  if (!reply.ok) throw new Error(`The layout was answered ${reply.status}: ${await reply.text()}`);
}

async function openScreen(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1_920, height: 1_080 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel('E-mail').fill(dealer.email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('grid', { name: 'Futures' }).waitFor();
  await page
    .getByRole('navigation', { name: 'Workspace' })
    .getByRole('button', { name: allPanels.name, exact: true })
    .click();
  // The code of each panel is fetched when it is first shown.
  await page.waitForFunction(
    (count) =>
      document.querySelectorAll('[data-panel]').length === count &&
      document.querySelector('[data-loading-panel]') === null,
    allPanels.columns.length,
    { timeout: loadLimitMs },
  );
  const futures = page.getByRole('grid', { name: 'Futures' });
  await futures.locator('[data-line="1"] [data-col="contract"]').click();
  await futures.evaluate((grid, ofInstrument) => {
    const seen: NonNullable<Window['volumeSeen']> = [];
    window.volumeSeen = seen;
    new MutationObserver((changes) => {
      const at = Date.now();
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const cell = element?.closest('[data-col="volume"]');
        const row = cell?.closest('[data-line]');
        const line = Number(row?.getAttribute('data-line'));
        // The lines of the six contracts of the first group.
        if (!(line >= 1 && line <= 6)) continue;
        const month = row?.querySelector('[data-col="contract"]')?.textContent ?? '';
        const volume = Number((cell?.textContent ?? '').replace(/\D/g, ''));
        seen.push({ contract: `${month.trim()} ${ofInstrument}`, volume, at });
      }
    }).observe(grid, { childList: true, characterData: true, subtree: true });
  }, instrument);
  return page;
}

interface Measured {
  readonly browser: Browser;
  readonly page: Page;
  readonly watcher: WholeMarketWatcher;
  readonly contracts: number;
}

async function measure({ browser, page, watcher, contracts }: Measured): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return {
      at: performance.now() / 1_000,
      task: of('TaskDuration'),
      script: of('ScriptDuration'),
      rows: watcher.rows(),
    };
  };
  await page.waitForTimeout(warmUpMs);
  await page.evaluate(() => window.volumeSeen?.splice(0));
  const layoutShifts = await watchLayoutShifts(page);
  const before = await read();
  await page.waitForTimeout(measuredMs);
  const after = await read();
  const seen = (await page.evaluate(() => window.volumeSeen)) ?? [];
  const { total: shifts, moved } = await layoutShifts();
  // The trace comes last, because tracing itself takes time.
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'v8', '__metadata', 'disabled-by-default-devtools.timeline'],
  });
  await page.waitForTimeout(tracedMs);
  const { longestMs, p99Ms, count } = scriptTimes(await browser.stopTracing());

  const picture = process.env.OPENPIT_STORM_PICTURE;
  if (picture !== undefined) await page.screenshot({ path: picture });
  const seconds = after.at - before.at;
  const busy = ((after.task - before.task) / seconds) * 100;
  const updates = (after.rows - before.rows) / seconds;
  const delays = delaysOf(seen, watcher.dealt()).sort((a, b) => a - b);
  const p95 = delays[Math.floor(delays.length * 0.95)] ?? Number.NaN;
  const verdict = (holds: boolean) => (holds ? 'yes' : 'NO');
  printTable(
    `All ${allPanels.columns.length} panels on ${contracts.toLocaleString('en-GB')} contracts, ${measuredMs / 1_000} s, load average ${(loadavg()[0] ?? 0).toFixed(1)}`,
    ['what', 'value', 'goal', 'met'],
    [
      [
        'rows per second sent to a client of all contracts',
        Math.round(updates),
        goals.updates,
        verdict(updates >= goals.updates),
      ],
      ['main thread busy, % CPU', busy.toFixed(1), goals.busy, verdict(busy < goals.busy)],
      ['scripts in it, %', (((after.script - before.script) / seconds) * 100).toFixed(1), '', ''],
      [
        `longest script of ${count}, ms CPU`,
        longestMs.toFixed(1),
        goals.scriptMs,
        verdict(longestMs < goals.scriptMs),
      ],
      ['p99 of scripts, ms CPU', p99Ms.toFixed(2), '', ''],
      [
        `deal to screen, p95 of ${delays.length}, ms`,
        Math.round(p95),
        goals.shownMs,
        verdict(p95 < goals.shownMs),
      ],
      ['the same, median', Math.round(delays[Math.floor(delays.length / 2)] ?? Number.NaN), '', ''],
      ['layout shifts', shifts.toFixed(4), goals.shifts, verdict(shifts <= goals.shifts)],
    ],
  );
  for (const shift of moved) console.log(`Layout shift: ${shift}`);
}

/** Milliseconds from each deal to its row in the panel. Rows from before the measurement have no deal and are omitted. */
function delaysOf(seen: NonNullable<Window['volumeSeen']>, dealt: readonly Dealt[]): number[] {
  const dealtAt = new Map(dealt.map(({ contract, volume, at }) => [`${contract} ${volume}`, at]));
  return seen.flatMap(({ contract, volume, at }) => {
    const deal = dealtAt.get(`${contract} ${volume}`);
    return deal === undefined ? [] : [at - deal];
  });
}
