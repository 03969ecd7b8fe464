// Panels that are opened and closed all day long leave nothing behind: only in the long tests, for it takes minutes.
import type { CDPSession } from '@playwright/test';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';

const titles = [
  'Futures',
  'Options',
  'Deltas',
  'Splits',
  'Spreads',
  'Depth',
  'Active orders',
  'Completed orders',
  'Positions',
  'Deals',
  'Chart',
  'Clock',
] as const;
const times = 50;
const growthLimitBytes = 2 * 1024 * 1024;

/** Bytes of the heap in use after everything that can go has gone. */
async function heapInUse(cdp: CDPSession): Promise<number> {
  // The second collection takes what finalizers of the first one let go.
  for (let turn = 0; turn < 3; turn += 1) await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}

if (process.env.OPENPIT_LONG === '1')
  test(`each panel opened and closed ${times} times leaves the heap less than 2 MB larger`, async ({
    page,
    startProduct,
  }) => {
    test.setTimeout(20 * 60_000);
    const product = await startProduct();
    await TradingPage.signIn(page, product.url, 'thandi');
    const desk = new Workspace(page);
    await desk.chooseForLayout('New empty layout');
    const cdp = await page.context().newCDPSession(page);
    const grown: Record<string, number> = {};
    for (const title of titles) {
      const openAndClose = async () => {
        await desk.item(title).click();
        const panel = desk.panel(title);
        await expect(panel.getByText(/feed|connected/).first()).toBeVisible();
        if (title === 'Chart') await expect(panel.locator('canvas').first()).toBeVisible();
        await panel.getByRole('button', { name: `Close ${title}` }).click();
        await expect(panel).toHaveCount(0);
      };
      // What is loaded and kept for all later openings is there after the first few; so is the list of what can be undone.
      for (let time = 0; time < 20; time += 1) await openAndClose();
      const before = await heapInUse(cdp);
      for (let time = 0; time < times; time += 1) await openAndClose();
      grown[title] = (await heapInUse(cdp)) - before;
    }
    console.log(
      Object.entries(grown)
        .map(([title, bytes]) => `${title} ${Math.round(bytes / 1024)} KiB`)
        .join(', '),
    );
    for (const [title, bytes] of Object.entries(grown))
      expect(bytes, `heap growth of ${title}`).toBeLessThan(growthLimitBytes);
  });
