// Measures what the live grid costs the main thread under load, in its own CPU time so that other load does not count:
// 300 rows of 14 columns, 41 in view, changes in 20 batches a second.
//   npx tsx --conditions=openpit-source apps/web/gallery/proof/paint-cost.ts
import { withGallery } from './browser.ts';

const seconds = 7;
const loads = [5_000, 50_000];
const flashes = ['none', 'text'];

await withGallery(async (browser, origin) => {
  for (const flash of flashes)
    for (const perSecond of loads) {
      const context = await browser.newContext({ viewport: { width: 1700, height: 1000 } });
      const page = await context.newPage();
      await page.goto(`${origin}/gallery.html?page=load&perSecond=${perSecond}&flash=${flash}`);
      await page.getByRole('grid').waitFor();
      const devtools = await context.newCDPSession(page);
      await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
      const read = async () => {
        const { metrics } = await devtools.send('Performance.getMetrics');
        const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
        return {
          task: of('TaskDuration'),
          script: of('ScriptDuration'),
          layout: of('LayoutDuration') + of('RecalcStyleDuration'),
        };
      };
      await page.waitForTimeout(2_000);
      const before = await read();
      const began = performance.now();
      await page.waitForTimeout(seconds * 1000);
      const after = await read();
      const took = (performance.now() - began) / 1000;
      const share = (name: keyof typeof before) =>
        `${(((after[name] - before[name]) / took) * 100).toFixed(1)} %`;
      console.log(
        `${perSecond} changes/s, flash ${flash}: main thread ${share('task')}, of it script ${share('script')}, layout and style ${share('layout')}`,
      );
      await context.close();
    }
});
process.exit(0);
