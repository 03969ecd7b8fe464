// The test function of all journeys: it hands out products and takes each down again, whatever became of the journey.
import { test as base } from '@playwright/test';
import { type ProductOptions, RunningProduct } from './running-product.ts';

interface JourneyFixtures {
  /** Starts a product of this journey's own. */
  readonly startProduct: (options?: ProductOptions) => Promise<RunningProduct>;
  /** Closes the windows that a journey has opened beside its page: they would go on looking for a product that is gone. */
  readonly closeWindows: undefined;
}

export const test = base.extend<JourneyFixtures>({
  closeWindows: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  // Playwright reads which fixtures a fixture needs from its pattern; one that names none is not taken.
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

/**
 * One product for all journeys of the file that calls this: for journeys that do not disturb each other, because each has a
 * user, a contract or a layout of its own. It is started before the first of them and taken down after the last.
 */
export function productOfFile(options?: ProductOptions): () => RunningProduct {
  let product: RunningProduct | null = null;
  test.beforeAll(async () => {
    product = await RunningProduct.start(options);
  });
  test.afterAll(async () => {
    await product?.dispose();
    product = null;
  });
  return () => {
    if (product === null) throw new Error('The product of this file has not been started.');
    return product;
  };
}

export { expect } from '@playwright/test';
