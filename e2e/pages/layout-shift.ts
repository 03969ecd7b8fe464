// Layout shifts that no input of the user caused, as Chromium reports them: 1 is the whole window moved by its own height.
import type { Page } from '@playwright/test';

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

declare global {
  interface Window {
    /** The value of each shift, and the elements that moved. */
    layoutShifts?: { value: number; moved: string }[];
  }
}

interface LayoutShifts {
  readonly total: number;
  readonly moved: readonly string[];
}

/** Longer than the browser takes to report a shift. */
const reportMs = 200;

/** Returns a function that reads the layout shifts of the page since now. */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<LayoutShifts>> {
  await page.evaluate(() => {
    window.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[])
        if (!hadRecentInput)
          window.layoutShifts?.push({
            value,
            moved: sources
              .map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 90) : node?.textContent))
              .join(' | '),
          });
    }).observe({ type: 'layout-shift' });
  });
  return async () => {
    await page.waitForTimeout(reportMs);
    const shifts = (await page.evaluate(() => window.layoutShifts)) ?? [];
    return {
      total: shifts.reduce((sum, { value }) => sum + value, 0),
      moved: shifts.map(({ value, moved }) => `${value.toFixed(4)} ${moved}`),
    };
  };
}
