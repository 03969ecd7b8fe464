// The way to the first prices on the screen, over a slow network and with a slow processor: when each step is reached, and
// every request with the request that it waits for.
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { MarketClient } from '../e2e/product/market-client.ts';
import { RunningProduct } from '../e2e/product/running-product.ts';
import { type NetworkSpeed, SlowNetwork } from './start-up/slow-network.ts';
import { printTable } from './table.ts';

const runs = 3;
/** “Fast 3G” of Chromium's tools: 1.6 Mbit/s down, 750 kbit/s up, of which 90 % are usable, and a round trip of 562.5 ms. */
const fast3g: NetworkSpeed = { down: (1_600_000 / 8) * 0.9, up: (750_000 / 8) * 0.9, roundTrip: 562.5 };
const timesSlower = 4;
/** START-3. */
const startupDelayMs = 2_500;

const steps = ['Trading is shown', 'first loader begins', 'all is loaded', 'first price'] as const;

interface Request {
  readonly path: string;
  /** Milliseconds since the navigation. */
  readonly from: number;
  readonly to: number;
  readonly kilobytes: number;
}

interface Sample {
  readonly at: Readonly<Record<(typeof steps)[number], number>>;
  /** Transferred until the first price. */
  readonly kilobytes: number;
  readonly requests: readonly Request[];
}

export async function run(): Promise<void> {
  const product = await RunningProduct.start({ simulator: true, clientSettings: { startupDelayMs } });
  const network = await SlowNetwork.start(product.url, fast3g);
  const browser = await chromium.launch({
    executablePath: process.env.OPENPIT_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  try {
    const { token } = await MarketClient.signIn(product, 'thandi');
    const samples: Sample[] = [];
    for (let at = 0; at < runs; at += 1) samples.push(await measure(browser, network, token));
    print(samples);
  } finally {
    await browser.close();
    await network.close();
    await product.dispose();
  }
}

/** Opens Trading with a stored session and an empty cache. */
async function measure(browser: Browser, network: SlowNetwork, token: string): Promise<Sample> {
  const context = await browser.newContext({ viewport: { width: 1600, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  // The smallest page of the origin, where the token can be stored before the application starts.
  await page.goto(`${network.url}/favicon.svg`);
  await page.evaluate((jwt) => localStorage.setItem('jwt', jwt), token);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: timesSlower });
  const requests = requestsOf(devTools);
  const receivedBefore = network.received;
  await page.addInitScript({ content: noteSteps });
  await page.goto(`${network.url}/app/trading`, { waitUntil: 'commit' });
  const at = await stepsOf(page);
  const kilobytes = (network.received - receivedBefore) / 1_000;
  const list = requests();
  await context.close();
  const firstLoader = list.find(({ path }) => path.endsWith('getHQAccess'))?.from ?? Number.NaN;
  return {
    at: { ...at, 'first loader begins': firstLoader },
    kilobytes,
    requests: list.filter(({ from }) => from < at['first price']),
  };
}

type SeenSteps = Readonly<Record<Exclude<(typeof steps)[number], 'first loader begins'>, number>>;

/** A script for the page: notes when the cover of the start-up, the workspace and a price are there. As text, because tsx wraps functions. */
const noteSteps = `
const seen = (globalThis.seenSteps = {});
function look() {
  const note = (name, isThere) => {
    if (isThere) seen[name] ??= performance.now();
  };
  const grids = [...document.querySelectorAll('[role=grid]')].map((grid) => grid.textContent).join();
  note('Trading is shown', document.querySelector('#startup-title') !== null);
  note('all is loaded', document.querySelector('[role=toolbar]') !== null);
  note('first price', /\\d,\\d{3}\\.\\d\\d/.test(grids));
  requestAnimationFrame(look);
}
look();`;

async function stepsOf(page: Page): Promise<SeenSteps> {
  const seen = await page.waitForFunction(
    () => {
      const { seenSteps } = globalThis as { seenSteps?: Record<string, number> };
      return seenSteps?.['first price'] === undefined ? null : seenSteps;
    },
    undefined,
    { timeout: 120_000 },
  );
  return (await seen.jsonValue()) as unknown as SeenSteps;
}

/** Follows the page's requests; the returned function lists those that have begun, in order. */
function requestsOf(devTools: CDPSession): () => Request[] {
  const begun = new Map<string, { path: string; from: number; to: number; kilobytes: number }>();
  let navigatedAt: number | null = null;
  devTools.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    navigatedAt ??= timestamp;
    const { pathname, searchParams } = new URL(request.url);
    const component = searchParams.get('component');
    const path = component === null ? pathname : `${pathname} of ${component}`;
    begun.set(requestId, { path, from: timestamp, to: Number.NaN, kilobytes: 0 });
  });
  devTools.on('Network.webSocketCreated', ({ requestId, url }) => {
    const component = new URL(url).searchParams.get('component') ?? 'the market';
    begun.set(requestId, {
      path: `WebSocket of ${component}`,
      from: Number.NaN,
      to: Number.NaN,
      kilobytes: 0,
    });
  });
  devTools.on('Network.webSocketWillSendHandshakeRequest', ({ requestId, timestamp }) => {
    const request = begun.get(requestId);
    if (request !== undefined) request.from = timestamp;
  });
  devTools.on('Network.webSocketHandshakeResponseReceived', ({ requestId, timestamp }) => {
    const request = begun.get(requestId);
    if (request !== undefined) request.to = timestamp;
  });
  devTools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = begun.get(requestId);
    if (request !== undefined)
      Object.assign(request, { to: timestamp, kilobytes: encodedDataLength / 1_000 });
  });
  return () => {
    const start = navigatedAt ?? 0;
    return [...begun.values()]
      .map((request) => ({
        ...request,
        from: (request.from - start) * 1_000,
        to: (request.to - start) * 1_000,
      }))
      .sort((a, b) => a.from - b.from);
  };
}

function print(samples: readonly Sample[]): void {
  const byFirstPrice = [...samples].sort((a, b) => a.at['first price'] - b.at['first price']);
  const median = byFirstPrice[Math.floor(byFirstPrice.length / 2)];
  if (median === undefined) return;
  printTable(
    `Start-up of Trading with a stored session and an empty cache, Fast 3G, processor ${timesSlower} times slower, ${runs} runs: milliseconds since the navigation`,
    ['step', ...samples.map((_, index) => `run ${index + 1}`)],
    [
      ...steps.map((step) => [step, ...samples.map(({ at }) => Math.round(at[step]))]),
      ['kB transferred until then', ...samples.map(({ kilobytes }) => Math.round(kilobytes))],
    ],
  );
  printTable(
    'The requests of the run in the middle; each one begins after the replies above it that end before its own beginning',
    ['request', 'begins', 'ends', 'kB', 'the last reply before'],
    median.requests.map((request) => [
      request.path,
      Math.round(request.from),
      Number.isNaN(request.to) ? '–' : Math.round(request.to),
      Number(request.kilobytes.toFixed(1)),
      lastBefore(request, median.requests),
    ]),
  );
}

/** The request whose end was the last before this one's beginning: possibly the request that it waited for. */
function lastBefore({ from }: Request, requests: readonly Request[]): string {
  const ended = requests.filter(({ to }) => to <= from).sort((a, b) => b.to - a.to)[0];
  return ended === undefined ? '' : `${ended.path}, ${Math.round(from - ended.to)} ms before`;
}
