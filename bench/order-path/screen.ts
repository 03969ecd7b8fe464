// Another dealer's screen: the built web application in Chromium, and probe orders that each change one cell of its Futures
// panel to a unique price. The page records when the text of the cell changes; painting (at most a frame later) is not
// included.
import { type OrderReply, toRand, userCommands } from '@openpit/wire';
import { type Browser, type CDPSession, chromium, errors, type Page } from '@playwright/test';
import { paceArrivals } from './arrivals.ts';
import { KeepAliveClient } from './keep-alive-client.ts';
import { demoPassword } from './running-server.ts';

declare global {
  interface Window {
    /** By price in cents: epoch milliseconds at which the cell first showed it. */
    cellSeen?: Record<string, number>;
  }
}

/** The contract of the probes. */
export const probed = { contract: 'DEC26 WMAZ', instrument: 'WMAZ', contractDate: 'DEC26' } as const;

/** The interval of probes. It is not a multiple of the interval of the market feed, so that the probes fall on all its phases. */
const probeEveryMs = 243;
const tickCents = 20;
const appearsWithinMs = 30_000;
/** The longest wait for the last probe after the others. */
const lastProbeMs = 2_000;

export interface ProbeResult {
  /** Milliseconds from the reply to the text in the cell; infinite when the next probe replaced it first. */
  readonly seenMs: Float64Array;
}

interface SentProbe {
  readonly cents: number;
  readonly repliedAt: number;
  readonly activeOrderSeq: number;
}

/** A screen as the benchmark uses it. */
export type WatchedScreen = Pick<Screen, 'cpuSeconds' | 'probe' | 'clear' | 'close'>;

/** No browser, to measure the server without its load. */
export const noScreen: WatchedScreen = {
  cpuSeconds: async () => 0,
  probe: async () => ({ seenMs: new Float64Array() }),
  clear: async () => {},
  close: async () => {},
};

export class Screen {
  readonly #browser: Browser;
  readonly #devtools: CDPSession;
  readonly #page: Page;
  readonly #client: KeepAliveClient;
  readonly #principal: string;
  #priceCents: number;
  readonly #resting: number[] = [];
  #count = 0;

  private constructor(parts: {
    browser: Browser;
    devtools: CDPSession;
    page: Page;
    client: KeepAliveClient;
    principal: string;
    firstCents: number;
  }) {
    this.#browser = parts.browser;
    this.#devtools = parts.devtools;
    this.#page = parts.page;
    this.#client = parts.client;
    this.#principal = parts.principal;
    this.#priceCents = parts.firstCents;
  }

  /** Signs `email` in. The probes are bids of `prober` that rise by a tick from `fromCents`. */
  static async open(
    url: string,
    email: string,
    prober: { readonly token: string; readonly member: string; readonly fromCents: number },
  ): Promise<Screen> {
    const browser = await chromium.launch({
      executablePath: process.env.OPENPIT_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
    try {
      const context = await browser.newContext({ viewport: { width: 1600, height: 900 }, locale: 'en-GB' });
      const page = await context.newPage();
      await page.goto(url);
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(demoPassword);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await watchCell(page);
      const client = new KeepAliveClient(url, prober.token);
      const devtools = await browser.newBrowserCDPSession();
      return new Screen({
        browser,
        devtools,
        page,
        client,
        principal: prober.member,
        firstCents: prober.fromCents,
      });
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  /** Seconds of processor time of all processes of the browser. */
  async cpuSeconds(): Promise<number> {
    const { processInfo } = await this.#devtools.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((total, { cpuTime }) => total + cpuTime, 0);
  }

  /** Sends probes for this time; rejects when a probe is rejected for another reason than venueBusy. */
  async probe(seconds: number): Promise<ProbeResult> {
    const times = Float64Array.from(
      { length: Math.floor((seconds * 1_000) / probeEveryMs) },
      (_, index) => (index + 0.5) * probeEveryMs,
    );
    const sending: Promise<SentProbe | null>[] = [];
    await paceArrivals(times, () => sending.push(this.#send()));
    const sent = (await Promise.all(sending)).filter((probe) => probe !== null);
    await this.#waitForCell(sent.at(-1)?.cents ?? 0);
    const seen = await this.#page.evaluate(() => window.cellSeen ?? {});
    this.#resting.push(...sent.map(({ activeOrderSeq }) => activeOrderSeq));
    const seenMs = sent.map(({ cents, repliedAt }) => (seen[cents] ?? Number.POSITIVE_INFINITY) - repliedAt);
    return { seenMs: Float64Array.from(seenMs) };
  }

  /** Deletes the resting probes. */
  async clear(): Promise<void> {
    for (const activeOrderSeq of this.#resting.splice(0)) await this.#remove(activeOrderSeq);
  }

  async close(): Promise<void> {
    this.#client.close();
    await this.#browser.close();
  }

  /** Also resolves when the price never appears: the caller counts it. */
  async #waitForCell(cents: number): Promise<void> {
    try {
      await this.#page.waitForFunction((key) => window.cellSeen?.[key] !== undefined, cents, {
        timeout: lastProbeMs,
      });
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
    }
  }

  /** Resolves with null if the market is busy. */
  async #send(): Promise<SentProbe | null> {
    this.#priceCents += tickCents;
    const cents = this.#priceCents;
    const { status, text } = await this.#client.post(userCommands.insertOrder.path, {
      requestId: this.#requestId(),
      contract: probed.contract,
      side: 'B',
      type: 0,
      qty: 1,
      price: toRand(cents),
      capacity: 'P',
      principal: this.#principal,
    });
    const repliedAt = Date.now();
    if (status === 503) return null;
    if (status !== 200) throw new Error(`A probe was answered ${status}: ${text}`);
    return { cents, repliedAt, activeOrderSeq: (JSON.parse(text) as OrderReply).activeOrderSeq };
  }

  async #remove(activeOrderSeq: number): Promise<void> {
    const { status, text } = await this.#client.post(userCommands.deleteActiveOrder.path, {
      requestId: this.#requestId(),
      activeOrderSeq,
    });
    if (status !== 200) throw new Error(`A probe could not be deleted: ${status} ${text}`);
  }

  #requestId(): string {
    this.#count += 1;
    return `probe-${this.#count}`;
  }
}

/** Waits for the Futures panel and records every text of the bid cell. */
async function watchCell(page: Page): Promise<void> {
  const cell = page
    .getByRole('grid', { name: 'Futures' })
    .locator(`[data-group*="${probed.instrument}"] ~ [role="row"]`)
    .filter({ has: page.locator('[data-col="contract"]', { hasText: probed.contractDate }) })
    .first()
    .locator('[data-col="bid"]');
  await cell.waitFor({ timeout: appearsWithinMs });
  await cell.evaluate((element) => {
    const seen: Record<string, number> = {};
    window.cellSeen = seen;
    new MutationObserver(() => {
      const cents = (element.textContent ?? '').replace(/\D/g, '');
      seen[cents] ??= Date.now();
    }).observe(element, { childList: true, characterData: true, subtree: true });
  });
}
