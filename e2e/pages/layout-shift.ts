// Layout shifts that no input of the user caused, as Chromium reports them: 1 is the whole window moved by its own height.
import type { Page } from '@playwright/test';

interface LayoutShiftEntry extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

export interface LayoutShifts {
  readonly total: number;
  /** What moved, with the value of its shift. */
  readonly moved: readonly string[];
}

/** Returns a function that reads the layout shifts of the page since now, also those that it has not reported yet. */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<LayoutShifts>> {
  const from = await page.evaluate(() => performance.now());
  return () =>
    page.evaluate(
      (since) =>
        new Promise<LayoutShifts>((resolve) => {
          const describe = (node: Node | null) =>
            node instanceof Element ? node.outerHTML.slice(0, 90) : (node?.textContent ?? 'removed');
          const observer = new PerformanceObserver((list) => read(list.getEntries()));
          observer.observe({ type: 'layout-shift', buffered: true });
          // The observer is called with all shifts since the page was opened, or not at all if there were none.
          setTimeout(() => read(observer.takeRecords()), 200);
          const read = (entries: PerformanceEntryList) => {
            observer.disconnect();
            const counted = (entries as LayoutShiftEntry[]).filter(
              ({ startTime, hadRecentInput }) => startTime >= since && !hadRecentInput,
            );
            resolve({
              total: counted.reduce((sum, { value }) => sum + value, 0),
              moved: counted.map(
                ({ value, sources }) =>
                  `${value.toFixed(4)} ${sources.map(({ node }) => describe(node)).join(' | ')}`,
              ),
            });
          };
        }),
      from,
    );
}
