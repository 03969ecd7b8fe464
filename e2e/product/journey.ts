// The test function of all journeys. `product` is the product that journeys share, with people of this journey's own;
// `startProduct` starts one for this journey alone, for those that kill it, stop it or start it with other options.
import { type Browser, test as base, expect } from '@playwright/test';
import { typeAsUsersDo } from '../firefox/user-input.ts';
import { type Product, type ProductOptions, RunningProduct } from './running-product.ts';
import { emptyBooks, SharedProduct } from './shared-product.ts';

interface ProductFixtures {
  readonly product: Product;
  readonly startProduct: (options?: ProductOptions) => Promise<RunningProduct>;
}

interface JourneyFixtures {
  /** Closes the windows that a journey has opened in addition to its page: they would keep trying to reach their product. */
  readonly closeWindows: undefined;
  /** Fails a journey if the browser has blocked something because of the page's policy. */
  readonly contentSecurity: undefined;
}

/** For journeys that drive a browser without Playwright. */
export const productTest = base.extend<ProductFixtures, { readonly sharedProduct: SharedProduct }>({
  sharedProduct: [
    // Playwright reads from the pattern which fixtures a fixture needs, and rejects a pattern that names none.
    async ({ browserName: _browserName }, use) => {
      const shared = new SharedProduct();
      await use(shared);
      await shared.dispose();
    },
    { scope: 'worker' },
  ],
  product: async ({ sharedProduct }, use) => {
    const product = await sharedProduct.forJourney();
    await use(product);
    await emptyBooks(product);
  },
  startProduct: async ({ browserName: _browserName }, use) => {
    const started: RunningProduct[] = [];
    await use(async (options) => {
      const product = await RunningProduct.start(options);
      started.push(product);
      return product;
    });
    await Promise.all(started.map((product) => product.dispose()));
  },
});

export const test = productTest.extend<JourneyFixtures, { readonly userInput: undefined }>({
  closeWindows: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  userInput: [
    async ({ browser, browserName }, use) => {
      if (browserName === 'firefox') await typeAsUsersDo(browser);
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  contentSecurity: [
    async ({ context }, use) => {
      const blocked: string[] = [];
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) blocked.push(message.text());
      });
      await use(undefined);
      expect(blocked).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

/**
 * For a journey that only `npm run test:all` runs, because another test covers the same panel, action, permission or fault.
 * @param why names that test
 */
export const secondLook = (why: string) => ({
  tag: '@second-look',
  annotation: { type: 'second look', description: why },
});

/** The options of a phone's page. Firefox emulates neither a phone nor touches: its page has the size, and its taps are clicks. */
export const phoneIn = (browser: Browser) => ({
  viewport: { width: 390, height: 844 },
  ...(browser.browserType().name() === 'firefox' ? {} : { hasTouch: true, isMobile: true }),
});
