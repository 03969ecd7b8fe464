// The load of four ladders side by side on the page's main thread under `--market storm`, compared with the Futures panel next to one Depth
// panel. The same page shows both layouts in turn, so that both meet the same market.
import type { LayoutDocument } from '@openpit/wire';
import type { Page } from '@playwright/test';
import { printTable } from '../table.ts';

const ladders = 4;
const settleMs = 3_000;
const measuredMs = 10_000;
const rounds = 4;
/** The highest ratio between the cost of the ladders and the cost of the other layout. */
const goal = 1.3;

const place = (component: string, at: number, x: number, w: number, contract: string | null) => ({
  id: `${component}${at}`,
  component,
  coordinates: { x, y: 0, w, h: 100, z: 150 + at },
  ...(contract !== null && { props: { contract } }),
});

/** The two layouts, with these contracts in the ladders; Depth shows the first. */
export function comparedLayouts(contracts: readonly string[]): readonly [LayoutDocument, LayoutDocument] {
  const shown = contracts.slice(0, ladders);
  return [
    {
      name: 'Depth with Futures',
      isMobile: false,
      columns: [place('Futures', 0, 0, 66, null), place('Depth', 1, 66, 34, shown[0] ?? null)],
    },
    {
      name: 'Four ladders',
      isMobile: false,
      columns: shown.map((contract, at) => place('Ladder', at, at * 25, 25, contract)),
    },
  ];
}

/** `page` shows a layout; both layouts are saved for its user. Prints the table. */
export async function compareLadders(page: Page, layouts: readonly LayoutDocument[]): Promise<void> {
  await page.setViewportSize({ width: 1_600, height: 900 });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return { at: performance.now() / 1_000, task: of('TaskDuration'), script: of('ScriptDuration') };
  };
  const measured = layouts.map(({ name }) => ({ name, busy: [] as number[], script: [] as number[] }));
  for (let round = 0; round < rounds; round += 1)
    for (const { name, busy, script } of measured) {
      const drawer = page.getByRole('navigation', { name: 'Workspace' });
      await drawer.getByRole('button', { name, exact: true }).click();
      await page.locator('[data-loading-panel]').waitFor({ state: 'detached' });
      await page.waitForTimeout(settleMs);
      const before = await read();
      await page.waitForTimeout(measuredMs);
      const after = await read();
      const percent = (seconds: number) => (seconds / (after.at - before.at)) * 100;
      busy.push(percent(after.task - before.task));
      script.push(percent(after.script - before.script));
    }
  const [depth = Number.NaN, four = Number.NaN] = measured.map(({ busy }) => median(busy));
  const row = ({ name, busy, script }: (typeof measured)[number]) => [
    name,
    ...busy.map((percent) => percent.toFixed(1)),
    median(busy).toFixed(1),
    median(script).toFixed(1),
  ];
  printTable(
    `Main thread busy, % CPU, in ${rounds} rounds of ${measuredMs / 1_000} s`,
    ['layout', ...Array.from({ length: rounds }, (_, at) => `${at + 1}`), 'median', 'scripts'],
    measured.map(row),
  );
  const ratio = four / depth;
  console.log(
    `Four ladders cost ${ratio.toFixed(2)} times as much; goal ${goal}: ${ratio <= goal ? 'yes' : 'NO'}`,
  );
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = Math.floor(sorted.length / 2);
  return ((sorted[upper] ?? Number.NaN) + (sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN)) / 2;
}
