// Panels that are opened and closed all day leak no memory. Only in the long tests, because it takes minutes.
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
  'Clearing',
  'Breakdown',
  'Consolidated positions',
  'Unmatched deals',
  'MTM',
  'Chart',
  'Option calculator',
  'Clock',
] as const;
const times = 50;
const growthLimitBytes = 2 * 1024 * 1024;

/** Bytes of the heap in use after garbage collection. */
async function heapInUse(cdp: CDPSession): Promise<number> {
  // Another collection frees memory released by the finalizers of the previous collection.
  for (let turn = 0; turn < 3; turn += 1) await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}

if (process.env.OPENPIT_LONG === '1')
  test(`opening and closing each panel ${times} times grows the heap by less than 2 MB`, async ({
    page,
    product,
  }) => {
    test.setTimeout(20 * 60_000);
    await TradingPage.signIn(page, product, 'thandi');
    const workspace = new Workspace(page);
    await workspace.chooseForLayout('New empty layout');
    const cdp = await page.context().newCDPSession(page);
    const grown: Record<string, number> = {};
    for (const title of titles) {
      const openAndClose = async () => {
        await workspace.item(title).click();
        const panel = workspace.panel(title);
        await workspace.isLoaded(title);
        if (title === 'Chart') await expect(panel.locator('canvas').first()).toBeVisible();
        await panel.getByRole('button', { name: `Close ${title}` }).click();
        await expect(panel).toHaveCount(0);
      };
      // Code and caches that later openings share are loaded after the first few, and the undo list is full.
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
