// The page after a busy day of its dealer, compared with an empty day: time until the first price, heap with every panel open, the
// longest task, and bytes received. `--commands N` sets the number of completed orders; every tenth of them is filled.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { userCommands } from '@openpit/wire';
import { type Browser, chromium, type Page } from '@playwright/test';
import { Workspace } from '../e2e/pages/workspace.ts';
import type { BenchOptions } from './bench-options.ts';
import { KeepAliveClient } from './order-path/keep-alive-client.ts';
import { RunningServer } from './order-path/running-server.ts';
import { printTable } from './table.ts';

const defaultOrders = 200_000;
const filledShare = 0.1;
/** Calls in flight while the day is made. */
const inFlight = 32;
const waitMs = 300_000;
/** A busy market asks for this pause. */
const retryMs = 1_000;
const goals = { heapMegabytes: 250 } as const;

interface Sample {
  readonly firstPriceMs: number;
  readonly allLoadedMs: number;
  readonly heapMegabytes: number;
  readonly longestTaskMs: number;
  readonly receivedMegabytes: number;
}

export async function run({ commands }: BenchOptions): Promise<void> {
  const orders = commands === undefined ? defaultOrders : Number(commands);
  const server = await RunningServer.start();
  const browser = await chromium.launch({
    executablePath: process.env.OPENPIT_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  try {
    const token = await server.signIn('thandi@kand.example');
    const empty = await measure(browser, server.url, token);
    const begun = performance.now();
    await makeDay(server, token, orders);
    console.log(`${orders} orders in ${Math.round((performance.now() - begun) / 1_000)} s`);
    print(orders, empty, await measure(browser, server.url, token));
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Most orders are fill-or-kill orders that nobody fills; the others deal with orders of another member. */
async function makeDay(server: RunningServer, token: string, orders: number): Promise<void> {
  const dealer = new KeepAliveClient(server.url, token, inFlight);
  const other = new KeepAliveClient(server.url, await server.signIn('pieter@veld.example'), inFlight);
  const send = async (client: KeepAliveClient, principal: string, terms: object): Promise<void> => {
    const body = {
      requestId: randomUUID(),
      contract: 'DEC26 WMAZ',
      qty: 1,
      capacity: 'P',
      principal,
      ...terms,
    };
    for (;;) {
      const { status, text } = await client.post(userCommands.insertOrder.path, body);
      if (status === 200) return;
      if (status !== 503) throw new Error(`An order was answered with ${status}: ${text}`);
      await setTimeout(retryMs);
    }
  };
  let sent = 0;
  const oneByOne = async () => {
    for (;;) {
      const at = sent;
      sent += 1;
      if (at >= orders) return;
      if (at % (1 / filledShare) === 0) {
        const side = at % 2 === 0 ? { own: 'B', others: 'S' } : { own: 'S', others: 'B' };
        await send(other, 'VELD', { side: side.others, type: 0, price: 4_000 });
        await send(dealer, 'KAND', { side: side.own, type: 0, price: 4_000 });
      } else await send(dealer, 'KAND', { side: 'B', type: 2, price: 3_900 });
    }
  };
  await Promise.all(Array.from({ length: inFlight }, oneByOne));
}

/** As text, because tsx wraps functions. */
const noteTasks = `
globalThis.longestTask = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) globalThis.longestTask = Math.max(globalThis.longestTask, duration);
}).observe({ type: 'longtask', buffered: true });
function look() {
  const grids = [...document.querySelectorAll('[role=grid]')].map((grid) => grid.textContent).join();
  if (/\\d,\\d{3}\\.\\d\\d/.test(grids)) globalThis.firstPriceAt = performance.now();
  else requestAnimationFrame(look);
}
look();`;

async function measure(browser: Browser, url: string, token: string): Promise<Sample> {
  const context = await browser.newContext({ viewport: { width: 1600, height: 900 }, locale: 'en-GB' });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(waitMs);
    // The smallest page of the origin, where the token can be stored before the application starts.
    await page.goto(`${url}/favicon.svg`);
    await page.evaluate((jwt) => localStorage.setItem('jwt', jwt), token);
    const devTools = await context.newCDPSession(page);
    let received = 0;
    await devTools.send('Network.enable');
    devTools.on('Network.dataReceived', ({ encodedDataLength }) => (received += encodedDataLength));
    devTools.on('Network.webSocketFrameReceived', ({ response: { payloadData, opcode } }) => {
      received += opcode === 2 ? (payloadData.length * 3) / 4 : payloadData.length;
    });
    await page.addInitScript({ content: noteTasks });
    await page.goto(`${url}/app/trading`);
    const firstPriceMs = await read(page, () => (globalThis as Noted).firstPriceAt);
    const workspace = new Workspace(page);
    for (const title of await workspace.panelItems.allTextContents()) {
      if ((await workspace.panel(title).count()) === 0) await workspace.item(title).click();
      await workspace.panel(title).locator('[data-loading-panel]').waitFor({ state: 'detached' });
    }
    const allLoadedMs = await read(page, () =>
      document.querySelector('[aria-busy=true]') === null ? performance.now() : undefined,
    );
    for (let turn = 0; turn < 3; turn += 1) await devTools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devTools.send('Runtime.getHeapUsage');
    return {
      firstPriceMs,
      allLoadedMs,
      heapMegabytes: usedSize / 1e6,
      longestTaskMs: (await page.evaluate(() => (globalThis as Noted).longestTask)) ?? 0,
      receivedMegabytes: received / 1e6,
    };
  } finally {
    await context.close();
  }
}

/** What `noteTasks` notes in the page. */
type Noted = typeof globalThis & { readonly firstPriceAt?: number; readonly longestTask?: number };

/** The number as soon as the page has it. */
async function read(page: Page, find: () => number | undefined): Promise<number> {
  return Number(await (await page.waitForFunction(find, undefined, { timeout: waitMs })).jsonValue());
}

function print(orders: number, empty: Sample, busy: Sample): void {
  const row = (label: string, of: (sample: Sample) => number, goal = '–') => [
    label,
    Math.round(of(empty)),
    Math.round(of(busy)),
    goal,
  ];
  printTable(
    `Trading with every panel, of a dealer with ${orders.toLocaleString('en-GB')} completed orders and ${(orders * filledShare).toLocaleString('en-GB')} deals`,
    ['', 'empty day', 'busy day', 'goal'],
    [
      row('first price, ms since the navigation', ({ firstPriceMs }) => firstPriceMs, 'as on an empty day'),
      row('every panel loaded, ms', ({ allLoadedMs }) => allLoadedMs),
      row('longest task, ms', ({ longestTaskMs }) => longestTaskMs),
      row('heap after a collection, MB', ({ heapMegabytes }) => heapMegabytes, `≤ ${goals.heapMegabytes}`),
      row('received, MB', ({ receivedMegabytes }) => receivedMegabytes),
    ],
  );
}
